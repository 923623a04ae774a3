/* Gradient descent on a disc against an adversary: the regret after every round, below B^2/(2 eta) + eta G^2 t/2 with B = G = 1. */
"use strict";
(() => {
  const T = 100, STEEP = 10, YOU = 4;
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1], length = a => Math.hypot(...a);
  const step = ({stretch}) => 10 ** stretch / Math.sqrt(T);
  const bound = (eta, t) => 1 / (2 * eta) + eta * t / 2;

  /* How many equal slopes at the end hurt most after slopes in turn: the way to the rim, and as even as the hundred. */
  const last = state => Math.min(T, 2 * Math.max(1, Math.round(1 / step(state) / 2)));

  /* Where the loss of round t falls, if the learner stands at w. */
  function downhill(state, t, w) {
    const {who, angle, mine} = state, turn = t % 2 ? -1 : 1;
    if (who === YOU) { const a = t < mine.length ? mine[t] : angle; return [Math.cos(a), Math.sin(a)]; }
    if (who === 0) return length(w) > 0 ? [-w[1] / length(w), w[0] / length(w)] : [1, 0];
    return [who === 1 || who === 3 && t >= T - last(state) ? 1 : turn, 0];
  }

  /* The rounds played: in round t the loss is -<w, x>, and outside the disc, beyond <w, x> = 1, it rises steeply. */
  function run(state) {
    const eta = step(state), points = [[0, 0]], regrets = [0];
    let lost = 0, sum = [0, 0];
    for (let t = 0; t < state.rounds; t++) {
      const w = points[t], x = downhill(state, t, w), z = dot(w, x), over = state.free && z > 1, push = over ? -STEEP : 1;
      lost += over ? STEEP * (z - 1) - 1 : -z;
      sum = [sum[0] + x[0], sum[1] + x[1]];
      let next = [w[0] + eta * push * x[0], w[1] + eta * push * x[1]];
      const far = length(next);
      if (far > 1 && !state.free) next = [next[0] / far, next[1] / far];
      points.push(next);
      regrets.push(lost + length(sum));
    }
    return {points, regrets, lost, sum};
  }

  function next(state) {
    if (state.rounds >= T) { state.rounds = 0; state.mine = []; }
    if (state.who === YOU) state.mine.push(state.angle);
    state.rounds += 1;
    return state.rounds < T;
  }

  explorable({
    name: "gradient_descent",
    controls: {
      who: {label: "slopes", choices: ["across the learner's way", "always the same", "to and fro", "to and fro, then one way", "you turn them"], at: 0},
      stretch: {label: "step", from: -1, to: 1, step: 0.05, at: 0, shows: value => figures(step({stretch: value}), 2)},
      free: {label: "don't go back to the disc", toggle: true, at: false},
    },
    start: {rounds: T, angle: 0.6, mine: []},
    changed(state, name) { if (name === "who") { state.mine = []; state.rounds = state.who === YOU ? 0 : T; } },
    guess: {
      label: "A hundred rounds, the step 0.1, and an adversary who sees where you stand. How large can it make your regret?",
      from: 0, to: 100, step: 1, at: 50,
      answer: ({promise}) => promise,
      tells: (guess, truth) => `You say ${guess}; with the step 0.1 it is ${figures(truth)} at most, whatever the adversary does. Try to get above it.`,
    },
    buttons: {"Next round": next},
    plays: "Next round",
    pace: 130,
    numbers(state) {
      const {lost, sum, regrets} = run(state), eta = step(state);
      return {lost, best: -length(sum), regret: regrets[state.rounds], bound: bound(eta, state.rounds), promise: bound(1 / Math.sqrt(T), T)};
    },
    heights: [340, 620],
    draw(stage, state) {
      const {points, regrets, sum} = run(state), eta = step(state), {rounds, free, who} = state;
      const w = points[rounds], x = downhill(state, rounds, w), reach = 1.42;
      const left = stage.panel({box: stage.narrow ? [0, 0, 1, 0.56] : [0, 0, 0.5, 1], x: [-reach, reach], y: [-reach, reach], square: true, bare: true});
      const circle = upTo(73).map(i => [Math.cos(i * Math.PI / 36), Math.sin(i * Math.PI / 36)]);
      left.area(circle, "plain");
      left.line(circle, "faint");
      if (free) {                                       /* beyond this line the loss of the round is steep */
        const line = [[x[0] - 4 * x[1], x[1] + 4 * x[0]], [x[0] + 4 * x[1], x[1] - 4 * x[0]]];
        left.area([...line, [line[1][0] + 4 * x[0], line[1][1] + 4 * x[1]], [line[0][0] + 4 * x[0], line[0][1] + 4 * x[1]]], "a");
        left.line(line, "plain");
      }
      left.line(points, "b");
      if (rounds < T || who === YOU) {
        const tip = [w[0] + 0.32 * x[0], w[1] + 0.32 * x[1]], barb = side => [tip[0] - 0.1 * x[0] - 0.06 * side * x[1], tip[1] - 0.1 * x[1] + 0.06 * side * x[0]];
        left.line([w, tip], "plain");
        left.line([barb(1), tip, barb(-1)], "plain");
      }
      if (length(sum) > 1e-9) left.dot(sum[0] / length(sum), sum[1] / length(sum), "c", 10);
      left.dot(...w, "b", 5);
      if (who === YOU) left.handle("turn", {x: 1.25 * Math.cos(state.angle), y: 1.25 * Math.sin(state.angle), name: "where the next loss falls", kind: "plain",
        move: (a, b) => { if (Math.hypot(a, b) > 1e-9) state.angle = Math.atan2(b, a); }});
      const key = [["learner", "b", 5]].concat(length(sum) > 1e-9 ? [["best fixed point", "c", 9]] : []);
      key.forEach(([words, kind, radius], i) => {
        left.dot(-reach + 0.09, reach - 0.1 - 0.2 * i, kind, radius);
        left.text(-reach + 0.09, reach - 0.1 - 0.2 * i, words, {kind, dx: 14, dy: 4});
      });
      if (who === YOU) left.text(1.25 * Math.cos(state.angle), 1.25 * Math.sin(state.angle), "turn it", {anchor: "middle", dy: state.angle > 0 ? -13 : 22});
      if (free) left.text(1.21 * x[0] - 0.55 * x[1], 1.21 * x[1] + 0.55 * x[0], "steep", {anchor: "middle", dy: 4});
      const low = Math.min(0, ...regrets), top = 1.12 * Math.max(bound(eta, T), ...regrets);
      const right = stage.panel({box: stage.narrow ? [0, 0.56, 1, 1] : [0.5, 0, 1, 1], x: [0, 1.03 * T], y: [low, top], xLabel: "rounds"});
      if (low < 0) right.segment([0, 0], [T, 0], "faint");
      right.line([[0, bound(eta, 0)], [T, bound(eta, T)]], "a");
      right.line(regrets.map((regret, t) => [t, regret]), "b thick");
      right.dot(rounds, regrets[rounds], "b", 5);
      right.text(0, top, "regret", {kind: "b", dx: 4, dy: -9});
      right.text(0, top, "never more with this step", {kind: "a", dx: 62, dy: -9});
    },
    says(state, {lost, best, regret, bound, promise}) {
      const {rounds, free, who} = state, tidy = value => figures(Math.abs(value) < 1e-9 ? 0 : value);
      if (rounds === 0) return "Turn the arrow: the next loss falls where it points. Then press Next round, or press Play and steer while it runs.";
      const fate = value => value < -1e-9 ? `has gained ${tidy(-value)}` : `has lost ${tidy(value)}`, rival = best < -1e-9 ? "the best fixed point" : "every fixed point";
      const now = `${rounds} round${rounds === 1 ? "" : "s"}: the learner ${fate(lost)}, ${rival} ${fate(best)}. The difference, the regret, is ${tidy(regret)}`;
      if (free && regret > bound * (1 + 1e-9)) return `${now}, and with a way back it would be at most ${tidy(bound)}: over the edge the loss is ten times as steep, and one step against it throws the learner far back.`;
      const best_step = Math.abs(state.stretch) < 1e-9 ? "." : `; with the step 0.1 a hundred rounds cost at most ${tidy(promise)}.`;
      return `${now}; with this step it is at most ${tidy(bound)}${best_step}` +
        (free ? " Over the edge the losses are steep now. Which slopes lead the learner there?" : "") + (rounds === T ? " Next round begins again." : "");
    },
  });
})();
