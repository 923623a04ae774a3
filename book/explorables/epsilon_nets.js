/* Bottles in a lake: the largest zone that all of them missed, and on how many trips a heavy one is missed. */
"use strict";
(() => {
  const MOST = 1000, KEPT = 100, SURE = 0.05, LEAST = 0.1, LAKE = {low: [0, 0], high: [1, 1]}, [STRIPS, MARKED, ANY] = [1, 2, 3], dimension = [4, 2];

  /* The bottles of a trip, [x, y]; a longer one begins like a shorter one. */
  function bottles(seed, n, west) {
    const lot = {seed: 1000 * seed};
    return upTo(n).map(() => [random(lot) * (west ? 0.5 : 1), random(lot)]);
  }

  /* The largest rectangle without a point, at least as large as the one that is known; the points come from west to east.  Its left or its
     right side has a point on it, or it reaches from shore to shore. */
  function largest(points, found = null) {
    let most = area(found);
    const offer = (left, low, right, high) => {
      const area = Math.abs((right - left) * (high - low));
      if (area > most) { most = area; found = {low: [Math.min(left, right), low], high: [Math.max(left, right), high]}; }
    };
    const heights = [0, ...points.map(point => point[1]).sort((a, b) => a - b), 1];
    for (let i = 1; i < heights.length; i++) offer(0, heights[i - 1], 1, heights[i]);
    for (const [way, shore] of [[1, 1], [-1, 0]]) points.forEach(([x, y], i) => {
      let [low, high] = [0, 1], j = i + way;
      for (; points[j] && Math.abs(shore - x) * (high - low) > most; j += way) {
        const [next, height] = points[j];
        offer(x, low, next, high);
        if (height > y) high = Math.min(high, height); else low = Math.max(low, height);
      }
      if (!points[j]) offer(x, low, shore, high);
    });
    return found;
  }

  function widest(points) {
    const edges = [0, ...points.map(point => point[0]), 1], gaps = edges.slice(1).map((edge, i) => edge - edges[i]), i = gaps.indexOf(Math.max(...gaps));
    return {low: [edges[i], 0], high: [edges[i + 1], 1]};
  }

  const marked = ([[a, b], [c, d]]) => ({low: [Math.min(a, c), Math.min(b, d)], high: [Math.max(a, c), Math.max(b, d)]});
  const within = ({low, high}) => ([x, y]) => low[0] < x && x < high[0] && low[1] < y && y < high[1];
  const area = zone => zone ? (zone.high[0] - zone.low[0]) * (zone.high[1] - zone.low[1]) : 0;

  /* The largest part of a rectangle that a point in it leaves free. */
  function rest({low: [a, b], high: [c, d]}, [x, y]) {
    const parts = [{low: [a, b], high: [x, d]}, {low: [x, b], high: [c, d]}, {low: [a, b], high: [c, y]}, {low: [a, y], high: [c, d]}];
    return parts.reduce((one, other) => area(other) > area(one) ? other : one);
  }

  /* The largest zone that all bottles missed, and yours if it is in the lake; null if there is none. */
  const inLake = within(LAKE);
  const missed = remember(({n, kind, west, seed, own, mark}) => {
    const points = bottles(seed, n, west), zone = marked(mark);
    if (kind === MARKED) return points.some(within(zone)) ? null : zone;
    if (kind === ANY) return LAKE;
    if (inLake(own)) points.push(own);
    points.sort((one, other) => one[0] - other[0]);
    return kind === STRIPS ? widest(points) : largest(points);
  });
  const look = ({exponent, kind, west, seed, own, mark}) => missed({n: count(exponent), kind, west, seed, own, mark});
  const count = exponent => Math.round(10 ** exponent);

  /* What a trip misses as it goes on, [[bottles, area], ...], until it is too little to be heavy; what 300 bottles have missed,
     the others miss as well.  Worked out once; only a bottle in the largest zone can change it. */
  const known = new Map();
  function course({kind, west, mark}, seed) {
    const key = [kind, west, seed, kind === MARKED ? mark : ""].join();
    if (!known.has(key)) {
      if (known.size > 1000) known.clear();
      const lot = {seed: 1000 * seed}, points = [];
      let zone = kind === MARKED ? marked(mark) : LAKE;
      const found = [[0, area(zone)]];
      for (let n = 1; n <= 300 && area(zone) >= LEAST && kind !== ANY; n++) {
        const [x, y] = [random(lot) * (west ? 0.5 : 1), random(lot)];
        let i = n - 1;
        while (i > 0 && points[i - 1][0] > x) i--;
        points.splice(i, 0, [x, y]);
        if (!within(zone)([x, y])) continue;
        zone = kind === MARKED ? null : kind === STRIPS ? widest(points) : largest(points, rest(zone, [x, y]));
        found.push([n, area(zone)]);
      }
      known.set(key, found);
    }
    return known.get(key);
  }
  /* Of each trip, the number of bottles from which on it misses no heavy zone. */
  const worked = remember(state => upTo(state.trips).map(i => (course(state, state.seed - i).find(one => one[1] < state.heavy / 100) || [Infinity])[0]));
  const made = ({kind, west, mark, seed, trips, heavy}) => worked({kind, west, mark, seed, trips, heavy});

  /* What is promised of the probability that n bottles miss a heavy zone. */
  function promise({kind, heavy, west}, n) {
    const epsilon = heavy / 100;
    if (west || kind === ANY) return Infinity;
    if (kind === MARKED) return (1 - epsilon) ** n;
    let traces = 0, choose = 1;
    for (let i = 0; i <= dimension[kind]; i++) { traces += choose; choose *= (2 * n - i) / (i + 1); }
    return 2 * traces * 2 ** (-epsilon * n / 2);
  }
  /* From so many bottles on at most a twentieth of your trips missed a heavy zone. */
  const needed = state => state.trips ? [...made(state)].sort((a, b) => b - a)[Math.floor(SURE * state.trips)] : 0;
  function enough(state) {
    let n = 1;
    while (promise(state, n) > SURE) { if (n > 10 * MOST) return Infinity; n += 1; }
    return n;
  }

  const sail = count => state => { state.seed += count; state.trips = Math.min(KEPT, state.trips + count); };

  explorable({
    name: "epsilon_nets",
    controls: {
      exponent: {label: "bottles", from: 0, to: 3, step: 0.05, at: 1.3, shows: value => String(count(value))},
      heavy: {label: "heavy: at least", from: 100 * LEAST, to: 40, step: 1, at: 15, shows: value => `${value} %`},
      kind: {label: "zones", choices: ["all rectangles", "all strips from north to south", "one rectangle, marked by you", "any shape at all"], at: 0},
      west: {label: "the boat stays in the western half", toggle: true, at: false},
    },
    start: {trips: 1, own: [1.07, 1.07], mark: [[0.3, 0.25], [0.72, 0.63]]},
    guess: {
      label: "Twenty bottles are filled at random places of a square lake. Of all rectangles without a bottle inside take the largest. How much of the lake does it hold, in per cent?",
      from: 0, to: 60, step: 1, at: 5,
      answer: ({share}) => 100 * share,
      tells: (guess, truth) => `You say ${guess} per cent; on this trip it is ${figures(truth)}. How many bottles, until hardly any trip misses a rectangle with 15 per cent or more? Press “Twenty trips”, and look where the orange line falls.`,
    },
    buttons: {"Another trip": sail(1), "Twenty trips": sail(20)},
    plays: "Another trip",
    pace: 300,
    numbers(state) {
      const n = count(state.exponent);
      return {share: area(look(state)), missed: made(state).filter(from => from > n).length, bound: promise(state, n), enough: enough(state), half: enough({...state, heavy: state.heavy / 2}), needed: needed(state)};
    },
    heights: [370, 690],
    draw(stage, state, {share, missed, bound}, fresh) {
      const {exponent, kind, heavy, west, seed, own, mark, trips} = state, n = count(exponent), zone = look(state), counts = share >= heavy / 100;
      const panel = stage.panel({box: stage.narrow ? [0, 0.03, 1, 0.52] : [0, 0.06, 0.52, 1], x: [-0.1, 1.1], y: [-0.1, 1.1], square: true, bare: true});
      const rectangle = ({low, high}, kind, line) => {
        const corners = [low, [high[0], low[1]], high, [low[0], high[1]]];
        if (kind) panel.area(corners, kind);
        panel.line([...corners, low], line);
      };
      rectangle(LAKE, "", "plain");
      if (!fresh && kind === MARKED) rectangle(marked(mark), counts ? "b" : "plain", counts ? "b" : "plain");
      else if (!fresh && zone) rectangle(zone, counts ? "b" : "plain", counts ? "b" : "plain");
      panel.dots(bottles(seed, n, west), "a", n > 200 ? 2.5 : 4.5);
      if (kind === MARKED) mark.forEach((corner, i) => panel.handle(`corner ${i}`, {x: corner[0], y: corner[1], name: `corner ${i + 1} of the marked rectangle`, kind: "plain",
        move: (x, y) => { state.mark[i] = [x, y].map(one => Math.min(1, Math.max(0, one))); state.trips = 0; }}));
      if (kind < MARKED) {
        panel.handle("own", {x: own[0], y: own[1], name: "your own bottle", kind: "c", move: (x, y) => { state.own = [x, y]; }});
        if (!inLake(own)) panel.text(...own, "drag me in", {kind: "c", anchor: own[0] > 0.5 ? "end" : "start", dx: own[0] > 0.5 ? -13 : 13, dy: 5});
      }
      if (!fresh) panel.text(0, 1, kind === MARKED && !zone ? "hit" : `missed: ${figures(100 * share)} %${counts ? "" : ", not heavy"}`, {kind: counts ? "b" : "plain", dy: -9});
      const right = stage.panel({box: stage.narrow ? [0, 0.58, 1, 1] : [0.52, 0.1, 1, 1], x: [1, MOST], y: [0, 1.02], logX: true, xLabel: "bottles"});
      right.text(1, 1.02, "share of the trips that miss a heavy zone", {dx: -36, dy: -30});
      [...(bound < Infinity ? [["promised", "a", -36]] : []), ...(fresh ? [] : [["your trips", "b", 34]]), ...(kind === MARKED ? [] : [["one marked zone", "c", 106]])].forEach(([words, kind, dx]) => right.text(1, 1.02, words, {kind, dx, dy: -11}));
      right.segment([n, 0], [n, 1.02], "faint");
      if (kind !== MARKED) right.curve(bottles => promise({kind: MARKED, heavy}, bottles), "c");
      if (bound < Infinity) right.curve(bottles => Math.min(1, promise(state, bottles)), "a", 600);
      if (!fresh && trips) {
        const steps = made(state).map(from => Math.min(from, MOST)).sort((a, b) => a - b);
        const left = from => made(state).filter(one => one > from).length / trips;
        right.line([[1, left(1)], ...steps.filter(from => from > 1).flatMap(from => [[from, left(from - 1)], [from, left(from)]]), [MOST, left(MOST)]], "b thick");
        right.dot(n, missed / trips, "b", 6);
      }
    },
    says(state, {share, missed, bound, enough, half, needed}, fresh) {
      const {exponent, kind, heavy, west, own, mark, trips} = state, n = count(exponent), all = n === 1 ? "the one bottle" : `all ${n} bottles`, percent = value => `${figures(100 * value)} per cent`;
      if (fresh) return "The square is the lake, each point a bottle. Which rectangle would you draw between the bottles? A bottle on its edge lies outside.";
      const now = kind === ANY ? `The whole lake but for the ${n === 1 ? "bottle" : `${n} bottles`} is a zone, too, and no bottle lies in it.`
        : kind === MARKED ? `The marked rectangle, ${percent(area(marked(mark)))} of the lake, was ${share ? "missed" : "hit"}.`
        : `The largest ${kind === STRIPS ? "strip" : "rectangle"} that ${all}${inLake(own) ? " and your own" : ""} missed holds ${percent(share)} of the lake.`;
      const seen = trips === 0 ? " You have marked it after the trip, when one can look for a free place: make new trips."
        : kind === MARKED && area(marked(mark)) < heavy / 100 ? "" : ` On ${missed || "none"} of ${trips === KEPT ? `the last ${trips}` : trips} trip${trips === 1 ? "" : "s"} ${kind === MARKED ? "it" : "a heavy zone"} was missed${kind < MARKED && inLake(own) ? ", without your own" : ""}.`;
      const promised = west ? "The bottles don't come from where the water is: nothing is promised."
        : kind === ANY ? "Such zones cut any number of points in every way, D = ∞: nothing is promised, however many bottles."
        : kind === MARKED && area(marked(mark)) < heavy / 100 ? "It isn't heavy: nothing is promised for it."
        : kind === MARKED ? `Promised is a probability of at most (1 − ε)ⁿ = ${percent(bound)}; from ${enough} bottles on, 5 per cent.${trips && missed / trips > bound ? " (More is chance: so few trips scatter.)" : ""}`
        : `Promised (blue): ${bound >= 1 ? "nothing yet" : `at most ${percent(bound)}`}; from ${enough} bottles on 5 per cent, wherever the water is (for zones half as heavy from ${half}).${trips < 20 || needed > MOST ? ""
          : ` Your trips come down to 5 per cent at ${needed}.`} D = ${dimension[kind]}: ${kind === STRIPS ? "strips cut two points in every way, but no three" : "rectangles cut four points in every way, but no five"}.`;
      return `${now}${seen} ${promised}`;
    },
  });
})();
