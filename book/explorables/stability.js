/* Three of five examples are practised; a fresh one takes a place.  Gap and mean fall over all draws, and the largest fall. */
"use strict";
(() => {
  const size = 5, edge = 1.35, letters = "ABCDE", draws = upTo(size ** 3).map(code => [code % size, Math.floor(code / size) % size, Math.floor(code / size ** 2)]);
  const put = (sample, place, fresh) => sample.map((one, i) => i === place ? fresh : one);
  const code = ([a, b, c]) => a + size * b + size ** 2 * c;

  /* The rule: the slope of the line through 0 that minimises lambda w^2 + the mean of (w x - y)^2, or the nearest neighbour. */
  function learn({points, rule, firm}, sample) {
    if (rule === 1) {
      const order = [...sample].sort((a, b) => a - b);
      return x => points[order.reduce((best, one) => Math.abs(points[one][0] - x) < Math.abs(points[best][0] - x) ? one : best)][1];
    }
    const [products, squares] = [1, 0].map(k => sample.reduce((sum, i) => sum + points[i][0] * points[i][k], 0));
    return x => x * products / (squares + 3 * 10 ** firm);
  }

  /* The loss of the answer to each sample on each example. */
  function tabled(state) {
    const table = [];
    for (const sample of draws) {
      const sorted = code([...sample].sort((a, b) => a - b));
      if (!table[sorted]) {
        const answer = learn(state, sample);
        table[sorted] = state.points.map(([x, y]) => Math.abs(answer(x) - y));
      }
      table[code(sample)] = table[sorted];
    }
    return table;
  }

  function numbers(state) {
    const {sample, place, fresh, exam} = state, table = tabled(state), lost = (drawn, one) => table[code(drawn)][one];
    let risk = 0, training = 0, fall = 0, largest = -Infinity;
    for (const drawn of draws) {
      training += (lost(drawn, drawn[0]) + lost(drawn, drawn[1]) + lost(drawn, drawn[2])) / 3;
      for (let one = 0; one < size; one++) {
        const weight = exam ? +(one === size - 1) : 1 / size;
        risk += weight * lost(drawn, one);
        for (let i = 0; i < 3; i++) {
          const less = lost(drawn, one) - lost(put(drawn, i, one), one);
          fall += weight * less / 3;
          largest = Math.max(largest, less);
        }
      }
    }
    const count = draws.length;
    return {before: lost(sample, fresh), after: lost(put(sample, place, fresh), fresh),
      risk: risk / count, training: training / count, gap: (risk - training) / count, fall: fall / count, largest};
  }

  const FIRST = [[-0.85, -0.45], [-0.4, 0.25], [0.35, 0.6], [0.6, -0.15], [0.9, 0.8]], FIRM = -1.5;

  explorable({
    name: "stability",
    controls: {
      rule: {label: "the rule", choices: ["a line through 0", "the nearest neighbour"], at: 0},
      firm: {label: "how firmly it is held, λ", from: -3, to: 1, step: 0.1, at: FIRM, shows: value => figures(10 ** value, 2)},
      exam: {label: "the exam asks E and nothing else", toggle: true, at: false},
    },
    start: {points: FIRST, sample: [0, 1, 3], place: 1, fresh: 4},
    changed(state) {
      if (state.exam) state.fresh = size - 1;
    },
    guess: {
      label: "The gap is how much more is lost, on average, on a fresh example than on a practised one. Now the fresh example is practised, in place of one of the three: by how much does the loss on it fall, on average?",
      choices: ["by less than the gap", "by as much as the gap", "by more than the gap"],
      answer: ({gap, fall}) => Math.abs(fall - gap) < 1e-9 ? 1 : fall < gap ? 0 : 2,
      then: state => { state.exam = false; },
      tells: (right, truth) => `${right ? "Yes" : "No"}: ${truth}, as long as the exam, too, draws all five alike. Drag them, change λ and the rule: can you make the two differ? And if the exam asks E and nothing else?`,
    },
    buttons: {
      "Draw anew": state => {
        const one = count => Math.floor(count * random(state));
        state.sample = [one(size), one(size), one(size)];
        state.place = one(3);
        state.fresh = state.exam ? size - 1 : one(size);
      },
    },
    blocked: ({rule}) => rule === 1 ? ["firm"] : [],
    plays: "Draw anew",
    pace: 1500,
    numbers,
    heights: [340, 620],
    draw(stage, state, {risk, training, fall, largest}, fresh) {
      const {points, sample, place, fresh: comes} = state, entered = put(sample, place, comes), star = points[comes];
      const left = stage.panel({box: stage.narrow ? [0, 0.02, 1, 0.53] : [0, 0.05, 0.48, 1], x: [-edge, edge], y: [-edge, edge], square: true, bare: true});
      left.segment([-edge, 0], [edge, 0], "faint");
      left.segment([0, -edge], [0, edge], "faint");
      left.segment([-0.04, 1], [0.04, 1], "faint");
      left.segment([1, -0.04], [1, 0.04], "faint");
      left.text(0, 1, "1", {anchor: "end", dx: -7, dy: 4});
      left.text(1, 0, "1", {anchor: "middle", dy: 18});
      const show = (drawn, kind) => {
        const answer = learn(state, drawn), along = [-edge, edge];
        if (state.rule === 1) {
          const places = drawn.map(i => points[i][0]).sort((a, b) => a - b);
          const breaks = [places[0] + places[1], places[1] + places[2]].map(sum => sum / 2);
          along.splice(1, 0, ...breaks.flatMap(x => [x - 1e-6, x + 1e-6]));
        }
        left.line(along.map(x => [x, answer(x)]), kind);
      };
      show(sample, "plain");
      show(entered, "b thick");
      [["○ practised", "plain", 0], ["thin: before", "plain", 84], ["thick: after", "b", 168]].forEach(([words, kind, dx]) => left.text(-edge, edge, words, {kind, dx, dy: -7}));
      const block = (panel, x, wide, from, to, kind) => panel.mark("rect", `bar ${kind}`).attr("x", x - wide / 2).attr("width", wide)
        .attr("y", Math.min(panel.y(from), panel.y(to))).attr("height", Math.abs(panel.y(from) - panel.y(to)));
      [[sample, "plain", -6], [entered, "b", 6]].forEach(([drawn, kind, aside]) =>
        block(left, left.x(star[0]) + aside, 4, star[1], learn(state, drawn)(star[0]), kind));
      points.forEach(([x, y], i) => {
        sample.forEach((one, k) => { if (one === i) left.dot(x, y, "hollow plain", 11 + 4 * sample.slice(0, k).filter(other => other === i).length); });
        const rings = Math.max(9, 7 + 4 * sample.filter(one => one === i).length), under = i === comes && learn(state, sample)(x) > y;      /* not on the bars */
        left.text(x, y, letters[i] + (i === sample[place] ? " out" : "") + (i === comes ? " in" : ""), {kind: i === comes ? "b" : "plain",
          anchor: "middle", dy: under ? 13 + rings : -4 - rings});
        left.handle(i, {x, y, name: `example ${letters[i]}`, kind: i === comes ? "b" : "plain",
          move: (...to) => { state.points[i] = to.slice(0, 2).map(one => Math.min(1.1, Math.max(-1.1, one))); }});
      });
      const columns = [[state.exam ? "E" : "fresh", "", 0, risk, "faint"], ["practised", fresh ? "" : "+ mean fall", training, fresh ? 0 : fall, "b"]];
      if (!fresh && !state.exam) columns.push(["practised", "+ largest fall", training, largest, "c"]);
      /* gap and fall fill the height; the largest fall, where it is higher, has a break */
      const high = 1.35 * Math.max(...columns.slice(0, 2).map(([, , base, more]) => base + more)), top = Math.max(0.2, 1.1 * high);
      const right = stage.panel({box: stage.narrow ? [0, 0.58, 1, 0.94] : [0.5, 0.1, 1, 0.89], x: [-0.6, 2.6], y: [0, top], bare: true});
      right.text(-0.6, top, "loss, averaged over all draws", {dy: -12});
      columns.forEach(([first, second, base, more, kind], k) => {
        block(right, right.x(k), right.x(0.6) - right.x(0), 0, base, "faint");
        const wide = right.x(0.6) - right.x(0), end = Math.min(base + more, high), broken = end < base + more, cut = 0.92 * high;
        if (more) block(right, right.x(k), wide, base, broken ? cut - 0.025 * top : end, kind);
        if (broken) {
          block(right, right.x(k), wide, cut, end, kind);
          for (const at of [cut, cut - 0.025 * top]) right.segment([k - 0.36, at - 0.012 * top], [k + 0.36, at + 0.012 * top], "plain");
        }
        right.text(k, Math.max(base, end), figures(base + more), {anchor: "middle", dy: -7});
        right.text(k, 0, first, {anchor: "middle", dy: 17});
        right.text(k, 0, second, {kind, anchor: "middle", dy: 33});
      });
      right.segment([-0.6, 0], [2.6, 0], "plain");
      right.segment([-0.5, risk], [columns.length - 0.5, risk], "plain");
    },
    says({sample, place, fresh: comes, exam}, {before, after, risk, training, gap, fall, largest}, fresh) {
      const twice = new Set(sample).size < 3 ? " (More rings: drawn more often.)" : "";
      const now = `${letters[comes]} takes the place of ${letters[sample[place]]}: the loss on ${letters[comes]} was ${figures(before)}, now it is ${figures(after)}.${twice}`;
      const two = `The average loss over all draws is ${figures(risk, 4)} on ${exam ? "E" : "a fresh example"} and ${figures(training, 4)} on a practised one: a gap of ${figures(gap, 4)}.`;
      if (fresh) return `The loss is the vertical distance from the line. ${now} ${two}`;
      const same = Math.abs(fall - gap) < 1e-9 * Math.max(1, Math.abs(gap));
      const comment = largest > risk ? `: true, but as no loss is negative, it is at most ${figures(risk, 4)} anyway`
        : largest < risk / 10 ? ": a rule that one example hardly moves hardly overfits" : "";
      const three = exam ? `The mean fall of the loss on E is ${figures(fall, 4)}${same ? " too, but nothing promises it" : ""}: the exam isn't drawn like the practised examples.`
        : `The mean fall is ${figures(fall, 4)} too. No exchange lowers the loss on the example put in by more than ${figures(largest, 4)}, so the gap can't be larger${comment}.`;
      return `${now} ${two} ${three}`;
    },
  });
})();
