/* Bottles in a lake: the heaviest rectangle that all of them missed, and how often a heavy one is missed on many trips. */
"use strict";
(() => {
  const POINTS = 200, TRIPS = 100, HEAVY = 0.15;

  /* The lake: equally likely points, the same for ever. */
  const lake = (() => { const state = {seed: 7}; return upTo(POINTS).map(() => [random(state), random(state)]); })();

  /* The bottles of a trip, as numbers of points of the lake: a longer trip begins like a shorter one. */
  function bottles(seed, n) {
    const state = {seed: 1000 * seed};
    return upTo(n).map(() => Math.floor(POINTS * random(state)));
  }

  /* The heaviest open rectangle without a bottle: between two verticals, the fullest gap of heights. */
  const upwards = [...lake].sort((a, b) => a[1] - b[1]), across = Float64Array.from(upwards, point => point[0]);
  function missedRectangle(sample) {
    const bottle = new Set(sample.map(i => lake[i])), isBottle = Uint8Array.from(upwards, point => bottle.has(point));
    const edges = [-0.01, ...new Set(sample.map(i => lake[i][0])), 1.01].sort((a, b) => a - b);
    let most = -1, found = null;
    for (let i = 0; i < edges.length; i++) for (let j = i + 1; j < edges.length; j++) {
      const left = edges[i], right = edges[j];
      let count = 0, from = -1;
      for (let k = 0; k <= POINTS; k++) {
        const inside = k < POINTS && across[k] > left && across[k] < right;
        if (k === POINTS || (inside && isBottle[k])) {
          if (count > most) { most = count; found = [left, right, from, k]; }
          count = 0;
          from = k;
        } else if (inside) count += 1;
      }
    }
    const height = k => k < 0 ? -0.01 : k === POINTS ? 1.01 : upwards[k][1];
    return {count: most, low: [found[0], height(found[2])], high: [found[1], height(found[3])]};
  }

  /* The heaviest zone of the kind that all bottles missed, as a share of the lake. */
  const missed = (kind, sample) => (kind === 0 ? missedRectangle(sample).count : kind === 1 ? marked(sample) : POINTS - new Set(sample).size) / POINTS;
  /* One rectangle that was marked on the map before the trip, 15 % of the lake or a little more. */
  const inMark = ([x, y]) => x > 0.3 && x < 0.72 && y > 0.25 && y < 0.61;
  const mark = lake.filter(inMark).length;
  const marked = sample => sample.some(i => inMark(lake[i])) ? 0 : mark;

  explorable({
    name: "epsilon_nets",
    controls: {
      n: {label: "bottles", from: 1, to: 50, step: 1, at: 20},
      kind: {label: "zones", choices: ["all rectangles", "one, marked before the trip", "any shape at all"], at: 0},
    },
    start: {trips: 0},
    guess: {
      label: "Twenty bottles, and every rectangle is a zone. How heavy is the heaviest one that they missed, in per cent of the lake?", from: 0, to: 60, step: 1, at: 15,
      answer: ({share}) => 100 * share,
      tells: (guess, truth) => `You say ${guess} per cent; on this trip it is ${figures(truth)}. How many bottles, until no rectangle of 15 per cent is missed?`,
    },
    buttons: {
      "Another trip": state => { state.seed += 1; state.trips = 0; },
      "A hundred trips": state => { state.trips = TRIPS; },
    },
    changed: state => { state.trips = 0; },
    numbers({n, kind, seed, trips}) {
      let heavy = 0;
      for (let trip = 0; trip < trips; trip++) heavy += missed(kind, bottles(seed + trip, n)) >= HEAVY;
      return {share: missed(kind, bottles(seed, n)), heavy};
    },
    heights: [400, 380],
    draw(stage, {n, kind, seed}, {share}) {
      const panel = stage.panel({x: [-0.01, 1.01], y: [-0.01, 1.01], square: true, bare: true}), sample = bottles(seed, n);
      const rectangle = (low, high, kind) => panel.area([low, [high[0], low[1]], high, [low[0], high[1]]], kind);
      if (kind === 2) rectangle([-0.01, -0.01], [1.01, 1.01], "b");
      if (kind === 1) rectangle([0.3, 0.25], [0.72, 0.61], share > 0 ? "b" : "c");
      if (kind === 0) { const {low, high} = missedRectangle(sample); rectangle(low, high, share >= HEAVY ? "b" : "c"); }
      lake.forEach(([x, y]) => panel.dot(x, y, "faint", 2.5));
      sample.forEach(i => panel.dot(...lake[i], "a", 5));
    },
    says({n, kind, trips}, {share, heavy}) {
      const zone = ["The heaviest rectangle", "The marked rectangle", "The heaviest zone, the whole lake but for the bottles,"][kind];
      const now = kind === 1 && share === 0 ? "The marked rectangle was hit." : `${zone} that ${n === 1 ? "the one bottle" : `all ${n} bottles`} missed holds ${figures(100 * share)} per cent of the lake.`;
      return trips ? `${now} On a hundred trips a zone of 15 per cent or more was missed ${heavy} times.` : now;
    },
  });
})();
