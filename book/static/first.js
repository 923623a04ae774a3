// Before the first paint: the reader's colours, which the theme's script would bring after it, and the page in its own
// faces, for which it waits half a second at most, so that no line jumps.
{
  const page = document.documentElement;
  const mode = localStorage.getItem("mode") || page.dataset.theme, dark = matchMedia("(prefers-color-scheme: dark)").matches;
  Object.assign(page.dataset, {mode, theme: mode !== "auto" ? mode : dark ? "dark" : "light"});

  const faces = ['1em "Book Math"', ...["400", "600", "italic 400"].map(style => `${style} 1em "Source Serif"`)];
  const patience = new Promise(done => setTimeout(done, 500));
  page.style.visibility = "hidden";
  Promise.race([Promise.allSettled(faces.map(face => document.fonts.load(face))), patience]).then(() => page.style.removeProperty("visibility"));
}
