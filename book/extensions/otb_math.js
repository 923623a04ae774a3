// Turns TeX into MathML with Temml: reads one request a line, answers each with one line.  Both are JSON.
//   {"tex": ..., "display": ...}  gives  {"html": ...} or {"error": ...}
"use strict";
const readline = require("readline");
const temml = require("./math/temml.cjs");
const declared = JSON.parse(process.argv[2]).macros ?? {};
const OUTWARD = /\\((re|provide)?newcommand|[gex]?def|let|(eq)?ref)(?![A-Za-z])/;
const SCRIPTED = /^m(sub|sup|subsup|under|over|underover)$/;
const LONG = 22;    // letters and signs; a formula in the text that has more may go on in the next line
const RELATION = /^(=|&[lg]t;|[≤≥≠≈∼≪≫∈∉⊆∝→⟺])$/, SUM = /^[+−⋅∪]$/;
const OPEN = /^<mo[^>]*>[([{⟨⌈⌊]<|^<mo [^>]*form="prefix"[^>]*>‖</, CLOSE = /^<mo[^>]*>[)\]}⟩⌉⌋]<|^<mo [^>]*form="postfix"[^>]*>‖</;

// Each formula gets its own macros, so that it means the same wherever it stands.
function macros() {
  return Object.fromEntries(Object.entries(declared).map(([name, body]) => [`\\${name}`, [body].flat()[0]]));
}

function html({tex, display}) {
  const [outward] = tex.match(OUTWARD) ?? [];
  if (outward) throw new Error(`${outward}: a formula neither declares a macro nor refers to another formula`);
  const listed = tex.replace(/(\d),(?=\d)/g, "$1, ");         // two numbers, as in TeX; Temml takes 0,1 for one
  const formula = tight(temml.renderToString(listed, {displayMode: display, macros: macros(), throwOnError: true})
    .replace(' class="tml-display" style="display:block math;"', "")       // what display="block" says already
    .replace(/(<mo\b[^>]*?) (?:fence|separator)="true"/g, "$1")             // what browsers know of brackets and commas,
    .replace(/(<mo\b[^>]*?) form="(?:prefix|postfix)"(?=[^>]*>[()[\]{}⟨⟩⌈⌉⌊⌋]<)/g, "$1"));     // and on which side they stand
  if (formula.includes("<menclose")) throw new Error("not every browser draws a line over, under or through a formula");
  return display || letters(formula) <= LONG ? formula : broken(formula);
}

function letters(markup) {
  return markup.replace(/<[^>]*>|&\w+;/g, "").length;
}

// Takes the room away that some browsers leave around dots, and around signs in exponents, indices and limits.
function tight(formula) {
  const open = [];
  return formula.replace(/<(\/?)(\w+)([^>]*)>(?=([…⋯]?))/g, (tag, end, name, attributes, dots) => {
    if (end) {
      open.pop();
      return tag;
    }
    const parent = open.at(-1);
    const script = parent !== undefined && (parent.script || SCRIPTED.test(parent.name) && parent.children > 0);
    if (parent) parent.children += 1;
    open.push({name, script, children: 0});
    return name === "mo" && (script || dots) && !/[lr]space=/.test(attributes) ? `<mo lspace="0em" rspace="0em"${attributes}>` : tag;
  });
}

// Cuts a formula in the text into several, each but the last of which ends with a relation or, where that leaves too much, with a
// sum; the browser may go on in the next line after each.
function broken(formula) {
  const row = formula.match(/^<math><mrow>(.*)<\/mrow><\/math>$/s);
  if (!row) return formula;
  const pieces = cut(children(row[1]), RELATION).flatMap(piece => letters(piece.join("")) > LONG ? cut(piece, SUM) : [piece]);
  return pieces.map(piece => `<math><mrow>${piece.join("")}</mrow></math>`).join("<wbr>");
}

// Returns the elements of a row, each as a string.
function children(row) {
  let depth = 0;
  const found = [""];
  for (const part of row.match(/<[^>]*>|[^<]+/g)) {
    found[found.length - 1] += part;
    if (part.startsWith("</")) depth -= 1;
    else if (part.startsWith("<") && !part.endsWith("/>")) depth += 1;
    if (depth === 0) found.push("");
  }
  return found.slice(0, -1);
}

// Cuts a row after the signs that stand between its terms, outside of all brackets.
function cut(row, signs) {
  let open = 0;
  const pieces = [[]];
  row.forEach((element, i) => {
    if (OPEN.test(element)) open += 1;
    if (CLOSE.test(element)) open -= 1;
    const sign = /^<mo(?![^>]*form="prefix")[^>]*>([^<]*)<\/mo>$/.exec(element)?.[1] ?? "";
    const between = open === 0 && signs.test(sign) && i > 0 && i < row.length - 1;
    pieces.at(-1).push(between ? element.replace("<mo", '<mo form="infix"') : element);
    if (between) pieces.push([]);
  });
  return pieces;
}

function answer(request) {
  try {
    return {html: html(request)};
  } catch (error) {
    return {error: error.message.trim().replace(/:? at (position|end of input)[^]*/, "")};       // the build tells the formula
  }
}

readline.createInterface({input: process.stdin}).on("line", line => console.log(JSON.stringify(answer(JSON.parse(line)))));
