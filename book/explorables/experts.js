/* Two to sixteen apps, a hundred days: the shares of trust that Hedge gives them, and what it loses more than the best. */
"use strict";
(() => {
  const T = 100, apps = ({size}) => 2 ** size, bestStep = N => Math.sqrt(8 * Math.log(N) / T);
  const step = ({stretch}) => bestStep(4) * 10 ** stretch;
  const bound = (N, eta, t) => Math.log(N) / eta + eta * t / 8;
  const percent = eta => { const share = 100 * (1 - Math.exp(-eta)); return `${figures(share, share > 10 ? 2 : 1)} %`; };

  /* Who errs on day t: of a day with coins, those whose bits are 1, four in each of four lists of days. */
  function errs({race, from, coins}, N, t) {
    if (race === 2) return upTo(N).map(i => parseInt(coins[T * (i >> 2) + t], 16) >> i % 4 & 1);
    if (race === 1) return upTo(N).map(i => i === t % N ? 1 : 0);
    return upTo(N).map(i => t >= from ? +(i > 0) : +((i < N / 2) === (t % 2 === 0)));
  }

  /* The shares before each day and at the end, by how much the vote is behind the best app after each day, and which one that is. */
  function run(state) {
    const N = apps(state), eta = step(state), counts = state.dear ? 4 : 1, totals = Array(N).fill(0), shares = [], behind = [0];
    let lost = 0;
    for (let t = 0; t <= T; t++) {
      const least = Math.min(...totals), weights = totals.map(total => Math.exp(-eta * (total - least)));
      const all = weights.reduce((a, b) => a + b);
      shares.push(weights.map(weight => weight / all));
      if (t === T) break;
      errs(state, N, t).forEach((wrong, i) => { lost += shares[t][i] * counts * wrong; totals[i] += counts * wrong; });
      behind.push(lost - Math.min(...totals));
    }
    return {shares, behind, lost, totals, first: totals.filter(total => total === Math.min(...totals)).length > 1 ? -1 : totals.indexOf(Math.min(...totals))};
  }

  explorable({
    name: "experts",
    controls: {
      race: {label: "who errs", choices: ["halves in turn, then all but app 1", "one after the other", "a coin decides"], at: 0},
      size: {label: "apps", from: 1, to: 4, step: 1, at: 2, shows: size => `${apps({size})}`},
      stretch: {label: "trust lost by a mistake", from: -1, to: 1, step: 0.05, at: 0, shows: stretch => percent(step({stretch}))},
      dear: {label: "every mistake counts as four", toggle: true, at: false},
    },
    start: {from: 40, coins: tosses({seed: 4}, 4 * T, 4)},
    guess: {
      label: "On each of a hundred days you follow one of four apps, with a chance that is its share of your trust; a mistake takes 28 % off the trust in an app. Somebody who wants you wet decides which apps err. How many more mistakes than the best app do you make on average, at most?",
      from: 0, to: 50, step: 1, at: 25,
      answer: ({bound}) => bound,
      tells: (guess, truth) => `You say ${guess}; it is at most ${figures(truth)}, whoever errs. Drag the day, and come near to it. And with four times as many apps?`,
    },
    buttons: {"Let new coins decide": state => { state.race = 2; state.coins = tosses(state, 4 * T, 4); }},
    numbers(state) {
      const {lost, totals, behind} = run(state), N = apps(state);
      return {lost, best: Math.min(...totals), regret: behind[T], bound: bound(N, step(state), T), promise: bound(N, bestStep(N), T)};
    },
    heights: [330, 560],
    draw(stage, state, _, fresh) {
      const {shares, behind, first} = run(state), N = apps(state), eta = step(state);
      const left = stage.panel({box: stage.narrow ? [0, 0, 1, 0.5] : [0, 0, 0.5, 1], x: [0, T], y: [0, 1], xLabel: "days", yLabel: "shares of the trust, app 1 on top"});
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
        if (high - low > 0.07) left.text(t, (low + high) / 2, `app ${i + 1}${i === first ? ", best in the end" : ""}`, {kind: i === first ? "c" : "plain", dx: 6, dy: 4});
      }
      if (state.race === 0) {
        left.segment([state.from, 0], [state.from, 1], "plain");
        left.handle("from", {x: state.from, y: 0.08, name: "the day from which all but app 1 err", kind: "plain",
          move: x => { state.from = Math.round(x); }});
      }
      const low = Math.min(0, ...behind), top = 1.12 * Math.max(fresh ? 0 : bound(N, eta, T), ...behind);
      const right = stage.panel({box: stage.narrow ? [0, 0.5, 1, 1] : [0.5, 0, 1, 1], x: [0, 1.03 * T], y: [low, top], xLabel: "days"});
      if (low < 0) right.segment([0, 0], [T, 0], "faint");
      if (!fresh) right.line([[0, bound(N, eta, 0)], [T, bound(N, eta, T)]], "a");
      right.line(behind.map((value, t) => [t, value]), "b thick");
      right.dot(T, behind[T], "b", 5);
      right.text(0, top, "behind the best app", {kind: "b", dx: -20, dy: -9});
      if (!fresh) right.text(0, top, state.dear ? "never more, at 1 each" : "never more", {kind: "a", dx: 114, dy: -9});
    },
    says(state, {lost, best, regret, bound, promise}, fresh) {
      const {first} = run(state), {stretch, dear} = state, N = apps(state);
      const both = dear ? [`lose ${figures(lost)}`, "loses"] : [`make ${figures(lost)} mistakes`, "makes"];
      const now = `On average you ${both[0]}, and ${first < 0 ? "the best app" : `app ${first + 1}, the best in the end,`} ${both[1]} ${figures(best)}: you are ${figures(regret)} behind.`;
      if (dear && regret > bound * (1 + 1e-9)) {
        return `${now} The theorem allows ${figures(bound)}, and it does not hold: a day may cost 1 at most, and a mistake counts as four now.`;
      }
      if (dear) return `${now} Below ${figures(bound)}, but by luck: the theorem needs days that cost 1 at most, and a mistake counts as four now.`;
      if (fresh) return now;
      const root = `√(½ · ${T} days · ln ${N}) = ${figures(promise)}`, much = figures(bound);
      const limit = much === figures(promise) ? ` Never more than ${root}.` : ` At this rate, η = ${figures(step(state))}, never more than ln ${N}/η + η · ${T}/8 = ${much}; at the best, ${percent(bestStep(N))}, ${root}.`;
      const manner = stretch < -0.6 ? " You hardly learn whom to trust: the dashed line starts high." : stretch > 0.6 ? " You run after whoever has been best so far: the dashed line climbs." : "";
      return now + limit + manner;
    },
  });
})();
