/* On a map, the sign under the pointer or the focus lights up what it needs and what needs it, and says so in words. */
addEventListener("DOMContentLoaded", () => {
  for (const map of document.querySelectorAll("svg.otb-map")) {
    const signs = new Map([...map.querySelectorAll("a[data-label]")].map(sign => [sign.dataset.label, sign]));
    const curves = [...map.querySelectorAll("path[data-from]")];
    const whole = map.matches(".otb-statement-map");       // follows what is needed to its end; chapters have no such end
    const words = document.createElement("div");
    words.className = "otb-map-words";
    words.innerHTML = "<p>Choose a sign to see what it needs, and what needs it.</p>";
    if (whole) map.after(words);

    /* Marks what is reached from a label along the curves, and the curves themselves. */
    function mark(label, from, to, name) {
      const reached = new Set([label]);
      for (const one of reached) {
        for (const curve of curves.filter(curve => curve.dataset[from] === one && (whole || one === label))) {
          reached.add(curve.dataset[to]);
          curve.classList.add(name);
          curve.classList.toggle("otb-far", one !== label);
          signs.get(curve.dataset[to]).classList.add(name);
        }
      }
    }
    function light(label) {
      for (const lit of map.querySelectorAll("[class]")) lit.classList.remove("otb-here", "otb-needs", "otb-needed", "otb-far");
      map.classList.add("otb-lit");
      signs.get(label).classList.add("otb-here");
      mark(label, "from", "to", "otb-needs");
      mark(label, "to", "from", "otb-needed");
      const item = document.getElementById(`map-${label}`);
      if (item) words.replaceChildren(...[...item.childNodes].map(node => node.cloneNode(true)));
    }
    for (const [label, sign] of signs) {
      sign.addEventListener("pointerenter", () => light(label));
      sign.addEventListener("focus", () => light(label));
      sign.addEventListener("click", event => {      // without a pointer that can hover, the first touch shows, the second follows
        if (whole && matchMedia("(hover: none)").matches && words.dataset.label !== label) event.preventDefault();
        words.dataset.label = label;
      });
    }
  }
});
