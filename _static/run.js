/* Lets the reader run and change the cells of a page.  Python (Pyodide) is loaded on the first click, never before. */
(() => {
  const PYODIDE = 'https://cdn.jsdelivr.net/pyodide/v314.0.7/full/';
  const ABSENT = `Python could not be loaded: running a page needs a connection to ${new URL(PYODIDE).host}. ` +
    'The outputs on the page are those of the book and stay.';

  /* Runs beside the page so that it does not freeze; part of this file, because a page opened from disk may not load another.
     Pyodide wants a module, and a module of a data: address is the one that browsers allow such a page. */
  const WORKER = `
    let python, shell;
    onmessage = async ({data: task}) => {
      try {
        if (task.wheel) {
          const {loadPyodide} = await import('${PYODIDE}pyodide.mjs');
          python = await loadPyodide({indexURL: '${PYODIDE}'});
          python.registerJsModule('otb_page', {emit: (kind, text) => postMessage({kind, text})});
          python.unpackArchive(task.wheel, 'wheel');
          for (const [name, text] of Object.entries(task.files)) python.FS.writeFile(name, text);
          shell = python.pyimport('otb_shell');
          postMessage({kind: 'done'});
        } else {
          const tell = {messageCallback: text => postMessage({kind: 'news', text})};
          await python.loadPackage(task.packages, tell);
          const missing = task.packages.filter(name => !(name in python.loadedPackages));
          if (missing.length) throw new Error(missing.join(', '));
          await python.loadPackagesFromImports(task.source, tell);
          postMessage({kind: 'news', text: ''});
          postMessage({kind: 'done', ok: shell.run(task.source, task.name)});
        }
      } catch (error) {
        postMessage({kind: 'lost', text: String(error)});
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

  let worker = null, hear = null, give = null, busy = false;
  let line, cells, stop, all;

  const running = cell => `Running cell ${cell.number} of ${cells.length} …`;
  const say = text => { line.textContent = text; };

  const load = address => new Promise((done, fail) => {
    const script = create('script', {src: address, onload: done, onerror: () => fail(new Error(address))});
    document.head.append(script);
  });

  /* Gives the worker a task; resolves with whether it came to its end, fails when Python is lost or stopped. */
  const ask = (task, listen) => new Promise((done, fail) => {
    hear = ({kind, text, ok}) => {
      if (kind === 'done') done(ok);
      else if (kind === 'lost') fail(new Error(text));
      else listen(kind, text);
    };
    give = fail;
    worker.onmessage = event => hear(event.data);
    worker.onerror = event => { event.preventDefault(); fail(new Error(event.message)); };
    worker.postMessage(task);
  });

  const quit = () => {
    worker?.terminate();
    worker = null;
    for (const cell of cells) cell.fresh = false;
  };

  async function begin() {
    if (worker) return;
    say('Loading Python; the first time takes longest …');
    if (!window.otbRun) await load(new URL(`${document.documentElement.dataset.content_root}run/otbnotes.js`, location));
    worker = new Worker(`data:text/javascript,${encodeURIComponent(WORKER)}`, {type: 'module'});
    const wheel = Uint8Array.from(atob(window.otbRun.wheel), letter => letter.charCodeAt(0));
    await ask({wheel, files: window.otbRun.files}, () => {});
  }

  /* Keeps one thing running at a time, and says how it ended. */
  async function working(what) {
    if (busy) return;
    busy = true;
    stop.hidden = false;
    try {
      await begin();
      await what();
    } catch (error) {
      quit();
      say(error.message === 'stopped' ? 'Stopped. The next run starts again from the first cell.' : ABSENT);
    }
    busy = false;
    stop.hidden = true;
  }

  /* Runs what the cell builds on, from the first cell that is not up to date, and then the cell. */
  const runTo = last => working(async () => {
    for (const cell of cells.slice(0, last.number)) {
      if (cell.fresh && cell !== last) continue;
      say(running(cell));
      for (const later of cells.slice(cell.number - 1)) later.fresh = false;
      cell.fresh = await cell.run();
      if (!cell.fresh) {
        return say(`Cell ${cell.number} raised an error` + (cell === last ? '.' : `; cell ${last.number} did not run.`));
      }
    }
    say(`Cell ${last.number} has run.`);
  });

  class Cell {
    constructor(input, number) {
      this.number = number;
      this.fresh = false;
      this.code = input.querySelector('pre');
      this.output = create('div', {className: 'run-output', hidden: true});
      this.output.setAttribute('role', 'region');
      this.output.setAttribute('aria-label', `Your run of cell ${number}`);
      const run = button(`Run cell ${number}`, () => runTo(this));
      input.after(create('div', {className: 'run-bar'}, run));
      input.closest('div.cell').append(this.output);
      this.code.contentEditable = 'plaintext-only';
      if (this.code.contentEditable !== 'plaintext-only') this.code.contentEditable = 'true';
      this.code.spellcheck = false;
      this.code.setAttribute('role', 'textbox');
      this.code.setAttribute('aria-multiline', 'true');
      this.code.setAttribute('aria-label', `Code of cell ${number}`);
      this.code.addEventListener('input', () => { this.fresh = false; });
      this.code.addEventListener('keydown', event => {
        if (event.key !== 'Enter' || !(event.shiftKey || event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        runTo(this);
      });
    }

    run() {
      this.output.replaceChildren(create('p', {className: 'run-label', textContent: 'Your run'}));
      this.output.hidden = true;
      const packages = document.querySelector('.otb-take').dataset.packages.split(' ').filter(Boolean);
      const task = {source: this.code.innerText.replaceAll('\u00a0', ' '), name: `cell ${this.number}`, packages};
      return ask(task, (kind, text) => kind === 'news' ? say(`${running(this)} ${text}`) : this.show(kind, text));
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

  function open(opener) {
    line = create('span', {textContent: ''});
    line.setAttribute('role', 'status');
    stop = button('Stop', () => { give(new Error('stopped')); });
    stop.hidden = true;
    all = button('Run all', () => runTo(cells.at(-1)));
    cells = [...document.querySelectorAll('div.cell_input')].map((input, i) => new Cell(input, i + 1));
    document.querySelector('article').append(create('div', {className: 'run-status'}, line, stop, all));
    opener.remove();
    all.focus();
    working(async () => say('Python is ready. Change a cell if you like, then run it; cells before it run first.'));
  }

  addEventListener('DOMContentLoaded', () => {
    const take = document.querySelector('.otb-take[data-packages]');
    if (!take || !document.querySelector('div.cell_input pre')) return;
    const opener = button('Run this page', () => open(opener));
    opener.title = `Loads Python from ${new URL(PYODIDE).host} into this page`;
    take.append(opener);
  });
})();
