/* Multiplying and adding, from two kinds of pollen to ten thousand: the paths of the weights, and the regret beside sqrt(2 T ln N). */
"use strict";
(() => {
  const T = 100, KINDS = [2, 4, 6, 10, 20, 40, 100, 200, 400, 1000, 2000, 4000, 10000], YOU = 3;
  const sum = list => list.reduce((a, b) => a + b, 0), TURNS = [90, 210, 330].map(angle => angle * Math.PI / 180);
  const corners = TURNS.map(angle => [Math.cos(angle), Math.sin(angle)]);
  const step = N => Math.sqrt(2 * Math.log(N) / T), bound = N => Math.sqrt(2 * T * Math.log(N));
  const addingStep = N => 1 / Math.sqrt(N * T);
  /* Your kind, the others of the first half, the second half. */
  const sizes = N => [1, N / 2 - 1, N / 2];

  /* How many days your kind alone must be right at the end, so that it costs most after the halves have taken turns. */
  function lastRun(N) {
    const eta = step(N), cost = s => 2 * (N - 1) / (N - 1 + Math.exp(2 * eta * s));
    let run = 2;
    while (run < T - 1 && cost(run) + cost(run + 1) > Math.tanh(eta)) run += 2;
    return run;
  }

  /* The gradient of day t: 1 pulls the wrong way, -1 the right way. */
  function gradient({game, coins, mine, angle}, t, run) {
    const turn = t % 2 ? -1 : 1;
    if (game === 0) return t < T - run ? [turn, turn, -turn] : [-1, 1, 1];
    if (game === 1) return [-1, turn, -turn];
    if (game === 2) return [-1, coins[t] & 1 ? 1 : -1, coins[t] & 2 ? 1 : -1];
    const far = TURNS.map(corner => -Math.cos((t < mine.length ? mine[t] : angle) - corner)), low = Math.min(...far), high = Math.max(...far);
    return far.map(one => (2 * one - low - high) / (high - low));
  }

  /* The point of the simplex nearest to w, each entry standing for as many as its group has. */
  function back(w, many) {
    const order = [0, 1, 2].filter(i => many[i] > 0).sort((i, j) => w[j] - w[i]), top = w[order[0]];
    let count = 0, total = -1, level = 0;
    for (const i of order) {
      if (count > 0 && (w[i] - top) * count <= total) break;
      count += many[i];
      total += many[i] * (w[i] - top);
      level = total / count;
    }
    return w.map(one => Math.max(0, one - top - level));
  }

  /* The shares of the three groups before each day and now, of both learners, and what they lost more than the best kind. */
  function run(state, N) {
    const many = sizes(N), eta = step(N), small = addingStep(N), last = lastRun(N), there = many.map(one => one > 0);
    const start = state.zero ? [0, 1 / (N - 1), 1 / (N - 1)] : [1 / N, 1 / N, 1 / N];
    const totals = [0, 0, 0], multiplied = [], added = [];
    let lost = 0, lostAdding = 0, w = start;
    for (let t = 0; t <= state.rounds; t++) {
      const least = Math.min(...totals.filter((_, i) => there[i] && start[i] > 0));
      const raw = many.map((one, i) => start[i] > 0 && one > 0 ? one * start[i] * Math.exp(-eta * (totals[i] - least)) : 0), all = sum(raw);
      multiplied.push(raw.map(one => one / all));
      added.push(w.map((one, i) => one * many[i]));
      if (t === state.rounds) break;
      const g = gradient(state, t, last);
      g.forEach((one, i) => { lost += multiplied[t][i] * one; lostAdding += added[t][i] * one; totals[i] += one; });
      w = back(w.map((one, i) => one - small * g[i]), many);
    }
    const best = Math.min(...totals.filter((_, i) => there[i]));
    return {multiplied, added, mine: lost - best, adder: lostAdding - best};
  }
  const place = shares => [0, 1].map(axis => sum(shares.map((share, i) => share * corners[i][axis])));
  const kinds = ({size}) => KINDS[size], written = N => N < 10000 ? `${N}` : "10\u00a0000";

  function next(state) {
    if (state.rounds >= T) { state.rounds = 0; state.mine = []; }
    if (state.game === YOU) state.mine.push(state.angle);
    state.rounds += 1;
    return state.rounds < T;
  }

  explorable({
    name: "exponentiated_gradient",
    controls: {
      size: {label: "kinds of pollen", from: 0, to: KINDS.length - 1, step: 1, at: 3, shows: size => written(KINDS[size])},
      game: {label: "who is right", choices: ["halves in turn, then only yours", "yours; the halves in turn", "yours; the halves by coins", "you say"], at: 0},
      zero: {label: "both start with weight 0 on your kind", toggle: true, at: false},
    },
    start: {rounds: T, angle: 0.4, mine: [], coins: tosses({seed: 3}, T, 2)},
    changed(state, name) {
      const before = state.game;
      if (name === "zero" && state.zero) { state.back = state.game; state.game = 1; }     /* where your kind is always right, the start is never made good */
      if (name === "zero" && !state.zero && state.back >= 0) state.game = state.back;
      if (name === "game" || !state.zero) delete state.back;
      if (name === "game" || state.game !== before) { state.mine = []; state.rounds = state.game === YOU ? 0 : T; }
    },
    guess: {
      label: `Whichever kinds are right, with 10 of them the multiplier loses in 100 days at most ${figures(bound(10))} coins more than the best kind. And with 10 000 kinds?`,
      from: 0, to: 500, step: 1, at: 200,
      answer: ({promise}) => promise,
      tells: (guess, truth) => `You say ${guess}; the theorem says ${figures(truth)}, the dashed line: a thousand times as many kinds, and only twice as much. From how many kinds on is multiplying ahead of adding? Move the slider.`,
    },
    buttons: {
      "Next day": next,
      "Let new coins decide": otherCoins(2, T),
    },
    plays: "Next day",
    pace: 130,
    numbers(state) {
      const N = kinds(state), {mine, adder} = run(state, N);
      return {mine, adder, bound: bound(N), adderBound: Math.sqrt(N * T), factor: Math.exp(-step(N)), less: addingStep(N), promise: bound(10000)};
    },
    heights: [340, 620],
    draw(stage, state, _, fresh) {
      const N = kinds(state), {rounds, game, angle} = state, {multiplied, added} = run(state, N);
      const left = stage.panel({box: stage.narrow ? [0, 0, 1, 0.52] : [0, 0, 0.5, 1], x: [-1.32, 1.32], y: [-1, 1.36], square: true, bare: true});
      left.area(corners, "plain");
      left.line([...corners, corners[0]], "faint");
      left.line(added.map(place), "b");
      left.line(multiplied.map(place), "a solid");
      const here = place(multiplied[rounds]), there = place(added[rounds]);
      const arrow = (from, tip, a, b) => {
        const barb = side => [tip[0] - 0.1 * a - 0.06 * side * b, tip[1] - 0.1 * b + 0.06 * side * a];
        left.line([from, tip], "c solid");
        left.line([barb(1), tip, barb(-1)], "c solid");
      };
      if (game === YOU) arrow([0, 0], [0.7 * Math.cos(angle), 0.7 * Math.sin(angle)], Math.cos(angle), Math.sin(angle));
      else if (rounds < T) {
        const pull = gradient(state, rounds, lastRun(N)), way = place(pull.map(one => -one)), far = Math.hypot(...way), [a, b] = way.map(one => one / far);
        arrow(here, [here[0] + 0.3 * a, here[1] + 0.3 * b], a, b);
      }
      left.dot(...there, "b", 5);
      left.dot(...here, "a", 6);
      if (game === YOU) left.handle("turn", {x: 0.8 * Math.cos(angle), y: 0.8 * Math.sin(angle), name: "which kinds are right on the next day", kind: "c",
        move: (x, y) => { if (Math.hypot(x, y) > 1e-9) state.angle = Math.atan2(y, x); }});
      left.text(0, 1.13, "your kind", {anchor: "middle"});
      left.text(-0.87, -0.72, N === 2 ? "no others" : "rest of its half", {anchor: "middle"});
      left.text(0.87, -0.72, N === 2 ? "the other kind" : "the other half", {anchor: "middle"});
      left.text(-1.32, 1.28, "multiplying", {kind: "a"});
      left.text(-1.32, 1.13, "adding", {kind: "b"});
      if (rounds < T || game === YOU) left.text(-1.32, 0.98, "right tomorrow", {kind: "c"});
      const all = KINDS.map(one => [one, run(state, one)]), top = 1.1 * Math.max(bound(10000), ...all.flatMap(([, {mine, adder}]) => [mine, adder]));
      const least = Math.min(...all.flatMap(([, {mine, adder}]) => [mine, adder])), low = least < 0 ? least - 0.03 * top : 0;
      const right = stage.panel({box: stage.narrow ? [0, 0.52, 1, 1] : [0.5, 0, 1, 1], x: [1.7, 12000], y: [low, top], logX: true,
        xLabel: "kinds of pollen", yLabel: ""});
      right.segment([N, low], [N, top], "faint");
      if (low < 0) right.segment([1.7, 0], [12000, 0], "faint");
      const seen = fresh ? all.filter(([one]) => one <= N) : all;
      if (!fresh) right.curve(bound, "plain dashed", 60);
      if (!fresh) {                                        /* what adding promises, as far as it is below the frame */
        right.curve(one => Math.sqrt(T * one), "plain", 200);
        right.text((0.9 * top) ** 2 / T, 0.9 * top, "√(100 · N)", {anchor: "end", dx: -9, dy: 4});
      }
      right.line(seen.map(([one, {adder}]) => [one, adder]), "b");
      right.line(seen.map(([one, {mine}]) => [one, mine]), "a solid thick");
      for (const [one, {mine, adder}] of seen) { right.dot(one, adder, "b", one === N ? 5 : 2.5); right.dot(one, mine, "a", one === N ? 6 : 3); }
      right.text(1.7, top, "regret of", {dx: -30, dy: -9});
      right.text(1.7, top, "multiplying", {kind: "a", dx: 34, dy: -9});
      right.text(1.7, top, "adding", {kind: "b", dx: 116, dy: -9});
      if (!fresh) right.text(1.7, top, "√(2 · 100 · ln N)", {dx: 168, dy: -9});
    },
    says(state, {mine, adder, bound: most, adderBound, factor, less}, fresh) {
      const N = kinds(state), {rounds, zero, game} = state, tidy = value => figures(Math.abs(value) < 1e-9 ? 0 : value);
      if (rounds === 0) return "Pull the green dot to the kinds that shall be right on the next day; those opposite will be wrong, the third in between. Can you lift multiplying above the dashed line? Point away from its blue dot; in the last ten days, to your kind. Press Next day, or Play, and steer.";
      const more = value => `${tidy(Math.abs(value))} ${value < -1e-9 ? "less" : "more"} than the best kind`;
      const now = `${written(N)} kinds, ${rounds === 1 ? "a new game, day 1" : `${rounds} days`}: multiplying has lost ${more(mine)}, adding ${more(adder).replace(mine < -1e-9 === adder < -1e-9 ? " than the best kind" : "", "")}.`;
      const steps = ` A wrong kind's weight is multiplied by ${figures(factor)}, a right one's by ${figures(1 / factor)}; the adder takes ${figures(less)} off, or adds it. Then both return to the sum 1.`;
      if (fresh) return `${now}${steps} The nearer a dot to a corner of the triangle, the more weight lies there. First the two halves are right in turn, then your kind alone.`;
      if (zero && mine > most * (1 + 1e-9)) return `${now} Above the dashed line, ${tidy(most)}! But the theorem starts from equal weights: multiply 0 as often as you like, by ${figures(factor)} or by ${figures(1 / factor)}, it stays 0.`;
      if (zero) return `${now} Neither of the two promises holds here: they start from equal weights.`;
      return `${now}${steps} ${rounds === T ? "The dashed line holds: multiplying" : "Multiplying"} never loses more than √(2 · ${T} · ln ${written(N)}) = ${tidy(most)}, and adding never more than √(${T} · ${written(N)}) = ${tidy(adderBound)}.` +
        (rounds === T && adder < mine - 1e-9 && game !== YOU ? ` Here adding is ahead, though its bound is the larger one${game === 0 && N === 2 ? "; from 4 kinds on multiplying is" : ""}.` : "");
    },
  });
})();
