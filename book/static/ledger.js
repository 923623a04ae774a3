/* The tables of the ledger and the errata sort by each column; the ledger also filters, and its address keeps the choice. */
addEventListener("DOMContentLoaded", () => {
  const words = cell => (cell.querySelector("p") ?? cell).textContent.trim();
  const collator = new Intl.Collator("en", {numeric: true});
  const compare = (a, b) => isNaN(a) || isNaN(b) ? collator.compare(a, b) : a - b;

  /* Gives each header a button that sorts: up, down, and back to the order of the book. */
  function sortable(table, changed) {
    const body = table.tBodies[0], rows = [...body.rows], headers = [...table.tHead.rows[0].cells];
    const keys = new Map(rows.map(row => [row, [...row.cells].map(words)]));
    const names = headers.map(words);
    let sorted = "";
    const sort = choice => {
      sorted = choice;
      const column = names.indexOf(choice.replace(/^-/, "")), sign = choice.startsWith("-") ? -1 : 1;
      const known = row => keys.get(row)[column] !== "–";
      const order = (a, b) => known(b) - known(a) || sign * compare(keys.get(a)[column], keys.get(b)[column]);
      body.append(...column < 0 ? rows : [...rows].sort(order));
      headers.forEach((th, i) => th.setAttribute("aria-sort", i !== column ? "none" : sign < 0 ? "descending" : "ascending"));
    };
    headers.forEach((th, i) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = names[i];
      button.addEventListener("click", () => {
        sort(sorted === names[i] ? `-${names[i]}` : sorted === `-${names[i]}` ? "" : names[i]);
        changed();
      });
      th.replaceChildren(button);
    });
    sort("");
    return {rows, keys, sort, sorted: () => sorted};
  }

  /* Fills the form above the table of all statements; its choices and the order live in the part of the address after #. */
  function filtered(table) {
    const {rows, keys, sort, sorted} = sortable(table, () => store());
    const column = i => [...new Set(rows.map(row => keys.get(row)[i]))];
    const slack = {"1.0000": [1, 1], "0.95 to 1": [0.95, 1], "0.5 to 0.95": [0.5, 0.95], "below 0.5": [0, 0.5]};
    const within = (text, range) => range ? text >= range[0] && (text < range[1] || range[1] === 1) : text === "–";
    const choices = {
      chapter: [column(1), (row, value) => keys.get(row)[1] === value],
      verdict: [column(3), (row, value) => keys.get(row)[3] === value],
      tightness: [[...Object.keys(slack), "none shown"], (row, value) => within(keys.get(row)[4], slack[value])],
      method: [["exact", "symbolic", "deterministic", "statistical"], (row, value) => keys.get(row)[7].split(", ").includes(value)],
    };
    const texts = new Map(rows.map(row => [row, row.textContent.toLowerCase()]));

    const form = document.querySelector(".otb-filters"), shown = document.querySelector(".otb-shown");
    const find = form.elements.words, reset = form.querySelector("button");
    for (const [name, [values]] of Object.entries(choices)) {
      form.elements[name].append(...values.map(value => new Option(value, value)));
    }

    const show = () => {
      const wanted = find.value.toLowerCase().split(/\s+/);
      for (const row of rows) {
        row.hidden = !wanted.every(word => texts.get(row).includes(word)) ||
          Object.entries(choices).some(([name, [, fits]]) => form.elements[name].value && !fits(row, form.elements[name].value));
      }
      shown.textContent = `${rows.filter(row => !row.hidden).length} of ${rows.length} shown`;
    };
    const store = () => {
      const chosen = [...new FormData(form), ["sort", sorted()]].filter(([, value]) => value);
      history.replaceState(null, "", `#${new URLSearchParams(chosen)}`);
    };
    const restore = () => {
      const chosen = new URLSearchParams(location.hash.includes("=") ? location.hash.slice(1) : "");
      for (const name of [...Object.keys(choices), "words"]) form.elements[name].value = chosen.get(name) ?? "";
      sort(chosen.get("sort") ?? "");
      show();
    };
    form.addEventListener("input", () => { show(); store(); });
    form.addEventListener("submit", event => event.preventDefault());
    reset.addEventListener("click", () => { form.reset(); sort(""); show(); store(); });
    addEventListener("hashchange", restore);
    restore();
  }

  for (const table of document.querySelectorAll("table.otb-statements")) filtered(table);
  for (const table of document.querySelectorAll("table.otb-errata")) sortable(table, () => {});
});
