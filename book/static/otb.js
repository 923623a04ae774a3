/* A link to a verdict card, or to a row of one, opens the card. */
function openCard() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target?.closest("details.otb-card")) return;
  const closed = [];
  for (let fold = target.closest("details"); fold; fold = fold.parentElement.closest("details")) if (!fold.open) closed.push(fold);
  for (const fold of closed) fold.open = true;
  if (closed.length) target.scrollIntoView();
}
addEventListener("hashchange", openCard);
addEventListener("DOMContentLoaded", openCard);
