/* One sheet for a thousand kinds of pollen, and a dial of readings: the scores, their powers, exponentials, the greatest score alone. */
"use strict";
(() => {
  const T = 100, N = 1000, POWERS = [1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32], EXP = POWERS.length, TOP = EXP + 1, RUN = 20;
  const sum = list => list.reduce((a, b) => a + b, 0), dial = ({at}) => Math.round(at);
  const names = [...POWERS.map(p => p === 1 ? "the scores" : p === 3 ? "their cubes" : `power ${p}`), "exponentials", "the top one alone"];
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

  /* A reading: how far your kind is from the empty sheet, how much a gradient adds to beta times the squares, and the weights. */
  function reading(i, many) {
    if (i === TOP) return {start: Infinity, price: () => Infinity, read: sheet => {
      const top = Math.max(...sheet), share = 1 / sum(sheet.map((one, j) => one === top ? many[j] : 0));
      return sheet.map(one => one === top ? share : 0);
    }};
    if (i === EXP) return {start: Math.log(N), price: g => (Math.max(...g) - Math.min(...g)) ** 2 / 4, read: sheet => {
      const top = Math.max(...sheet), raw = sheet.map(one => Math.exp(one - top)), all = sum(raw.map((one, j) => many[j] * one));
      return raw.map(one => one / all);
    }};
    const p = POWERS[i], q = p + 1, total = list => sum(list.map((one, j) => many[j] * Math.abs(one) ** q));
    return {start: 0.5, price: g => p * total(g) ** (2 / q), read: sheet => {
      const top = Math.max(...sheet.map(Math.abs));
      if (top === 0) return sheet;
      const parts = sheet.map(one => one / top), scale = top / total(parts) ** ((p - 1) / q);
      return parts.map(one => Math.sign(one) * Math.abs(one) ** p * scale);
    }};
  }

  /* What it costs to play so, and what the theorem allows, with the step that is best for its bound. */
  function play(state, i) {
    const many = sizes(state), {start, price, read} = reading(i, many), days = upTo(T).map(t => gradient(state, t));
    const whole = sum(days.map(price)), eta = i === TOP ? 1 : Math.sqrt(2 * start / whole);
    let sheet = [0, 0, 0], regret = 0, paid = 0;
    for (const g of days.slice(0, state.rounds)) {
      regret += sum(read(sheet).map((w, j) => many[j] * w * g[j])) - g[0];
      paid += price(g);
      sheet = sheet.map((one, j) => one - eta * g[j]);
    }
    const weights = read(sheet), all = sum(weights.map((w, j) => many[j] * Math.abs(w)));
    return {sheet, weights, read, regret, share: Math.abs(weights[0]) / all, idle: state.game === 1 ? many[2] * Math.abs(weights[2]) / all : 0,
      bound: start / eta + eta * paid / 2, promise: i === TOP ? Infinity : Math.sqrt(2 * start * whole)};
  }
  function next(state) {
    state.rounds = state.rounds % T + 1;
    return state.rounds < T;
  }

  explorable({
    name: "mirror_descent",
    controls: {
      at: {label: "the weights are", from: 0, to: TOP, step: 1, at: 3, shows: at => names[Math.round(at)]},
      game: {label: "who flies", choices: ["all; yours always helps", "only two, which help in turn", "all; yours helps, the rest by coins"], at: 0},
    },
    start: {rounds: T, coins: tosses({seed: 2}, T, 2)},
    changed(state, name) { if (name === "game") state.rounds = T; },
    guess: {
      label: "While all kinds fly, exponentials are promised the least regret. If only two kinds fly and help in turn, which weights are promised the least?",
      choices: ["the scores", "their cubes", "their exponentials"],
      answer: (_, state) => {
        const promised = [0, 3, EXP].map(i => play({...state, game: 1}, i).promise);
        return promised.indexOf(Math.min(...promised));
      },
      tells: (right, truth) => `${right ? "Yes" : "No"}: ${truth}. Exponentials begin with a thousandth for each kind, and it takes them long to leave the 998 that don't fly. Let only two kinds fly, and compare.`,
    },
    buttons: {
      "Next day": next,
      "Other coins": otherCoins(2, T),
    },
    plays: "Next day",
    pace: 130,
    numbers(state) {
      const {regret, bound, share, idle} = play(state, dial(state));
      return {regret, bound, share, idle, scores: play(state, 0).promise, cubes: play(state, 3).promise, exponentials: play(state, EXP).promise};
    },
    heights: [350, 640],
    draw(stage, state) {
      const i = dial(state), many = sizes(state), {sheet, weights} = play(state, i), reach = 1.15 * Math.max(...sheet.map(Math.abs)) || 1;
      const tall = 1.15 * Math.max(...weights.map(Math.abs)) || 1;
      const left = stage.panel({box: stage.narrow ? [0, 0, 1, 0.46] : [0, 0, 0.5, 1], x: [-reach, reach], y: [i > EXP - 1 ? 0 : -tall, tall], xLabel: "score of a kind",
        yLabel: "its weight"});
      /* the weight of a score, all that the kinds have in common being as it is */
      const far = sheet.map(Math.abs).indexOf(Math.max(...sheet.map(Math.abs)));
      const scale = i < EXP ? Math.abs(weights[far]) / Math.abs(sheet[far]) ** POWERS[i] : i === EXP ? weights[0] / Math.exp(sheet[0]) : Math.max(...weights);
      const value = score => i < EXP ? scale * Math.sign(score) * Math.abs(score) ** POWERS[i] : i === EXP ? scale * Math.exp(score) : score >= Math.max(...sheet) ? scale : 0;
      if (i < EXP) left.segment([-reach, 0], [reach, 0], "faint");
      left.curve(value, "b", 240);
      [1, 2].forEach(j => left.dot(sheet[j], weights[j], "plain", many[j] > 1 ? 5 : 4));
      left.dot(sheet[0], weights[0], "c", 7);
      left.text(-reach, tall, "your kind", {kind: "c", dx: 8, dy: 18});
      left.text(-reach, tall, state.game === 1 ? "the second, and 998 at 0" : "the 999 others", {dx: 8, dy: 36});

      const all = upTo(TOP + 1).map(one => play(state, one)), top = 1.06 * Math.max(...all.slice(0, TOP).map(one => one.promise), ...all.map(one => one.regret));
      const low = Math.min(0, ...all.map(one => one.regret));
      const right = stage.panel({box: stage.narrow ? [0, 0.46, 1, 1] : [0.5, 0, 1, 1], x: [-1.9, spot(TOP) + 0.9], y: [low - 0.2 * (top - low), top + 0.1 * (top - low)], bare: true});
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
      right.line(powers.map(({bound}, place) => [place, bound]), "a");
      right.line(powers.map(({regret}, place) => [place, regret]), "b");
      all.slice(0, TOP).forEach(({bound}, place) => right.dot(spot(place), bound, "hollow a", 3.5));
      all.forEach(({regret}, place) => right.dot(spot(place), regret, "b", 4));
      right.text(spot(TOP) + 0.9, top, "top: no promise", {kind: "a", anchor: "end", dy: -6});
      right.text(-0.6, top, "regret", {kind: "b", dx: 6, dy: -6});
      right.text(-0.6, top, "never more", {kind: "a", dx: 56, dy: -6});
      right.segment([spot(state.at), low], [spot(state.at), top], "faint");
      right.handle("dial", {x: spot(state.at), y: all[i].regret, name: "what the weights are", kind: "b",
        move: x => { state.at = Math.min(TOP, Math.max(0, unspot(x))); }});
    },
    says(state, {regret, bound, share, idle, scores, cubes, exponentials}) {
      const i = dial(state), {rounds, game} = state, tidy = value => figures(Math.abs(value) < 1e-9 ? 0 : Math.abs(value));
      const percent = part => part > 0.999 ? "over 99.9 %" : `${figures(100 * part, 2)} %`;
      const read = i === 0 || i === EXP ? names[i] : i === 3 ? "the cubes of the scores" : i === TOP ? "the top score alone" : `the scores to the ${names[i]}`;
      const now = `You take ${read}. ${rounds === 1 ? "A new game, day 1:" : `After ${rounds} days`} you have lost ${tidy(regret)} ${regret < -1e-9 ? "less" : "more"} than your kind`;
      const parts = `Your kind's share of all weights is now ${percent(share)}${i === EXP && game === 1 ? `, that of the 998 that don't fly ${percent(idle)}` : ""}.`;
      if (i === TOP) return `${now}. All weight may leap from one kind to another overnight, so the theorem promises nothing.${game === 1 ? " Compare the other weights." : " Let two kinds help in turn, and it leaps."}`;
      return `${now}, where the theorem allows ${tidy(bound)}. ${parts} Allowed in ${T} days: scores ${tidy(scores)}, cubes ${tidy(cubes)}, exponentials ${tidy(exponentials)}.`;
    },
  });
})();
