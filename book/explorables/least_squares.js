/* Readings of a spring and the curve that fits them best: what is seen today and what the curve has swallowed, in all cases of the errors. */
"use strict";
(() => {
  const EACH = 0, SAME = 1, MOST = 8, sum = list => list.reduce((a, b) => a + b, 0);
  const dot = (a, b) => sum(a.map((one, i) => one * b[i]));
  const curves = [, , "a line", "a parabola"];
  const even = n => upTo(MOST).map(i => i < n ? (4 + Math.round(32 * i / (n - 1))) / 20 : 1);

  /* Polynomials of degree 0, 1, ... that are orthonormal on the weights; fewer than d if fewer weights differ.  Each is a function. */
  function polynomials({d, n, weights}) {
    const at = weights.slice(0, n), basis = [];
    for (let k = 0; k < Math.min(d, new Set(at).size); k++) {
      const [one, two] = [basis[k - 1], basis[k - 2]], raw = k === 0 ? () => 1 : w => (w - 1) * one.value(w);
      const values = at.map(raw), a = one ? dot(values, one.on) : 0, b = two ? dot(values, two.on) : 0;
      const value = w => raw(w) - (one ? a * one.value(w) : 0) - (two ? b * two.value(w) : 0), size = Math.sqrt(sum(at.map(w => value(w) ** 2)));
      const scaled = w => value(w) / size;
      basis.push({value: scaled, on: at.map(scaled)});
    }
    return basis;
  }

  /* All cases of the errors, equally likely. */
  function cases({n, errors, weights}) {
    if (errors === EACH) return upTo(2 ** n).map(k => upTo(n).map(i => k >> i & 1 ? 1 : -1));
    const heaviest = weights.slice(0, n).indexOf(Math.max(...weights.slice(0, n)));
    return [-1, 1].map(sign => upTo(n).map(i => errors === SAME ? sign : i === heaviest ? sign * Math.sqrt(n) : 0));
  }
  function now(state) {
    const {n, errors, signs} = state;
    if (errors === EACH) return signs.slice(0, n);
    const [down, up] = cases(state), i = up.findIndex(one => one > 0);
    return signs[i] > 0 ? up : down;
  }

  /* What the curve swallows of an error, and the mean squares of this and of the rest. */
  function split(basis, v) {
    const parts = basis.map(one => dot(one.on, v)), eaten = v.map((_, i) => sum(basis.map((one, k) => parts[k] * one.on[i])));
    return {parts, eaten, extra: dot(eaten, eaten) / v.length, seen: sum(v.map((one, i) => (one - eaten[i]) ** 2)) / v.length};
  }

  /* The cases, from the one that is fitted best to the one that is fitted worst. */
  function sorted(state, basis) {
    return cases(state).map((v, i) => ({v, i, seen: split(basis, v).seen})).sort((a, b) => Math.round(1e9 * (a.seen - b.seen)) || a.i - b.i);
  }

  explorable({
    name: "least_squares",
    controls: {
      d: {label: "coefficients", from: 2, to: 6, step: 1, at: 3, shows: d => curves[d] ? `${d}, ${curves[d]}` : `${d}`},
      n: {label: "readings", from: 3, to: MOST, step: 1, at: 5},
      errors: {label: "the errors", choices: ["each by itself, ±1 mm", "the same for all readings", "all at the heaviest weight"], at: EACH},
    },
    start: {weights: even(5), signs: [1, -1, -1, 1, 1, -1, 1, -1], at: 0.5},
    changed(state, name) {
      if (name === "n") { state.weights = even(state.n); state.d = Math.min(state.d, state.n); }
      if (name === "d" && state.n < state.d) { state.n = state.d; state.weights = even(state.n); }
    },
    guess: {
      label: "A parabola is fitted to five readings. Tomorrow you take five new ones, at the same weights. On average, how many times as large as today's will their squared distance from this parabola be?",
      from: 1, to: 10, step: 0.5, at: 2, shows: value => figures(value),
      answer: ({meanSeen, meanExtra}) => (1 + meanExtra) / meanSeen,
      tells: (guess, truth) => `You say ${figures(guess)} times; it is ${figures(truth)} times, for 3 coefficients and 5 readings, if each error comes by itself. At other weights, too?`,
    },
    buttons: {"New readings": state => { state.signs = upTo(MOST).map(() => random(state) < 0.5 ? -1 : 1); }},
    plays: "New readings",
    pace: 1100,
    numbers(state) {
      const {n, d} = state, basis = polynomials(state), {seen, extra} = split(basis, now(state));
      const half = cases(state).slice(state.errors === EACH ? 2 ** (n - 1) : 1);        /* the others are these with all signs turned */
      const all = half.map(v => split(basis, v)), mean = name => sum(all.map(one => one[name])) / all.length;
      return {seen, extra, meanSeen: mean("seen"), meanExtra: mean("extra"), promisedSeen: 1 - d / n, promisedExtra: d / n};
    },
    heights: [340, 600],
    draw(stage, state, {meanSeen, promisedSeen}, fresh) {
      const {n, weights, signs, errors} = state, basis = polynomials(state), v = now(state), {parts, eaten} = split(basis, v), high = errors === EACH || errors === SAME ? 2.3 : 3.3;
      const left = stage.panel({box: stage.narrow ? [0, 0, 1, 0.52] : [0, 0, 0.52, 1], x: [-0.1, 2.1], y: [-high, high], xLabel: "weight, in 100 g",
        yLabel: "mm"});
      left.segment([-0.1, 0], [2.1, 0], "c");
      left.curve(w => sum(basis.map((one, k) => parts[k] * one.value(w))), "b", 80);
      upTo(n).forEach(i => {
        const w = weights[i];
        left.segment([w + 0.035, 0], [w + 0.035, eaten[i]], "a solid thick");
        left.segment([w, v[i]], [w, eaten[i]], "b thick");
        left.handle(i, {x: w, y: v[i], name: `reading ${i + 1}`, kind: "plain", move: (x, y) => {
          const sign = y > 0 ? 1 : -1;
          state.weights[i] = Math.min(2, Math.max(0, Math.round(20 * x) / 20));
          state.signs = state.signs.map((one, j) => errors === SAME || i === j ? sign : one);
        }});
      });
      upTo(n).forEach(i => {
        const here = upTo(n).filter(j => weights[j] === weights[i] && v[j] === v[i]);
        if (here.length > 1 && here[0] === i) left.text(weights[i], v[i], `×${here.length}`, {anchor: "end", dy: v[i] > 0 ? -13 : 23});
      });
      left.text(-0.1, high, "true line", {kind: "c", dx: 8, dy: -14});
      left.text(-0.1, high, "fitted curve", {kind: "b", dx: 76, dy: -14});
      left.text(-0.1, -high, "strokes: seen,", {kind: "b", dx: 8, dy: -8});
      left.text(-0.1, -high, "swallowed", {kind: "a", dx: 106, dy: -8});

      const order = sorted(state, basis), many = order.length, rank = order.findIndex(one => one.v.every((value, i) => value === v[i]));
      const right = stage.panel({box: stage.narrow ? [0, 0.52, 1, 1] : [0.52, 0, 1, 1], x: [0, many], y: [0, 1.3], xLabel: `the ${many} cases, best fit first`, yLabel: "mm²"});
      const steps = order.flatMap(({seen}, i) => [[i, seen], [i + 1, seen]]);
      right.area([[0, 0], ...steps, [many, 0]], "b");
      right.area([[0, 1], ...steps, [many, 1]], "a");
      right.line(steps, "b");
      right.segment([0, 1], [many, 1], "faint");
      const agrees = Math.abs(meanSeen - promisedSeen) < 1e-9;
      if (!fresh) {
        right.segment([0, promisedSeen], [many, promisedSeen], "plain dashed");
        right.text(0, 1.3, agrees ? "dashed: mean seen, as promised" : "dashed: promised", {dx: 8, dy: 12});
      }
      if (!agrees) {
        right.segment([0, meanSeen], [many, meanSeen], "plain");
        right.text(many, 1.3, "line: mean seen", {anchor: "end", dx: -2, dy: 12});
      }
      const place = Math.floor(state.at * many) === rank ? state.at * many : rank + 0.5;
      right.segment([place, 0], [place, 1.07], "plain");
      right.handle("case", {x: place, y: 1.07, name: "which case of the errors", kind: "plain", move: x => {
        state.at = Math.min(x / many, 1 - 1e-9);
        const chosen = order[Math.floor(state.at * many)].v;
        state.signs = state.signs.map((one, i) => chosen[i] ? Math.sign(chosen[i]) : one);
      }});
      right.text(place, 1.07, "this case", place > 0.6 * many ? {anchor: "end", dx: -13, dy: 5} : {dx: 13, dy: 5});
      right.text(0, 1.3, "seen", {kind: "b", dx: 8, dy: -14});
      right.text(0, 1.3, "swallowed", {kind: "a", dx: 48, dy: -14});
    },
    says(state, {seen, extra, meanSeen, meanExtra, promisedExtra}, fresh) {
      if (fresh) return "Orange is what you see today, from the reading to the curve. Blue is what the curve has swallowed of the errors: this it will miss tomorrow, besides the new errors. A case is a choice of the signs of the errors.";
      const {d, n, weights, errors} = state, different = new Set(weights.slice(0, n)).size, tidy = value => figures(Math.abs(value) < 1e-9 ? 0 : value);
      const now = `This case: the mean squared distance today is ${tidy(seen)} mm²; ${tidy(extra)} is swallowed, so tomorrow you expect ${tidy(1 + extra)}.`;
      const all = `In the mean of ${errors === EACH ? `all ${2 ** n} cases` : "both cases"}: ${tidy(meanSeen)} today, ${tidy(1 + meanExtra)} tomorrow`, agrees = Math.abs(meanExtra - promisedExtra) < 1e-9;
      const promise = `1 − ${d}/${n} and 1 + ${d}/${n}`;
      if (agrees && errors === EACH) return `${now} ${all}, as the theorem says: ${promise}.${n === d ? ` With only ${n} readings for ${d} coefficients the curve misses none.` : ""}`;
      const why = errors === SAME ? "The theorem needs errors that have nothing to do with each other."
        : errors !== EACH ? "The theorem needs errors that are equally large at each weight."
        : `${different === 1 ? "All weights are equal" : `There are only ${different} different weights`}, too few for ${d} coefficients.`;
      return `${now} ${all}, ${agrees ? "the numbers of the theorem, but by chance." : `and not ${promise}.`} ${why}`;
    },
  });
})();
