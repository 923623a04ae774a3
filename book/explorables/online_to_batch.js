/* The Perceptron on draws from a basket: the share of mistakes in a game beside the risk of the rules that it leaves behind. */
"use strict";
(() => {
  const BASKET = 30, GAMES = 100;

  /* The basket: points in the plane, parted by a line but for a few; one more entry lets the line miss 0. */
  const basket = (() => {
    const state = {seed: 11};
    return upTo(BASKET).map(() => {
      const x = 2 * random(state) - 1, y = 2 * random(state) - 1, odd = random(state) < 0.08;
      return [x, y, 0.5, (x + 0.6 * y > 0.2) === odd ? -1 : 1];
    });
  })();
  const score = (w, example) => w[0] * example[0] + w[1] * example[1] + w[2] * example[2];
  function risk(w) {
    let errors = 0;
    for (const example of basket) if (example[3] * score(w, example) <= 0) errors += 1;
    return errors / BASKET;
  }

  /* One game: the risk of the rule in use in each round, the rounds with mistakes, the last rule and the mean of all. */
  function game(seed, T, sorted) {
    const state = {seed: 7919 * seed}, draws = upTo(T).map(() => basket[Math.floor(BASKET * random(state))]);
    if (sorted) draws.sort((a, b) => a[3] - b[3]);
    const w = [0, 0, 0], risks = [], mistakes = [], sum = [0, 0, 0];
    let now = 1;
    for (let t = 0; t < T; t++) {
      const example = draws[t];
      risks.push(now);
      for (let i = 0; i < 3; i++) sum[i] += w[i];
      if (example[3] * score(w, example) > 0) continue;
      mistakes.push(t);
      for (let i = 0; i < 3; i++) w[i] += example[3] * example[i];
      now = risk(w);
    }
    return {risks, mistakes, last: now, mean: risk(sum)};
  }
  const average = list => list.reduce((a, b) => a + b, 0) / list.length;

  const many = remember(({seed, T, sorted}) => upTo(GAMES).map(i => {
    const {risks, mistakes, last, mean} = game(GAMES * seed + i, T, sorted);
    return {share: mistakes.length / T, hat: average(risks), last, mean};
  }));

  explorable({
    name: "online_to_batch",
    controls: {
      T: {label: "draws", from: 5, to: 150, step: 5, at: 40},
      ship: {label: "tomorrow you use", choices: ["a rule from the hat", "the latest rule", "one with their mean weights"], at: 1},
      sorted: {label: "poisonous ones first, then the others", toggle: true, at: false},
    },
    guess: {
      label: "Tomorrow you use the latest rule of your game. It has seen every draw, so none is a fresh test for it. How often does it err on a new mushroom, on average over many games?",
      choices: ["less often than you erred in the game", "just as often", "more often"],
      answer: ({share, last}) => last < share - 0.02 ? 0 : last > share + 0.02 ? 2 : 1,
      then: state => { state.ship = 1; },
      tells: (right, truth) => `${right ? "Yes" : "No"}: ${truth}, in a hundred games of forty draws ordered by chance. But the number of mistakes does not promise it. And a rule from the hat, where each round has a slip with the rule used in it?`,
    },
    buttons: {"Other draws": state => { state.seed += 1; }},
    numbers(state) {
      const games = many(state);
      return Object.fromEntries(["share", "hat", "last", "mean"].map(key => [key, average(games.map(one => one[key]))]));
    },
    heights: [324, 600],
    draw(stage, state, numbers, fresh) {
      const {T, ship, seed, sorted} = state, one = game(GAMES * seed, T, sorted), key = ["hat", "last", "mean"][ship];
      const left = stage.panel({box: stage.narrow ? [0, 0, 1, 0.45] : [0, 0, 0.5, 1], x: [0, T], y: [-0.08, 1.02], xLabel: "round of one game; crosses are mistakes",
        yLabel: "how likely the rule in use is to err"});
      left.line(one.risks.flatMap((value, t) => [[t, value], [t + 1, value]]), "b");
      left.crosses(one.mistakes.map(t => [t + 0.5, -0.04]), "plain", T > 80 ? 2 : 3);
      left.segment([0, one.mistakes.length / T], [T, one.mistakes.length / T], "a");
      left.text(T, 1.02, "dashed: share of mistakes", {kind: "a", anchor: "end", dx: -4, dy: 16});
      const games = many(state), most = Math.max(...games.flatMap(played => Object.values(played))), end = Math.min(1, Math.ceil(10 * most + 0.5) / 10);
      const right = stage.panel({box: stage.narrow ? [0, 0.45, 1, 1] : [0.5, 0, 1, 1], x: [0, end], y: [0, end], square: true, xLabel: "share of mistakes in the game",
        yLabel: `how often ${["the hat", "the latest rule", "the mean"][ship]} errs tomorrow`});
      right.segment([0, 0], [end, end], "faint");
      if (fresh) { right.text(0, end, "a hundred games: where?", {dx: 8, dy: 14}); return; }
      right.dots(games.map(played => [played.share, played[key]]), "faint", 3.5);
      right.dot(games[0].share, games[0][key], "hollow plain", 6);
      /* the words stand where no dots are: by chance, these lie about the diagonal */
      const place = sorted ? {anchor: "end", dx: -6} : {dx: 8}, [x, y, dy] = sorted ? [end, 0, -26] : [0, end, 14];
      right.text(x, y, "ring: the game shown", {...place, dy});
      right.text(x, y, "orange: mean of the hundred", {...place, kind: "b", dy: dy + 17});
      right.segment([numbers.share, 0], [numbers.share, numbers[key]], "a");
      right.segment([0, numbers[key]], [numbers.share, numbers[key]], "b");
      right.dot(numbers.share, numbers[key], "b", 7);
    },
    says({ship, T, sorted}, {share, hat, last, mean}, fresh) {
      if (fresh) return `One game of ${T} draws. Orange is how often the rule in use errs on the thirty mushrooms; the crosses are mistakes, after which the rule is another one.`;
      const percent = value => `${figures(100 * value, 3)} %`, now = [hat, last, mean][ship];
      const tomorrow = `${["A rule from the hat", "The latest rule", "One rule with the mean weights of all"][ship]} errs on ${percent(now)} of the mushrooms.`;
      const note = sorted ? " The order is no longer left to chance, and the theorem is silent: the mistakes may say little about tomorrow."
        : ship === 0 ? " A single game may be far off; on average over many games the two are equal for every learner."
        : ` It is ${Math.abs(now - share) < 0.005 ? "about as good as" : now < share ? "better than" : "worse than"} the mistakes say, but the theorem does not tell you: its promise is for the hat alone.`;
      return `A hundred games of ${T} draws: mistakes in ${percent(share)} of the rounds. ${tomorrow}${note}`;
    },
  });
})();
