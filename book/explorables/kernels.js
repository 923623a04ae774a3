/* The Perceptron with a kernel: its score bends the sheet until the level cuts all dots from all crosses. */
"use strict";
(() => {
  const most = 2000, side = 1.5, tilt = 0.36;
  const sum = list => list.reduce((a, b) => a + b, 0), dot = (a, b) => sum(a.map((one, i) => one * b[i]));

  /* The choices of K: three powers of 1 + <x, x'>, and minus the squared distance, which is no kernel. */
  const powers = [2, 3, 1], NONE = 3;
  const value = (kernel, [s, t], [u, v]) => kernel === NONE ? -((s - u) ** 2) - (t - v) ** 2 : (1 + s * u + t * v) ** powers[kernel];

  /* The features of the powers, with their weights: K is their inner product. */
  const [two, three, six] = [2, 3, 6].map(Math.sqrt);
  const features = (kernel, [s, t]) => [[1, two * s, two * t, s * s, two * s * t, t * t],
    [1, three * s, three * t, three * s * s, six * s * t, three * t * t, s * s * s, three * s * s * t, three * s * t * t, t * t * t], [1, s, t]][kernel];

  /* The weights, with sum 1, of the point nearest to 0 on the flat through the rows. */
  function affine(rows) {
    const base = rows[0], units = [], parts = [];
    let rest = base.map(one => -one);
    for (const row of rows.slice(1)) {
      let left = row.map((one, i) => one - base[i]);
      const part = units.map(() => 0);
      for (let twice = 0; twice < 2; twice++) units.forEach((unit, j) => {
        const share = dot(unit, left);
        part[j] += share;
        left = left.map((one, i) => one - share * unit[i]);
      });
      const length = Math.sqrt(dot(left, left));
      units.push(left.map(one => one / length));
      parts.push([...part, length]);
    }
    const heads = units.map(unit => { const head = dot(unit, rest); rest = rest.map((one, i) => one - head * unit[i]); return head; });
    const free = heads.map(() => 0);
    for (let j = free.length - 1; j >= 0; j--) free[j] = (heads[j] - sum(free.slice(j + 1).map((one, i) => one * parts[j + 1 + i][j]))) / parts[j][j];
    return [1 - sum(free), ...free];
  }

  /* The point of the hull of the rows that is nearest to 0, by Wolfe's algorithm; its length is the best margin, if there is one. */
  function nearest(rows) {
    const squares = rows.map(row => dot(row, row));
    let corral = [squares.indexOf(Math.min(...squares))], weights = [1], point = rows[corral[0]];
    for (let round = 0; round < 300; round++) {
      const products = rows.map(row => dot(row, point)), enters = products.indexOf(Math.min(...products)), square = dot(point, point);
      if (square < 1e-10 || square - products[enters] <= 4e-15 * Math.sqrt(square * squares[enters]) || corral.includes(enters)) break;
      corral.push(enters); weights.push(0);
      let target = affine(corral.map(i => rows[i]));
      while (target.some(one => one <= 4e-15)) {
        const falls = target.map((one, i) => one <= 4e-15 ? weights[i] / (weights[i] - one || 1) : Infinity), part = Math.min(...falls);
        weights = weights.map((one, i) => one + part * (target[i] - one));
        const kept = upTo(corral.length).filter(i => falls[i] > part);
        corral = kept.map(i => corral[i]); weights = kept.map(i => weights[i]);
        target = affine(corral.map(i => rows[i]));
      }
      weights = target;
      point = point.map((_, j) => sum(corral.map((i, k) => weights[k] * rows[i][j])));
    }
    return point;
  }

  /* The best margin; 0 where no half-space parts the points, or none with a thousandth of the longest feature vector. */
  function margin({points, kernel}, square) {
    if (kernel === NONE) return 0;
    const rows = points.map(point => features(kernel, point).map(one => point[2] * one)), close = nearest(rows), length = Math.sqrt(dot(close, close));
    return length > 1e-3 * Math.sqrt(square) && rows.every(row => dot(row, close) > 0) ? length : 0;
  }

  /* The first wrong point is picked, again and again, at most so many times. */
  function run({points, kernel}, steps) {
    const gram = points.map(one => points.map(other => value(kernel, one, other)));
    const scores = points.map(() => 0), alpha = points.map(() => 0), wrong = i => points[i][2] * scores[i] <= 0;
    for (let updates = 0; ; updates++) {
      const pick = upTo(points.length).findIndex(wrong);
      if (pick < 0 || updates >= steps) return {alpha, scores, updates, pick, wrong: upTo(points.length).filter(wrong)};
      alpha[pick] += points[pick][2];
      gram[pick].forEach((one, j) => { scores[j] += points[pick][2] * one; });
    }
  }

  const score = ({points, kernel}, alpha) => place => sum(points.map((point, i) => alpha[i] ? alpha[i] * value(kernel, point, place) : 0));

  /* Where a function of the square is 0, in short pieces. */
  function cut(f, cells = 40) {
    const at = i => side * (2 * i / cells - 1), heights = upTo(cells + 1).map(i => upTo(cells + 1).map(j => f([at(i), at(j)]))), pieces = [];
    for (let i = 0; i < cells; i++) for (let j = 0; j < cells; j++) {
      const corners = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]].map(([a, b]) => [at(a), at(b), heights[a][b]]);
      const meets = corners.map((one, k) => [one, corners[(k + 1) % 4]]).filter(([one, next]) => one[2] > 0 !== next[2] > 0)
        .map(([one, next]) => [0, 1].map(k => one[k] + (next[k] - one[k]) * one[2] / (one[2] - next[2])));
      for (let k = 0; k + 1 < meets.length; k += 2) pieces.push([meets[k], meets[k + 1]]);
    }
    return pieces;
  }

  /* A line of the sheet [[s, t, height], ...] in pieces above and below the level, without what is too high or too low. */
  function pieces(line, high) {
    const found = [];
    let now = null;
    line.forEach((place, i) => {
      const above = place[2] >= 0, before = line[i - 1];
      if (Math.abs(place[2]) > high) { now = null; return; }
      if (now && now.above !== above) {
        const share = before[2] / (before[2] - place[2]), meet = before.map((one, k) => one + share * (place[k] - one));
        now.line.push(meet);
        found.push(now = {above, line: [meet]});
      }
      if (!now) found.push(now = {above, line: []});
      now.line.push(place);
    });
    return found;
  }

  function next(state) {
    const {updates, pick} = run(state, Math.min(state.steps, most));
    state.steps = pick < 0 || updates >= most ? 0 : updates + 1;        /* from the end back to the start */
    return run(state, state.steps).pick >= 0 && state.steps < most;
  }

  /* What the hand has changed is played to the end, and the most updates so far are kept, of what ends and has a margin. */
  function finish(state) {
    state.steps = most;
    const {pick, updates} = run(state, most), square = Math.max(...state.points.map(one => value(state.kernel, one, one)));
    if (pick < 0 && updates > state.record && margin(state, square) > 0) state.record = updates;
  }

  explorable({
    name: "kernels",
    controls: {
      kernel: {label: "K(x, x′)", choices: ["(1 + ⟨x, x′⟩)², products of two", "(1 + ⟨x, x′⟩)³, of three", "1 + ⟨x, x′⟩, no products", "−‖x − x′‖², not a kernel"], at: 0},
      turn: {label: "turn", from: 0, to: 360, step: 1, at: 30, shows: degrees => `${degrees}°`},
    },
    start: {points: [[0.1, 0.2, 1], [-0.5, 0.1, 1], [0.4, -0.4, 1], [-0.1, -0.6, 1], [1.1, 0.3, -1], [0.2, 1.1, -1], [-1.1, 0.6, -1], [-0.9, -0.8, -1],
      [0.9, -1.1, -1]], steps: 6, record: 0},
    changed(state, name) { if (name === "kernel") finish(state); },
    guess: {
      label: "Each update is made for one point on the wrong side of the level, and bends the whole sheet. Six are made. How many will there be in all, until the nine are right?", from: 0, to: 100, step: 1, at: 50,
      answer: ({all}) => all,
      tells: (guess, truth) => `You say ${guess}; with the nine as they stand at the start it is ${truth}. Press Play; then drag the points and make it hard.`,
    },
    buttons: {
      "Next update": next,
      "To the end": state => { state.steps = most; },
      "Toss the labels": state => {
        const before = String(state.points);
        do state.points = state.points.map(([s, t]) => [s, t, random(state) < 0.5 ? -1 : 1]); while (String(state.points) === before);
        finish(state);
      },
    },
    plays: "Next update",
    pace: 600,
    numbers(state) {
      const {updates, wrong} = run(state, state.steps), whole = run(state, most), square = Math.max(...state.points.map(one => value(state.kernel, one, one)));
      const gamma = margin(state, square);
      return {square, gamma, bound: state.kernel === NONE ? 0 : gamma > 0 ? square / gamma ** 2 : Infinity, updates, wrong: wrong.length,
        all: whole.pick < 0 ? whole.updates : Infinity};
    },
    heights: [376, 648],
    draw(stage, state, {bound, updates}, fresh) {
      const {points, kernel, turn} = state, {alpha, scores, pick, wrong} = run(state, state.steps), f = score(state, alpha);
      const left = stage.panel({box: stage.narrow ? [0, 0, 1, 0.5] : [0, 0, 0.48, 0.88], x: [-side - 0.1, side + 0.1], y: [-side - 0.1, side + 0.1], square: true, bare: true});
      const square = [[-side, -side], [side, -side], [side, side], [-side, side]], edge = scores.some(one => one) ? cut(f) : [];
      left.area(square, "faint");
      left.line([...square, square[0]], "faint");
      left.mark("path", "line c solid").attr("d", edge.map(piece => left.path(piece)).join(""));
      points.forEach(([s, t, label], i) => {
        if (wrong.includes(i)) left.dot(s, t, "hollow plain", i === pick ? 14 : 11);
        if (alpha[i]) left.text(s, t, Math.abs(alpha[i]), {anchor: s > 0.9 ? "end" : "start", dx: s > 0.9 ? -14 : 14, dy: -11});
        left.handle(i, {x: s, y: t, name: `${label > 0 ? "dot" : "cross"} ${i + 1}`, kind: label > 0 ? "a" : "b cross",
          move: (a, b) => { state.points[i] = [Math.min(side, Math.max(-side, a)), Math.min(side, Math.max(-side, b)), label]; finish(state); }});
      });
      const right = stage.panel({box: stage.narrow ? [0, 0.5, 1, 0.92] : [0.48, 0, 1, 0.88], x: [-2.2, 2.2], y: [-1.75, 1.85], bare: true});
      const [cos, sin] = [Math.cos(turn * Math.PI / 180), Math.sin(turn * Math.PI / 180)], tall = 1 / Math.max(...scores.map(Math.abs), 1e-9);
      const seen = ([s, t, height = 0]) => [s * cos - t * sin, 0.95 * height + tilt * (s * sin + t * cos)];
      const high = 1.05, lines = upTo(13).flatMap(i => {
        const fixed = side * (i / 6 - 1), way = upTo(31).map(j => side * (j / 15 - 1));
        return [way.map(one => [fixed, one]), way.map(one => [one, fixed])];
      }).flatMap(line => pieces(line.map(place => [...place, tall * f(place)]), high));
      const level = () => {
        right.area(square.map(seen), "plain");
        right.line([...square, square[0]].map(seen), "faint");
        right.mark("path", "line c solid").attr("d", edge.map(piece => right.path(piece.map(seen))).join(""));
      };
      const marks = above => points.forEach(([s, t, label], i) => {
        if (scores[i] > 0 !== above) return;
        const place = seen([s, t, tall * scores[i]]);
        right.segment(seen([s, t]), place, "faint");
        if (wrong.includes(i)) right.dot(...place, "hollow plain", 9);
        if (label > 0) right.dot(...place, "a", 5); else right.cross(...place, "b");
      });
      for (const above of [false, true]) {
        for (const {line} of lines.filter(piece => piece.above === above)) right.line(line.map(seen), above ? "a thin solid" : "b thin");
        marks(above);
        if (!above) level();
      }
      const known = !fresh && bound > 0 && bound < Infinity, limit = fresh ? 100 : known ? bound : most;
      const strip = stage.panel({box: [0, stage.narrow ? 0.95 : 0.91, 1, 1], x: [0, limit], y: [0, 1], bare: true});
      strip.segment([0, 0], [limit, 0], "faint");
      strip.line([[0, 0], [updates, 0]], "a solid thick");
      strip.text(0, 0, `updates: ${updates}${state.record ? ` (record: ${state.record})` : ""}`, {kind: "a", dy: -7});
      if (known) strip.text(limit, 0, `never more than ${Math.floor(bound + 1e-9)}`, {anchor: "end", dy: -7});
    },
    says({points, kernel}, {square, gamma, bound, updates, wrong, all}, fresh) {
      const so = count => `${count} update${count === 1 ? "" : "s"}`, ringed = wrong === 1 ? "one point is" : `${wrong} points are`;
      const now = `${so(updates)}${wrong ? ` so far, and ${ringed} on the wrong side, with a ring${wrong > 1 ? " (the wide one is next)" : ""}.` : ": every dot is above the level, every cross below."}`;
      if (fresh) return `${now} The height of the sheet is ⟨w, ψ(x)⟩: above the level the Perceptron says dot, below it cross.`;
      if (kernel === NONE) return `${now} Here X = 0, and (X/γ)² would allow no update at all. But no features have these inner products: the theorem says nothing.${wrong && updates >= most ? " The picture stops counting here: as K(x, x) = 0, it updates always for the same point." : ""}`;
      if (gamma === 0) return `${now} ${all < Infinity ? "The margin is below a thousandth of X: the theorem allows over a million." : "No such sheet parts dots and crosses, or its margin is below a thousandth of X: nothing promises that this will end, or not within a million updates."}${wrong && updates >= most ? " The picture stops counting here." : ""}`;
      const stopped = wrong && updates >= most ? " Here the picture stops counting, but the Perceptron would end." : "";
      return `${now}${stopped} The longest feature vector has length X = ${figures(Math.sqrt(square), 4)}; the best sheet (of a vector of length 1) gives every point a score of at least γ = ${figures(gamma, 4)} on its side: never more than (X/γ)², ${so(Math.floor(bound + 1e-9))}, in whichever order.${wrong || updates > bound / 3 ? "" : " As many only if each update were as bad as can be."}`;
    },
  });
})();
