// Typesets formulas with MathJax: reads one request a line, answers each with one line.  Both are JSON.
//   {"tex": ..., "display": ...}  gives  {"html": ...} or {"error": ...};      {}  gives  {"css": ...}
"use strict";
const readline = require("readline");
const [mathjax, options] = process.argv.slice(2);

// No formula knows what another one declared: it means the same wherever it stands.
function forget() {
  MathJax.texReset();
  MathJax._.input.tex.MapHandler.MapHandler.getMap("ams-declare-ops").map.clear();
}

function typeset(tex, display) {
  forget();
  const node = MathJax.tex2chtml(tex, {display});
  if (MathJax.startup.document.inputJax[0].parseOptions.tags.redo) throw Error("reference to a label of another formula");
  return MathJax.startup.adaptor.outerHTML(node);
}

function answer({tex, display}) {
  if (tex === undefined) return {css: MathJax.startup.adaptor.textContent(MathJax.chtmlStylesheet())};
  try {
    return {html: typeset(tex, display)};
  } catch (error) {
    return {error: error.message};
  }
}

require(`${mathjax}/node-main.js`).init({
  loader: {load: ["input/tex-full", "output/chtml", "a11y/assistive-mml"]},
  tex: {...JSON.parse(options), formatError: (_, error) => { throw error; }},
  chtml: {fontURL: ".", adaptiveCSS: false},
}).then(() => readline.createInterface({input: process.stdin}).on("line", line => {
  console.log(JSON.stringify(answer(JSON.parse(line))));
}));
