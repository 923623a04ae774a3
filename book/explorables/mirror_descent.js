/* One sheet for a thousand kinds of pollen, and a dial of readings: the scores, their powers, exponentials, the greatest score alone. */
"use strict";
(() => {
  const T = 100, N = 1000, POWERS = [1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32], EXP = POWERS.length, TOP = EXP + 1, RUN = 20;
  const sum = list => list.reduce((a, b) => a + b, 0), dial = ({at}) => Math.round(at);
  const names = [...POWERS.map(p => p === 1 ? "the scores" : p === 3 ? "their cubes" : `power ${p}`), "exponentials", "the top alone"];
  /* Where a reading stands on the dial: the last two by themselves. */
  const spot = at => at + 0.9 * Math.max(0, at - EXP + 1), unspot = x => x < EXP - 1 ? x : EXP - 1 + (x - EXP + 1) / 1.9;
  /* Your kind, and two groups of others. */
  const sizes = ({game}) => game === 1 ? [1, 1, N - 2] : [1, N / 2 - 1, N / 2];

  /* The gradient of day t: -1 pulls the right way. */
  function gradient({game, coins}, t) {
    const turn = t % 2 ? 1 : -1;
    if (game === 0) return [-1, ...(t === 0 ? [0.5, -0.5] : [-turn, turn])];
    if (game === 1) return t === 0 ? [-0.5, 0.5, 0] : t < T - RUN ? [turn, -turn, 0] : [-1, 1, 0];
    return [-1, coins[t] & 1 ? 1 : -1, coins[t] & 2 ? 1 : -1];
  }

  /* A reading: how far your kind is from the empty sheet, beta, the square of a gradient, and the weights. The top alone: the potential max is not smooth. */
  function reading(i, many) {
    const centred = g => (Math.max(...g) - Math.min(...g)) ** 2 / 4;
    if (i === TOP) return {start: 0, sharp: Infinity, square: centred, read: sheet => {
      const top = Math.max(...sheet), share = 1 / sum(sheet.map((one, j) => one === top ? many[j] : 0));
      return sheet.map(one => one === top ? share : 0);
    }};
    if (i === EXP) return {start: Math.log(N), sharp: 1, square: centred, read: sheet => {
      const top = Math.max(...sheet), raw = sheet.map(one => Math.exp(one - top)), all = sum(raw.map((one, j) => many[j] * one));
      return raw.map(one => one / all);
    }};
    const p = POWERS[i], q = p + 1, total = list => sum(list.map((one, j) => many[j] * Math.abs(one) ** q));
    return {start: 0.5, sharp: p, square: g => total(g) ** (2 / q), read: sheet => {
      const top = Math.max(...sheet.map(Math.abs));
      if (top === 0) return sheet;
      const parts = sheet.map(one => one / top), scale = top / total(parts) ** ((p - 1) / q);
      return parts.map(one => Math.sign(one) * Math.abs(one) ** p * scale);
    }};
  }

  /* What it costs to play so, and what the theorem allows, with the step that is best for its bound. */
  function play(state, i) {
    const many = sizes(state), {start, sharp, square, read} = reading(i, many), days = upTo(T).map(t => gradient(state, t));
    const squares = sum(days.map(square)), eta = i === TOP ? 1 : Math.sqrt(2 * start / (sharp * squares));
    let sheet = [0, 0, 0], regret = 0, paid = 0;
    for (const g of days.slice(0, state.rounds)) {
      regret += sum(read(sheet).map((w, j) => many[j] * w * g[j])) - g[0];
      paid += sharp * square(g);
      sheet = sheet.map((one, j) => one - eta * g[j]);
    }
    const weights = read(sheet), all = sum(weights.map((w, j) => many[j] * Math.abs(w)));
    return {scores: sheet.map(one => one / eta), eta, weights, regret, start, sharp, squares, share: Math.abs(weights[0]) / all, idle: state.game === 1 ? many[2] * Math.abs(weights[2]) / all : 0,
      ...i === TOP ? {bound: Infinity, promise: Infinity} : {bound: start / eta + eta * paid / 2, promise: Math.sqrt(2 * start * sharp * squares)}};
  }
  function next(state) {
    state.rounds = state.rounds % T + 1;
    return state.rounds < T;
  }

  explorable({
    name: "mirror_descent",
    controls: {
      at: {label: "weights", from: 0, to: TOP, step: 1, at: 3, shows: at => names[Math.round(at)]},
      game: {label: "who flies", choices: ["all; yours always helps", "only two, which help in turn", "all; yours helps, the rest by coins"], at: 0},
    },
    start: {rounds: T, coins: tosses({seed: 2}, T, 2)},
    changed(state, name) { if (name === "game") state.rounds = T; },
    guess: {
      label: "A thousand kinds of pollen fly, and only yours helps every day. A kind's score is the number of days on which it helped minus the number on which it harmed. Which weights carry the best promise of how far you fall behind your kind in 100 days?",
      choices: ["the scores", "their cubes", "their exponentials"],
      answer: ({scores, cubes, exponentials}) => [scores, cubes, exponentials].indexOf(Math.min(scores, cubes, exponentials)),
      tells(right, truth) {
        const all = upTo(TOP + 1).map(i => play({game: 0, rounds: T}, i).regret), least = Math.min(...all.slice(0, TOP));
        return `${right ? "Yes" : "No"}: by promise ${truth} win. By what happened here the top score alone does: it fell only ${figures(all[TOP])} behind, but with no promise; the next, ${names[all.indexOf(least)]}, ${figures(least)}; they ${figures(all[EXP])}. ` +
          "A sharper curve makes the 999 low scores disturb less, but sharpness is itself a factor of the promise: too sharp costs again. Now let only two kinds fly.";
      },
    },
    buttons: {
      "Next day": next,
      "Let new coins decide": otherCoins(2, T),
    },
    plays: "Next day",
    pace: 130,
    numbers(state) {
      const {regret, bound, share, idle, start, sharp, squares, promise} = play(state, dial(state));
      return {regret, bound, share, idle, start, sharp, squares, promise, scores: play(state, 0).promise, cubes: play(state, 3).promise, exponentials: play(state, EXP).promise};
    },
    heights: [404, 694],
    draw(stage, state, {start, sharp, squares, promise}, fresh) {
      const i = dial(state), many = sizes(state), {scores, eta, weights} = play(state, i), reach = 1.15 * [1, 2, 5, 10, 20, 50, T].find(one => one >= Math.max(...scores.map(Math.abs)) - 1e-9);
      const tall = 1.15 * Math.max(...weights.map(Math.abs)) || 1;
      const left = stage.panel({box: stage.narrow ? [0, 0, 1, 0.42] : [0, 0, 0.5, 0.866], x: [-reach, reach], y: [i > EXP - 1 ? -0.06 * tall : -tall, tall], xLabel: "score: days it helped minus days it harmed",
        yLabel: "its weight"});
      /* the weight of a score, all that the kinds have in common being as it is */
      const far = scores.map(Math.abs).indexOf(Math.max(...scores.map(Math.abs)));
      const scale = i < EXP ? Math.abs(weights[far]) / Math.abs(scores[far]) ** POWERS[i] : i === EXP ? weights[0] / Math.exp(eta * scores[0]) : Math.max(...weights);
      const value = score => i < EXP ? scale * Math.sign(score) * Math.abs(score) ** POWERS[i] : i === EXP ? scale * Math.exp(eta * score) : score >= Math.max(...scores) ? scale : 0;
      left.segment([-reach, 0], [reach, 0], "faint");
      left.curve(value, "b", i < 4 ? 48 : 240);
      [1, 2].forEach(j => left.dot(scores[j], weights[j], "plain", many[j] > 1 ? 5 : 4));
      left.dot(scores[0], weights[0], "c", 7);
      left.text(-reach, tall, "your kind", {kind: "c", dx: 8, dy: 18});
      left.text(-reach, tall, state.game === 1 ? "the second; 998 stay at 0" : "the 999 others", {dx: 8, dy: 36});

      const all = upTo(TOP + 1).map(one => play(state, one)), top = 1.06 * Math.max(...all.slice(0, TOP).map(one => one.promise), ...all.map(one => one.regret));
      const low = Math.min(0, ...all.map(one => one.regret));
      const right = stage.panel({box: stage.narrow ? [0, 0.42, 1, 0.92] : [0.5, 0, 1, 0.866], x: [-1.9, spot(TOP) + 0.9], y: [low - 0.2 * (top - low), top + 0.1 * (top - low)], bare: true});
      const unit = [5, 10, 20, 50, 100].find(one => top / one < 5);
      right.segment([-0.6, low], [spot(TOP) + 0.9, low], "faint");
      right.segment([-0.6, low], [-0.6, top], "faint");
      upTo(Math.floor(top / unit) + 1).forEach(k => {
        right.segment([-0.75, k * unit], [-0.6, k * unit], "faint");
        right.text(-0.85, k * unit, `${k * unit}`, {kind: "label", anchor: "end", dy: 4});
      });
      [[0, "1"], [2, "2"], [3, "3"], [4, "4"], [6, "8"], [8, "16"], [10, "32"], [EXP, "exp"], [TOP, "top"]].forEach(([place, words]) =>
        right.text(spot(place), low, words, {kind: "label", anchor: "middle", dy: 17}));
      right.text(5, low, "powers of the scores", {kind: "label", anchor: "middle", dy: 36});
      const powers = all.slice(0, EXP);
      right.text(-0.6, top, "regret", {kind: "b", dx: 6, dy: -6});
      if (!fresh) {
        right.line(powers.map(({bound}, place) => [place, bound]), "a");
        right.line(powers.map(({regret}, place) => [place, regret]), "b");
        all.slice(0, TOP).forEach(({bound}, place) => right.dot(spot(place), bound, "hollow a", 3.5));
        all.forEach(({regret}, place) => right.dot(spot(place), regret, "b", 4));
        right.text(spot(TOP) + 0.9, top, "top: no promise", {kind: "a", anchor: "end", dy: -6});
        right.text(-0.6, top, "never more", {kind: "a", dx: 56, dy: -6});
      }
      right.segment([spot(state.at), low], [spot(state.at), top], "faint");
      right.handle("dial", {x: spot(state.at), y: all[i].regret, name: "what the weights are", kind: "b", reads: fresh ? names[i] : `${names[i]}, regret ${figures(all[i].regret)}`,
        move: x => { state.at = Math.min(TOP, Math.max(0, unspot(x))); }});

      /* the promise, each factor over its name */
      const row = stage.panel({box: [0, 1 - 54 / stage.height, 1, 1], x: [-180, 180], y: [0, 1], bare: true});
      const put = (x, words, below, kind = "plain") => {
        row.text(0, 1, words, {kind, anchor: "middle", dx: x, dy: 8});
        if (below) row.text(0, 1, below, {kind: "label", anchor: "middle", dx: x, dy: 27});
      };
      const known = value => fresh ? "?" : Number.isFinite(value) ? figures(value) : "∞", orNot = (value, other) => !fresh && i === TOP ? other : known(value);
      put(-138, "√(2  ·", "");
      put(-92, orNot(start, "–"), "C, the way");
      put(-56, "·", "");
      put(-10, known(sharp), "β, sharpness");
      put(32, "·", "");
      put(66, orNot(squares, "–"), "S, squares");
      put(98, ")  =", "");
      put(136, orNot(promise, "none"), "promise", "a");
    },
    says(state, {regret, bound, share, idle, start, sharp, squares, promise}, fresh) {
      const i = dial(state), {rounds, game} = state, tidy = value => figures(Math.abs(value) < 1e-9 ? 0 : Math.abs(value));
      const percent = part => part > 0.999 ? "all" : `${figures(100 * part, 2)} %`;
      const read = i === 0 || i === EXP ? names[i] : i === 3 ? "the cubes of the scores" : i === TOP ? "the top score alone" : `the scores to the ${names[i]}`;
      const now = `You take ${read}. ${rounds === 1 ? "A new game, day 1:" : `After ${rounds} days`} you have lost ${tidy(regret)} ${regret < -1e-9 ? "less" : "more"} than your kind`;
      const parts = `Your kind now has ${percent(share)} of the weight${i === EXP && game === 1 ? `, the 998 that don't fly ${percent(idle)}: an exponential is never 0` : ""}.`;
      if (i === TOP) return `${now}. The curve is a jump: all weight may leap overnight, and the theorem promises nothing.${game === 1 ? " Compare the other weights." : " Let two kinds help in turn, and it leaps."}`;
      if (fresh) return `${now}. ${parts}`;
      return `${now}${rounds < T ? `, never more than ${tidy(bound)} so far` : ""}. ${parts} In ${T} days never more than √(2 · ${figures(start)} · ${sharp} · ${figures(squares)}) = ${tidy(promise)}: ` +
        "the way from the start to your kind, the sharpness of the curve, and the squares of what the days bring, measured to fit the curve.";
    },
  });
})();
