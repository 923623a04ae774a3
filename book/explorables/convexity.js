/* The ground w^4 - 6w^3 + cw^2, a string above it, a tangent below it, and its curvature; with a kink, if you like. */
"use strict";
(() => {
  const low = -0.6, high = 3.5, KINK = 1, STEEP = 8, SHORT = 0.4, signs = [0, 1, -1];

  /* The ground, its slope to the left of w (side -1) or to the right (side 1), and its curvature, where there is one. */
  const ground = ({c, kind}) => w => w ** 2 * (w ** 2 - 6 * w + c) + signs[kind] * STEEP * Math.abs(w - KINK);
  const slope = ({c, kind}, w, side) => 4 * w ** 3 - 18 * w ** 2 + 2 * c * w + signs[kind] * STEEP * (Math.sign(w - KINK) || side);
  const curvature = ({c}, w) => 12 * w ** 2 - 36 * w + 2 * c;
  const LEAST = 1.5;                                  /* where the curvature is least */

  /* Where the ground between two places has a given slope: of each piece on which the slope rises or falls, by bisection. */
  function places(state, from, to, given) {
    const bend = state.c < 13.5 ? Math.sqrt((27 - 2 * state.c) / 12) : 0;
    const ends = [from, ...[LEAST - bend, LEAST + bend, KINK].filter(w => w > from && w < to).sort((a, b) => a - b), to];
    return ends.slice(1).map((end, i) => {
      let [a, b] = [ends[i], end];
      const rising = slope(state, b, -1) > slope(state, a, 1);
      for (let halving = 0; halving < 60; halving++) {
        const middle = (a + b) / 2;
        if (slope(state, middle, 1) > given === rising) b = middle; else a = middle;
      }
      return a;
    }).concat(ends);
  }

  /* How far the ground rises above the string, and how far the tangent, at a kink each of the two, rises above the ground. */
  function over(state, from, to) {
    const f = ground(state), rise = (f(to) - f(from)) / (to - from);
    return from === to ? 0 : Math.max(...places(state, from, to, rise).map(w => f(w) - f(from) - rise * (w - from)));
  }
  const touching = state => [-1, 1].map(side => slope(state, state.w, side));
  function above(state) {
    const f = ground(state), {w} = state;
    return Math.max(...touching(state).map(rise => Math.max(...places(state, low, high, rise).map(u => f(w) + rise * (u - w) - f(u)))));
  }

  const clear = size => size > 1e-9;

  /* Of 100 strings, none of them short, the one that the ground rises above most; if above none, then the one that is nearest for its length. */
  function search(state) {
    let worst = null;
    for (let trial = 0; trial < 100; trial++) {
      const a = low + (high - SHORT - low) * random(state), b = a + SHORT + (high - SHORT - a) * random(state), f = ground(state);
      const rise = over(state, a, b), bad = clear(rise) ? rise : (f((a + b) / 2) - (f(a) + f(b)) / 2) / (b - a) ** 2;
      if (!worst || bad > worst.bad) worst = {bad, ends: [a, b]};
    }
    [state.u, state.v] = state.worst = worst.ends;
  }

  explorable({
    name: "convexity",
    controls: {
      c: {label: "c", from: 9, to: 20, step: 0.1, at: 11, shows: value => figures(value)},
      kind: {label: "the ground", choices: ["as it is", "plus 8|w − 1|", "minus 8|w − 1|"], at: 0},
    },
    start: {u: -0.5, v: 3.1, w: 0},
    changed(state) { delete state.worst; },
    guess: {
      label: "The ground is w⁴ − 6w³ + cw², here with c = 11. From which c on does it never rise above a string between two of its points?", from: 9, to: 20, step: 0.1, at: 15, shows: value => figures(value),
      answer: ({least}, {c}) => c - least / 2,
      tells: (guess, truth) => `${Math.abs(guess - truth) < 0.05 ? `Yes, ${figures(truth)}!` : `You say ${figures(guess)}; it is ${figures(truth)}.`} Set c to 13 and look for a string below the ground; then to 13.4. The two strips below magnify.`,
    },
    buttons: {"The worst of 100 random strings": search},
    numbers(state) {
      const {u, v, w} = state;
      return {over: over(state, Math.min(u, v), Math.max(u, v)), above: above(state), height: ground(state)(w), slope: touching(state)[1],
        curvature: curvature(state, w), least: curvature(state, LEAST)};
    },
    heights: [480, 790],
    draw(stage, state, {over, above, least}) {
      const {u, v, w, kind} = state, f = ground(state), at = upTo(165).map(i => low + (high - low) * i / 164), heights = at.map(f);
      const [bottom, top] = [Math.min(...heights), Math.max(...heights)], room = 0.1 * (top - bottom);
      const left = stage.panel({box: stage.narrow ? [0, 0, 1, 0.41] : [0, 0, 0.56, 0.68], x: [low - 0.1, high + 0.1], y: [bottom - 1.5 * room, top + room],
        yLabel: "ground"});
      const [a, b] = [Math.min(u, v), Math.max(u, v)], string = x => f(a) + (b > a ? (f(b) - f(a)) / (b - a) * (x - a) : 0);
      const between = (line, other, kind) => {
        let part = [];
        for (const x of [...at, Infinity]) {
          if (x < Infinity && line(x) > other(x) + 1e-9) { part.push(x); continue; }
          left.area([...part.map(x => [x, line(x)]), ...part.reverse().map(x => [x, other(x)])], kind);
          part = [];
        }
      };
      const lines = touching(state).map(rise => x => f(w) + rise * (x - w)), kink = kind > 0 && w === KINK;
      const ends = line => [[low - 0.1, line(low - 0.1)], [high + 0.1, line(high + 0.1)]];
      if (kink) {                                     /* the fan of the lines between the two tangents */
        for (const end of [0, 1]) left.area([[w, f(w)], ...lines.map(line => ends(line)[end])], "b");
      } else if (clear(above)) between(lines[0], f, "b");
      if (clear(over)) between(x => x >= a && x <= b ? f(x) : -Infinity, x => x >= a && x <= b ? string(x) : Infinity, "a");
      left.line(at.map((x, i) => [x, heights[i]]), "plain");
      const bend = Math.sqrt(Math.max(0, -least / 12));
      if (least < 0) left.line(upTo(41).map(i => LEAST + bend * (i / 20 - 1)).map(x => [x, f(x)]), "c thick solid");
      for (const line of lines) left.line(ends(line), "b");
      left.line([[a, f(a)], [b, f(b)]], "a");
      [["string", "a", 120], ["tangent", "b", 175], ["bends downwards", "c", 238]].slice(0, least < 0 ? 3 : 2)
        .forEach(([words, kind, dx]) => left.text(low - 0.1, top + room, words, {kind, dx: dx - 60, dy: -9}));
      for (const [key, x] of [["u", u], ["v", v]]) {
        left.handle(key, {x, y: f(x), name: "an end of the string", kind: "a", move: to => { state[key] = Math.min(high, Math.max(low, to)); delete state.worst; }});
      }
      left.handle("w", {x: w, y: f(w), name: "the point of the tangent", kind: "b", move: to => {
        state.w = kind && w !== KINK && Math.abs(to - KINK) < 0.06 ? KINK : Math.min(high, Math.max(low, to));
      }});
      const right = stage.panel({box: stage.narrow ? [0, 0.59, 1, 0.82] : [0.56, 0, 1, 0.68], x: [low - 0.1, high + 0.1], y: [-12, 70], yLabel: "curvature"});
      right.segment([low - 0.1, 0], [high + 0.1, 0], "faint");
      if (least < 0) right.area(upTo(41).map(i => LEAST + bend * (i / 20 - 1)).map(x => [x, curvature(state, x)]), "c");
      const curve = side => at.filter(x => !kind || side * (x - KINK) > 0.04).map(x => [x, curvature(state, x)]);
      for (const side of kind ? [-1, 1] : [1]) right.line(kind ? curve(side) : at.map(x => [x, curvature(state, x)]), "c solid");
      if (kind) {
        right.dot(KINK, curvature(state, KINK), "hollow c", 5);
        right.text(LEAST, least + 24, "no curvature", {kind: "c", anchor: "middle"});      /* above the valley of the curve */
      }
      if (!(kind && w === KINK)) right.dot(w, curvature(state, w), "b", 5);
      /* what is forbidden, under a glass: as much of a difference as makes a rise above 0 plain to see */
      const shore = high + 0.1;
      const glass = (box, yLabel, mark, rise, difference, from, to) => {
        const wide = to - from, places = upTo(401).map(i => from + wide * i / 400), deep = Math.max(...places.map(x => -difference(x)));
        const least = clear(rise) ? -4 * rise : -1.05 * Math.max(deep, 0.1);
        const panel = stage.panel({box, x: [low - 0.1, shore], y: [least, clear(rise) ? 1.3 * rise : -least / 3], xLabel: "w", yLabel: clear(rise) ? `${yLabel}, magnified` : yLabel});
        panel.segment([low - 0.1, 0], [shore, 0], "plain");
        const seen = places.map(x => [x, Math.max(1.3 * least, difference(x))]);
        if (clear(rise)) panel.area([[from, 0], ...seen.map(([x, y]) => [x, Math.max(0, y)]), [to, 0]], mark);
        panel.line(seen, mark);
      };
      glass(stage.narrow ? [0, 0.4, 1, 0.59] : [0, 0.66, 0.56, 1], "ground minus string", "a", over, x => f(x) - string(x), a, b);
      glass(stage.narrow ? [0, 0.81, 1, 1] : [0.56, 0.66, 1, 1], "tangent minus ground", "b", above,
        x => Math.max(...lines.map(line => line(x))) - f(x), low, high);
    },
    says(state, {over, above, curvature, least}) {
      const {kind, w, worst} = state, wide = upTo(42).map(i => ground(state)(low + 0.1 * i)), kink = kind > 0 && w === KINK;
      const seen = size => size < 0.015 * (Math.max(...wide) - Math.min(...wide)) ? " (see below, magnified)" : "";
      const string = clear(over) ? `The ground rises ${figures(over)} above ${worst ? "the worst of 100 strings" : "this string"}${seen(over)}.`
        : worst ? `None of 100 random strings lies below the ground; this one comes nearest, for its length.${kind === 0 && least < -1e-9 ? " Put both ends on the green piece." : ""}` : "This string stays above the ground.";
      const tangent = kink ? (clear(above) ? "At the kink the lines from one tangent to the other don't all stay below the ground." : "At the kink both tangents stay below the ground, and so do all lines between them.")
        : clear(above) ? `The tangent at ${figures(w)} rises ${figures(above)} above the ground${seen(above)}.` : `The tangent at ${figures(w)} stays below the ground.`;
      const tidy = value => figures(Math.abs(value) < 1e-9 ? 0 : value);
      const test = least < -1e-9 ? `The curvature goes down to ${tidy(least)}${kind === 2 ? ", and the kink points up" : ""}: somewhere the ground rises above a string, and a tangent above the ground.`
        : kind === 2 ? "Wherever there is a curvature it is not negative. But at the kink there is none: the ground rises above short strings across it, and tangents near it above the ground."
          : `The curvature is at least ${tidy(least)}${kind ? ", and the kink points down" : ""}: no string lies below the ground, and no tangent above it.`;
      return `${string} ${tangent} ${test}`;
    },
  });
})();
