/* The Perceptron, one example at a time, and the race of the proof: gamma M <= <w, u> <= ||w|| <= X sqrt(M). */
"use strict";
(() => {
  const MANY = 12, FIRST = [[1, -0.6, 1], [-0.9, 0.2, -1], [0.8, 0.4, 1], [-0.7, -0.4, -1], [-0.7, -1, -1], [-0.5, 0.8, 1]];
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1], length = a => Math.hypot(...a);

  /* The point of the hull of z_1, ..., z_n that lies nearest to 0: in the plane it lies between two of them. */
  function nearest(z) {
    let best = z[0];
    for (const a of z) for (const b of z) {
      const side = [b[0] - a[0], b[1] - a[1]], square = dot(side, side);
      const t = square > 0 ? Math.min(1, Math.max(0, -dot(a, side) / square)) : 0;
      const point = [a[0] + t * side[0], a[1] + t * side[1]];
      if (dot(point, point) < dot(best, best)) best = point;
    }
    return best;
  }

  /* What the learner has done after so many examples, shown in turn for ever. */
  function run(points, steps) {
    let w = [0, 0];
    const mistakes = [];
    for (let t = 0; t < steps; t++) {
      const [x, y, label] = points[t % points.length];
      if (label * dot(w, [x, y]) > 0) continue;
      w = [w[0] + label * x, w[1] + label * y];
      mistakes.push({t, w});
    }
    return {w, mistakes};
  }

  function numbers({points, steps}) {
    const z = points.map(([x, y, label]) => [label * x, label * y]), close = nearest(z);
    const apart = Math.min(...z.map(one => dot(one, close))) > 1e-9, gamma = apart ? length(close) : 0;
    const {w, mistakes} = run(points, steps), M = mistakes.length, X = Math.max(...z.map(length));
    const u = apart ? [close[0] / gamma, close[1] / gamma] : [0, 0];
    return {gamma, X, M, inner: dot(w, u), norm: length(w), bound: apart ? (X / gamma) ** 2 : Infinity};
  }

  function step(state) {
    const before = run(state.points, state.steps).mistakes.length;
    state.steps += 1;
    /* a whole round without a mistake is the end */
    return run(state.points, state.steps + state.points.length).mistakes.length > before;
  }

  function add(state, label) {
    if (state.points.length >= MANY) return;
    state.points.push([2 * random(state) - 1, 2 * random(state) - 1, label]);
    begin(state, state.points.length - 1);
  }

  function begin(state, last) { state.steps = 0; state.anew = true; state.last = last; }

  /* Without the point that was moved or added last, or this one; one stays. */
  function remove(state, i) {
    if (state.points.length < 2) return;
    state.points.splice(i, 1);
    begin(state, state.points.length - 1);
  }

  explorable({
    name: "perceptron_winnow",
    start: {points: FIRST, steps: 0, last: FIRST.length - 1},
    guess: {
      label: "The learner sees these six points one after the other, again and again. How many mistakes does it make, before there are no more?", from: 0, to: 40, step: 1, at: 20,
      answer: (_, {points}) => run(points, 1000).mistakes.length,
      tells: (guess, truth) => `You say ${guess}; with the six points as they stood it makes ${truth}, and never more than ${Math.floor(numbers({points: FIRST, steps: 0}).bound + 1e-9)}. Now drag a point into the strip, so that it gets narrow, and play again.`,
    },
    buttons: {
      "Next example": step,
      "Add ●": state => add(state, 1),
      "Add ✕": state => add(state, -1),
      "Remove the last": state => remove(state, state.last),
    },
    blocked: ({points}) => [...points.length < MANY ? [] : ["Add ●", "Add ✕"], ...points.length > 1 ? [] : ["Remove the last"]],
    plays: "Next example",
    pace: 250,
    numbers,
    heights: [340, 560],
    draw(stage, state, {gamma, X, M, bound}) {
      const {points, steps} = state, {w, mistakes} = run(points, steps);
      const left = stage.panel({box: stage.narrow ? [0, 0, 1, 0.57] : [0, 0, 0.5, 1], x: [-1.2, 1.2], y: [-1.2, 1.2], square: true, bare: true});
      left.dot(0, 0, "plain", 3);
      const u = nearest(points.map(([x, y, label]) => [label * x, label * y])).map(entry => entry / (gamma || 1));
      if (gamma > 0) for (const side of [-gamma, gamma]) {          /* between these lines lies no point */
        left.segment([side * u[0] - 2 * u[1], side * u[1] + 2 * u[0]], [side * u[0] + 2 * u[1], side * u[1] - 2 * u[0]], "faint");
      }
      if (gamma > 0) {
        left.segment([0, 0], [0.75 * u[0], 0.75 * u[1]], "c");
        left.text(0.82 * u[0], 0.82 * u[1], "u", {kind: "c", anchor: "middle", dy: 4});
      }
      if (length(w) > 0) {
        const [a, b] = [w[0] / length(w), w[1] / length(w)];
        left.area([[-2 * b, 2 * a], [2 * b, -2 * a], [2 * b + 2 * a, -2 * a + 2 * b], [-2 * b + 2 * a, 2 * a + 2 * b]], "a");
        left.segment([-2 * b, 2 * a], [2 * b, -2 * a]);
        left.segment([0, 0], [0.5 * a, 0.5 * b], "b thick");
        const side = u[0] * b - u[1] * a < 0 ? -0.08 : 0.08;                /* away from u */
        left.text(0.52 * a - side * b, 0.52 * b + side * a, "w", {kind: "b", anchor: "middle", dy: 4});
      }
      points.forEach(([x, y, label], i) => {
        if (steps > 0 && i === (steps - 1) % points.length) left.dot(x, y, "hollow plain", 14);
        left.handle(i, {x, y, name: `${label > 0 ? "dot" : "cross"} ${i + 1}`, kind: label > 0 ? "a" : "b cross",
          move: (a, b) => { state.points[i] = [a, b, label]; begin(state, i); }, remove: () => remove(state, i)});
      });
      const top = Math.max(4, Math.min(60, Math.ceil(Number.isFinite(bound) ? bound : 2 * M)), M), tall = X * Math.sqrt(top) * 1.05;
      const right = stage.panel({box: stage.narrow ? [0, 0.57, 1, 1] : [0.5, 0, 1, 1], x: [0, top], y: [0, tall], xLabel: "mistakes M", yLabel: "length"});
      right.curve(m => X * Math.sqrt(m), "a");
      const told = [{t: 0, w: [0, 0]}, ...mistakes].map(one => one.w);
      right.line(told.map((one, m) => [m, length(one)]), "b");
      if (gamma > 0) right.line(told.map((one, m) => [m, dot(one, u)]), "plain");
      if (gamma > 0) right.line([[0, 0], [top, gamma * top]], "c");          /* dotted, so the other shows through */
      if (gamma > 0 && (steps > 0 || state.anew)) {             /* a guess first */
        right.segment([bound, 0], [bound, tall], "faint");
        right.text(Math.min(bound, top), 0, bound <= top ? "never beyond" : `they meet at M = ${figures(Math.floor(bound + 1e-9), 6)}`, {anchor: "end", dx: -6, dy: -8});
      }
      [["largest length", "a"], ["length of w", "b"], ["w along u", "plain"], ["least along u", "c"]].slice(0, gamma > 0 ? 4 : 2)
        .forEach(([words, kind], i) => right.text(0, tall, words, {kind, dx: 8, dy: 14 + 17 * i}));
    },
    says({points, steps, anew}, {gamma, X, M, bound}) {
      const [, , label] = points[(steps - 1 + points.length) % points.length], n = points.length, {mistakes} = run(points, steps), last = M ? mistakes[M - 1].t : 0;
      const over = steps - 1 - last >= n, full = n < MANY ? "" : ` No more than ${MANY} points fit in.`;
      const now = steps === 0 ? (anew ? "The points are others now, and the learner starts anew." : "Nothing has been shown yet.")
        : over ? `All ${n} right, one after the other: it is over.`
          : `The ${label > 0 ? "dot" : "cross"} in the ring: ${last === steps - 1 ? `a mistake, so it is ${label > 0 ? "added to" : "subtracted from"} w.` : "right."}`;
      const never = steps > 0 || anew ? `: with these two it never makes more than ${figures(Math.floor(bound + 1e-9), 6)} mistakes` : "";
      const limit = gamma > 0 ? `The margin, half the width of the strip, is ${figures(gamma)}, and the longest example has length ${figures(X)}${never}.`
        : "No line through the middle has all dots on one side and all crosses on the other: no strip, no u along which w must grow, and the mistakes never end. The button “Remove the last” takes away the point that was moved or added last, the key Delete the chosen one.";
      const few = over && gamma > 0 && bound > 5 * M ? " A narrow strip allows more mistakes; it doesn't force them." : "";
      return `${now} ${M} mistake${M === 1 ? "" : "s"} ${over ? "in all" : "so far"}. ${limit}${few}${full}`;
    },
  });
})();
