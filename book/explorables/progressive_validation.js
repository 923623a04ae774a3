/* Guess first, then learn: the certificate of progressive validation beside the hidden truth, on a hundred streams. */
"use strict";
(() => {
  const STREAMS = 100, LEARNERS = 20, KINDS = 4, WHIM = 0.3, SOON = 10, LONGEST = 100, PAID = 4;

  /* What is drawn by lot for one stream, of the longest length: the kinds of the slides and whether their notes are wrong, and the whims
     of so many learners: 1 for who says the opposite, and for whose guess is then the good one.  A shorter stream begins like a longer one, and no control changes a lot. */
  const kept = new Map();
  function lot(seed, count, i) {
    const key = `${seed} ${count}`;
    if (!kept.has(key)) {
      if (kept.size > 8) kept.clear();
      kept.set(key, []);
    }
    const lots = kept.get(key);
    if (!lots[i]) {
      const state = {seed: 1009 * seed + i}, kinds = new Uint8Array(LONGEST), notes = new Float64Array(LONGEST), turned = new Uint8Array(LONGEST * count), guesses = new Uint8Array(LONGEST * count);
      for (let t = 0, at = 0; t < LONGEST; t++) {
        kinds[t] = Math.floor(KINDS * random(state));
        notes[t] = random(state);
        for (let k = 0; k < count; k++, at++) {
          const guess = random(state) < 0.5 ? 1 : 0;
          turned[at] = random(state) < WHIM ? 1 : 0;
          guesses[at] = guess ^ turned[at];
        }
        skip(state, 2 * (LEARNERS - count));              /* what the others would have drawn */
      }
      lots[i] = {kinds, notes, turned, guesses};
    }
    return lots[i];
  }
  /* While the hand rests: the lots of all twenty, for these slides and for the next ones. */
  let resting = false;
  function ahead({seed}) {
    if (resting || !globalThis.requestIdleCallback) return;
    const list = [seed, seed + 1].flatMap(one => upTo(STREAMS).map(i => [one, i]));
    const go = left => {
      while (list.length && left.timeRemaining() > 2) { const [one, i] = list.shift(); lot(one, LEARNERS, i); }
      if (resting = list.length > 0) requestIdleCallback(go);
    };
    resting = true;
    requestIdleCallback(go);
  }

  /* Of one stream the errors so far of each learner, learner after learner in each round, and the mean risk so far, the same for all.
     They remember the last note under a slide of each kind, guess where they remember none, and now and then say the opposite. */
  function stream({kinds, notes, turned, guesses}, noise, count) {
    const memory = new Int8Array(KINDS), sums = new Uint8Array(LONGEST * count), truths = new Float64Array(LONGEST);
    for (let t = 0, at = 0, all = 0; t < LONGEST; t++) {
      const kind = kinds[t], label = notes[t] < noise ? -1 : 1, remembered = memory[kind];
      let known = 0;
      for (let j = 0; j < KINDS; j++) known += (memory[j] === 0 ? 0.5 : memory[j] > 0 ? noise : 1 - noise) / KINDS;
      truths[t] = (all += (1 - WHIM) * known + WHIM * (1 - known)) / (t + 1);
      const whims = remembered ? turned : guesses, other = (remembered || -1) === label ? 0 : 1;     /* then what they say turns about */
      if (t === 0) for (let k = 0; k < count; k++, at++) sums[at] = whims[at] ^ other;
      else for (let k = 0; k < count; k++, at++) sums[at] = sums[at - count] + (whims[at] ^ other);
      memory[kind] = label;
    }
    return {sums, truths, count};
  }
  const streams = remember(({seed, noise, count}) => upTo(STREAMS).map(i => stream(lot(seed, count, i), noise, count)));
  const margin = (delta, T) => Math.sqrt(Math.log(1 / delta) / (2 * T));
  /* Who pays for a choice of twenty shares δ among them. */
  const part = ({plan, delta}) => plan === PAID ? delta / LEARNERS : delta;

  /* What is reported of a stream: by which learner, after how many slides, with which certificate. */
  function report({sums, truths, count}, {T, plan}, margins) {
    const first = plan % 2 ? Math.min(SOON, T) : T;
    let least = Infinity, learner = 0, after = T;
    for (let k = 0; k < (plan < 2 ? 1 : count); k++) for (let t = first; t <= T; t++) {
      const certificate = sums[(t - 1) * count + k] / t + margins[t - 1];
      if (certificate < least) { least = certificate; learner = k; after = t; }
    }
    const truth = truths[after - 1];
    return {learner, T: after, certificate: least, truth, isVoid: truth > least};
  }
  const shown = ({seed, noise, plan}) => streams({seed, noise, count: plan < 2 ? 1 : LEARNERS});
  function all(state, plan) {
    const {T, delta} = state, margins = upTo(T).map(i => margin(part({plan, delta}), i + 1));
    return shown(state).map(one => report(one, {T, plan}, margins));
  }
  const reports = remember(state => all(state, state.plan));
  const voids = (state, plan) => all(state, plan).filter(one => one.isVoid).length;

  explorable({
    name: "progressive_validation",
    controls: {
      plan: {label: "you report", at: 0, choices: ["one learner, at the end", "one, at its best moment", "luckiest of 20, at the end", "luckiest, at its best moment", "luckiest at the end, each with δ/20"]},
      T: {label: "slides", from: 20, to: LONGEST, step: 5, at: 60},
      delta: {label: "δ, false ones allowed", from: 0.01, to: 0.5, step: 0.01, at: 0.2, shows: value => figures(value, 2)},
      noise: {label: "slides whose note is wrong", from: 0, to: 0.5, step: 0.05, at: 0.2, shows: value => `${Math.round(100 * value)} %`},
    },
    guess: {
      label: "A learner says what each of 60 slides shows, then reads its note. Its share of errors plus a margin is its certificate, false if in truth it errs more often. Of a hundred, 20 may be false (δ\u00a0=\u00a00.2). How many are, if each time you report the luckiest of 20 learners?", from: 0, to: 100, step: 1, at: 20,
      answer: (_, state) => voids({...state, plan: 2}, 2),
      tells: (guess, truth, {plan}) => `You say ${guess}; on the first streams it is ${truth}. ${plan === 2 ? "They are the" : "Choose that learner below, and see the"} crosses. With one learner and a plan it is ${voids({seed: 1, T: 60, delta: 0.2, noise: 0.2, plan: 2}, 0)}.`,
    },
    buttons: {"Other slides": state => { state.seed += 1; }},
    numbers(state) {
      const {certificate, truth, T} = reports(state)[0];
      return {certificate, truth, after: T, voids: voids(state, state.plan), planned: voids(state, 0)};
    },
    heights: [340, 600],
    draw(stage, state, {voids}) {
      const one = reports(state)[0], {T, delta} = state, {sums, truths, count} = shown(state)[0], line = values => [...values].map((value, i) => [i + 1, value]);
      const left = stage.panel({box: stage.narrow ? [0, 0, 1, 0.48] : [0, 0, 0.5, 1], x: [0, 1.04 * T], y: [0, 1.04], xLabel: "slides of one stream", yLabel: "share of errors"});
      const shares = upTo(T).map(i => sums[i * count + one.learner] / (i + 1));
      left.line(line(shares.map((share, i) => Math.min(1, share + margin(part(state), i + 1)))), "a");
      left.line(line(shares), "b");
      left.line(line(truths.subarray(0, T)), "plain");
      left.dot(one.T, Math.min(one.certificate, 1), one.isVoid ? "b" : "a", 6);
      [["with the margin: certified", "a"], ["errors so far", "b"], ["hidden truth: mean risk so far", "plain"]].forEach(([words, kind], i) =>
        left.text(T, 0, words, {kind, anchor: "end", dy: 17 * i - 43}));
      const right = stage.panel({box: stage.narrow ? [0, 0.48, 1, 1] : [0.5, 0, 1, 1], x: [0, STREAMS + 1], y: [-0.35, 0.75], xLabel: "a hundred streams, the worst first", yLabel: `certificate minus truth; crosses are false: ${voids}`});
      right.segment([0, 0], [STREAMS + 1, 0], "faint");
      right.segment([100 * delta + 0.5, -0.24], [100 * delta + 0.5, 0.6], "c");
      right.text(100 * delta + 0.5, 0.6, "allowed, on average", {kind: "c", anchor: delta < 0.25 ? "start" : "middle", dx: delta < 0.25 ? -8 : 0, dy: -7});
      const over = ({certificate, truth}) => certificate - truth;
      const sorted = [...reports(state)].sort((a, b) => over(a) - over(b)), places = sorted.map((stream, i) => [i + 1, over(stream)]);
      right.dots(places.filter((_, i) => !sorted[i].isVoid), "a", 3);
      right.crosses(places.filter((_, i) => sorted[i].isVoid), "b", 4);
      right.dot(...places[sorted.indexOf(one)], "hollow plain", 8);
      ahead(state);
      right.text(STREAMS, -0.35, "ring: the stream shown", {anchor: "end", dy: -8});
    },
    says({plan, delta, T}, {certificate, truth, after, voids, planned}) {
      const allowed = Math.round(100 * delta), wide = margin(part({plan, delta}), after);
      const verdict = plan === 0 ? `The theorem allows ${allowed}, on average and for every learner; for most its margin is wider than needed.`
        : plan === PAID ? `The theorem allows ${allowed}, on average: the choice is paid for.`
          : `The theorem allows ${allowed}, if learner and number of slides are fixed beforehand (then it is ${planned}); here you have picked the lowest certificate afterwards${
            voids > allowed ? ", and more are false" : voids > planned ? ", and used up what the margin had to spare" : ""}.`;
      return `On this stream, after ${after === T ? T : `${after} of ${T}`} slides, the share of errors is ${figures(certificate - wide)}. With √(ln(${plan === PAID ? "20/δ" : "1/δ"})/${2 * after}) = ${figures(wide)} added ` +
        `you certify ${certificate < 1 ? figures(certificate) : "only 1"}; in truth one of its versions so far, drawn by lot, errs with probability ${figures(truth)}${truth > certificate ? ": false" : ""}. Of a hundred such certificates ${voids || "none"} ${voids < 2 ? "is" : "are"} false. ${verdict}`;
    },
  });
})();
