// Before the first paint: the reader's colours, which the theme's script would bring after it, and the page in its own text
// face, for which it waits half a second at most, so that no line jumps.
{
  const page = document.documentElement;
  const mode = localStorage.getItem("mode") || page.dataset.theme, dark = matchMedia("(prefers-color-scheme: dark)").matches;
  Object.assign(page.dataset, {mode, theme: mode !== "auto" ? mode : dark ? "dark" : "light"});

  const faces = ["400", "600", "italic 400"].map(style => document.fonts.load(`${style} 1em "Source Serif"`));
  const patience = new Promise(done => setTimeout(done, 500));
  page.style.visibility = "hidden";
  Promise.race([Promise.allSettled(faces), patience]).then(() => page.style.removeProperty("visibility"));
}
