/* Gradient descent on a disc against an adversary: the regret after every round, below B^2/(2 eta) + eta G^2 t/2 with B = G = 1. */
"use strict";
(() => {
  const T = 100, STEEP = 10, YOU = 4, TURN = 0.6;
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

  /* The rounds played: in round t the loss is -<w, x>; if steep, it rises outside the disc, beyond <w, x> = 1. */
  function run(state) {
    const eta = step(state), points = [[0, 0]], regrets = [0];
    let lost = 0, sum = [0, 0], left = false;
    for (let t = 0; t < state.rounds; t++) {
      const w = points[t], x = downhill(state, t, w), z = dot(w, x), over = state.steep && z > 1, push = over ? -STEEP : 1;
      left ||= over;
      lost += over ? STEEP * (z - 1) - 1 : -z;
      sum = [sum[0] + x[0], sum[1] + x[1]];
      let next = [w[0] + eta * push * x[0], w[1] + eta * push * x[1]];
      const far = length(next);
      if (far > 1 && !state.free) next = [next[0] / far, next[1] / far];
      points.push(next);
      regrets.push(lost + length(sum));
    }
    return {points, regrets, lost, sum, left};
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
      free: {label: "no way back to the disc", toggle: true, at: false},
      steep: {label: "outside ten times as steep", toggle: true, at: false},
    },
    start: {rounds: 30, angle: TURN, mine: []},
    changed(state, name) {
      if (name === "who") { state.mine = []; state.rounds = 0; }
      if (state.who !== YOU) state.rounds = T;
    },
    guess: {
      label: "In each of a hundred rounds an adversary tilts a disc of radius 1, with a slope of 1. A learner on the disc loses its height above the middle, and then takes a step of 0.1 downhill. How much more than the best point that never moves can it lose?",
      from: 0, to: 100, step: 1, at: 50,
      answer: ({promise}) => promise,
      tells: (guess, truth) => `You say ${guess}; it is ${figures(truth)} at most, the root of 100, whatever the adversary does. Try to get above it.`,
    },
    buttons: {"Next round": next},
    plays: "Next round",
    pace: 130,
    numbers(state) {
      const {lost, sum, regrets} = run(state), eta = step(state);
      return {lost, best: -length(sum), regret: regrets[state.rounds], bound: bound(eta, state.rounds), promise: bound(1 / Math.sqrt(T), T)};
    },
    heights: [340, 620],
    draw(stage, state, _, fresh) {
      const {points, regrets, sum} = run(state), eta = step(state), {rounds, free, steep, who} = state;
      const w = points[rounds], x = downhill(state, rounds, w), reach = 1.5, seen = Math.max(1, ...w.map(one => Math.abs(one) / (reach - 0.08)));
      const left = stage.panel({box: stage.narrow ? [0, 0, 1, 0.56] : [0, 0, 0.5, 1], x: [-reach, reach], y: [-reach, reach], square: true, bare: true});
      const circle = upTo(73).map(i => [Math.cos(i * Math.PI / 36), Math.sin(i * Math.PI / 36)]);
      left.area(circle, "plain");
      left.line(circle, "faint");
      if (steep) {                                      /* beyond this line the loss of the round is steep */
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
      left.dot(w[0] / seen, w[1] / seen, seen > 1 ? "hollow b" : "b", 5);
      if (who === YOU) left.handle("turn", {x: 1.25 * Math.cos(state.angle), y: 1.25 * Math.sin(state.angle), name: "where the next loss falls", kind: "plain",
        move: (a, b) => { if (Math.hypot(a, b) > 1e-9) state.angle = Math.atan2(b, a); }});
      const key = [[seen > 1 ? "learner, far outside" : "learner", seen > 1 ? "hollow b" : "b", 5]].concat(length(sum) > 1e-9 ? [["best fixed point", "c", 9]] : []);
      key.forEach(([words, kind, radius], i) => {               /* in the corners, where no grip comes */
        left.dot(0.09 - reach, (1 - 2 * i) * (reach - 0.09), kind, radius);
        left.text(0.09 - reach, (1 - 2 * i) * (reach - 0.09), words, {kind: kind.split(" ").pop(), dx: 14, dy: 4});
      });
      if (who === YOU && state.angle === TURN) left.text(1.25 * Math.cos(state.angle), 1.25 * Math.sin(state.angle), "turn it", {anchor: "middle", dy: -13});
      if (steep) left.text(1.2 * x[0] - 0.5 * x[1], 1.2 * x[1] + 0.5 * x[0], "steep", {anchor: "middle", dy: 4});
      if (fresh) {                                      /* the curve would tell what is to be guessed */
        const empty = stage.panel({box: stage.narrow ? [0, 0.56, 1, 1] : [0.5, 0, 1, 1], x: [0, 1.03 * T], y: [0, T], xLabel: "rounds"});
        empty.text(0, T, "regret: how high after a hundred?", {dx: 4, dy: -9});
        return;
      }
      const top = 1.12 * Math.max(bound(eta, T), ...regrets), least = Math.min(0, ...regrets), low = least && least - 0.04 * (top - least);
      const right = stage.panel({box: stage.narrow ? [0, 0.56, 1, 1] : [0.5, 0, 1, 1], x: [0, 1.03 * T], y: [low, top], xLabel: "rounds"});
      if (low < 0) right.segment([0, 0], [T, 0], "faint");
      right.line([[0, bound(eta, 0)], [T, bound(eta, T)]], "a");
      right.line(regrets.map((regret, t) => [t, regret]), "b thick");
      right.dot(rounds, regrets[rounds], "b", 5);
      right.text(0, top, "regret", {kind: "b", dx: 4, dy: -9});
      right.text(0, top, free && steep ? "with a way back never more" : "never more with this step", {kind: "a", dx: 62, dy: -9});
    },
    says(state, {lost, best, regret, bound, promise}, fresh) {
      const {rounds, free, steep, who} = state, tidy = value => figures(Math.abs(value) < 1e-9 ? 0 : value);
      if (rounds === 0) return "Turn the arrow: the next loss falls where it points. Then press Next round, or press Play and steer while it runs.";
      if (fresh) return `The path shows where ${rounds} rounds have led the learner. The arrow shows where the next loss falls: always across the learner's way.`;
      const fate = value => value < -1e-9 ? `has gained ${tidy(-value)}` : `has lost ${tidy(value)}`, rival = best < -1e-9 ? "the best fixed point" : "every fixed point";
      const now = `${rounds} round${rounds === 1 ? "" : "s"}: the learner ${fate(lost)}, ${rival} ${fate(best)}. The difference, the regret, is ${tidy(regret)}`;
      if (free && steep && regret > bound * (1 + 1e-9)) return `${now}. The theorem allows ${tidy(bound)}, for slopes of length 1; they are so on the disc. Over its edge they have length 10, and one step against such a slope throws the learner far back.`;
      if (free && steep) return `${now}. The theorem needs slopes of length 1. Over the edge they have length 10, and it promises nothing.${run(state).left || who === 1 ? "" : " Slopes that are always the same lead the learner there."}`;
      const best_step = Math.abs(state.stretch) < 1e-9 ? "" : ` With the step 0.1 a hundred rounds cost at most ${tidy(promise)}.`;
      const still = free ? " Without a way back too: all slopes have length 1." : steep ? " The steep part doesn't matter: the learner is led back before it gets there." : "";
      return `${now}, never more than 1/(2 · step) + step · ${rounds}/2 = ${tidy(bound)}.${still || best_step}${rounds === T ? " Next round begins again." : ""}`;
    },
  });
})();
