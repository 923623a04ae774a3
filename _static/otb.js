/* A link to a verdict card opens the card. */
function openCard() {
  const card = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (card && card.matches("details.otb-card")) card.open = true;
}
addEventListener("hashchange", openCard);
addEventListener("DOMContentLoaded", openCard);
