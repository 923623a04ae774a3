/* The exact tail of a binomial law beside the bounds of Hoeffding, Chernoff and Bernstein. */
"use strict";
(() => {
  /* The probabilities of 0, ..., n successes, from the logarithms of factorials. */
  function law(n, p) {
    const factorial = [0];
    for (let i = 1; i <= n; i++) factorial.push(factorial[i - 1] + Math.log(i));
    return upTo(n + 1).map(k =>
      Math.exp(factorial[n] - factorial[k] - factorial[n - k] + k * Math.log(p) + (n - k) * Math.log(1 - p)));
  }
  const entropy = (q, p) => (q > 0 ? q * Math.log(q / p) : 0) + (q < 1 ? (1 - q) * Math.log((1 - q) / (1 - p)) : 0);
  const hoeffding = (n, p, k) => k <= n * p ? 1 : Math.exp(-2 * (k - n * p) ** 2 / n);
  const chernoff = (n, p, k) => k <= n * p ? 1 : Math.exp(-n * entropy(k / n, p));
  const bernstein = (n, p, k) => k <= n * p ? 1 : Math.exp(-((k - n * p) ** 2) / (2 * (n * p * (1 - p) + (1 - p) * (k - n * p) / 3)));

  /* P(N >= k) for all k, the small terms added first; or, where all cups hold the same coin, p. */
  function tails({n, p, same}) {
    if (same) return upTo(n + 1).map(k => k === 0 ? 1 : p);
    const sums = law(n, p);
    for (let k = n - 1; k >= 0; k--) sums[k] += sums[k + 1];
    return sums;
  }
  const least = ({n, share}) => Math.round(n * share);

  explorable({
    name: "concentration",
    controls: {
      n: {label: "cups", from: 4, to: 200, step: 1, at: 20},
      p: {label: "chance to be right", from: 0.05, to: 0.95, step: 0.01, at: 0.5, shows: value => figures(value, 2)},
      same: {label: "one coin decides for all cups", toggle: true, at: false},
    },
    start: {share: 0.75},
    guess: {
      label: "A thousand people toss a coin for each of 20 cups, so each answer is right with chance 1/2. How many people get at least 15 right?", from: 0, to: 200, step: 1, at: 100,
      answer: ({exact}) => exact * 1000,
      tells: (guess, truth) => `You say ${guess}; on average it is ${figures(truth)}${Math.abs(guess - truth) < 5 ? ": well guessed" : ""}. Hoeffding's bound allows ${figures(1000 * hoeffding(20, 0.5, 15))} of the thousand.`,
    },
    numbers(state) {
      const {n, p} = state, k = least(state);
      return {exact: tails(state)[k], hoeffding: hoeffding(n, p, k), chernoff: chernoff(n, p, k), bernstein: bernstein(n, p, k)};
    },
    heights: [330, 520],
    draw(stage, state, {exact}, fresh) {
      const {n, p, same} = state, k = least(state), all = tails(state), low = Math.min(1e-12, exact / 1000);
      const heights = same ? upTo(n + 1).map(i => i === 0 ? 1 - p : i === n ? p : 0) : law(n, p);
      const width = same ? Math.max(0.8, n / 40) : 0.8, room = Math.max(1, width);      /* two bars alone may be wider */
      const left = stage.panel({box: stage.narrow ? [0, 0, 1, 0.46] : [0, 0, 0.5, 1], x: [-room, n + room], y: [0, 1.15 * Math.max(...heights)],
        xLabel: "right answers", yLabel: "probability"});
      heights.forEach((height, i) => left.bar(i, width, height, i >= k ? "b" : "faint"));
      const top = 1.15 * Math.max(...heights);
      left.segment([k - 0.5, 0], [k - 0.5, top]);
      left.handle("least", {x: k - 0.5, y: 0.93 * top, name: "from how many right answers on", kind: "b",
        move: (x, _, [way]) => {
          const by = Math.round(x + 0.5 - k) || way;          /* a key moves by one cup at least */
          state.share = Math.min(1, Math.max(0, (k + by) / n));
        }});
      const right = stage.panel({box: stage.narrow ? [0, 0.46, 1, 1] : [0.5, 0, 1, 1], x: [-0.03 * n, 1.03 * n], y: [low, low ** -0.03], logY: true,
        xLabel: "at least so many right", yLabel: "probability, in powers of ten"});
      const through = value => upTo(n + 1).map(i => [i, Math.max(value(i), 1e-300)]);
      right.line(through(i => hoeffding(n, p, i)), "a");
      right.line(through(i => bernstein(n, p, i)), "c");
      right.line(through(i => chernoff(n, p, i)), "plain");
      if (!fresh) right.line(through(i => all[i]), "b thick");
      if (!fresh) right.dot(k, exact, "b", 5);
      const key = [[fresh ? "exact: where?" : "exact", "b"], ["Chernoff", "plain"], ["Bernstein", "c"], ["Hoeffding", "a"]];
      /* the names stand below the curves, or, where these fall early, above them */
      const early = Math.min(...[0.1, 0.2, 0.4].map(part => chernoff(n, p, part * n))) < low ** 0.6, [across, up] = [right.x.range(), right.y.range()];
      key.forEach(([words, kind], i) => {
        const x = early ? across[1] - 96 : across[0] + 8, y = early ? up[1] + 60 + 17 * i : up[0] - 16 - 17 * i;
        right.line([x, x + 22].map(place => [right.x.invert(place), right.y.invert(y)]), kind === "b" ? "b thick" : kind);
        right.text(right.x.invert(x), right.y.invert(y), words, {kind, dx: 28, dy: 4});
      });
    },
    says(state, {exact, hoeffding, chernoff, bernstein}, fresh) {
      const {n, p, same} = state, k = least(state), best = Math.min(hoeffding, chernoff, bernstein);
      if (fresh) return `Orange: ${k} or more of ${n} right. On the right three ceilings, which theorems put on the probability of so many; where does it lie itself?`;
      const rare = value => value > 0.9995 && k > 0 ? "more than 0.999" : figures(value);
      return `${k} or more of ${n} right${k > n * p ? `, a share by t = ${figures(k / n - p)} above the chance` : ""}: probability ${rare(exact)}. ` +
        (k <= n * p ? "Up to the mean all three bounds are 1, and say nothing." : `Chernoff allows ${rare(chernoff)}; Hoeffding exp(−2nt²) = ${rare(hoeffding)}; Bernstein ${rare(bernstein)}` +
          `${bernstein < hoeffding && !same ? `, less than Hoeffding, as it knows that a cup has only the variance ${figures(p * (1 - p))}` : ""}.`) +
        (!same ? k <= n * p ? "" : " The truth is above none of the three, as it must be while the cups are independent." : exact > best * (1 + 1e-9) ? " The truth lies above a bound: the first cup gives away all the others, so that given the past the steps no longer have mean zero, and the theorem says nothing."
          : " The first cup gives away all the others, so that given the past the steps no longer have mean zero, and the theorem says nothing.");
    },
  });
})();
