/* Winnow and the Perceptron, each in a game made against it: the majority of k marks is the truth, and all others vote so that the learner errs. */
"use strict";
(() => {
  const MOST = 500, GRID = [10, 20, 50, 200, 1000, 10000], FEW = [10, 50, 300];
  const sum = list => list.reduce((a, b) => a + b, 0), marks = ({size}) => Math.round(10 ** size), truths = ({good}) => 2 * good + 1;
  const gain = (k, eta) => eta / k - Math.log(Math.cosh(eta)), bestStep = k => k === 1 ? Math.log(2) : Math.atanh(1 / k);
  const winnowBound = (N, k, eta) => gain(k, eta) > 0 ? Math.log(N / k) / gain(k, eta) : Infinity;

  const spaced = count => `${count}`.replace(/(\d\d)(\d{3})$/, "$1\u00a0$2");

  const said = guess => +(10 ** guess).toPrecision(2);

  /* So many voters of the same weight, one after the other: each adds to the score if it then stays at most -slack, else subtracts.
     Returns how many add. */
  let score = 0;
  function vote(weight, many, slack) {
    if (weight === 0) return score <= -slack ? many : 0;
    const room = Math.floor((-slack - score) / weight), first = Math.min(many, Math.abs(room)), left = many - first;
    score += room < 0 ? -first * weight : first * weight;
    if (left % 2) score -= weight;
    return (room > 0 ? first : 0) + Math.floor(left / 2);
  }

  /* The lightest of the good marks are right, a narrow majority. */
  function narrow(good) {
    good.sort((a, b) => a - b);
    return good.map((_, i) => i <= good.length >> 1 ? 1 : -1);
  }

  /* A game against Winnow.  A weight is e^(eta times its level), and crowd[OFF + level] others have it; the levels of a moment are all
     even or all odd.  Returns after each mistake the
     mean of the good weights, over their logarithms, and the largest of the others. */
  const OFF = MOST + 2, powers = remember(eta => Float64Array.from(upTo(2 * OFF), level => eta * level < 690 ? Math.exp(-eta * level) : 0));        /* smaller ones make the processor slow */
  function againstWinnow(N, k, eta) {
    const power = powers(eta), path = [];
    let good = Array(k).fill(0), crowd = new Float64Array(2 * OFF), next = new Float64Array(2 * OFF), low = 0, high = 0;
    crowd[OFF] = N - k;
    for (;;) {
      const top = Math.max(high, ...good), weigh = level => power[top - level];
      let all = 0;
      for (const level of good) all += weigh(level);
      for (let level = low; level <= high; level += 2) all += crowd[OFF + level] * power[top - level];
      path.push({good: Math.exp(eta * (sum(good) / k - top)) / all, other: weigh(high) / all});
      if (path.length > MOST) break;
      const slack = 1e-10 * all, right = narrow(good);
      score = sum(good.map((level, i) => right[i] * weigh(level)));
      next.fill(0, OFF + low - 1, OFF + high + 2);
      for (let level = high; level >= low; level -= 2) {
        const many = crowd[OFF + level];
        if (many === 0) continue;
        const adds = vote(power[top - level], many, slack);
        next[OFF + level + 1] += adds;
        next[OFF + level - 1] += many - adds;
      }
      if (score > -slack) break;
      [crowd, next] = [next, crowd];
      good = good.map((level, i) => level + right[i]);
      low -= 1; high += 1;
      while (low < high && crowd[OFF + low] === 0) low += 2;
      while (low < high && crowd[OFF + high] === 0) high -= 2;
    }
    return path;
  }

  /* A game against the Perceptron, where crowd[OFF + weight] others have a weight: the number of its mistakes. */
  function againstPerceptron(N, k) {
    let good = Array(k).fill(0), crowd = new Float64Array(2 * OFF), next = new Float64Array(2 * OFF), far = 0, made = 0;
    crowd[OFF] = N - k;
    for (; made < MOST; made++) {
      const right = narrow(good);
      score = sum(good.map((weight, i) => right[i] * weight));
      next.fill(0, OFF - far - 1, OFF + far + 2);
      for (let size = far; size >= 0; size -= 2) {
        for (let weight = size; weight >= -size; weight -= 2 * size || 1) {
          const many = crowd[OFF + weight], out = weight < 0 ? -1 : 1;
          if (many === 0) continue;
          const adds = vote(size, many, 0);
          next[OFF + weight + out] += adds;
          next[OFF + weight - out] += many - adds;
        }
      }
      if (score > 0) break;
      [crowd, next] = [next, crowd];
      good = good.map((weight, i) => weight + right[i]);
      far += 1;
      while (far > 1 && crowd[OFF + far] === 0 && crowd[OFF - far] === 0) far -= 2;
    }
    return made;
  }
  const known = new Map();
  function once(key, compute) {
    if (known.size > 500) known.clear();
    if (!known.has(key)) known.set(key, compute());
    return known.get(key);
  }
  const winnow = (N, k, eta) => once(`${N} ${k} ${eta}`, () => againstWinnow(N, k, eta));
  const perceptron = (N, k) => once(`${N} ${k}`, () => againstPerceptron(N, k));

  explorable({
    name: "perceptron_winnow_multiplicative",
    controls: {
      size: {label: "marks", from: 1, to: 4, step: 0.05, at: 2, shows: size => spaced(marks({size}))},
      good: {label: "good marks (sets the factor)", from: 0, to: 2, step: 1, at: 1, shows: good => `${2 * good + 1}`},
      eta: {label: "factor at a mistake", from: 0.05, to: 1.1, step: 0.01, at: bestStep(3), shows: eta => figures(Math.exp(eta))},
    },
    changed(state, name) { if (name === "good") state.eta = bestStep(truths(state)); },
    guess: {
      label: `A message has 100 marks, and the truth is what most of three good ones say. The Perceptron errs at most 300 times, Winnow at most ${Math.floor(winnowBound(100, 3, bestStep(3)))} times. With 10 000 marks it is 30 000 for the Perceptron. And for Winnow?`,
      from: 1, to: 4.5, step: 0.025, at: 2.75, shows: guess => spaced(said(guess)),
      answer: () => winnowBound(10000, 3, bestStep(3)),
      tells: (guess, truth) => `You say ${spaced(said(guess))}; at most ${Math.floor(truth)}. A hundred times as many marks, and only ${Math.floor(truth) - Math.floor(winnowBound(100, 3, bestStep(3)))} mistakes more.`,
    },
    buttons: {"Twice as many marks": state => {
      state.size = Math.min(4, state.size + Math.log10(2));
      return state.size < 4;
    }},
    plays: "Twice as many marks",
    pace: 900,
    numbers(state) {
      const N = marks(state), k = truths(state), eta = state.eta;
      return {winnow: winnow(N, k, eta).length - 1, perceptron: perceptron(N, k), winnowBound: winnowBound(N, k, eta), perceptronBound: N * k,
        rise: Math.exp(gain(k, eta)), best: winnowBound(N, k, bestStep(k)), factor: Math.exp(bestStep(k))};
    },
    heights: [340, 620],
    draw(stage, state, {winnow: made, perceptron: added, winnowBound: most}) {
      const N = marks(state), k = truths(state), eta = state.eta, path = winnow(N, k, eta);
      const wide = Math.max(10, Math.min(MOST, 1.05 * Math.max(made, most < MOST ? most : 0))), low = Math.max(1e-60, 0.3 * Math.min(1 / N, ...path.map(one => one.good)));
      const high = low ** -0.3, sure = Number.isFinite(most);
      const left = stage.panel({box: stage.narrow ? [0, 0, 1, 0.5] : [0, 0, 0.5, 1], x: [0, wide], y: [low, high], logY: true, xLabel: "mistakes of Winnow so far",
        yLabel: "weight"});
      const some = Math.ceil(path.length / 200), thin = path.map((one, m) => ({m, ...one})).filter(({m}) => m % some === 0 || m === made);
      left.segment([0, 1 / k], [wide, 1 / k], "faint");
      if (sure) left.segment([0, 1 / N], [wide, Math.exp(gain(k, eta) * wide) / N], "a");
      left.line(thin.map(({m, other}) => [m, other]), "plain");
      left.line(thin.map(({m, good}) => [m, good]), "b thick");
      left.text(0, high, k === 1 ? "the good weight" : "good weights, geometric mean", {kind: "b", dx: 8, dy: 14});
      if (sure) left.text(wide, high, "promised", {kind: "a", anchor: "end", dx: -4, dy: 32});
      left.text(0, high, "heaviest other weight", {dx: 8, dy: 32});
      left.text(0, 1 / k, k === 1 ? "1: no higher" : `1/${k}: no higher, all sum to 1`, {kind: "b", dx: 8, dy: -6});

      const right = stage.panel({box: stage.narrow ? [0, 0.5, 1, 1] : [0.5, 0, 1, 1], x: [9, 12000], y: [1, 100000], logX: true, logY: true, xLabel: "marks", yLabel: "mistakes"});
      right.segment([9, MOST], [12000, MOST], "faint");
      right.curve(one => one * k, "c");
      if (sure) right.curve(one => one > k && one <= N ? winnowBound(one, k, eta) : NaN, "a");
      /* a learner that errs in all messages stays on the line where the game stops; the thin curve on the thick one */
      right.line([...FEW.filter(one => one < N), N].map(one => [one, Math.max(1, winnow(one, k, eta).length - 1)]), "b thick");     // beyond the dot: guess
      right.line(GRID.filter(one => one > k).map(one => [one, perceptron(one, k)]), "plain");
      right.segment([N, 1], [N, Math.max(added, made)], "faint");
      /* of two dots in one place the Perceptron's moves aside */
      const near = Math.abs(right.y(Math.max(1, added)) - right.y(Math.max(1, made))) < 7, side = state.size < 1.5 ? 1.14 : 1 / 1.14;
      right.dot(near ? N * side ** 2 : N, Math.max(1, added), "plain", 5);
      right.handle("marks", {x: 10 ** state.size, y: Math.max(1, made), name: "how many marks", kind: "b",
        reads: `${N}, and Winnow errs ${made} times`, move: x => { state.size = Math.min(4, Math.max(1, Math.log10(x))); }});
      right.text(9, 100000, "Winnow", {kind: "b", dx: 8, dy: 14});
      right.text(9, 100000, sure ? "its bound" : "no bound", {kind: "a", dx: 68, dy: 14});
      right.text(9, 100000, "Perceptron", {dx: 8, dy: 32});
      right.text(9, 100000, "its bound", {kind: "c", dx: 92, dy: 32});
      right.text(12000, MOST, `stopped at ${MOST}`, {anchor: "end", dx: -4, dy: k === 1 ? 21 : -11});
    },
    says(state, {winnow: made, perceptron: added, winnowBound: most, perceptronBound, rise, best, factor}) {
      const N = marks(state), k = truths(state), whole = value => spaced(Math.floor(value + 1e-9)), times = count => count === MOST ? `in all ${MOST} messages` : count === 1 ? "once" : `${count} times`;
      const adding = `the Perceptron ${times(added)} (never more than ${whole(perceptronBound)})`, here = `${spaced(N)} marks${state.size === 4 ? ", the most here" : ""}: Winnow errs ${times(made)}`;
      const right = k > 1 && Math.abs(state.eta - bestStep(k)) > 0.006 ? ` The promise is least, ${whole(best)}, with the factor ${figures(factor)}.` : "";
      if (!Number.isFinite(most)) return `${here}, ${adding}. With so large a factor nothing is promised to Winnow: a mistake may make the good weights fall.${right}`;
      return `${here} (never more than ${whole(most)}), ${adding}. Each mistake multiplies the good weight${k === 1 ? "" : "s, in their geometric mean,"} ` +
        `by at least ${figures(rise, 4)}, and from 1/${spaced(N)} ${k === 1 ? "it can climb to 1 only, the sum of all" : `they can climb to 1/${k} only, as all sum to 1`}.${right}`;
    },
  });
})();
