/* A hundred points on a circle: you keep k of them, each makes an arc of errors; what the others see, the risk, and the bound. */
"use strict";
(() => {
  const n = 100, delta = 0.05, most = 5;
  const beta = k => (k * Math.log(n) + Math.log(1 / delta)) / (n - k);
  const blind = (seen, m) => { const c = Math.log(1 / delta) / m; return seen + Math.sqrt(2 * seen * c) + c; };

  const around = (a, b) => a < b ? b - a : b - a + 1;          /* from a to b, counterclockwise */
  const gaps = points => points.map((point, i) => around(point, points[(i + 1) % points.length]));
  const byGap = points => { const all = gaps(points); return upTo(points.length).sort((i, j) => all[j] - all[i]); };

  /* The numbers of the kept points: each is the last one before a hand. */
  function kept({points, hands, k}) {
    return hands.slice(0, k).map(hand => { const next = points.findIndex(point => point > hand); return next < 0 ? n - 1 : (next + n - 1) % n; });
  }

  /* The arcs after the kept points: their length together, and how many of the others lie in them. */
  function errors(state) {
    const {points, epsilon, knows} = state, I = [...new Set(kept(state))].sort((a, b) => a - b), others = n - I.length;
    const length = I.reduce((sum, i, j) => sum + Math.min(epsilon, I.length > 1 ? around(points[i], points[I[(j + 1) % I.length]]) : 1), 0);
    const hit = upTo(n).filter(j => !I.includes(j) && I.some(i => around(points[i], points[j]) < epsilon));
    return {risk: knows ? 1 : length, hit: knows ? [] : hit, others, I};
  }

  function draw(state) {
    state.points = upTo(n).map(() => random(state)).sort((a, b) => a - b);
    return state;
  }

  /* Of all k examples whose arcs don't overlap, those with the fewest errors, and of these the ones before the longest gaps: going
     once round from each first one, the cheapest way to have so many arcs so far. */
  function fewest({points, k, epsilon}) {
    const all = gaps(points), hits = points.map((point, i) => { let j = 1; while (j < n && around(point, points[(i + j) % n]) < epsilon) j++; return j - 1; });
    const cheaper = (one, other) => one && (!other || one.cost < other.cost) ? one : other;
    let best = null;
    for (let first = 0; first < n; first++) {
      let ways = [{cost: 0}];                             /* by the step from which on the next arc may begin */
      for (let arc = 0; arc < k; arc++) {
        const next = [];
        for (let step = 0, before = null; step < (arc ? n : 1); step++) {
          const i = (first + step) % n, after = step + hits[i] + 1;
          before = cheaper(ways[step], before);
          if (before && after <= n) next[after] = cheaper({cost: before.cost + hits[i] - all[i], i, before}, next[after]);
        }
        ways = next;
      }
      best = ways.reduce((found, way) => cheaper(way, found), best);
    }
    const chosen = [];
    for (let way = best; way && way.before; way = way.before) chosen.push(way.i);
    return chosen;
  }

  /* The compressor: it looks, and puts the hands behind these; those that are not used, into the longest gaps that are left. */
  function look(state) {
    const all = gaps(state.points), chosen = fewest(state);
    const hands = [...chosen, ...byGap(state.points).filter(i => !chosen.includes(i))].slice(0, most);
    hands.forEach((i, j) => { state.hands[j] = (state.points[i] + all[i] / 2) % 1; });
    return state;
  }

  const fits = ({points, k, epsilon}) => gaps(points)[byGap(points)[k - 1]] >= epsilon;
  function another(state) {
    look(draw(state));
    state.circles += 1;
    if (fits(state)) state.hidden += 1;
  }

  explorable({
    name: "compression",
    controls: {
      epsilon: {label: "length of an arc", from: 0.005, to: 0.12, step: 0.001, at: 0.04, shows: value => figures(value)},
      k: {label: "examples on the sheet", from: 1, to: most, step: 1, at: 1},
      knows: {label: "the friend has seen all hundred himself", toggle: true, at: false},
    },
    start: {...draw({seed: 4}), hands: [0.16, 0.36, 0.51, 0.71, 0.91], circles: 0, hidden: 0},
    changed(state) { state.circles = 0; state.hidden = 0; },
    guess: {
      label: "One circle, drawn once, with a hundred examples. How long is its longest gap between two neighbours, as a share of the circle?", from: 0.005, to: 0.12, step: 0.005, at: 0.01, shows: value => figures(value),
      answer: ({gap}) => gap,
      tells: (guess, truth) => `You say ${figures(guess)}; on the first circle it is ${figures(truth)}, and the average gap is one hundredth. An arc of errors, ${figures(Math.floor(1000 * truth) / 1000)} long, can hide in it: find it.`,
    },
    buttons: {
      "Keep the best": look,
      "Another circle": another,
    },
    blocked: ({knows}) => knows ? ["epsilon", "Keep the best"] : [],
    plays: "Another circle",
    pace: 250,
    numbers(state) {
      const {points, k} = state, {risk, hit, others} = errors(state), all = gaps(points), seen = hit.length / others;
      const root = Math.sqrt(2 * seen * beta(k));
      return {gap: Math.max(...all), most: k * all[byGap(points)[k - 1]], seen, risk, beta: beta(k), bound: seen + root + beta(k), blind: blind(seen, others)};
    },
    heights: [350, 630],
    draw(stage, state, {risk, bound, blind: blindly}, fresh) {
      const {points, epsilon, k, knows, hands} = state, {hit, I} = errors(state);
      const place = (share, radius = 1) => [radius * Math.cos(2 * Math.PI * share), radius * Math.sin(2 * Math.PI * share)];
      const way = (from, length, radius) => upTo(Math.ceil(length * 100) + 2).map((_, i, {length: steps}) => place(from + length * i / (steps - 1), radius));
      const left = stage.panel({box: stage.narrow ? [0, 0, 1, 0.55] : [0, 0, 0.48, 1], x: [-1.3, 1.3], y: [-1.3, 1.3], square: true, bare: true});
      left.line(way(0, 1, 1), "faint");
      const spans = knows ? [[0, 1]] : I.map(i => [points[i], epsilon]);
      for (const [from, length] of spans) left.area([...way(from, length, 1.07), ...way(from, length, 0.93).reverse()], "b");
      for (const [from, length] of spans) left.line(way(from, length, 1.07), "b thick");
      points.forEach((point, i) => {
        if (hit.includes(i)) left.cross(...place(point), "b", 4); else if (!I.includes(i)) left.dot(...place(point), "plain", 2.6);
      });
      I.forEach(i => left.dot(...place(points[i]), "c", 6));
      if (!knows) hands.slice(0, k).forEach((hand, j) => {
        left.segment(place(points[kept(state)[j]]), place(hand, 1.2), "faint");
        left.handle(j, {x: place(hand, 1.2)[0], y: place(hand, 1.2)[1], name: `the hand ${j + 1}, which keeps the last point before it`, kind: "plain",
          reads: `${Math.round(360 * hand)} degrees`, move: (x, y, way) => {
            /* the arrows to the right and up turn it clockwise, as far as they would shift it */
            const [a, b] = place(hand, 1.2), turn = way[0] || way[1] ? -(way[0] + way[1]) * Math.hypot(x - a, y - b) / (2.4 * Math.PI) : 0;
            if (turn) state.hands[j] = (hand + turn + 1) % 1;
            else if (Math.hypot(x, y) > 1e-9) state.hands[j] = (Math.atan2(y, x) / (2 * Math.PI) + 1) % 1;
          }});
      });
      [["● kept", "c"], ["▬ the friend errs", "b"]].forEach(([words, kind], i) => left.text(0, 0, words, {kind, anchor: "middle", dy: 18 * i - 4}));
      const high = Math.min(1.1, 1.12 * Math.max(0.3, risk, Math.min(bound, 1)));
      const right = stage.panel({box: stage.narrow ? [0, 0.6, 1, 1] : [0.48, 0.1, 1, 1], x: [0.5, most + 0.5], y: [0, high], xLabel: "examples on the sheet"});
      const sizes = upTo(most).map(i => i + 1), sorted = gaps(points).sort((a, b) => b - a);
      right.line(sizes.map(size => [size, beta(size)]), "a");
      right.line(sizes.map(size => [size, blind(0, n - size)]), "c");
      if (!fresh) right.line(sizes.map(size => [size, size * sorted[size - 1]]), "plain");
      if (hit.length > 0 && bound < 1) {
        right.dot(k, bound, "hollow a", 6);
        right.text(k, bound, "promised now", {kind: "a", anchor: k < 3 ? "start" : "end", dx: k < 3 ? 10 : -10, dy: -7});
      }
      if (hit.length > 0 && blindly < 1) right.dot(k, blindly, "hollow c", 6);
      right.dot(k, risk, "b", 6);
      right.text(0.5, high, "risk promised for no error (rings: for your errors)", {dx: -32, dy: -46});
      [["dashed: if you looked", "a", -32, -28], ["dotted: if not", "c", 122, -28], ["dot: your risk", "b", -32, -10], ...(fresh ? [] : [["line: can be hidden", "plain", 122, -10]])]
        .forEach(([words, kind, dx, dy]) => right.text(0.5, high, words, {kind, dx, dy}));
    },
    says(state, {risk, beta, bound, blind}, fresh) {
      const {k, knows, circles, hidden} = state, {hit, others} = errors(state);
      if (knows) return `The friend says −1 on the hundred and +1 everywhere else: no error is seen, and the risk is 1. But what he says doesn't come from the sheet, and the bound ${figures(beta)} doesn't hold.`;
      const seen = hit.length === 0 ? "No error is seen" : hit.length === 1 ? "One error is seen" : `${hit.length} errors are seen`;
      if (fresh) return `Of a hundred examples you keep one, the last before your hand, on a sheet for a friend. He errs on an arc that begins there, counterclockwise. ${seen} on the ${others} others; the risk, the share of the circle where he errs, is ${figures(risk)}.`;
      const promise = `${seen} on the ${others} others, and the risk is ${figures(risk)}. The theorem promises ${bound >= 1 ? "nothing" : `less than ${figures(bound)}, with probability 95 %`}`;
      if (risk >= bound) return `${promise}, and you are above it: for arcs of a given length, one circle in twenty at most allows this.`;
      const before = risk >= blind ? `; less than ${figures(blind)} if you had picked the sheet blindly, but you have looked.` : `; less than ${figures(blind)} if you had picked the sheet blindly.`;
      if (circles) return `${promise}${before} On ${hidden} of ${circles} new circle${circles === 1 ? "" : "s"} there was room for ${k === 1 ? "such an arc" : `${k} such arcs`} without an error.`;
      return promise + before;
    },
  });
})();
