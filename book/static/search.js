/* The search: below each search field stands what MiniSearch finds in the list of statements, sections, terms, symbols and works.
   Both are loaded when a reader begins to search.  In the dialog the results are the options of the field; arrows choose, Enter
   goes there.  On the page of results they are a list of links. */
(() => {
  const ROOT = document.documentElement.dataset.content_root;
  const FIELDS = {number: 12, title: 5, terms: 3, kind: 2, formulas: 1.5, text: 1};
  const WEIGHT = {Reference: 0.4, Exercise: 0.6, Section: 0.7, Page: 0.7, Term: 0.75, Chapter: 0.9};
  const GREEK = ("alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho final sigma tau " +
    "upsilon phi chi psi omega").split(" ");
  const SHOWN = {dialog: 12, page: 60};

  /* Returns a text in which one thing is written in one way: small letters without accents, and √t for sqrt(T). */
  function plain(text) {
    return text.replace(/²/g, "^2").normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase().replace(/[−–]/g, "-")
      .replace(/sqrt/g, "√").replace(/√ *\((.)\)/g, "√$1").replace(/√ +/g, "√");
  }

  /* Returns the words and numbers of a text, with the names of Greek letters. */
  function words(text) {
    const named = plain(text).replace(/[’']s?(?![a-z])/g, "").replace(/\bthm\b/g, "theorem")
      .replace(/[α-ω]/g, letter => ` ${GREEK[letter.charCodeAt() - 0x3b1]} `);
    const formula = /[\^_=≤≥<>/+()|‖⟨⟩√]|\d-|-\d/;
    return named.split(/\s+/).flatMap(word => (word.match(/√?[a-z]+|\d+(\.\d+)*/g) ?? [])
      .filter(part => part.length > 1 || !formula.test(word.replace(/^[(]|[.,;:)]+$/g, ""))));
  }

  /* Returns the formulas of a text that have three signs or more, and all threes of signs that follow one another in them. */
  function split(text) {
    const joined = plain(text).replace(/ *([-+/=<>≤≥^]) */g, "$1");
    const formulas = (joined.match(/\S*[/^√+_]\S*|\S*\d[(a-zα-ω]\S*/g) ?? []).filter(formula => formula.length > 2);
    return {joined, formulas, threes: formulas.flatMap(all => Array.from(all.slice(2), (sign, i) => all.slice(i, i + 3)))};
  }

  /* Returns what is searched for: the threes of the formulas, and the words beside them. */
  function wanted(query) {
    const {joined, formulas, threes} = split(query);
    return [...words(formulas.reduce((rest, formula) => rest.replace(formula, " "), joined)), ...threes];
  }

  let loading;
  const load = name => new Promise((done, fail) => {
    const script = document.createElement("script");
    Object.assign(script, {src: `${ROOT}search/${name}`, onload: done, onerror: () => fail(new Error(`${name} is missing`))});
    document.head.append(script);
  });

  /* Returns the index, made on first use. */
  function index() {
    loading ??= Promise.all(["minisearch.js", "statements.js"].map(load)).then(() => {
      const made = new MiniSearch({
        fields: Object.keys(FIELDS), storeFields: ["kind", "number", "title", "text", "page", "href"], processTerm: term => term,
        extractField: (part, name) => name === "formulas" ? `${part.title} ${part.text}` : part[name],
        tokenize: (text, name) => name === "formulas" ? split(text).threes : name ? words(text) : wanted(text),
        searchOptions: {
          boost: FIELDS, boostDocument: (id, term, stored) => WEIGHT[stored.kind] ?? 1,
          prefix: term => term.length > 1, fuzzy: term => /^[a-z]{4,}$/.test(term) && 0.2,
        },
      });
      const parts = Object.values(otbSearch.pages).flatMap(page => page.parts.map(([anchor, kind, number, title, text]) => ({
        kind, number, title, text, terms: otbSearch.terms[anchor]?.join() ?? "", page: page.title,
        href: page.href + (anchor && `#${anchor}`),
      })));
      made.addAll(parts.map((part, id) => ({id, ...part})));
      return made;
    });
    return loading;
  }

  /* Returns the part of a text in which a term is first found. */
  function excerpt(text, terms, length = 170) {
    const parts = text.split(" ");
    const hit = parts.findIndex(part => [...words(part), ...split(part).threes].some(term => terms.includes(term)));
    const start = parts.slice(0, Math.max(hit, 0)).join(" ").length < length ? 0 : hit - 8;
    let end = start;
    for (let room = length; end < parts.length && room > 0; end++) room -= parts[end].length + 1;
    return `${start ? "… " : ""}${parts.slice(start, end).join(" ")}${end < parts.length ? " …" : ""}`;
  }

  const element = (name, properties, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };

  /* Returns a result as a link. */
  function link(found, id) {
    const name = [found.kind, found.number].filter(Boolean).join(" ");
    const head = element("span", {className: "otb-found-head"}, element("b", {}, name), found.title && ` ${found.title}`);
    const rest = [element("span", {className: "otb-found-text"}, excerpt(found.text, found.terms))];
    if (found.page !== found.title && !found.page.endsWith(`. ${found.title}`)) {
      rest.push(element("span", {className: "otb-found-page"}, found.page));
    }
    return element("a", {href: ROOT + found.href, id}, head, ...rest);
  }

  function attach(form, place) {
    const field = form.elements.q, inDialog = Boolean(form.closest("dialog"));
    const list = element("ul", {className: "otb-found", id: `otb-found-${place}`, hidden: true});
    const said = element("p", {className: "otb-found-said"});
    said.setAttribute("role", "status");
    form.after(said, list);
    let chosen = -1;
    const options = () => [...list.querySelectorAll("a")];
    const set = (node, attributes) => Object.entries(attributes).forEach(([name, value]) => node.setAttribute(name, value));
    if (inDialog) {
      set(field, {role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": list.id});
      set(list, {role: "listbox", "aria-label": "Results"});
    }

    function choose(next) {
      chosen = next;
      options().forEach((option, i) => option.setAttribute("aria-selected", i === chosen));
      const option = options()[chosen];
      option?.scrollIntoView({block: "nearest"});
      if (option) field.setAttribute("aria-activedescendant", option.id); else field.removeAttribute("aria-activedescendant");
    }

    async function show() {
      const query = field.value.trim();
      const made = await index().catch(error => { said.textContent = `The search could not be loaded: ${error.message}.`; });
      if (!made || query !== field.value.trim()) return;
      const found = query ? made.search(query) : [];
      const shown = found.slice(0, inDialog ? SHOWN.dialog : SHOWN.page);
      list.replaceChildren(...shown.map((one, i) => element("li", {}, link(one, `${list.id}-${i}`))));
      list.hidden = !shown.length;
      const more = shown.length < found.length, results = shown.length === 1 ? "result" : "results";
      said.textContent = query && `${more ? "The best " : ""}${shown.length || "No"} ${results} for “${query}”.` +
        (more && inDialog ? " Enter shows more." : "");
      if (inDialog) {
        for (const option of options()) {
          option.parentElement.setAttribute("role", "none");
          set(option, {role: "option", tabindex: "-1"});
        }
        field.setAttribute("aria-expanded", String(shown.length > 0));
        choose(-1);
      }
    }

    field.addEventListener("focus", () => index().catch(() => {}), {once: true});
    field.addEventListener("input", show);
    if (inDialog) {
      field.addEventListener("keydown", event => {
        const count = options().length, step = {ArrowDown: 1, ArrowUp: -1}[event.key];
        if (step && count) {
          event.preventDefault();
          choose((chosen + step + (chosen < 0 && step < 0) + count) % count);
        } else if (event.key === "Enter" && options()[chosen]) {
          event.preventDefault();
          options()[chosen].click();
        }
      });
      list.addEventListener("click", () => form.closest("dialog").close());
    } else {
      field.value = new URLSearchParams(location.search).get("q") ?? "";
      if (field.value) show();
    }
  }

  addEventListener("DOMContentLoaded", () => document.querySelectorAll("form.bd-search").forEach(attach));
})();
