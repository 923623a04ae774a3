/* Guess first, then learn: the certificate of progressive validation beside the hidden truth, on a hundred streams. */
"use strict";
(() => {
  const STREAMS = 100, LEARNERS = 20, KINDS = 4, WHIM = 0.3, SOON = 10, LONGEST = 100;

  /* What is drawn by lot for all streams of a seed, of the longest length: the kinds of the slides, whether a note is wrong, and the
     whims of the learners, guess + 2 turned.  No control changes it, so it is kept. */
  const drawn = {};
  function lots(seed, learners) {
    if (drawn.seed !== seed || drawn.learners < learners) Object.assign(drawn, {seed, learners, lots: upTo(STREAMS).map(i => {
      const state = {seed: 1009 * seed + i}, kinds = new Uint8Array(LONGEST), notes = new Float64Array(LONGEST), whims = new Uint8Array(LONGEST * learners);
      for (let t = 0; t < LONGEST; t++) {
        kinds[t] = Math.floor(KINDS * random(state));
        notes[t] = random(state);
        for (let k = 0; k < learners; k++) whims[t * learners + k] = (random(state) < 0.5 ? 1 : 0) + (random(state) < WHIM ? 2 : 0);
        skip(state, 2 * (LEARNERS - learners));           /* what the others would have drawn */
      }
      return {kinds, notes, whims};
    })});
    return drawn;
  }

  /* One stream: the errors of each learner, and how likely each of them is to err in each round, the same for all.  They remember the
     last note under a slide of each kind, guess where they remember none, and now and then say the opposite. */
  function stream({seed}, i, T, noise, count) {
    const {learners, lots: all} = lots(seed, count), {kinds, notes, whims} = all[i];
    const memory = new Int8Array(KINDS), errors = upTo(count).map(() => new Uint8Array(T)), risks = new Float64Array(T);
    for (let t = 0; t < T; t++) {
      const kind = kinds[t], label = notes[t] < noise ? -1 : 1;
      let known = 0;
      for (let j = 0; j < KINDS; j++) known += (memory[j] === 0 ? 0.5 : memory[j] > 0 ? noise : 1 - noise) / KINDS;
      risks[t] = (1 - WHIM) * known + WHIM * (1 - known);
      for (let k = 0; k < count; k++) {
        const whim = whims[t * learners + k], says = memory[kind] || (whim & 1 ? 1 : -1);
        errors[k][t] = (says === label) === whim > 1 ? 1 : 0;
      }
      memory[kind] = label;
    }
    return {errors, risks};
  }
  const margin = (delta, T) => Math.sqrt(Math.log(1 / delta) / (2 * T));
  function means(list) {
    const result = new Float64Array(list.length);
    for (let t = 0, sum = 0; t < list.length; t++) result[t] = (sum += list[t]) / (t + 1);
    return result;
  }

  /* What is reported of a stream: by which learner, after how many slides, with which certificate. */
  function report(state, number, margins) {
    const {T, noise, plan} = state, {errors, risks} = stream(state, number, T, noise, plan < 2 ? 1 : LEARNERS), truth = means(risks);
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
    return {...best, errors: errors[best.learner], truths: truth, isVoid: best.truth > best.certificate};
  }
  const reports = remember(state => {
    const margins = upTo(state.T).map(i => margin(state.delta, i + 1));
    return upTo(STREAMS).map(i => report(state, i, margins));
  });
  if (globalThis.requestIdleCallback) requestIdleCallback(() => lots(1, LEARNERS));       /* before somebody asks for all twenty */
  const voids = state => reports(state).filter(one => one.isVoid).length;

  explorable({
    name: "progressive_validation",
    controls: {
      plan: {label: "you report", at: 0, choices: ["one learner, at the end", "one, at its best moment", "luckiest of 20, at the end", "luckiest, at its best moment"]},
      T: {label: "slides", from: 20, to: LONGEST, step: 5, at: 60},
      delta: {label: "δ, void ones allowed", from: 0.01, to: 0.5, step: 0.01, at: 0.2, shows: value => figures(value, 2)},
      noise: {label: "slides whose note is wrong", from: 0, to: 0.5, step: 0.05, at: 0.2, shows: value => `${Math.round(100 * value)} %`},
    },
    guess: {
      label: "A learner says what each of 60 slides shows, then reads its note. Its share of errors plus a margin is its certificate, void if in truth it errs more often. Of a hundred, 20 may be void (δ\u00a0=\u00a00.2). How many are, if each time you report the luckiest of 20 learners?", from: 0, to: 100, step: 1, at: 20,
      answer: (_, state) => voids({...state, plan: 2}),
      tells: (guess, truth, {plan}) => `You say ${guess}; on the first streams it is ${truth}. ${plan === 2 ? "They are the" : "Choose that learner below, and see the"} crosses. With one learner and a plan it is ${voids({seed: 1, T: 60, delta: 0.2, noise: 0.2, plan: 0})}.`,
    },
    buttons: {"Other slides": state => { state.seed += 1; }},
    numbers(state) {
      const {certificate, truth, T} = reports(state)[0];
      return {certificate, truth, after: T, voids: voids(state)};
    },
    heights: [340, 600],
    draw(stage, state) {
      const one = reports(state)[0], {T, delta} = state, line = values => [...values].map((value, i) => [i + 1, value]);
      const left = stage.panel({box: stage.narrow ? [0, 0, 1, 0.48] : [0, 0, 0.5, 1], x: [0, 1.04 * T], y: [0, 1.04], xLabel: "slides of one stream", yLabel: "share of errors"});
      const shares = means(one.errors);
      left.line(line(shares.map((share, i) => Math.min(1, share + margin(delta, i + 1)))), "a");
      left.line(line(shares), "b");
      left.line(line(one.truths), "plain");
      left.dot(one.T, Math.min(one.certificate, 1), one.isVoid ? "b" : "a", 6);
      [["with the margin: certified", "a"], ["errors so far", "b"], ["hidden truth: mean risk so far", "plain"]].forEach(([words, kind], i) =>
        left.text(T, 0, words, {kind, anchor: "end", dy: 17 * i - 43}));
      const right = stage.panel({box: stage.narrow ? [0, 0.48, 1, 1] : [0.5, 0, 1, 1], x: [0, STREAMS + 1], y: [-0.35, 0.75], xLabel: "a hundred streams, the worst first", yLabel: "certificate minus truth; crosses are void"});
      right.segment([0, 0], [STREAMS + 1, 0], "faint");
      right.segment([100 * delta + 0.5, -0.24], [100 * delta + 0.5, 0.6], "c");
      right.text(100 * delta + 0.5, 0.6, "allowed, on average", {kind: "c", anchor: delta < 0.25 ? "start" : "middle", dx: delta < 0.25 ? -8 : 0, dy: -7});
      const over = ({certificate, truth}) => certificate - truth;
      const sorted = [...reports(state)].sort((a, b) => over(a) - over(b)), places = sorted.map((stream, i) => [i + 1, over(stream)]);
      right.dots(places.filter((_, i) => !sorted[i].isVoid), "a", 3);
      right.crosses(places.filter((_, i) => sorted[i].isVoid), "b", 4);
      right.dot(...places[sorted.indexOf(one)], "hollow plain", 8);
      right.text(STREAMS, -0.35, "ring: the stream shown", {anchor: "end", dy: -8});
    },
    says({plan, delta, T}, {certificate, truth, after, voids}) {
      const allowed = Math.round(100 * delta), wide = margin(delta, after);
      const verdict = plan === 0 ? `The theorem allows ${allowed}, on average; its margin is wide enough for the worst learner.` :
        `The theorem allows ${allowed}, if learner and number of slides are fixed beforehand; here you have picked the lowest certificate afterwards.` +
        (voids > allowed ? "" : plan === 1 && delta > 0.05 ? " It did no harm this time. With a smaller δ?" : " It did no harm this time.");
      return `On this stream, after ${after === T ? T : `${after} of ${T}`} slides, the share of errors is ${figures(certificate - wide)}. With √(ln(1/δ)/${2 * after}) = ${figures(wide)} added ` +
        `you certify ${certificate < 1 ? figures(certificate) : "only 1"}; in truth its versions so far err on a new slide with probability ${figures(truth)}, on average${truth > certificate ? ": void" : ""}. Of a hundred such certificates ${voids} are void. ${verdict}`;
    },
  });
})();
