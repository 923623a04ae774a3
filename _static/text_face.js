// Shows the page in its own text face from the start: waits for the face half a second at most, so that no line jumps.
{
  const page = document.documentElement;
  const faces = ["400", "600", "italic 400"].map(style => document.fonts.load(`${style} 1em "Source Serif"`));
  const patience = new Promise(done => setTimeout(done, 500));
  page.style.visibility = "hidden";
  Promise.race([Promise.allSettled(faces), patience]).then(() => page.style.removeProperty("visibility"));
}
