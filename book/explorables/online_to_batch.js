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
  const risk = w => basket.filter(example => example[3] * score(w, example) <= 0).length / BASKET;

  /* One game: the risk of the rule in use in each round, the rounds with mistakes, the last rule and the mean of all. */
  function game(seed, T, sorted) {
    const state = {seed: 7919 * seed}, draws = upTo(T).map(() => basket[Math.floor(BASKET * random(state))]);
    if (sorted) draws.sort((a, b) => a[3] - b[3]);
    let w = [0, 0, 0], now = 1;
    const risks = [], mistakes = [], sum = [0, 0, 0];
    draws.forEach((example, t) => {
      risks.push(now);
      for (const i of [0, 1, 2]) sum[i] += w[i];
      if (example[3] * score(w, example) > 0) return;
      mistakes.push(t);
      w = w.map((entry, i) => entry + example[3] * example[i]);
      now = risk(w);
    });
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
      ship: {label: "tomorrow you use", choices: ["a rule from the hat", "the latest rule", "the mean of all vectors"], at: 0},
      sorted: {label: "poisonous ones first, then the others", toggle: true, at: false},
    },
    guess: {
      label: "All rules that were in use in a game go into a hat, and one is drawn. How often does it err on a new mushroom, on average over many games?",
      choices: ["less often than you erred in the game", "just as often", "more often"],
      answer: ({share, hat}) => hat < share - 0.02 ? 0 : hat > share + 0.02 ? 2 : 1,
      tells: (right, truth) => `${right ? "Yes" : "No"}: ${truth}, as long as chance orders the draws. And the latest rule, or the mean of all vectors?`,
    },
    buttons: {"Other draws": state => { state.seed += 1; }},
    numbers(state) {
      const games = many(state);
      return Object.fromEntries(["share", "hat", "last", "mean"].map(key => [key, average(games.map(one => one[key]))]));
    },
    heights: [330, 600],
    draw(stage, state, numbers) {
      const {T, ship, seed, sorted} = state, one = game(GAMES * seed, T, sorted), key = ["hat", "last", "mean"][ship];
      const left = stage.panel({box: stage.narrow ? [0, 0, 1, 0.45] : [0, 0, 0.5, 1], x: [0, T], y: [0, 1.02], xLabel: "round of one game; crosses are mistakes",
        yLabel: "how likely the rule in use is to err"});
      left.line(one.risks.flatMap((value, t) => [[t, value], [t + 1, value]]), "b");
      one.mistakes.forEach(t => left.cross(t + 0.5, 0.03, "plain", T > 80 ? 2 : 3));
      left.segment([0, one.mistakes.length / T], [T, one.mistakes.length / T], "a");
      left.text(T, 1.02, "dashed: share of mistakes", {kind: "a", anchor: "end", dx: -4, dy: 16});
      const right = stage.panel({box: stage.narrow ? [0, 0.45, 1, 1] : [0.5, 0, 1, 1], x: [0, 1], y: [0, 1], square: true, xLabel: "share of mistakes in the game",
        yLabel: `how often ${["the hat", "the latest rule", "the mean"][ship]} errs tomorrow`});
      right.segment([0, 0], [1, 1], "faint");
      for (const played of many(state)) right.dot(played.share, played[key], "faint", 3.5);
      right.dot(one.mistakes.length / T, many(state)[0][key], "hollow plain", 6);
      right.text(1, 0, "ring: the game shown", {anchor: "end", dx: -6, dy: -9});
      right.segment([numbers.share, 0], [numbers.share, numbers[key]], "a");
      right.segment([0, numbers[key]], [numbers.share, numbers[key]], "b");
      right.dot(numbers.share, numbers[key], "b", 7);
    },
    says({ship, T, sorted}, {share, hat, last, mean}) {
      const percent = value => `${figures(100 * value, 3)} %`;
      const tomorrow = `${["A rule from the hat", "The latest rule", "The mean of all vectors"][ship]} errs on ${percent([hat, last, mean][ship])} of the mushrooms.`;
      const note = sorted ? " The order is no longer left to chance, and the mistakes say little about tomorrow." : ship === 0 ? " Over many games the two are equal, for every learner." : " The promise is for the hat alone.";
      return `A hundred games of ${T} draws: mistakes in ${percent(share)} of the rounds. ${tomorrow}${note}`;
    },
  });
})();
