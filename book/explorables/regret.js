/* Twenty days at the stall: the reader chooses the mixture, the weather answers; beside him three rules and the value of the game. */
"use strict";
(() => {
  const T = 20, sum = list => list.reduce((a, b) => a + b, 0);
  const choose = [[1]];                            /* binomial coefficients */
  for (let n = 1; n <= T; n++) choose.push(upTo(n + 1).map(k => (choose[n - 1][k - 1] || 0) + (choose[n - 1][k] || 0)));

  /* The mean of value(s + k fair signs). */
  const mean = (value, s, k) => sum(upTo(k + 1).map(heads => choose[k][heads] * value(s + 2 * heads - k))) / 2 ** k;
  const price = (s, k) => mean(Math.abs, s, k);
  const best = (s, t) => -mean(Math.sign, s, T - 1 - t);         /* on day t = 0, ..., T - 1 */
  const clip = w => Math.min(1, Math.max(-1, w));

  /* What each rule plays on each day, the slopes being given. */
  function rules(slopes) {
    const leader = [], descent = [], minimax = [];
    let s = 0, w = 0;
    slopes.forEach((slope, t) => {
      leader.push(-Math.sign(s)); descent.push(w); minimax.push(best(s, t));
      s += slope; w = clip(w - slope / Math.sqrt(T));
    });
    return {leader, descent, minimax};
  }

  /* The regret after each number of days. */
  function regrets(points, slopes) {
    let paid = 0, s = 0;
    return [0, ...points.map((w, t) => { paid += slopes[t] * w; s += slopes[t]; return paid + Math.abs(s); })];
  }

  /* What the weather expects you to play: what you did after the same weather, lately above all. */
  function habit({points, slopes}) {
    let much = 0, weight = 0;
    for (let t = 1; t < points.length; t++) {
      if (slopes[t - 1] !== slopes[slopes.length - 1]) continue;
      much = 0.6 * much + points[t]; weight = 0.6 * weight + 1;
    }
    return weight ? much / weight : 0;
  }

  /* The weather of the coming day.  It rains on who has more sunglasses than the best rule. */
  function coming(state) {
    const {weather, points, slopes, coins, peek} = state, t = slopes.length, coin = coins[t];
    if (weather === 0) return coin;
    if (weather === 1) return t % 2 ? -1 : 1;
    if (weather === 3 && peek) return coin;             /* it has announced itself, and can't wait for you */
    const bold = (weather === 2 ? habit(state) : state.now) - best(sum(slopes), t);
    return Math.abs(bold) < 1e-9 ? coin : bold > 0 ? 1 : -1;
  }

  function begin(state) {
    state.slopes = [1, -1, 1, -1];
    state.points = rules(state.slopes).minimax;
    state.now = 0;
    state.coins = upTo(T).map(() => random(state) < 0.5 ? -1 : 1);
    return state;
  }

  function next(state) {
    if (state.slopes.length >= T) { begin(state); return true; }
    const slope = coming(state);
    state.points.push(state.now);
    state.slopes.push(slope);
    return state.slopes.length < T;
  }

  explorable({
    name: "regret",
    controls: {
      weather: {label: "the weather", choices: ["tosses a coin", "takes turns", "knows your habits", "sees your stall"], at: 2},
      peek: {label: "tell me the weather first", toggle: true, at: false},
    },
    start: begin({seed: 7}),
    changed(state, name) { if (name === "weather") begin(state); },
    guess: {
      label: "Guess: how many coins behind your neighbour, at worst, does the best rule end after twenty days?",
      from: 0, to: 20, step: 0.5, at: 10, shows: value => figures(value),
      answer: ({value}) => value,
      tells: (guess, truth) => `You say ${figures(guess)}; it is ${figures(truth)} coins, about 0.8 times the root of 20. Can you do better?`,
    },
    buttons: {
      "Next day": next,
      "A day by the best rule": state => { if (state.slopes.length < T) state.now = best(sum(state.slopes), state.slopes.length); return next(state); },
    },
    blocked: ({slopes}) => slopes.length < T ? [] : ["Next day", "A day by the best rule"],
    plays: "Next day",
    pace: 900,
    numbers({points, slopes}) {
      const t = slopes.length, {leader, descent, minimax} = rules(slopes);
      const [mine, leading, small, least] = [points, leader, descent, minimax].map(one => regrets(one, slopes)[t]), s = sum(slopes);
      return {mine, leader: leading, descent: small, best: least, value: price(0, T), ahead: mine - Math.abs(s) + price(s, T - t)};
    },
    heights: [350, 620],
    draw(stage, state, {mine, leader: copied, descent: small, best: least, value}, fresh) {
      const {points, slopes, now, peek} = state, t = slopes.length, {leader, descent, minimax} = rules(slopes);
      const left = stage.panel({box: stage.narrow ? [0, 0, 1, 0.48] : [0, 0, 0.5, 1], x: [0, T + 5], y: [-1.25, 1.25], xLabel: "day", yLabel: "1: sunglasses only, −1: umbrellas only"});
      left.segment([0, 0], [T + 1, 0], "faint");
      left.text(T + 5, 1.13, "● sun", {anchor: "end", dy: 4});
      left.text(T + 5, -1.13, "× rain", {anchor: "end", dy: 4});
      slopes.forEach((slope, i) => slope > 0 ? left.cross(i + 1, -1.13, "plain", 4) : left.dot(i + 1, 1.13, "plain", 4));
      left.line(points.map((w, i) => [i + 1, w]), "b thick");
      points.forEach((w, i) => left.dot(i + 1, w, "b", 3));
      if (t < T) {
        if (peek) coming(state) > 0 ? left.cross(t + 1, -1.13, "a solid", 6) : left.dot(t + 1, 1.13, "a", 6);
        left.segment([t + 1, -1], [t + 1, 1], "faint");
        left.handle("now", {x: t + 1, y: now, name: "the mixture of today", kind: "b", along: "y", move: (_, w) => { state.now = clip(Math.round(50 * w) / 50); }});
      }
      const all = [[leader, "plain"], [points, "b thick"], [descent, "c thin"], [minimax, "a"]].map(([one, kind]) => [regrets(one, slopes), kind]);
      const top = 1.12 * Math.max(value, ...all.flatMap(([one]) => one)), bottom = Math.min(0, ...all.flatMap(([one]) => one)), low = bottom && bottom - 0.05 * (top - bottom);
      const right = stage.panel({box: stage.narrow ? [0, 0.54, 1, 1] : [0.5, 0.07, 1, 1], x: [0, T + 0.6], y: [low, top], xLabel: "days played"});
      if (low < 0) right.segment([0, 0], [T, 0], "faint");
      if (!fresh) right.segment([0, value], [T, value], "a");
      for (const [one, kind] of all) { right.line(one.map((regret, i) => [i, regret]), kind); right.dot(t, one[t], kind.split(" ")[0], kind === "b thick" ? 6 : 3); }
      /* the regrets of the moment, each behind its line */
      right.text(0, top, "regret", {kind: "label", dx: -30, dy: -33});
      [["you", mine, "b thick", 22, 33], ["copier", copied, "plain", 148, 33], ["best rule", least, "a", 22, 14], ["small steps", small, "c", 148, 14]].forEach(([words, now, kind, dx, up]) => {
        right.above.append("path").attr("class", `line ${kind}`).attr("d", `M${right.x(0) + dx},${right.y(top) - up - 4}h20`);
        right.text(0, top, `${words} ${figures(Math.round(100 * now) / 100)}`, {kind: kind.split(" ")[0], dx: dx + 26, dy: -up});
      });
      if (!fresh) right.text(0, value, "its promise", {kind: "a", dx: 6, dy: -6});
    },
    says(state, {mine, leader, descent, best: least, value, ahead}) {
      const {slopes, points, peek, weather} = state, t = slopes.length, cost = slopes[t - 1] * points[t - 1];
      const tidy = number => figures(Math.abs(number) < 1e-9 ? 0 : number);
      const behind = number => Math.abs(number) < 1e-9 ? "level with" : `${figures(Math.abs(number))} ${number > 0 ? "behind" : "ahead of"}`;
      const s = sum(slopes), rival = s ? `the best fixed mixture, ${s > 0 ? "umbrellas" : "sunglasses"} only, which has earned ${Math.abs(s)}` : "every fixed mixture: rain and sun are level";
      const told = peek && t < T ? ` Day ${t + 1} brings ${coming(state) > 0 ? "rain" : "sun"}.` : "";
      if (t === 4) {
        return `${["The weather tosses a coin.", "Rain and sun go on to take turns.", "The weather remembers what you do after rain and after sun.", peek ? "The weather has to tell you first, and can't wait for your stall." : "The weather looks at your stall before it decides."][weather]}` +
          ` Drag the point of day 5 up or down and press Next day.${told}`;
      }
      if (t < T) {
        const paid = Math.abs(cost) < 1e-9 ? "you pay nothing" : `you ${cost > 0 ? "pay" : "earn"} ${figures(Math.abs(cost))}`;
        return `Day ${t}: ${slopes[t - 1] > 0 ? "rain" : "sun"}, and ${paid}. You are ${behind(mine)} ${rival}. By the best rule from here on you would end ${behind(ahead)} the best fixed one.${told}`;
      }
      const others = Math.min(leader, descent) < least - 1e-9 ? " Who does better in one weather does worse in another." : "";
      const verdict = mine > value + 1e-9 ? "The best rule did better than you." : mine > value - 1e-9 ? "No rule can promise less."
        : peek ? "That is less than any rule can promise, but you knew the weather." : "That is less than any rule can promise: to you this weather was kind.";
      return `The end. Your regret is ${tidy(mine)}, that of the copier ${tidy(leader)}, of small steps ${tidy(descent)}. The best rule ends at ${tidy(least)} in every weather: rain and sun are always equally bad for it.${others} ${verdict} Choose another weather for a new game, or press Start again.`;
    },
  });
})();
