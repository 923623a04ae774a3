/* The multiplier and the adder on the same examples: their vectors as bars, round after round, and what they have lost. */
"use strict";
(() => {
  const N = 40, T = 400;

  /* A rotation of the forty coordinates: cosines. */
  const turn = upTo(N).map(i => Float64Array.from(upTo(N), j => Math.sqrt(2 / N) * Math.cos(Math.PI * (i + 0.5) * (j + 0.5) / N)));
  const dot = (a, b) => { let sum = 0; for (let j = 0; j < N; j++) sum += a[j] * b[j]; return sum; };
  const length = a => Math.sqrt(dot(a, a));
  function turned(a) {
    const result = new Float64Array(N);
    for (let i = 0; i < N; i++) result[i] = dot(turn[i], a);
    return result;
  }

  const lots = remember(({seed}) => {
    const state = {seed};
    return upTo(T).map(() => Float64Array.from({length: N}, () => random(state) < 0.5 ? -1 : 1));
  });
  const rotated = remember(({seed}) => lots({seed}).map(turned));
  const features = ({turns, seed}) => (turns ? rotated : lots)({seed});
  /* The rival has k weights 1, k odd: then no prediction meets its label by chance, and rounding decides nothing. */
  function rival({k, turns}) {
    const u = new Float64Array(N);
    for (let i = 0; i < k; i++) u[(12 + 17 * i) % N] = 1;
    return turns ? turned(u) : u;
  }

  /* Play all rounds: after each the vector, and the loss so far; step(next, w, x, side) writes the next vector. */
  function play(x, u, step) {
    let loss = 0, w = new Float64Array(N);
    const vectors = [w], losses = [loss];
    for (const one of x) {
      const miss = dot(w, one) - dot(u, one), next = new Float64Array(N);
      loss += Math.abs(miss);
      step(next, w, one, Math.sign(miss));
      vectors.push(w = next);
      losses.push(loss);
    }
    return {vectors, losses};
  }

  function game({k, turns, seed}) {
    const x = features({turns, seed}), u = rival({k, turns}), radius = length(u), reach = Math.max(...x.map(length));
    let sum = 0, largest = 0;
    for (const weight of u) sum += Math.abs(weight);
    for (const one of x) for (const entry of one) largest = Math.max(largest, Math.abs(entry));
    const times = Math.sqrt(2 * Math.log(2 * N) / T) / largest, plus = radius / (reach * Math.sqrt(T)), logs = new Float64Array(N);
    const multiplier = play(x, u, (next, _, one, side) => {
      let top = 0, all = 0;
      for (let j = 0; j < N; j++) top = Math.max(top, Math.abs(logs[j] -= times * side * one[j]));
      for (let j = 0; j < N; j++) {
        const up = Math.exp(logs[j] - top), down = Math.exp(-logs[j] - top);
        all += up + down;
        next[j] = up - down;
      }
      for (let j = 0; j < N; j++) next[j] *= sum / all;
    });
    const adder = play(x, u, (next, w, one, side) => {
      for (let j = 0; j < N; j++) next[j] = w[j] - plus * side * one[j];
      const shrink = radius / length(next);
      if (shrink < 1) for (let j = 0; j < N; j++) next[j] *= shrink;
    });
    const range = [0, 1];
    for (const w of [u, ...multiplier.vectors, ...adder.vectors]) for (let j = 0; j < N; j++) {
      if (w[j] < range[0]) range[0] = w[j];
      if (w[j] > range[1]) range[1] = w[j];
    }
    return {u, sum, radius, largest, reach, multiplier, adder, range, mayTimes: sum * largest * Math.sqrt(2 * T * Math.log(2 * N)), mayPlus: radius * reach * Math.sqrt(T)};
  }
  /* With the coordinates as they are, and turned: each is asked for beside the other. */
  const games = [remember(game), remember(game)];
  const played = ({k, turns, seed}) => games[+turns]({k, turns: !!turns, seed});
  const total = run => run.losses[T];
  /* The multiplier is ahead up to so many weights. */
  const border = state => upTo(N / 2).map(i => 2 * i + 1).find(k => {
    const {multiplier, adder} = played({...state, k});
    return total(multiplier) > total(adder);
  }) - 2;
  const round = value => figures(value, value < 10 ? 2 : 3);

  explorable({
    name: "exponentiated_gradient_data",
    controls: {
      t: {label: "rounds played", from: 0, to: T, step: 1, at: 100},
      k: {label: "weights that count", from: 1, to: 39, step: 2, at: 3},
      turns: {label: "turn the coordinates, keep the labels", toggle: true, at: false},
    },
    guess: {
      label: "Each of 400 labels is the sum of the same k of forty features, all of them 1 or −1 (k is odd: no label is 0). Two learners look for the k, one by multiplying weights, one by adding to them; a prediction costs its distance from the label. Up to which k does the multiplier lose less in all?", from: 1, to: 39, step: 2, at: 19,
      answer: (_, state) => border(state),
      tells: (guess, truth) => `You say ${guess}; with the first examples it is ${truth}. By the two bounds it would be ${2 * Math.floor((N / (2 * Math.log(2 * N)) + 1) / 2) - 1}.`,
    },
    buttons: {
      "Next rounds": state => {
        state.t = state.t >= T ? 0 : Math.min(T, state.t + Math.max(1, Math.round(state.t / 8)));
        return state.t < T;
      },
      "Other examples": state => { state.seed += 1; },
    },
    plays: "Next rounds",
    pace: 350,
    numbers(state) {
      const {u, sum, radius, largest, reach, multiplier, adder, mayTimes, mayPlus} = played(state), {t} = state;
      const far = run => length(run.vectors[t].map((weight, j) => weight - u[j]));
      const other = total(played({...state, turns: !state.turns}).multiplier);
      return {otherTimes: other, lostTimes: multiplier.losses[t], lostPlus: adder.losses[t], allTimes: total(multiplier), allPlus: total(adder), mayTimes, mayPlus,
        farTimes: far(multiplier), farPlus: far(adder), sum, radius, largest, reach};
    },
    heights: [510, 530],
    draw(stage, state, {lostTimes, lostPlus, allTimes, allPlus, otherTimes, mayTimes, mayPlus, sum, radius, largest, reach}, fresh) {
      const {u, multiplier, adder, range: [low, high]} = played(state), room = 0.06 * (high - low);
      [["the multiplier", "a", multiplier, lostTimes, mayTimes], ["the adder", "b", adder, lostPlus, mayPlus]].forEach(([name, kind, run, lost, may], i) => {
        const panel = stage.panel({box: i ? [0, 0.37, 1, 0.77] : [0, 0, 1, 0.4], x: [0, N + 1], y: [low - room, high + room],
          xLabel: i ? `${state.turns ? "turned features" : "features"}; rings: the true weights` : ""});
        panel.segment([0, 0], [N + 1, 0], "faint");
        const bars = [...run.vectors[state.t]].map((weight, j) => [[j + 0.7, 0], [j + 0.7, weight], [j + 1.3, weight], [j + 1.3, 0]]);
        panel.mark("path", `bar ${kind}`).attr("d", bars.map(one => panel.path(one)).join("Z") + "Z");
        u.forEach((weight, j) => { if (weight !== 0) panel.dot(j + 1, weight, "hollow c", 4.5); });
        panel.text(0, high + room, `${name} has lost ${round(lost)}`, {kind, dy: -9});
      });
      /* what each has lost, and the stroke that it can't pass, if it is not too far away; turned or not, on the same axis */
      const near = state.turns ? played({...state, turns: false}).mayTimes : mayTimes, most = fresh ? 1 : 1.03 * Math.max(near, mayPlus, allTimes, allPlus, otherTimes);
      const below = stage.panel({box: [0.04, 0.77, 1, 1], x: [0, most], y: [-0.75, 2], bare: true});
      if (fresh) below.text(0, 1, "Guess first; then their bounds will stand here.", {kind: "label"});
      else below.x.ticks(5).forEach(value => {
        below.segment([value, 0], [value, -0.1], "plain");
        below.text(value, -0.1, figures(value), {kind: "label", anchor: value ? "middle" : "start", dy: 14});
      });
      [["a", lostTimes, mayTimes, `${figures(sum)} · ${figures(largest)} · √(2 · ${T} · ln ${2 * N}) = ${round(mayTimes)}`],
        ["b", lostPlus, mayPlus, `${figures(radius)} · ${figures(reach)} · √${T} = ${round(mayPlus)}`]].forEach(([kind, lost, may, words], i) => {
        const low = 1 - i;
        if (fresh) return;
        below.mark("rect", `bar ${kind}`).attr("x", below.x(0)).attr("width", below.x(lost) - below.x(0)).attr("y", below.y(low + 0.45)).attr("height", below.y(low) - below.y(low + 0.45) - 2);
        if (may <= most) below.segment([may, low], [may, low + 0.5], "plain");
        below.text(0, low + 0.5, `${i ? "" : stage.narrow ? "stroke: " : "bar: lost so far; stroke: "}at most ${words}${may > most ? " →" : ""}`, {kind, dy: -2});
      });
      if (!fresh) below.segment([0, 0], [most, 0], "faint");
    },
    says({t, turns}, {allTimes, allPlus, otherTimes, mayTimes, mayPlus, lostTimes, lostPlus}, fresh) {
      const now = `${t ? `After ${t} round${t === 1 ? "" : "s"}` : "A new game: before it"} the multiplier has lost ${round(lostTimes)} and the adder ${round(lostPlus)}${t === T ? "" : `, at the end ${round(allTimes)} and ${round(allPlus)}`}.`;
      if (fresh) return `The multiplier has lost ${round(lostTimes)} in ${t} rounds, and the adder ${round(lostPlus)}. Their weights are the bars; the rings are the true weights.`;
      const strokes = ` The first factors: for the multiplier the sum of the true weights${turns ? " without signs" : ""} and the largest feature, for the adder the lengths of both.`;
      const note = turns ? ` The turn leaves the lengths: the adder notices nothing. The multiplier loses ${round(allTimes)} in all; without the turn ${round(otherTimes)}: ${allTimes > otherTimes ? "spoilt" : "not spoilt, so try fewer weights"}.` :
        (allTimes < allPlus) !== (mayTimes < mayPlus) ? " The bounds speak for the adder, the game for the multiplier." : "";
      return `${now}${strokes}${note}`;
    },
  });
})();
