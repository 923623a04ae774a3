/* A link to a verdict card, or to a row of one, opens the card. */
function openCard() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const card = target?.closest("details.otb-card");
  if (card && !card.open) {
    card.open = true;
    target.scrollIntoView();
  }
}
addEventListener("hashchange", openCard);
addEventListener("DOMContentLoaded", openCard);
