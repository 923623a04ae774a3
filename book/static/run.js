/* Lets the reader run and change the cells of a page.  Python (Pyodide) is loaded on the first click, never before, and each
   package when a cell needs it.  What the reader changes is kept in the browser. */
(() => {
  const PYODIDE = 'https://cdn.jsdelivr.net/pyodide/v314.0.7/full/';
  const HOST = new URL(PYODIDE).host;
  const SIZE = '6 MB';
  const absent = names => `${names} could not be loaded: running a page needs a connection to ${HOST}. ` +
    'The outputs on the page are those of the book and stay.';
  const list = items => new Intl.ListFormat('en-GB').format(items.map(String));

  /* Runs beside the page so that it does not freeze; part of this file, because a page opened from disk may not load another.
     Pyodide wants a module, and a module of a data: address is the one that browsers allow such a page. */
  const WORKER = `
    let python, shell, imports, missing;
    const emit = (kind, text) => { if (kind === 'missing') missing = text; else postMessage({kind, text}); };
    const offered = () => Object.values(python.lockfile.packages).filter(({name}) => !(name in python.loadedPackages));
    const holding = modules => offered().filter(({imports}) => imports.some(name => modules.includes(name))).map(({name}) => name);

    const load = async names => {
      const wanted = new Set(offered().map(({name}) => name).filter(name => names.includes(name)));
      if (!wanted.size) return;
      postMessage({kind: 'loading', names: [...wanted]});
      await python.loadPackage([...wanted]);
      const lost = offered().map(({name}) => name).filter(name => wanted.has(name));
      if (lost.length) throw {lost};
    };

    const start = async ({wheel, files}) => {
      try {
        const {loadPyodide} = await import('${PYODIDE}pyodide.mjs');
        python = await loadPyodide({indexURL: '${PYODIDE}'});
      } catch {
        throw {lost: ['Python']};
      }
      python.registerJsModule('otb_page', {emit});
      python.unpackArchive(wheel, 'wheel');
      for (const [name, text] of Object.entries(files)) python.FS.writeFile(name, text);
      shell = python.pyimport('browser_runner');
      imports = python.pyimport('pyodide.code').find_imports;
      return true;
    };

    /* A cell that lacks a package after all is run again with it; each time one more is there, so this ends. */
    const run = async ({source, name, packages}) => {
      await load([...packages, ...holding(imports(source).toJs())]);
      for (;;) {
        missing = '';
        postMessage({kind: 'running'});
        if (shell.run(source, name)) return true;
        const names = holding([missing]);
        if (!names.length) return false;
        await load(names);
      }
    };

    onmessage = async ({data: task}) => {
      try {
        postMessage({kind: 'done', ok: await (task.wheel ? start : run)(task)});
      } catch (error) {
        postMessage({kind: 'lost', text: String(error), names: error.lost});
      }
    };`;

  const create = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  const button = (text, action) => {
    const made = create('button', {type: 'button', className: 'run-button', textContent: text});
    made.addEventListener('click', action);
    return made;
  };

  /* The changed cells of this page: printed text -> changed text, so that a new edition never shows what belongs to an old one. */
  const SHELF = `otb-changes ${location.pathname}`;
  const changes = () => {
    try { return {...JSON.parse(localStorage.getItem(SHELF))}; } catch { return {}; }
  };
  const keep = changed => {
    try { localStorage.setItem(SHELF, JSON.stringify(changed)); return true; } catch { return false; }
  };

  let worker = null, hear = null, give = null, busy = false, earlier = [];
  let line, note, cells, stop, all, reset;

  const place = cell => `cell ${cell.number} of ${cells.length}`;
  const say = text => { line.textContent = text; };

  /* Keeps what these cells have become, and says whether the browser does keep it. */
  const record = (...changed) => {
    const now = changes();
    for (const cell of changed) {
      if (cell.differs()) now[cell.key] = cell.source;
      else delete now[cell.key];
    }
    const words = keep(now) ? 'What you change is kept in this browser.' :
      'This browser does not keep what you change: it is gone when you leave the page.';
    const before = earlier.filter(cell => cell.differs()).map(cell => cell.number);
    const earlierOnes = `You changed ${before.length > 1 ? 'cells' : 'cell'} ${list(before)} on an earlier visit. `;
    const told = (before.length ? earlierOnes : '') + words;
    if (note.textContent !== told) note.textContent = told;     // or a reader who listens hears it at each letter
    reset.hidden = !cells.some(cell => cell.differs());
  };

  const load = address => new Promise((done, fail) => {
    const onerror = () => fail(new Error(`${address} could not be loaded.`));
    document.head.append(create('script', {src: address, onload: done, onerror}));
  });

  /* Gives the worker a task; resolves with whether it came to its end, fails when Python is lost or stopped. */
  const ask = (task, listen) => new Promise((done, fail) => {
    hear = ({kind, text, names, ok}) => {
      if (kind === 'done') done(ok);
      else if (kind === 'lost') fail(new Error(names ? absent(list(names)) : `Python broke down: ${text}. The next run starts again from the first cell.`));
      else listen(kind, text, names);
    };
    give = fail;
    worker.onmessage = event => hear(event.data);
    worker.onerror = event => { event.preventDefault(); fail(new Error(absent('Python'))); };
    stop.hidden = false;
    worker.postMessage(task);
  });

  const quit = () => {
    worker?.terminate();
    worker = null;
    for (const cell of cells) cell.fresh = false;
  };

  async function begin() {
    if (worker) return;
    say(`Loading Python, about ${SIZE}; the first time takes longest …`);
    if (!window.otbRun) await load(new URL(`${document.documentElement.dataset.content_root}run/otbnotes.js`, location));
    worker = new Worker(`data:text/javascript,${encodeURIComponent(WORKER)}`, {type: 'module'});
    const wheel = Uint8Array.from(atob(window.otbRun.wheel), letter => letter.charCodeAt(0));
    await ask({wheel, files: window.otbRun.files}, () => {});
  }

  /* Keeps one thing running at a time, and says how it ended. */
  async function working(what) {
    if (busy) return;
    busy = true;
    try {
      await begin();
      await what();
    } catch (error) {
      quit();
      say(error.message);
    }
    busy = false;
    stop.hidden = true;
  }

  /* Ends Python and what it does. */
  const end = words => {
    if (busy) return give?.(new Error(words));
    quit();
    say(words);
  };

  /* Runs what the cell builds on, from the first cell that is not up to date, and then the cell. */
  const runTo = last => working(async () => {
    for (const cell of cells.slice(0, last.number)) {
      if (cell.fresh && cell !== last) continue;
      for (const later of cells.slice(cell.number - 1)) later.fresh = false;
      const source = cell.source;
      const ended = await cell.run();
      cell.fresh = ended && cell.source === source;
      if (!ended) {
        return say(`Cell ${cell.number} raised an error` + (cell === last ? '.' : `; cell ${last.number} did not run.`));
      }
    }
    say(`Cell ${last.number} has run.`);
  });

  class Cell {
    constructor(input, number, packages) {
      this.number = number;
      this.packages = packages;
      this.fresh = false;
      this.code = input.querySelector('pre');
      this.markup = this.code.innerHTML;
      this.source = this.printed = this.read(this.code.textContent);
      this.output = create('div', {className: 'run-output', hidden: true});
      this.output.setAttribute('role', 'region');
      this.output.setAttribute('aria-label', `Your run of cell ${number}`);
      const run = button(`Run cell ${number}`, () => runTo(this));
      this.back = button('Start over', () => { this.restore(); record(this); this.code.focus(); });
      this.back.title = `Put the printed text back into cell ${number}`;
      this.back.setAttribute('aria-label', `Start over with cell ${number}`);
      this.back.hidden = true;
      input.after(create('div', {className: 'run-bar'}, this.back, run));
      input.closest('div.cell').append(this.output);
      this.code.contentEditable = 'plaintext-only';
      if (this.code.contentEditable !== 'plaintext-only') this.code.contentEditable = 'true';
      this.code.spellcheck = false;
      this.code.setAttribute('role', 'textbox');
      this.code.setAttribute('aria-multiline', 'true');
      this.code.setAttribute('aria-label', `Code of cell ${number}`);
      this.code.addEventListener('input', () => { this.become(this.read(this.code.innerText)); record(this); });
      this.code.addEventListener('keydown', event => {
        if (event.key !== 'Enter' || !(event.shiftKey || event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        runTo(this);
      });
    }

    /* The line break at the end is the page's or the editor's. */
    read(text) { return text.replace(/\n+$/, ''); }

    /* Under what the change is kept; two cells may print the same text. */
    get key() {
      const same = cells.slice(0, this.number - 1).filter(cell => cell.printed === this.printed);
      return this.printed + '\n'.repeat(same.length);
    }

    differs() { return this.source !== this.printed; }

    become(source) {
      this.source = source;
      this.fresh = false;
      this.back.hidden = !this.differs();
    }

    restore() {
      this.code.innerHTML = this.markup;
      this.output.hidden = true;
      this.become(this.printed);
    }

    clear() {
      this.output.replaceChildren(create('p', {className: 'run-label', textContent: 'Your run'}));
      this.output.hidden = true;
    }

    run() {
      return ask({source: this.source, name: `cell ${this.number}`, packages: this.packages}, (kind, text, names) => {
        if (kind === 'loading') {
          say(`Loading ${list(names)} for ${place(this)}; the first time takes longest …`);
        } else if (kind === 'running') {
          this.clear();
          say(`Running ${place(this)} …`);
        } else {
          this.show(kind, text);
        }
      });
    }

    show(kind, text) {
      this.output.hidden = false;
      const last = this.output.lastElementChild;
      if (kind === 'text' && last.matches('pre.run-text')) {
        last.textContent += text;
      } else if (kind === 'svg') {
        const address = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
        this.output.append(create('img', {src: address, alt: `The figure that your run of cell ${this.number} drew.`}));
      } else if (kind === 'html') {
        const box = create('div', {innerHTML: text});
        for (const named of box.querySelectorAll('[id]')) named.removeAttribute('id');
        this.output.append(box);
      } else {
        this.output.append(create('pre', {className: `run-${kind}`, textContent: text}));
      }
    }
  }

  function open(take, offer) {
    line = create('span');
    line.setAttribute('role', 'status');
    note = create('span', {className: 'run-note'});
    note.setAttribute('role', 'status');
    stop = button('Stop', () => end('Stopped. The next run starts again from the first cell.'));
    stop.hidden = true;
    all = button('Run all', () => runTo(cells.at(-1)));
    reset = button('Start all over', () => {
      if (!confirm('Put the printed text back into every cell of this page? What you changed is forgotten.')) return;
      for (const cell of cells) cell.restore();
      record(...cells);
      end('Every cell is as printed. The next run starts again from the first cell.');
      all.focus();
    });
    const packages = take.dataset.packages.split('|');
    cells = [...document.querySelectorAll('div.cell_input')]
      .map((input, i) => new Cell(input, i + 1, packages[i]?.split(' ').filter(Boolean) ?? []));
    document.querySelector('article').append(create('div', {className: 'run-status'}, create('div', {}, line, stop, all), create('div', {}, note, reset)));
    const before = changes();
    earlier = cells.filter(cell => Object.hasOwn(before, cell.key));
    for (const cell of earlier) {
      cell.code.textContent = before[cell.key];
      cell.become(before[cell.key]);
    }
    record(...earlier);
    offer.remove();
    all.focus();
    working(async () => say('Python is ready. Change a cell, then run it; those before it run first.'));
  }

  addEventListener('DOMContentLoaded', () => {
    const take = document.querySelector('.otb-take[data-packages]'), offer = take?.querySelector('.run-offer');
    if (!offer || !document.querySelector('div.cell_input pre')) return offer?.remove();
    const opener = button('Run this page', () => open(take, offer));
    opener.title = `Loads Python (about ${SIZE}) from ${HOST} into this page, and the packages that a cell needs when you run it`;
    offer.querySelector('button').replaceWith(opener);
  });
})();
