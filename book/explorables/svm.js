/* The widest street through 0, and the weights of the examples that hold it. */
"use strict";
(() => {
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1], letters = "ABCDEFG", edge = 4.6;
  const turned = ([x, y, label]) => [label * x, label * y];
  const kept = ({points, out}) => upTo(points.length).filter(i => !out.includes(i));

  /* The shortest w with all scores at least 1, and the weight of each example, here push: the point p of the hull that is nearest to 0 lies
     between two signed examples, and w = p / ||p||^2.  Without a street there is no w. */
  function widest(points, rows) {
    const push = points.map(() => 0), z = points.map(turned);
    let best = null;
    for (const i of rows) for (const j of rows) if (i <= j) {
      const side = [z[j][0] - z[i][0], z[j][1] - z[i][1]], square = dot(side, side);
      const t = square > 0 ? Math.min(1, Math.max(0, -dot(z[i], side) / square)) : 0;
      const p = [z[i][0] + t * side[0], z[i][1] + t * side[1]];
      if (!best || dot(p, p) < best.square) best = {i, j, t, p, square: dot(p, p)};
    }
    const {i, j, t, p, square} = best;
    if (rows.some(row => dot(z[row], p) < 1e-9)) return {push};
    push[i] += (1 - t) / square;
    push[j] += t / square;
    return {push, w: [p[0] / square, p[1] / square]};
  }

  /* The line halfway between the means of the two kinds: `side` is positive on that of the dots. */
  function means({points}, rows) {
    const mean = label => {
      const kind = rows.map(i => points[i]).filter(point => point[2] === label);
      return [0, 1].map(k => kind.reduce((sum, point) => sum + point[k], 0) / kind.length);
    };
    const plus = mean(1), minus = mean(-1), across = [plus[0] - minus[0], plus[1] - minus[1]];
    const middle = [(plus[0] + minus[0]) / 2, (plus[1] + minus[1]) / 2];
    return {middle, across, side: point => dot(across, point) - dot(across, middle)};
  }

  function misled(state, rows) {
    const {side} = means(state, rows);
    return rows.filter(i => state.points[i][2] * side(state.points[i]) <= 0);
  }

  function numbers(state) {
    const {points} = state, rows = kept(state), {push, w} = widest(points, rows), whole = widest(points, upTo(points.length)).w;
    const length = w ? Math.hypot(...w) : Infinity;
    return {gamma: 1 / length, total: push.reduce((sum, one) => sum + one), whole: whole ? 1 / Math.hypot(...whole) : 0,
      crushed: w ? state.out.filter(i => dot(w, turned(points[i])) < 1 - 1e-9).length : 0,
      wrong: misled(state, rows).length,
      ...Object.fromEntries(push.map((one, i) => [letters[i], one]))};
  }

  /* Leave one out: of those that push the strongest, of the others the one nearest to the street, or the last if there is none. */
  function leave(state, pushing) {
    const rows = kept(state), {push, w} = widest(state.points, rows);
    const such = rows.filter(i => push[i] > 0 === pushing), rank = i => pushing ? -push[i] : w ? dot(w, turned(state.points[i])) : -i;
    if (rows.length > 1 && such.length > 0) state.out.push(such.reduce((a, b) => rank(b) < rank(a) ? b : a));
  }

  const list = words => words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;

  explorable({
    name: "svm",
    controls: {means: {label: "the line halfway between the means, too", toggle: true, at: false}},
    start: {points: [[2, 0, 1], [0, -1, -1], [2, 2, 1], [-2.4, 2.8, 1], [-2.8, -0.3, -1], [-1.8, -1.9, -1], [1.2, -2.8, -1]], out: []},
    guess: {
      label: "Seven examples. How many of them could leave, and the street would stay as it is?", from: 0, to: 7, step: 1, at: 3,
      answer: numbers => [...letters].filter(letter => numbers[letter] === 0).length,
      tells: (guess, truth) => `You say ${guess}; it is ${truth}. Leave them out, one after the other, and see.`,
    },
    buttons: {
      "Leave out one without a ring": state => leave(state, false),
      "Leave out one with a ring": state => leave(state, true),
      "Bring all back": state => { state.out = []; },
    },
    numbers,
    heights: [330, 530],
    draw(stage, state, numbers, fresh) {
      const {points, out} = state, rows = kept(state), {push: pushes, w} = widest(points, rows), push = fresh ? pushes.map(() => 0) : pushes;
      const left = stage.panel({box: stage.narrow ? [0, 0.03, 1, 0.66] : [0, 0.05, 0.52, 1], x: [-edge, edge], y: [-edge, edge], square: true, bare: true});
      if (w) {
        const [a, b] = [w[0] * numbers.gamma, w[1] * numbers.gamma];
        const corner = (score, along) => [score * numbers.gamma * a - 9 * along * b, score * numbers.gamma * b + 9 * along * a];
        left.area([corner(1, 1), corner(1, -1), corner(-1, -1), corner(-1, 1)], "plain");
        for (const score of [-1, 0, 1]) left.segment(corner(score, -1), corner(score, 1), score ? "faint" : "plain");
      }
      left.dot(0, 0, "plain", 3);
      left.text(0, 0, "0", {dx: -12, dy: 14});
      if (state.means) {
        const {middle, across} = means(state, rows), long = Math.hypot(...across);
        for (const end of [-0.5, 0.5]) if (long > 0) left.dot(middle[0] + end * across[0], middle[1] + end * across[1], "hollow c", 4);
        if (long > 0) left.segment(...[-9, 9].map(along => [middle[0] - along * across[1] / long, middle[1] + along * across[0] / long]), "c");
      }
      points.forEach(([x, y, label], i) => {
        const ring = push[i] > 0 ? 11 + 4 * Math.min(3, Math.sqrt(push[i])) : out.includes(i) ? 15 : 10;
        if (push[i] > 0) left.dot(x, y, "hollow plain", ring);
        left.text(x, y, out.includes(i) ? `(${letters[i]})` : letters[i], {anchor: x > 3.3 ? "end" : "start", dx: x > 3.3 ? 1 - ring : ring, dy: 4 - ring});
        if (out.includes(i)) left.cross(x, y, "plain", 13);                /* crossed out */
        left.handle(i, {x, y, name: `example ${letters[i]}, a ${label > 0 ? "dot" : "cross"}`, kind: label > 0 ? "a" : "b cross",
          move: (...to) => { state.points[i] = [...to.slice(0, 2).map(one => Math.min(4, Math.max(-4, one))), label]; }});
      });
      const top = 4;                                  /* always the same: how strong a push is can be seen */
      const right = stage.panel({box: stage.narrow ? [0.04, 0.71, 0.96, 0.96] : [0.56, 0.12, 0.99, 0.93], x: [-0.5, points.length - 0.5], y: [0, top], bare: true});
      if (state.means) left.text(-edge, edge, "○ the means, dotted: halfway between them", {kind: "c", dy: -7});
      if (!fresh) {
        right.text(-0.5, top, "the weight of each example", {dy: -22});
        right.segment([-0.5, 1], [points.length - 0.5, 1], "faint");
        right.text(-0.5, 1, "1", {anchor: "end", dx: -2, dy: 4});
      }
      right.segment([-0.5, 0], [points.length - 0.5, 0], "plain");
      points.forEach(([, , label], i) => {
        const kind = label > 0 ? "a" : "b";
        const bar = (low, high) => right.mark("path", `bar ${kind}`).attr("d", `${right.path([[i - 0.35, low], [i - 0.35, high], [i + 0.35, high], [i + 0.35, low]])}Z`);
        if (push[i] > 0) bar(0, push[i] > top ? 0.88 * top : push[i]);
        if (push[i] > top) bar(0.92 * top, top);      /* cut off: a gap */
        if (push[i] > 0) right.text(i, Math.min(push[i], top), figures(push[i]), {anchor: "middle", dy: -5});
        right.text(i, 0, out.includes(i) ? `(${letters[i]})` : letters[i], {kind, anchor: "middle", dy: 17});
      });
    },
    says(state, {gamma, total, whole, crushed, wrong, ...pushes}, fresh) {
      const {points, out, means} = state, names = rows => list(rows.map(i => letters[i]).sort()), w = widest(points, kept(state)).w;
      const rows = kept(state), plan = !means || new Set(rows.map(i => points[i][2])).size < 2 ? ""
        : ` The dotted line is ${wrong ? `wrong on ${names(misled(state, rows))}` : "right on all"}.`;
      if (fresh) return "The street is the widest that has its middle in 0, no example in it, all dots on one side and all crosses on the other.";
      if (!w) return `There is no street, and nobody pushes: no line through the middle has all dots on one side and all crosses on the other.${plan}`;
      const score = i => dot(w, turned(points[i])), inside = names(out.filter(i => Math.abs(score(i)) < 1 - 1e-9)), across = names(out.filter(i => score(i) <= 1e-9 - 1));
      const found = [inside && `${inside} would stand in it`, across && `${across} on the wrong side of it`].filter(Boolean).join(" and ");
      const before = whole ? `before it reached ${figures(whole)}` : "before there was none";
      const gone = !out.length ? "" : crushed ? `Without ${names(out)} the street is another one: ${before}, and now ${inside ? found : found.replace(" on", " would stand on")}. ` : `Without ${names(out)} the street is the same. `;
      const pushing = [...letters].filter(letter => pushes[letter] > 0);
      const holders = list(pushing.map((letter, i) => `${letter} ${i ? "" : "has the weight "}${figures(pushes[letter])}`));
      const aside = pushing.length > 1 && new Set([...pushing].map(letter => points[letters.indexOf(letter)][2])).size < 2
        ? " They stand on one side of the street: one would turn it one way about 0, the other the other way, and the nail at 0 takes the rest." : "";
      const formula = pushing.map((letter, i) => `${points[letters.indexOf(letter)][2] < 0 ? i ? "− " : "−" : i ? "+ " : ""}${figures(pushes[letter])}·${letter}`).join(" ");
      const street = `${holders}, nobody else: w = ${formula}. The street reaches ${figures(gamma)} to either side, and 1/${figures(gamma)}² ≈ ${figures(total)} is ${pushing.length > 1 ? "the sum of the weights" : "that weight"}: the narrower, the greater.${aside}`;
      const last = rows.length === 1 ? ` ${names(rows)} is the last, and has to stay.` : rows.length === pushing.length ? " Nobody without a ring is left." : "";
      return gone + street + plan + last;
    },
  });
})();
