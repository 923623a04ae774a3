/* Which version of a learner to hand over, as the slides come in: the mean loss of each on the slides after it, its margin, its risk. */
"use strict";
(() => {
  const FEWEST = 100, SLIDES = 1000, DELTA = 0.05, FIRE = 500, TOP = 1.25;
  const TISSUES = [{kinds: 300}, {kinds: 100}, {kinds: 200, burns: true}];

  const slides = remember(({kinds, seed}) => {
    const state = {seed};
    return upTo(SLIDES).map(() => Math.floor(kinds * random(state)));
  });

  /* The learner knows each kind of tissue that it has seen; the fire takes all its notes.  Version t, from 0, was made from the slides
     before slide t: its risk, and its mean loss on the n - t slides from there on. */
  function versions({tissue, n, seed}) {
    const {kinds, burns} = TISSUES[tissue], drawn = slides({kinds, seed}), known = Array(kinds).fill(false), ahead = Array(kinds).fill(0);
    for (let t = 0; t < n; t++) ahead[drawn[t]] += 1;
    let wrong = n, missing = kinds;                       /* slides ahead, and kinds, that the version in use does not know */
    const means = [], risks = [];
    for (let t = 0; t < n; t++) {
      if (burns && t === FIRE) {
        known.fill(false);
        wrong = n - t;
        missing = kinds;
      }
      means.push(wrong / (n - t));
      risks.push(missing / kinds);
      const kind = drawn[t];
      if (!known[kind]) { wrong -= ahead[kind]; missing -= 1; }
      known[kind] = true;
      ahead[kind] -= 1;
    }
    return {means, risks};
  }
  const margin = (n, tested) => Math.sqrt(Math.log(2 * n / DELTA) / (2 * tested));
  const least = list => list.reduce((best, value, i) => value < list[best] ? i : best, 0);

  const all = remember(state => {
    const {n, bare} = state, {means, risks} = versions(state), margins = upTo(n).map(t => margin(n, n - t));
    const scores = means.map((mean, t) => mean + margins[t]), chosen = least(bare ? means : scores);
    return {means, risks, scores, chosen, promise: Math.min(...risks.map((risk, t) => risk + 2 * margins[t]))};
  });

  explorable({
    name: "progressive_validation_dynamic",
    controls: {
      n: {label: "slides so far", from: FEWEST, to: SLIDES, step: 10, at: 400},
      tissue: {label: "the tissue", at: 0, choices: ["300 kinds", "100 kinds", "200 kinds; a fire after slide 500"]},
      bare: {label: "choose by the mean, without its margin", toggle: true, at: false},
    },
    guess: {
      label: "300 kinds, 1000 slides: which of the 1000 versions has the least score, mean plus margin?", from: 1, to: SLIDES, step: 1, at: 500,
      answer: (_, state) => all({...state, n: SLIDES}).chosen + 1,
      tells: (guess, truth) => `You say version ${guess}; it is version ${truth}. Press Play, and see how it gets there.`,
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
      const {means, risks, scores, chosen, promise} = all(state);
      return {version: chosen + 1, mean: means[chosen], score: scores[chosen], risk: risks[chosen], promise, best: Math.min(...risks)};
    },
    heights: [390, 400],
    draw(stage, state, {version, mean, score, risk, promise}) {
      const {means, risks, scores} = all(state), {bare} = state, through = list => list.flatMap((value, t) => t % 4 === 0 || t > list.length - 25 ? [[t + 1, value]] : []);
      const panel = stage.panel({box: [0, stage.narrow ? 0.09 : 0.03, 1, 1], x: [0, SLIDES + 1], y: [0, TOP], xLabel: "the round in which the version was used"});
      panel.line(through(means), "b");
      panel.line(through(scores), "a");
      panel.line(through(risks), "plain");
      if (promise < TOP) panel.segment([0, promise], [SLIDES + 1, promise], "c");
      panel.segment([version, risk], [version, bare ? mean : score], "faint");
      panel.dot(version, bare ? mean : score, `hollow ${bare ? "b" : "a"}`, 8);
      panel.dot(version, risk, "plain", 6);
      const words = [["mean loss", "b", 0, 0], ["mean plus margin", "a", 80, 0], ["risk, hidden", "plain", stage.narrow ? 0 : 215, 1], ["the theorem's promise", "c", stage.narrow ? 95 : 315, 1]];
      words.forEach(([name, kind, dx, row]) => panel.text(0, TOP, name, {kind, dx, dy: stage.narrow ? -26 + 17 * row : -9}));
    },
    says({n, bare, tissue}, {version, mean, score, risk, promise, best}) {
      const told = bare ? `mean loss, ${figures(mean)}` : `mean plus margin, ${figures(score)}`, burnt = TISSUES[tissue].burns && version > FIRE;
      const note = risk > promise ? bare ? " Worse than the theorem allows: the mean without its margin has chosen by luck." : " Worse than the theorem allows: that may happen to one sample in twenty." :
        bare && mean < risk - 1e-9 ? " The mean alone is no certificate: the truth is worse." : version > n / 2 && !bare ? " It is a version of the second half." : "";
      return `After ${n} slides version ${version} has the least ${told} (the ring). Its risk is ${figures(risk)} (the dot); the best version has ${figures(best)}, ` +
        `and the theorem, with the margin, promises at most ${figures(promise)}.${note}${burnt ? " It was made after the fire." : ""}`;
    },
  });
})();
