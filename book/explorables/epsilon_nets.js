/* Bottles in a lake: the heaviest rectangle that all of them missed, and on how many trips a heavy one is missed. */
"use strict";
(() => {
  const POINTS = 200, TRIPS = 50, HEAVY = 0.15;

  /* The lake: equally likely points, the same for ever. */
  const lake = (() => { const state = {seed: 7}; return upTo(POINTS).map(() => [random(state), random(state)]); })();

  /* The bottles of a trip, as numbers of points of the lake: a longer trip begins like a shorter one. */
  function bottles(seed, n) {
    const state = {seed: 1000 * seed};
    return upTo(n).map(() => Math.floor(POINTS * random(state)));
  }

  /* The heaviest open rectangle without a bottle: between two verticals, the fullest gap of heights. */
  const upwards = [...lake].sort((a, b) => a[1] - b[1]), across = Float64Array.from(upwards, point => point[0]);
  function missedRectangle(sample, most = -1) {          /* one with more points than these, or null */
    const bottle = new Set(sample.map(i => lake[i])), isBottle = Uint8Array.from(upwards, point => bottle.has(point));
    const edges = [-0.01, ...new Set(sample.map(i => lake[i][0])), 1.01].sort((a, b) => a - b);
    const rows = new Uint8Array(POINTS);                  /* the points between the verticals, from below */
    let found = null;
    for (const left of edges) {
      let kept = 0;
      for (let k = 0; k < POINTS; k++) if (across[k] > left) rows[kept++] = k;
      for (let j = edges.length - 1; edges[j] > left && kept > most; j--) {
        const right = edges[j], before = kept;
        let count = 0, from = -1;
        kept = 0;
        for (let r = 0; r <= before; r++) {
          const k = r < before ? rows[r] : POINTS;
          if (k < POINTS && across[k] >= right) continue;
          if (k === POINTS || isBottle[k]) {
            if (count > most) { most = count; found = [left, right, from, k]; }
            count = 0;
            from = k;
          } else count += 1;
          if (k < POINTS) rows[kept++] = k;
        }
      }
    }
    if (found === null) return null;
    const height = k => k < 0 ? -0.01 : k === POINTS ? 1.01 : upwards[k][1];
    return {count: most, low: [found[0], height(found[2])], high: [found[1], height(found[3])]};
  }

  const heaviest = remember(({n, seed}) => missedRectangle(bottles(seed, n)));

  /* The heaviest zone of the kind that all bottles missed, as a share of the lake. */
  const missed = (kind, sample) => (kind === 0 ? missedRectangle(sample).count : kind === 1 ? marked(sample) : POINTS - new Set(sample).size) / POINTS;
  /* One rectangle that was marked on the map before the trip, 15 % of the lake or a little more. */
  const inMark = ([x, y]) => x > 0.3 && x < 0.72 && y > 0.25 && y < 0.63;
  const mark = lake.filter(inMark).length;
  const marked = sample => sample.some(i => inMark(lake[i])) ? 0 : mark;

  const heavy = (kind, sample) => kind === 0 ? missedRectangle(sample, HEAVY * POINTS - 1) !== null : missed(kind, sample) >= HEAVY;

  /* On how many of so many trips a zone of 15 per cent or more was missed; counted once, as the tries stay in the picture. */
  const counted = new Map();
  function misses(kind, n, seed, trips) {
    const key = [kind, n, seed, trips].join();
    if (!counted.has(key)) counted.set(key, upTo(trips).filter(trip => heavy(kind, bottles(seed + trip, n))).length);
    return counted.get(key);
  }

  explorable({
    name: "epsilon_nets",
    controls: {
      n: {label: "bottles", from: 1, to: 120, step: 1, at: 20},
      kind: {label: "zones", choices: ["all rectangles", "one, marked before the trip", "any shape at all"], at: 0},
    },
    start: {trips: 0, tries: [[0, 20, 1]]},
    guess: {
      label: "Twenty bottles. How heavy is the heaviest rectangle without a bottle inside, in per cent of the two hundred places?", from: 0, to: 60, step: 1, at: 15,
      answer: ({share}) => 100 * share,
      tells: (guess, truth) => `You say ${guess} per cent; on the first trip with twenty bottles it is ${figures(truth)}. How many bottles, until hardly any trip misses 15 per cent or more?`,
    },
    buttons: {
      "Another trip": state => { state.seed += 1; state.trips = 0; },
      "Fifty trips": state => {
        const {kind, n, seed, tries} = state;
        state.trips = TRIPS;
        state.tries = [...tries.filter(one => one[0] !== kind || one[1] !== n), [kind, n, seed]].slice(-60);
      },
    },
    changed: state => { state.trips = 0; },
    numbers({n, kind, seed, trips}) {
      return {share: kind === 0 ? heaviest({n, seed}).count / POINTS : missed(kind, bottles(seed, n)), heavy: misses(kind, n, seed, trips)};
    },
    heights: [350, 660],
    draw(stage, {n, kind, seed, tries}, {share}) {
      const panel = stage.panel({box: stage.narrow ? [0, 0.05, 1, 0.54] : [0, 0.08, 0.52, 1], x: [-0.01, 1.01], y: [-0.01, 1.01], square: true, bare: true}), sample = bottles(seed, n);
      const rectangle = (low, high, kind) => panel.area([low, [high[0], low[1]], high, [low[0], high[1]]], kind);
      if (kind === 2) rectangle([-0.01, -0.01], [1.01, 1.01], "b");
      if (kind === 1) rectangle([0.3, 0.25], [0.72, 0.63], share > 0 ? "b" : "c");
      if (kind === 0) { const {low, high} = heaviest({n, seed}); rectangle(low, high, share >= HEAVY ? "b" : "c"); }
      lake.forEach(([x, y]) => panel.dot(x, y, "faint", 2.5));
      sample.forEach(i => panel.dot(...lake[i], "a", 4.5));
      const words = kind === 1 && share === 0 ? "hit" : `missed: ${figures(100 * share)} per cent${share < HEAVY ? ", too light to count" : ""}`;
      panel.text(0, 1.01, words, {kind: share >= HEAVY ? "b" : "c", dy: -9});
      const right = stage.panel({box: stage.narrow ? [0, 0.56, 1, 1] : [0.53, 0, 1, 1], x: [-4, 124], y: [-1.5, TRIPS + 2], xLabel: "bottles",
        yLabel: "how many trips of fifty miss 15 per cent"});
      for (const [zones, count, first] of tries) {
        const height = misses(zones, count, first, TRIPS);
        if (zones === 2) right.cross(count, height, "plain", 4); else right.dot(count, height, zones ? "hollow c" : "b", zones ? 6 : 5);
      }
      [["● all rectangles", "b"], ["○ the marked one", "c"], ["× any shape", "plain"]].forEach(([words, kind], i) =>
        right.text(124, TRIPS + 2, words, {kind, anchor: "end", dx: -4, dy: 42 + 18 * i}));
    },
    says({n, kind, trips}, {share, heavy}) {
      const zone = ["The heaviest rectangle", "The marked rectangle", "The heaviest zone, the whole lake but for the bottles,"][kind], places = `${Math.round(POINTS * share)} of the ${POINTS} places`;
      const now = kind === 1 && share === 0 ? `The marked rectangle, with ${mark} of the ${POINTS} places, was hit.`
        : `${zone} that ${n === 1 ? "the one bottle" : `all ${n} bottles`} missed holds ${places}, ${figures(100 * share)} per cent.`;
      return trips ? `${now} Of fifty trips, ${heavy || "none"} missed ${kind === 1 ? "it" : "a zone of 15 per cent or more"}.` : now;
    },
  });
})();
