/* The frame of the explorables: pictures that answer to the hand.  README.md says how one is written.

   explorable({name, controls, start, buttons, plays, guess, formulas, numbers, draw, says}) makes one; where the page has a figure
   with data-play=name, it comes to life there, in place of what stands in the page: all of it as it opens, so that nothing moves. */
"use strict";
const explorables = {};

(() => {
  const make = (name, attributes = {}, ...children) => {
    const element = Object.assign(document.createElement(name), attributes);
    element.append(...children);
    return element;
  };
  const shown = value => String(value).replace("-", "−");

  /* A power of ten. */
  const power = value => `10${[..."" + Math.round(Math.log10(value))].map(sign => "⁰¹²³⁴⁵⁶⁷⁸⁹"["0123456789".indexOf(sign)] || "⁻").join("")}`;

  /* 0, 1, ..., n - 1 */
  globalThis.upTo = n => Array.from({length: n}, (_, i) => i);

  /* Round numbers between two others, about so many. */
  function ticks(from, to, count) {
    const wanted = (to - from) / count, power = 10 ** Math.floor(Math.log10(wanted));
    const step = power * [1, 2, 5, 10].find(factor => factor * power > 0.9 * wanted), first = Math.ceil(from / step - 1e-9);
    return upTo(Math.floor(to / step + 1e-9) - first + 1).map(i => (first + i) * step);
  }

  /* A scale as d3-axis wants it: linear, or logarithmic with ticks at the powers of ten.  (d3-scale with what it needs has 67 KB.) */
  function scaleOf([from, to], [low, high], logarithmic = false) {
    const turn = logarithmic ? Math.log10 : value => value, start = turn(from), width = turn(to) - start;
    const scale = value => low + (turn(value) - start) / width * (high - low);
    return Object.assign(scale, {
      invert: place => logarithmic ? 10 ** (start + (place - low) / (high - low) * width) : start + (place - low) / (high - low) * width,
      domain: () => [from, to], range: () => [low, high], copy: () => scaleOf([from, to], [low, high], logarithmic),
      ticks: count => logarithmic ? ticks(start, start + width, Math.min(count, width)).map(power => 10 ** power) : ticks(from, to, count),
      tickFormat: () => value => logarithmic ? value > 99999 ? power(value) : figures(value, 1) : shown(+value.toPrecision(6)),
    });
  }

  /* A rectangle of the stage with axes and, in their units, marks.  Kinds of marks: a, b, c (blue, orange, green), plain, faint. */
  class Panel {
    constructor(stage, layer, {box = [0, 0, 1, 1], x, y, xLabel = "", yLabel = "", logX = false, logY = false, square = false, bare = false}) {
      const pad = bare ? {left: 8, right: 8, top: 8, bottom: 8} : {left: 46, right: 18, top: 28, bottom: 40};
      let [left, top, right, bottom] = [box[0] * stage.width + pad.left, box[1] * stage.height + pad.top,
        box[2] * stage.width - pad.right, box[3] * stage.height - pad.bottom];
      if (square) {                     // one unit is as long up as it is across
        const unit = Math.min((right - left) / (x[1] - x[0]), (bottom - top) / (y[1] - y[0]));
        const across = unit * (x[1] - x[0]), up = unit * (y[1] - y[0]);
        left += (right - left - across) / 2; right = left + across;
        top += (bottom - top - up) / 2; bottom = top + up;
      }
      this.stage = stage;
      this.x = scaleOf(x, [left, right], logX);
      this.y = scaleOf(y, [bottom, top], logY);
      this.layer = layer;
      const hole = `${stage.id}-${stage.count}`;
      this.layer.append("clipPath").attr("id", hole).append("rect")
        .attr("x", left - 1).attr("y", top - 1).attr("width", right - left + 2).attr("height", bottom - top + 2);
      this.inside = this.layer.append("g").attr("clip-path", `url(#${hole})`);
      if (!bare) this.frame(left, top, right, bottom, xLabel, yLabel);
      this.above = this.layer.append("g");          // of the axes
    }
    frame(left, top, right, bottom, xLabel, yLabel) {
      const axis = (draw, place, count) => this.layer.append("g").attr("class", "axis").attr("transform", `translate(${place})`)
        .call(draw.ticks(count).tickSizeOuter(0));
      axis(d3.axisBottom(this.x), `0,${bottom}`, Math.max(2, (right - left) / 80));
      axis(d3.axisLeft(this.y), `${left},0`, Math.max(2, (bottom - top) / 50));
      this.layer.append("text").attr("class", "label").attr("x", (left + right) / 2).attr("y", bottom + 34).attr("text-anchor", "middle").text(xLabel);
      this.layer.append("text").attr("class", "label").attr("x", left - 30).attr("y", top - 14).text(yLabel);
    }
    clear() { for (const marks of [this.inside, this.above]) marks.node().replaceChildren(); }
    mark(name, kind) { return this.inside.append(name).attr("class", kind); }
    /* The way through points, in tenths of a unit; on a level stretch its ends are enough. */
    path(points) {
      const places = points.map(([x, y]) => [Math.round(10 * this.x(x)) / 10, Math.round(10 * this.y(y)) / 10]);
      const passed = ([x, y], before, after) => before && after && y === before[1] && y === after[1] && (x - before[0]) * (after[0] - x) >= 0;
      return "M" + places.filter((place, i) => !passed(place, places[i - 1], places[i + 1])).join("L");
    }
    /* A line through points [[x, y], ...]. */
    line(points, kind = "a") { if (points.length > 1) this.mark("path", `line ${kind}`).attr("d", this.path(points)); }
    area(points, kind = "a") { if (points.length > 2) this.mark("path", `area ${kind}`).attr("d", this.path(points) + "Z"); }
    /* A function of x, drawn from one side of the panel to the other. */
    curve(value, kind = "a", steps = 160) {
      const [from, to] = this.x.range();
      const points = upTo(steps + 1).map(i => this.x.invert(from + (to - from) * i / steps)).map(x => [x, value(x)]);
      this.line(points.filter(([, y]) => Number.isFinite(y)), kind);
    }
    segment(from, to, kind = "plain") { this.line([from, to], kind); }
    dot(x, y, kind = "a", radius = 4) {
      return this.mark("circle", `dot ${kind}`).attr("cx", this.x(x).toFixed(1)).attr("cy", this.y(y).toFixed(1)).attr("r", radius);
    }
    /* Many dots, as one mark: a hundred are drawn sooner. */
    dots(points, kind = "a", radius = 4) {
      const half = `a${radius},${radius} 0 1,0 `, round = ([x, y]) => `M${(this.x(x) - radius).toFixed(1)},${this.y(y).toFixed(1)}${half}${2 * radius},0${half}${-2 * radius},0`;
      if (points.length) this.mark("path", `dot ${kind}`).attr("d", points.map(round).join(""));
    }
    /* A cross, for what is told from a dot by its shape too; and many of them. */
    cross(x, y, kind = "b", radius = 5) { this.crosses([[x, y]], kind, radius); }
    crosses(points, kind = "b", radius = 5) {
      const strokes = ([x, y]) => `M${this.x(x) - radius},${this.y(y) - radius}l${2 * radius},${2 * radius}m0,${-2 * radius}l${-2 * radius},${2 * radius}`;
      if (points.length) this.mark("path", `line ${kind}`).attr("d", points.map(strokes).join(""));
    }
    bar(x, width, height, kind = "a") {
      const [left, right, top, bottom] = [this.x(x - width / 2), this.x(x + width / 2), this.y(height), this.y(this.y.domain()[0])];
      this.mark("rect", `bar ${kind}`).attr("x", Math.min(left, right)).attr("width", Math.abs(right - left)).attr("y", Math.min(top, bottom))
        .attr("height", Math.abs(bottom - top));
    }
    text(x, y, words, {kind = "plain", anchor = "start", dx = 0, dy = 0} = {}) {
      this.above.append("text").attr("class", `word ${kind}`).attr("x", this.x(x) + dx).attr("y", this.y(y) + dy).attr("text-anchor", anchor).text(words);
    }
    /* A point that the reader drags, or moves by the arrow keys; `move(x, y, way)` is told where it went, within the panel,
       and the way of an arrow key, [-1, 0] for the left; `remove` is called by Delete.  The kind "b cross" has a cross in it.
       `reads` is read out in place of the two coordinates.  Home and End take it to the two ends of the axis `along`. */
    handle(key, {x, y, name, kind = "a", move, remove, reads, along = "x"}) { this.stage.hold(key, this, {x, y, name, kind, move, remove, reads, along}); }
  }

  class Stage {
    /* `refresh` has it drawn soon, `catchUp` at once if something has changed since. */
    constructor(holder, id, alt, refresh, catchUp) {
      Object.assign(this, {holder, id, refresh, catchUp});
      this.svg = d3.select(holder).html("").append("svg").attr("role", "group").attr("aria-label", alt);
      this.marks = this.svg.append("g").attr("role", "img").attr("aria-label", alt);
      this.grips = this.svg.append("g");
      this.held = new Map();
      this.panels = [];
      this.measure();
    }
    /* Asked when the stage changes its size, not in each picture: the browser would have to lay out the page first. */
    measure() { this.narrow = this.holder.clientWidth < 520; }
    /* Begin a picture; heights are those of a wide and of a narrow stage. */
    begin([wide, narrow]) {
      [this.width, this.height] = this.narrow ? [360, narrow] : [640, wide];
      this.size = `0 0 ${this.width} ${this.height}`;
      if (this.svg.attr("viewBox") !== this.size) this.svg.attr("viewBox", this.size).classed("narrow", this.narrow);
      this.count = 0;
      this.seen = new Set();
    }
    /* A panel that was in the last picture keeps its axes: they take longer than the marks. */
    panel(options) {
      const told = JSON.stringify([options, this.size]), before = this.panels[this.count];
      if (before && before.told === told) before.clear();
      else {
        const layer = this.marks.insert("g", () => before ? before.layer.node() : null);
        if (before) before.layer.remove();
        this.panels[this.count] = Object.assign(new Panel(this, layer, options), {told});
      }
      return this.panels[this.count++];
    }
    hold(key, panel, told) {
      this.seen.add(key);
      if (!this.held.has(key)) this.held.set(key, this.grip(key));
      const grip = this.held.get(key);
      grip.told = told; grip.panel = panel;
      const place = [panel.x(told.x), panel.y(told.y)];
      grip.element.attr("class", `grip ${told.kind}`).attr("transform", `translate(${place.map(p => p.toFixed(1))})`)
        .attr("aria-label", `${told.name}: ${told.reads || `${shown(+told.x.toFixed(2))}, ${shown(+told.y.toFixed(2))}`}; the arrow keys move it, finely with Shift${told.remove ? ", Delete takes it away" : ""}`);
    }
    grip(key) {
      const element = this.grips.append("g").attr("tabindex", 0).attr("role", "button");
      element.append("circle").attr("class", "reach").attr("r", 18);
      element.append("circle").attr("class", "knob").attr("r", 8);
      element.append("path").attr("class", "strokes").attr("d", "M-4,-4L4,4M4,-4L-4,4");
      const grip = {element};
      let held = grip;
      const go = (grip, x, y, way = [0, 0]) => {
        const within = (value, [from, to]) => Math.min(Math.max(value, Math.min(from, to)), Math.max(from, to));
        grip.told.move(within(x, grip.panel.x.domain()), within(y, grip.panel.y.domain()), way);
        this.refresh();
      };
      /* where some overlap, a press takes the one whose middle is nearest, not the one on top */
      const middle = one => ({x: one.panel.x(one.told.x), y: one.panel.y(one.told.y)});
      element.call(d3.drag().container(this.svg.node()).on("drag", event => go(held, held.panel.x.invert(event.x), held.panel.y.invert(event.y)))
        .on("end", () => { if (held !== grip) held.element.node().focus({preventScroll: true}); })
        .subject(event => {
          const far = one => Math.hypot(middle(one).x - event.x, middle(one).y - event.y);
          held = [...this.held.values()].reduce((best, one) => far(one) < far(best) ? one : best, grip);
          return middle(held);
        }));
      element.on("keydown", event => {
        const way = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]}[event.key];
        const removed = grip.told.remove && ["Delete", "Backspace"].includes(event.key), end = ["Home", "End"].indexOf(event.key);
        if (!way && !removed && end < 0) return;
        event.preventDefault();
        if (removed) { grip.told.remove(); return this.refresh(); }
        this.catchUp();                   /* keys may come faster than pictures, and each goes on from the last */
        if (end >= 0) {
          const {along, x, y} = grip.told, to = grip.panel[along].domain()[end];
          return along === "x" ? go(grip, to, y) : go(grip, x, to);
        }
        /* by so much of the axis as it is drawn: on a logarithmic one the value is multiplied */
        const by = (axis, value, side) => side ? axis.invert(axis(value) + side * (axis.range()[1] - axis.range()[0]) / (event.shiftKey ? 200 : 40)) : value;
        go(grip, by(grip.panel.x, grip.told.x, way[0]), by(grip.panel.y, grip.told.y, way[1]), way);
      });
      return grip;
    }
    end() {
      for (const panel of this.panels.splice(this.count)) panel.layer.remove();
      for (const [key, grip] of this.held) if (!this.seen.has(key)) { grip.element.remove(); this.held.delete(key); }
    }
  }

  /* One control: a slider, a choice or a switch; its value lands in the state under its name. */
  function control(name, told, state, changed) {
    const output = make("output"), show = told.shows || shown;
    let input;
    if (told.choices) {
      input = make("select", {}, ...told.choices.map((choice, i) => make("option", {value: i, textContent: choice, defaultSelected: i === told.at})));
      input.addEventListener("change", () => changed(name, +input.value));
    } else if (told.toggle) {
      input = make("input", {type: "checkbox", defaultChecked: told.at});
      input.addEventListener("change", () => changed(name, input.checked));
    } else {
      input = make("input", {type: "range", min: told.from, max: told.to, step: told.step, defaultValue: told.at});
      input.addEventListener("input", () => changed(name, +input.value));
      /* room for the longest value: else the slider would change its length under the finger */
      const steps = Math.round((told.to - told.from) / told.step), some = Math.min(steps, 100);
      const longest = Math.max(...upTo(some + 1).map(i => show(+(told.from + told.step * Math.round(i * steps / some)).toFixed(9)).length));
      output.style.minWidth = `${longest}ch`;
    }
    const put = () => {
      if (told.toggle) input.checked = state[name]; else input.value = state[name];
      if (input.type === "range") { output.textContent = show(state[name]); input.setAttribute("aria-valuetext", show(state[name])); }
    };
    put();
    const label = make("label", {className: `otb-play-control otb-play-${input.type === "select-one" ? "select" : input.type}`},
      make("span", {textContent: told.label}), input);
    if (input.type === "range") label.append(output);
    return {name, label, put, input};
  }

  /* Words that change, in room for the longest of them, which the page knows: then nothing below them moves. */
  function words(kind, figure) {
    const text = make("span"), box = make("p", {className: `otb-play-${kind}`}, text), kept = figure.querySelector(`.otb-play-${kind}`);
    box.setAttribute("role", "status");
    box.dataset.longest = kept ? kept.dataset.longest : "";
    return {box, say(now) {
      if (text.textContent !== now) text.textContent = now;
      if (now.length > box.dataset.longest.length) box.dataset.longest = now;
    }};
  }

  /* The reader guesses first; the answer is computed, never typed, and takes the place of the slider: nothing below moves.  `done` is
     told when a guess is made. */
  function guessing(told, spec, said, now, done) {
    const box = make("div", {className: "otb-play-guess"});
    const truth = () => told.answer(spec.numbers(opening(spec)), opening(spec));
    if (told.choices) {
      const group = make("div", {className: "otb-play-choices"}, make("span", {textContent: told.label}));
      group.setAttribute("role", "group");
      group.setAttribute("aria-label", told.label);
      told.choices.forEach((choice, i) => {
        const button = make("button", {type: "button", textContent: choice});
        button.addEventListener("click", () => {
          for (const other of group.querySelectorAll("button")) other.setAttribute("aria-pressed", other === button);
          said.say(told.tells(i === truth(), told.choices[truth()], now));
          done();
        });
        group.append(button);
      });
      box.append(group, said.box);
    } else {
      const state = {guess: told.at}, slider = control("guess", told, state, (_, value) => { state.guess = value; slider.put(); });
      const button = make("button", {type: "button", textContent: "That is my guess"});
      button.addEventListener("click", () => {
        said.say(told.tells(state.guess, truth(), now));
        said.box.tabIndex = -1; said.box.focus();              /* the button goes: keys go on from the answer */
        box.classList.add("otb-play-told");
        done();
      });
      box.append(slider.label, button, said.box);
    }
    return box;
  }

  const opening = spec => ({...Object.fromEntries(Object.entries(spec.controls || {}).map(([name, told]) => [name, told.at])),
    seed: 1, ...structuredClone(spec.start || {})});

  function play(figure, spec) {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    let state = opening(spec), timer = null, waiting = false, fresh = true, guessed = false;
    const holder = figure.querySelector(".otb-play-stage"), says = words("says", figure), answer = words("answer", figure);
    for (const stored of figure.querySelectorAll(":scope > :is(.otb-play-guess, .otb-play-says, .otb-play-controls)")) stored.remove();
    const stage = new Stage(holder, `play-${spec.name}`, holder.dataset.alt, () => touched(), () => catchUp());
    const refresh = () => {
      waiting = false;
      const numbers = spec.numbers(state);
      stage.begin(spec.heights || [360, 330]);
      spec.draw(stage, state, numbers, fresh);
      stage.end();
      says.say(spec.says(state, numbers, fresh));
      for (const one of controls) one.put();
      block();
    };
    const soon = () => { if (!waiting) { waiting = true; requestAnimationFrame(catchUp); } };
    const catchUp = () => { if (waiting) refresh(); };
    /* nothing that would tell the guess before the hand has moved something */
    const touched = () => { fresh = false; answer.box.classList.toggle("otb-play-past", guessed); soon(); };
    const changed = (name, value) => { state[name] = value; if (spec.changed) spec.changed(state, name); touched(); };
    const controls = Object.entries(spec.controls || {}).map(([name, told]) => control(name, told, state, changed));
    const panel = make("div", {className: "otb-play-controls"}, ...controls.map(one => one.label));
    const buttons = make("div", {className: "otb-play-buttons"});
    const named = {}, button = (words, act) => {
      const made = make("button", {type: "button", textContent: words});
      made.addEventListener("click", act);
      buttons.append(made);
      named[words] = made;
      return made;
    };
    const stop = () => { clearInterval(timer); timer = null; if (player) player.textContent = "Play"; };
    let player = null;
    for (const [words, act] of Object.entries(spec.buttons || {})) button(words, () => { stop(); act(state); touched(); });
    if (spec.plays) {
      const step = () => { touched(); return spec.buttons[spec.plays](state) !== false; };
      player = button("Play", () => {
        if (timer) return stop();
        if (calm) return upTo(10).every(step);          /* who wants nothing to move sees where ten steps lead */
        player.textContent = "Pause";
        timer = setInterval(() => { if (!step()) stop(); }, spec.pace || 500);
      });
      player.className = "otb-play-player";
    }
    const block = () => {
      const blocked = spec.blocked ? spec.blocked(state) : [];
      for (const words of Object.keys(spec.buttons || {})) named[words].disabled = blocked.includes(words);
      for (const {name, input} of controls) input.disabled = blocked.includes(name);
    };
    button("Start again", () => { stop(); for (const key of Object.keys(state)) delete state[key]; Object.assign(state, opening(spec)); fresh = !guessed; soon(); });
    panel.append(buttons);
    if (spec.guess) holder.before(guessing(spec.guess, spec, answer, state, () => {
      if (spec.guess.then) spec.guess.then(state);
      guessed = false; touched(); guessed = true;              /* the answer is about this picture; from the next move on it is past */
    }));
    holder.after(says.box, panel);
    new ResizeObserver(() => { const before = stage.narrow; stage.measure(); if (stage.narrow !== before) soon(); }).observe(holder);
    addEventListener("beforeprint", stop);
    refresh();
    figure.classList.add("otb-play-lives");
  }

  /* A function of a state that is asked several times for the same one, and works once. */
  globalThis.remember = compute => {
    let key, value;
    return state => {
      const now = JSON.stringify(state);
      if (now !== key) [key, value] = [now, compute(state)];
      return value;
    };
  };

  /* A number as one writes it: so many digits that count, and powers of ten where it is tiny. */
  globalThis.figures = (value, digits = 3) => {
    if (value !== 0 && Math.abs(value) < 1e-4) {
      const [head, tens] = value.toExponential(digits - 1).split("e");
      return `${+head === 1 ? "" : shown(+head) + "·"}${power(`1e${tens}`)}`;
    }
    return shown(+value.toPrecision(digits));
  };

  /* A random number in [0, 1) that depends on state.seed alone, and moves it on (mulberry32); and moving on by so many. */
  globalThis.random = state => {
    state.seed = (state.seed + 0x6d2b79f5) | 0;
    let t = Math.imul(state.seed ^ (state.seed >>> 15), 1 | state.seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };

  /* Tosses of so many coins a day: each day a digit, whose bits are the coins; and a button that chooses the game with two of them. */
  globalThis.tosses = (state, days, coins) => upTo(days).map(() => Math.floor(2 ** coins * random(state)).toString(16)).join("");
  globalThis.otherCoins = (game, days) => state => Object.assign(state, {game, rounds: days, coins: tosses(state, days, 2)});

  globalThis.skip = (state, count) => { state.seed = (state.seed + Math.imul(0x6d2b79f5, count)) | 0; };

  globalThis.explorable = spec => {
    explorables[spec.name] = spec;
    const wake = () => document.querySelectorAll(`[data-play="${spec.name}"]`).forEach(figure => play(figure, spec));
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", wake); else wake();
  };
})();
