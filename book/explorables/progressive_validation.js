/* Guess first, then learn: the certificate of progressive validation beside the hidden truth, on a hundred streams. */
"use strict";
(() => {
  const STREAMS = 100, LEARNERS = 20, KINDS = 4, WHIM = 0.3, SOON = 10;

  /* One stream: the errors of each learner, and how likely each of them is to err in each round, the same for all.  They remember the
     last note under a slide of each kind, guess where they remember none, and now and then say the opposite. */
  function stream(seed, T, noise, learners) {
    const state = {seed}, memory = Array(KINDS).fill(0), errors = upTo(learners).map(() => []), risks = [];
    for (let t = 0; t < T; t++) {
      const kind = Math.floor(KINDS * random(state)), label = random(state) < noise ? -1 : 1;
      const known = memory.reduce((sum, note) => sum + (note === 0 ? 0.5 : note > 0 ? noise : 1 - noise), 0) / KINDS;
      risks.push((1 - WHIM) * known + WHIM * (1 - known));
      for (const list of errors) {
        const guess = random(state) < 0.5 ? 1 : -1, turned = random(state) < WHIM;
        list.push(((memory[kind] || guess) === label) === turned ? 1 : 0);
      }
      skip(state, 2 * (LEARNERS - learners));           /* what the others would have drawn */
      memory[kind] = label;
    }
    return {errors, risks};
  }
  const margin = (delta, T) => Math.sqrt(Math.log(1 / delta) / (2 * T));
  const means = list => { let sum = 0; return list.map((value, t) => (sum += value) / (t + 1)); };

  /* What is reported of a stream: by which learner, after how many slides, with which certificate. */
  function report({T, noise, delta, plan}, seed) {
    const {errors, risks} = stream(seed, T, noise, plan < 2 ? 1 : LEARNERS), truth = means(risks);
    const margins = upTo(T).map(i => margin(delta, i + 1));
    let best = null;
    errors.forEach((list, learner) => {
      let sum = 0;
      for (let i = 0; i < T; i++) {
        sum += list[i];
        if (i + 1 !== T && (plan % 2 === 0 || i + 1 < SOON)) continue;
        const share = sum / (i + 1), certificate = share + margins[i];
        if (best === null || certificate < best.certificate) best = {learner, T: i + 1, share, certificate, truth: truth[i]};
      }
    });
    return {...best, shares: means(errors[best.learner]), truths: truth, isVoid: best.truth > best.certificate};
  }
  const reports = remember(state => upTo(STREAMS).map(i => report(state, 1009 * state.seed + i)));
  const voids = state => reports(state).filter(one => one.isVoid).length;

  explorable({
    name: "progressive_validation",
    controls: {
      plan: {label: "you report", at: 0, choices: ["one learner, after all slides", "one learner, at its best moment", "the luckiest of 20 learners", "the luckiest of 20 at its best moment"]},
      T: {label: "slides", from: 20, to: 100, step: 5, at: 60},
      delta: {label: "δ, the share of void ones allowed", from: 0.01, to: 0.5, step: 0.01, at: 0.2, shows: value => figures(value, 2)},
      noise: {label: "slides whose note is wrong", from: 0, to: 0.5, step: 0.05, at: 0.2, shows: value => `${Math.round(100 * value)} %`},
    },
    guess: {
      label: "At δ = 0.2, 20 certificates in a hundred may be void. How many are, if you report the luckiest of 20 learners?", from: 0, to: 100, step: 1, at: 20,
      answer: (_, state) => voids({...state, plan: 2}),
      tells: (guess, truth, {plan}) => `You say ${guess}; on the streams of the opening it is ${truth}. ${plan === 2 ? "They are the" : "Choose that learner below, and see the"} crosses. With one learner and a plan it is ${voids({seed: 1, T: 60, delta: 0.2, noise: 0.2, plan: 0})}.`,
    },
    buttons: {"Other slides": state => { state.seed += 1; }},
    numbers(state) {
      const {certificate, truth, T} = reports(state)[0];
      return {certificate, truth, after: T, voids: voids(state)};
    },
    heights: [340, 600],
    draw(stage, state) {
      const one = reports(state)[0], {T, delta} = state;
      const left = stage.panel({box: stage.narrow ? [0, 0, 1, 0.48] : [0, 0, 0.5, 1], x: [0, 1.04 * T], y: [0, 1.04], xLabel: "slides of one stream", yLabel: "share of errors"});
      const certified = one.shares.map((share, i) => [i + 1, Math.min(1, share + margin(delta, i + 1))]);
      left.line(certified, "a");
      left.line(one.shares.map((share, i) => [i + 1, share]), "b");
      left.line(one.truths.map((truth, i) => [i + 1, truth]), "plain");
      left.dot(one.T, Math.min(one.certificate, 1), one.isVoid ? "b" : "a", 6);
      [["with the margin: certified", "a"], ["errors so far", "b"], ["the truth, which you don't see", "plain"]].forEach(([words, kind], i) =>
        left.text(T, 0, words, {kind, anchor: "end", dy: 17 * i - 43}));
      const right = stage.panel({box: stage.narrow ? [0, 0.48, 1, 1] : [0.5, 0, 1, 1], x: [0, 1.04], y: [0, 1.04], square: true, xLabel: "the truth", yLabel: "certificate; crosses are void"});
      right.segment([0, 0], [1, 1], "faint");
      const seen = {};                                  /* those that coincide lie side by side, on their side of the diagonal */
      for (const {certificate, truth, isVoid} of reports(state)) {
        const height = Math.min(certificate, 1), place = `${truth.toFixed(2)} ${height.toFixed(2)}`, aside = 0.012 * (seen[place] = (seen[place] ?? -1) + 1);
        if (isVoid) right.cross(Math.min(1.02, truth + aside), height, "b", 4); else right.dot(Math.max(0.02, truth - aside), height, "a", 3);
      }
    },
    says({plan, delta}, {certificate, truth, after, voids}) {
      const allowed = Math.round(100 * delta);
      const verdict = plan === 0 ? `The theorem allows ${allowed}, on average.` :
        `The theorem allows ${allowed}, but only for a learner and a number of slides that are fixed beforehand.`;
      return `On this stream, after ${after} slides, you certify ${certificate < 1 ? figures(certificate) : "only 1"}; the truth is ${figures(truth)}. Of a hundred such certificates ${voids} are void. ${verdict}`;
    },
  });
})();
