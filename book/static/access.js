/* What scrolls sideways can be reached with the keyboard, and says what it is. */
const SCROLLERS = {
  "div.highlight pre": "Code", "div.math, span.math, .otb-unbroken": "Formula", ".otb-rows, .pst-scrollable-table-container": "Table",
  "figure.otb-large": "Figure",
};

function offer(box, name) {
  if (box.isContentEditable) return;      // code that the reader may change has a name of its own
  const scrolls = box.scrollWidth > box.clientWidth && getComputedStyle(box).overflowX === "auto";
  for (const [key, value] of Object.entries({tabindex: 0, role: "group", "aria-label": name})) {
    if (scrolls) box.setAttribute(key, value); else box.removeAttribute(key);
  }
}

addEventListener("load", () => {
  const names = new Map();
  const sizes = new ResizeObserver(changes => changes.forEach(({target}) => offer(target, names.get(target))));
  for (const [selector, name] of Object.entries(SCROLLERS)) {
    for (const box of document.querySelectorAll(selector)) {
      names.set(box, `${name}, scrolls sideways`);
      sizes.observe(box);
    }
  }
});

/* The theme takes the focus away from its buttons when they are pressed; with the keyboard they keep it. */
addEventListener("click", event => {
  const button = event.target.closest("button");
  if (button && event.detail === 0) button.blur = () => {};
  else if (button) delete button.blur;
}, true);
