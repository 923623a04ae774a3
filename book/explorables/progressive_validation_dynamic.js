/* Which version of a learner to hand over, as the slides come in: the mean loss of each on the slides after it, its margin, its risk. */
"use strict";
(() => {
  const FEWEST = 100, SLIDES = 1000, SAMPLES = 100, DELTA = 0.05, TOP = 1.25;
  const margin = (n, tested) => Math.sqrt(Math.log(2 * n / DELTA) / (2 * tested));

  /* One lot after the other: those of the next slides while the hand rests. */
  const kept = new Map();
  function lot(seed, i) {
    if (!kept.has(seed)) {
      if (kept.size > 3) kept.clear();
      kept.set(seed, []);
    }
    const lots = kept.get(seed), state = {seed: seed + 1000 * i};
    if (!lots[i]) {
      lots[i] = new Float64Array(SLIDES);
      for (let t = 0; t < SLIDES; t++) lots[i][t] = random(state);
    }
    return lots[i];
  }
  let resting = false;
  function ahead({seed}) {
    if (resting || !globalThis.requestIdleCallback) return;
    let i = 0;
    const go = left => {
      while (i < SAMPLES && left.timeRemaining() > 2) lot(seed + 1, i++);
      if (resting = i < SAMPLES) requestIdleCallback(go);
    };
    resting = true;
    requestIdleCallback(go);
  }
  const samples = remember(({kinds, seed}) => upTo(SAMPLES).map(i => {
    const lots = lot(seed, i), drawn = new Uint16Array(SLIDES);
    for (let t = 0; t < SLIDES; t++) drawn[t] = kinds * lots[t];             /* rounded down */
    return drawn;
  }));

  /* One sample.  The learner knows each kind of tissue that it has seen; the fire takes all its notes.  Version t, from 0, was made from
     the slides before slide t: its risk, and its mean loss on the n - t slides from there on.  The least claim is chosen, a score or a
     mean; the least risk plus two margins is promised. */
  function choose(drawn, {kinds, n, fire, bare}, margins, curves) {
    const known = new Uint8Array(kinds), ahead = new Int32Array(kinds);
    for (let t = 0; t < n; t++) ahead[drawn[t]] += 1;
    let wrong = n, missing = kinds;                       /* slides ahead, and kinds, that the version in use does not know */
    let chosen = 0, least = Infinity, riskThere = 1, promise = Infinity;
    for (let t = 0; t < n; t++) {
      if (t === fire) { known.fill(0); wrong = n - t; missing = kinds; }
      const mean = wrong / (n - t), risk = missing / kinds, claim = bare ? mean : mean + margins[t], limit = risk + 2 * margins[t], kind = drawn[t];
      if (claim < least) { least = claim; chosen = t; riskThere = risk; }
      if (limit < promise) promise = limit;
      if (curves) curves.push({t: t + 1, mean, score: mean + margins[t], risk, limit});
      if (!known[kind]) { wrong -= ahead[kind]; missing -= 1; }
      known[kind] = 1;
      ahead[kind] -= 1;
    }
    return {version: chosen + 1, claim: least, risk: riskThere, promise};
  }

  const all = remember(state => {
    const {n, kinds, seed} = state, margins = upTo(n).map(t => margin(n, n - t)), curves = [];
    return {curves, runs: samples({kinds, seed}).map((drawn, i) => choose(drawn, state, margins, i === 0 && curves))};
  });

  explorable({
    name: "progressive_validation_dynamic",
    controls: {
      n: {label: "slides so far", from: FEWEST, to: SLIDES, step: 10, at: 400},
      kinds: {label: "kinds of tissue", from: 50, to: 400, step: 50, at: 300},
      bare: {label: "choose by the mean, without its margin", toggle: true, at: false},
    },
    start: {fire: SLIDES},
    guess: {
      label: "The learner knows each of 300 kinds of tissue once it has seen it. A version's score is its share of errors on later slides plus a margin. After 1000 slides, which version has the least?",
      from: 1, to: SLIDES, step: 1, at: 500,
      answer: (_, state) => all({...state, n: SLIDES}).runs[0].version,
      then: state => { state.n = SLIDES; },
      tells: (guess, truth) => `You say version ${guess}; it is version ${truth}, the ring${Math.abs(guess - truth) < 30 ? ": well guessed" : ""}. Now pull the fire; or press Play, and see the slides come in.`,
    },
    buttons: {
      "Next slides": state => {
        state.n = state.n >= SLIDES ? FEWEST : Math.min(SLIDES, state.n + 10);
        return state.n < SLIDES;
      },
      "Other slides": state => { state.seed += 1; },
    },
    plays: "Next slides",
    pace: 200,
    numbers(state) {
      const {curves, runs} = all(state), [{version, risk, promise}] = runs, {mean, score} = curves[version - 1];
      return {version, mean, score, risk, promise, low: runs.filter(one => one.claim < one.risk).length, broken: runs.filter(one => one.risk > one.promise).length};
    },
    heights: [390, 400],
    draw(stage, state, {version, mean, score, risk, promise}, fresh) {
      ahead(state);
      const {n, bare, fire} = state, shown = all(state).curves.filter(({t}) => t % 4 === 1 || t > n - 24);
      const panel = stage.panel({box: [0, stage.narrow ? 0.09 : 0.03, 1, 1], x: [0, 1.03 * SLIDES], y: [-0.04, TOP], xLabel: "the round in which the version was used"});
      const curve = (name, kind) => panel.line(shown.map(one => [one.t, one[name]]), kind);
      panel.segment([fire, 0], [fire, TOP], "faint");
      curve("mean", "b");
      curve("limit", "c");
      curve("score", "a");
      curve("risk", "plain");
      if (!fresh) {
        if (promise < TOP) {
          panel.segment([0, promise], [SLIDES, promise], "c thin");
          panel.text(n < 850 ? SLIDES : 0, promise, "promise", {kind: "c", anchor: n < 850 ? "end" : "start", dx: n < 850 ? -6 : 6, dy: 15});
        }
        panel.segment([version, risk], [version, bare ? mean : score], "faint");
        panel.dot(version, bare ? mean : score, `hollow ${bare ? "b" : "a"}`, 8);
        panel.dot(version, risk, "plain", 6);
      }
      if (fire >= 200) panel.text(fire, 0.94 * TOP, fire < n ? "fire" : fire < SLIDES ? "no fire yet" : "no fire", {anchor: "end", dx: -14, dy: 5});
      panel.handle("fire", {x: fire, y: 0.94 * TOP, name: "after which slide a fire burns all notes", kind: "plain", reads: fire < SLIDES ? `after slide ${fire}` : "no fire",
        move: (x, _, [way]) => {                          /* a key moves it by 20 slides, or by 10 */
          const to = way ? fire + way * (Math.abs(x - fire) > 10 ? 20 : 10) : 10 * Math.round(x / 10);
          state.fire = Math.max(10, Math.min(SLIDES, to));
        }});
      const words = [["mean loss", "b", 0, 0], ["score: mean plus margin", "a", 80, 0], ["true risk", "plain", stage.narrow ? 0 : 258, 1], ["risk plus two margins", "c", stage.narrow ? 80 : 332, 1]];
      words.forEach(([name, kind, dx, row]) => panel.text(0, TOP, name, {kind, dx, dy: stage.narrow ? -26 + 17 * row : -9}));
    },
    says({n, bare, fire}, {version, mean, score, risk, promise, low, broken}, fresh) {
      if (fresh) {
        return "Version t is the learner just before slide t. Orange is its share of errors on the slides from there on. " +
          "Its score adds the margin √(ln(2T/δ) / (2·slides left)), with T slides in all and δ = .05. The least score is chosen.";
      }
      const what = bare ? "mean" : "score", burnt = version > fire && fire < n ? ", made after the fire and" : "", tested = n - version;
      const verdict = promise > 1 ? "above 1, and says nothing" : `${figures(promise)}: ${risk > promise ? "broken" : "kept"}`;
      const why = risk > promise ? bare ? " It was lucky on few slides." : " That was bad luck."
        : fire >= n ? fire < SLIDES ? " The fire comes after these slides." : bare ? " Drag the fire to some 100 slides before the last." : ""
          : version <= fire && !bare ? " The fire came later: the versions before it keep their scores. And by the mean?" : "";
      return `Least ${what}, ${figures(bare ? mean : score)} (ring): version ${version}${burnt} tested on ${tested ? `the last ${tested + 1} slides` : "the last slide alone"}. Its true risk is ${figures(risk)} (dot). ` +
        `The promise, the least risk plus two margins, is ${verdict}.${why} Of 100 samples, ${broken || "none"} break${broken === 1 ? "s" : ""} it; ` +
        (bare ? `the theorem makes it for scores only, and in ${low || "none"} the mean is below the truth.` : `in ${low || "none"} the score is below the truth. The theorem allows 5 on average with either.`);
    },
  });
})();
