/* Four apps, a hundred days: the shares of trust that Hedge gives them, and what it loses more than the best. */
"use strict";
(() => {
  const T = 100, N = 4, best_step = Math.sqrt(8 * Math.log(N) / T);
  const step = ({stretch}) => best_step * 10 ** stretch;
  const bound = (eta, t) => Math.log(N) / eta + eta * t / 8;
  const percent = share => `${figures(100 * share, 100 * share > 10 ? 2 : 1)} %`;

  /* Who errs on day t: of a day with coins, those whose bits are 1. */
  function errs({race, from, coins}, t) {
    if (race === 2) return upTo(N).map(i => parseInt(coins[t], 16) >> i & 1);
    if (race === 1) return upTo(N).map(i => i === t % N ? 1 : 0);
    return upTo(N).map(i => t >= from ? +(i > 0) : +((i < N / 2) === (t % 2 === 0)));
  }

  /* The shares before each day and at the end, by how much the vote is behind the best app after each day, and which one that is. */
  function run(state) {
    const eta = step(state), counts = state.dear ? 4 : 1, totals = [0, 0, 0, 0], shares = [], behind = [0];
    let lost = 0;
    for (let t = 0; t <= T; t++) {
      const least = Math.min(...totals), weights = totals.map(total => Math.exp(-eta * (total - least)));
      const all = weights.reduce((a, b) => a + b);
      shares.push(weights.map(weight => weight / all));
      if (t === T) break;
      errs(state, t).forEach((wrong, i) => { lost += shares[t][i] * counts * wrong; totals[i] += counts * wrong; });
      behind.push(lost - Math.min(...totals));
    }
    return {shares, behind, lost, totals, first: totals.filter(total => total === Math.min(...totals)).length > 1 ? -1 : totals.indexOf(Math.min(...totals))};
  }

  explorable({
    name: "experts",
    controls: {
      race: {label: "who errs", choices: ["two and two, then all but app 1", "one after the other", "a coin decides"], at: 0},
      stretch: {label: "trust lost by a mistake", from: -1, to: 1, step: 0.05, at: 0, shows: value => percent(1 - Math.exp(-step({stretch: value})))},
      dear: {label: "every mistake counts as four", toggle: true, at: false},
    },
    start: {from: 40, coins: tosses({seed: 4}, T, N)},
    guess: {
      label: "Four apps, a hundred days, and somebody who wants you wet decides which apps err. How many more mistakes than the best app do you make on average, at most?",
      from: 0, to: 50, step: 1, at: 25,
      answer: ({promise}) => promise,
      tells: (guess, truth) => `You say ${guess}; if a mistake takes ${percent(1 - Math.exp(-best_step))} off an app's trust, it is at most ${figures(truth)}. Drag the day, and come near to it.`,
    },
    buttons: {"Toss other coins": state => { state.race = 2; state.coins = tosses(state, T, N); }},
    numbers(state) {
      const {lost, totals, behind} = run(state), eta = step(state);
      return {lost, best: Math.min(...totals), regret: behind[T], bound: bound(eta, T), promise: bound(best_step, T)};
    },
    heights: [330, 560],
    draw(stage, state) {
      const {shares, behind, first} = run(state), eta = step(state);
      const left = stage.panel({box: stage.narrow ? [0, 0, 1, 0.5] : [0, 0, 0.5, 1], x: [0, T], y: [0, 1], xLabel: "days", yLabel: "shares of the trust"});
      const up = (t, i) => shares[t].slice(0, i).reduce((a, b) => a + b, 0), order = upTo(N).reverse();     /* app 1 on top */
      const lower = i => shares.map((_, t) => [t, 1 - up(t, i + 1)]), upper = i => shares.map((_, t) => [t, 1 - up(t, i)]);
      for (const i of order) {
        if (i === first || i % 2) left.area([...lower(i), ...upper(i).reverse()], i === first ? "c" : "plain");
        if (i < N - 1) left.line(lower(i), "faint");
      }
      /* a name stands where its band is widest over the length of the name, or nowhere */
      const edges = shares.map((_, t) => upTo(N + 1).map(i => 1 - up(t, i)));
      for (const i of upTo(N)) {
        const long = i === first ? 52 : 18, part = t => edges.slice(t, t + long);
        const rooms = upTo((T - long) / 2 + 1).map(j => [Math.max(...part(2 * j).map(edge => edge[i + 1])), Math.min(...part(2 * j).map(edge => edge[i])), 2 * j]);
        const [low, high, t] = rooms.reduce((a, b) => b[1] - b[0] > a[1] - a[0] + 0.02 ? b : a);
        if (high - low > 0.055) left.text(t, (low + high) / 2, `app ${i + 1}${i === first ? ", best in the end" : ""}`, {kind: i === first ? "c" : "plain", dx: 6, dy: 4});
      }
      if (state.race === 0) {
        left.segment([state.from, 0], [state.from, 1], "plain");
        left.handle("from", {x: state.from, y: 0.08, name: "the day from which all but app 1 err", kind: "plain",
          move: x => { state.from = Math.round(x); }});
      }
      const low = Math.min(0, ...behind), top = 1.12 * Math.max(bound(eta, T), ...behind);
      const right = stage.panel({box: stage.narrow ? [0, 0.5, 1, 1] : [0.5, 0, 1, 1], x: [0, 1.03 * T], y: [low, top], xLabel: "days"});
      if (low < 0) right.segment([0, 0], [T, 0], "faint");
      right.line([[0, bound(eta, 0)], [T, bound(eta, T)]], "a");
      right.line(behind.map((value, t) => [t, value]), "b thick");
      right.dot(T, behind[T], "b", 5);
      right.text(0, top, "behind the best app", {kind: "b", dx: -20, dy: -9});
      right.text(0, top, state.dear ? "the theorem's line" : "never more", {kind: "a", dx: 122, dy: -9});
    },
    says(state, {lost, best, regret, bound, promise}) {
      const {first} = run(state), {stretch, dear} = state, takes = percent(1 - Math.exp(-best_step));
      const both = dear ? [`lose ${figures(lost)}`, "loses"] : [`make ${figures(lost)} mistakes`, "makes"];
      const now = `On average you ${both[0]}, and ${first < 0 ? "the best app" : `app ${first + 1}, the best in the end,`} ${both[1]} ${figures(best)}: you are ${figures(regret)} behind.`;
      if (dear && regret > bound * (1 + 1e-9)) {
        return `${now} The theorem allows ${figures(bound)}, and it does not hold: its losses lie between 0 and 1, and a mistake counts as four now.`;
      }
      const limit = Math.abs(stretch) < 1e-9 ? ` Never more than ${figures(bound)}.` : ` At this rate never more than ${figures(bound)}; with ${takes}, never more than ${figures(promise)}.`;
      const manner = stretch < -0.6 ? " You hardly learn whom to trust." : stretch > 0.6 ? " You run after whoever has been best so far." : "";
      return now + (dear ? " A mistake counts as four now, and the theorem says nothing." : limit + manner);
    },
  });
})();
