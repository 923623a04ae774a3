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
      plan: {label: "you report", at: 0, choices: ["one learner, at the end", "one, at its best moment", "luckiest of 20, at the end", "luckiest, at its best moment"]},
      T: {label: "slides", from: 20, to: 100, step: 5, at: 60},
      delta: {label: "δ, void ones allowed", from: 0.01, to: 0.5, step: 0.01, at: 0.2, shows: value => figures(value, 2)},
      noise: {label: "slides whose note is wrong", from: 0, to: 0.5, step: 0.05, at: 0.2, shows: value => `${Math.round(100 * value)} %`},
    },
    guess: {
      label: "A learner says what each of 60 slides shows, then reads its note. Its share of errors plus a margin is its certificate, void if in truth it errs more often. Of a hundred, 20 may be void (δ\u00a0=\u00a00.2). How many are, if each time you report the luckiest of 20 learners?", from: 0, to: 100, step: 1, at: 20,
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
      const right = stage.panel({box: stage.narrow ? [0, 0.48, 1, 1] : [0.5, 0, 1, 1], x: [0, STREAMS + 1], y: [-0.35, 0.75], xLabel: "a hundred streams, the worst first", yLabel: "certificate minus truth; crosses are void"});
      right.segment([0, 0], [STREAMS + 1, 0], "faint");
      right.segment([100 * delta + 0.5, -0.35], [100 * delta + 0.5, 0.6], "c");
      right.text(100 * delta + 0.5, 0.6, "allowed, on average", {kind: "c", anchor: delta < 0.25 ? "start" : "middle", dx: delta < 0.25 ? -8 : 0, dy: -7});
      const over = ({certificate, truth}) => certificate - truth;
      [...reports(state)].sort((a, b) => over(a) - over(b)).forEach((stream, i) => {
        if (stream.isVoid) right.cross(i + 1, over(stream), "b", 4); else right.dot(i + 1, over(stream), "a", 3);
        if (stream === one) right.dot(i + 1, over(stream), "hollow plain", 8);
      });
      right.text(STREAMS, -0.35, "ring: the stream shown", {anchor: "end", dy: -8});
    },
    says({plan, delta, T}, {certificate, truth, after, voids}) {
      const allowed = Math.round(100 * delta), wide = margin(delta, after);
      const verdict = plan === 0 ? `The theorem allows ${allowed}, on average; its margin is wide enough for the worst learner.` :
        `The theorem allows ${allowed}, but only for a learner and a number of slides that are fixed beforehand; here you have chosen afterwards.` +
        (voids > allowed ? "" : " It did no harm this time; to report the luckiest does.");
      return `On this stream, after ${after === T ? T : `${after} of ${T}`} slides, the share of errors is ${figures(certificate - wide)}. With √(ln(1/δ)/${2 * after}) = ${figures(wide)} added ` +
        `you certify ${certificate < 1 ? figures(certificate) : "only 1"}; the truth is ${figures(truth)}${truth > certificate ? ", and it is void" : ""}. Of a hundred such certificates ${voids} are void. ${verdict}`;
    },
  });
})();
