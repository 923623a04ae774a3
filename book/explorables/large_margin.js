/* The Perceptron on 200 examples with a margin, in few dimensions and in many: what it keeps, and how it does on fresh ones. */
"use strict";
(() => {
  const n = 200, most = 300, delta = 0.05, patience = 5000, dimensions = [2, 20, most];
  const allowed = gamma => Math.floor((1 + 1e-12) / gamma ** 2);
  const promise = gamma => {
    const k = allowed(gamma);
    return k > n ? Infinity : ((k - 1) * Math.log(n) + Math.log(1 / delta)) / (n - k + 1);
  };

  /* What is drawn by lot, for 200 examples and 200 fresh ones: side, height, coin, and numbers between -1 and 1. */
  const drawn = new Map();
  function lots(seed, d) {
    const key = `${seed} ${d}`;
    if (!drawn.has(key)) {
      const lot = {seed};
      if (drawn.size > 3) drawn.clear();
      drawn.set(key, upTo(2 * n).map(() => {
        const row = new Float64Array(d + 2);
        for (let j = 0; j < d + 2; j++) {
          const one = random(lot), centred = 2 * one - 1;
          row[j] = j < 3 ? one : Math.sign(centred) * Math.sqrt(Math.sqrt(Math.abs(centred)));
        }
        skip(lot, most - d);                              /* the numbers that only longer examples have */
        return row;
      }));
    }
    return drawn.get(key);
  }

  /* Example i: its first number lies beyond the margin, on the side of the label, unless a coin has decided that. */
  function examples({gamma, size, coin, seed}) {
    const d = dimensions[size];
    return lots(seed, d).map(row => {
      const sign = row[0] < 0.5 ? -1 : 1, height = gamma + (1 - gamma) * row[1] * row[1] * row[1] * row[1];
      const x = new Float64Array(d), rest = Math.sqrt((1 - height * height) / (d - 1));
      x[0] = sign * height;
      for (let j = 1; j < d; j++) x[j] = row[j + 2] * rest;
      return {x, y: coin ? (row[2] < 0.5 ? -1 : 1) : sign};
    });
  }

  const inner = (w, x) => {
    let sum = 0;
    for (let j = 0; j < w.length; j++) sum += w[j] * x[j];
    return sum;
  };

  /* The Perceptron passes over the sample until it is right on all. */
  function run(all, size) {
    const w = new Float64Array(dimensions[size]), kept = new Set();
    let updates = 0, before = -1;
    while (updates > before && updates <= patience) {
      before = updates;
      for (let i = 0; i < n; i++) {
        const {x, y} = all[i];
        if (y * inner(w, x) > 0) continue;
        for (let j = 0; j < w.length; j++) w[j] += y * x[j];
        kept.add(i);
        updates++;
      }
    }
    return {w, kept, updates, stopped: updates <= patience};
  }

  const ran = state => {
    const all = examples(state), done = run(all, state.size);
    return {all, ...done, wrong: all.slice(n).filter(({x, y}) => y * inner(done.w, x) <= 0).length};
  };

  /* The state of the moment is run once, for the numbers and the picture. */
  let last = null;
  function moment(state) {
    const key = [state.gamma, state.size, state.coin, state.seed].join();
    if (!last || last.key !== key) last = {key, ...ran(state)};
    return last;
  }

  /* The guess is about this state, and once it is made, this is shown. */
  const asked = {gamma: 0.25, size: 2, coin: false, seed: 4};

  explorable({
    name: "large_margin",
    controls: {
      gamma: {label: "margin γ", from: 0.1, to: 0.8, step: 0.01, at: asked.gamma, shows: value => figures(value, 2)},
      size: {label: "numbers in each example", choices: dimensions.map(String), at: 0},
      coin: {label: "a coin decides the labels", toggle: true, at: false},
    },
    start: {seed: asked.seed},
    guess: {
      label: "The Perceptron adds or subtracts an example whenever it is wrong on it, until it is right on all 200. Now each gets 298 more numbers, drawn by lot; the margin stays γ = 0.25. How many of the examples will be in its vector?",
      from: 0, to: 200, step: 1, at: 100,
      answer: () => ran(asked).kept.size,
      then: state => Object.assign(state, asked),
      tells: (guess, truth) => `You say ${guess}; it is ${truth}. Count the circles: with this margin there can't be more than ${allowed(asked.gamma)}, however many numbers.`,
    },
    buttons: {"Another sample": random},
    blocked: ({coin}) => coin ? ["gamma"] : [],
    numbers(state) {
      const {kept, updates, stopped, wrong} = moment(state);
      return {allowed: allowed(state.gamma), promise: promise(state.gamma), updates: stopped ? updates : Infinity,
        kept: stopped ? kept.size : n, wrong: stopped ? wrong : n};
    },
    heights: [340, 560],
    draw(stage, state, _, fresh) {
      const {gamma, coin} = state, {all, w, kept, stopped} = moment(state), across = Math.sqrt(inner(w, w) - w[0] * w[0]) || 1;
      const seen = all.slice(0, n).map(({x, y}) => [x[0], (inner(w, x) - w[0] * x[0]) / across, y]);
      const tall = 1.1 * Math.max(0.3, ...seen.map(([, height]) => Math.abs(height)));
      const left = stage.panel({box: stage.narrow ? [0, 0, 1, 0.57] : [0, 0, 0.48, 1], x: [-1.05, 1.05], y: [-1.2 * tall, tall], bare: true});
      if (!coin) left.area([[-gamma, -1.1 * tall], [gamma, -1.1 * tall], [gamma, tall], [-gamma, tall]], "plain");
      left.segment([0, -1.1 * tall], [0, tall], "faint");
      if (stopped) left.segment([-2 * across, 2 * w[0]], [2 * across, -2 * w[0]], "b thick");
      const rings = [];
      seen.forEach(([x, y, label], i) => {
        if (label > 0) left.dot(x, y, "plain", 2.6); else left.cross(x, y, "plain", 2.6);
        if (!stopped || fresh || !kept.has(i)) return;
        const below = rings.filter(spot => Math.hypot(x - spot.x, (y - spot.y) / tall) < 0.05).length;
        rings.push({x, y});
        left.dot(x, y, "hollow b", kept.size > 40 ? 4.5 : 8 + 4 * below);         /* rings around one place lie in one another */
      });
      left.dot(0, 0, "plain", 3);
      if (!coin) left.handle("margin", {x: gamma, y: -1.1 * tall, name: "the margin", kind: "plain", move: x => { state.gamma = Math.min(0.8, Math.max(0.1, x)); }});
      if (coin) left.text(0, -1.1 * tall, "both kinds on either side of the middle", {anchor: "middle", dy: 4});
      else left.text(gamma, -1.1 * tall, "γ", {dx: 13, dy: 4});
      const right = stage.panel({box: stage.narrow ? [0, 0.57, 1, 1] : [0.48, 0, 1, 1], x: [0.08, 0.82], y: [0.8, n], logY: true, xLabel: "margin γ", yLabel: "examples in the vector, of 200"});
      if (fresh) { right.text(0.45, 12, "how many, with 300 numbers?", {anchor: "middle"}); return; }
      right.curve(g => 1 / g ** 2, "a");
      right.text(0.82, 24, "dashed: at most 1/γ²", {kind: "a", anchor: "end", dx: -6});
      if (!stopped) right.text(0.82, 100, "never right on all 200", {kind: "b", anchor: "end", dx: -6});
      else if (coin) {
        right.segment([0.08, kept.size], [0.82, kept.size], "b");
        right.text(0.82, kept.size, `${kept.size}, labels by coin`, {kind: "b", anchor: "end", dx: -6, dy: 17});
      } else {
        right.dot(gamma, kept.size, "b", 6);
        right.text(gamma, kept.size, `${kept.size}`, {kind: "b", anchor: "end", dx: -10, dy: 5});
      }
    },
    says({gamma, coin, size, seed}, {allowed, promise, updates, kept, wrong}, fresh) {
      const so = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
      if (fresh) return `Two kinds of examples, at least γ = ${figures(gamma)} away from the middle. The slanted line is the edge of the Perceptron's vector: on each side the score has one sign.`;
      if (updates === Infinity) return `After ${patience} updates the Perceptron is still wrong on some. With a margin γ it would have stopped after 1/γ²: so no vector has a margin above 1/√${patience}. Give each example 300 numbers!`;
      const ended = `Right on all 200, after ${so(updates, "update")}; `, circled = kept === 1 ? "The circled one has made the vector," : `The ${kept} circled ones have made the vector,`;
      const seen = `Of 200 fresh ones it gets ${wrong || "none"} wrong`;
      if (coin) return `${ended}so these 200 do have a margin, of at most 1/√${updates} = ${figures(1 / Math.sqrt(updates))}. But nobody knew it beforehand, and with more examples it shrinks. ${circled} and so only ${n - kept} are left to test it. ${seen}: to be right on the sample is worth nothing.`;
      const told = promise >= 1 ? "too many for a promise" : `it promises, with probability 95 %, at most ${figures(100 * promise)} % errors on fresh ones`;
      const flat = size === 2 ? run(examples({gamma, coin, size: 0, seed}), 0).updates : 0;       // with two numbers
      const aside = updates < flat ? ` With two numbers it took ${flat}: here more numbers even help, for in a score those drawn by lot nearly cancel.` : "";
      return `${ended}the margin allows 1/γ² = ${figures(1 / gamma ** 2)}, whatever the dimension.${aside} ${circled} and the other ${n - kept} test it. The theorem must say beforehand how many are circled, ${allowed} at most: ${told}. ${seen}.`;
    },
  });
})();
