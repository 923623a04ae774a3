/* A van on a street: stochastic subgradient descent for the mean distance to three homes, forty vans at a time. */
"use strict";
(() => {
  const VANS = 40, LONGEST = 1000, DAYS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000], STREET = 6;
  const walk = (homes, w) => homes.reduce((sum, home) => sum + Math.abs(w - home), 0) / homes.length;
  const best = homes => [...homes].sort((a, b) => a - b)[1];

  /* Who comes on which day to which van, so many days at least; the days of a van begin where those of the one before end. */
  const drawn = {};
  function guests(seed, days) {
    if (!drawn[seed] || drawn[seed][0].length < days) {
      drawn[seed] = upTo(VANS).map(van => {
        const state = {seed}, asked = new Uint8Array(days);
        skip(state, van * LONGEST);
        for (let t = 0; t < days; t++) asked[t] = Math.floor(3 * random(state));
        return asked;
      });
    }
    return drawn[seed];
  }
  const stepOn = [(eta, t) => eta / Math.sqrt(t), eta => eta, (eta, t) => eta / t];

  /* All places of a van: w_1, ..., w_days. */
  function drive({homes, eta, schedule, third}, asked, days) {
    let w = 0;
    const places = [w];
    for (let t = 1; t < days; t++) {
      const home = homes[third ? 2 : asked[t - 1]];
      w = Math.min(STREET, Math.max(0, w - stepOn[schedule](eta, t) * Math.sign(w - home)));
      places.push(w);
    }
    return places;
  }

  /* The excess of the last place and of the mean of all after each number of days, averaged over the vans. */
  const course = remember(state => {
    const {homes, days, seed} = state, least = walk(homes, best(homes)), last = Array(days).fill(0), mean = Array(days).fill(0);
    for (const asked of guests(seed, days)) {
      let sum = 0;
      drive(state, asked, days).forEach((w, i) => {
        sum += w;
        last[i] += (walk(homes, w) - least) / VANS;
        mean[i] += (walk(homes, sum / (i + 1)) - least) / VANS;
      });
    }
    return {last, mean};
  });
  const radius = homes => Math.max(best(homes), STREET - best(homes));
  /* Whether the steps, as only the third home is asked, don't go the right way on average. */
  const astray = ({homes, third}) => third && homes[2] !== best(homes);
  const bound = ({homes, eta}, days) => (radius(homes) ** 2 / (2 * eta) + eta) / Math.sqrt(days);

  explorable({
    name: "sgd_pegasos",
    controls: {
      eta: {label: "first step, in kilometres", from: 0.1, to: 6, step: 0.1, at: 2.8},
      schedule: {label: "the step", choices: ["shrinks like 1/√t", "stays the same", "shrinks like 1/t"], at: 0},
      third: {label: "only the person in the third home is ever asked", toggle: true, at: false},
    },
    start: {homes: [1, 2, 6], days: 10},
    guess: {
      label: "Each day a guest from one of three homes comes, and the van steps towards that home: 2.8 km on the first day, then less, like 1/√t. From where is the average walk to the homes shorter after 100 days?",
      choices: ["from the last place of the van", "from the mean of all its places"],
      answer(_, state) {
        const {last, mean} = course({...state, days: 100});
        return last[99] < mean[99] ? 0 : 1;
      },
      tells: (right, truth) => `${right ? "Yes" : "No"}: with these steps, and homes at 1, 2 and 6, it is shorter ${truth}. Drive on and see. With other steps it may be the other way round; only the mean has a promise.`,
    },
    buttons: {
      "Drive on": state => { state.days = DAYS[Math.min(DAYS.indexOf(state.days) + 1, DAYS.length - 1)]; return state.days < LONGEST; },
      "Other guests": state => { state.seed += 1; },
      "Back to day 1": state => { state.days = 1; },
    },
    blocked: ({days, third}) => [...(days === LONGEST ? ["Drive on"] : []), ...(days === 1 ? ["Back to day 1"] : []), ...(days === 1 || third ? ["Other guests"] : [])],
    plays: "Drive on",
    pace: 900,
    numbers(state) {
      const {last, mean} = course(state), {homes, days, schedule} = state;
      return {last: last[days - 1], mean: mean[days - 1], least: walk(homes, best(homes)), bound: schedule === 0 ? bound(state, days) : Infinity};
    },
    heights: [340, 560],
    draw(stage, state, {least}, fresh) {
      const {homes, days, schedule, seed} = state, places = drive(state, guests(seed, days)[0], days), here = places[days - 1];
      const middle = places.reduce((a, b) => a + b, 0) / days;
      const left = stage.panel({box: stage.narrow ? [0, 0, 1, 0.5] : [0, 0, 0.5, 1], x: [-0.2, 6.2], y: [-0.6, Math.max(4.9, 1.5 + Math.max(walk(homes, 0), walk(homes, STREET)))], xLabel: "kilometre of the street; just above, the homes",
        yLabel: "average walk in km, and one of the 40 vans"});
      left.line(upTo(121).map(i => i / 20).map(w => [w, walk(homes, w)]), "plain");
      left.segment([best(homes), 0], [best(homes), least], "c");
      left.text(best(homes), least / 2, "best place", {kind: "c", anchor: best(homes) > 3 ? "end" : "start", dx: best(homes) > 3 ? -6 : 6, dy: 4});
      places.slice(-60).forEach(w => left.dot(w, walk(homes, w), "hollow a", 3));
      left.dot(here, walk(homes, here), "a", 6);
      left.dot(middle, walk(homes, middle), "b", 6);
      homes.forEach((home, i) => left.handle(i, {x: home, y: -0.3, name: `home ${i + 1}`, kind: "c", move: x => { state.homes[i] = Math.min(6, Math.max(0, x)); }}));
      const top = left.y.domain()[1];
      left.text(-0.2, top, "its last place", {kind: "a", dx: 8, dy: 14});
      left.text(2.6, top, "the mean of its places", {kind: "b", dx: 0, dy: 14});
      left.text(-0.2, top, "rings: where it was before", {dx: 8, dy: 32});
      const {last, mean} = course(state), floor = 0.003;
      const right = stage.panel({box: stage.narrow ? [0, 0.53, 1, 1] : [0.5, 0.06, 1, 1], x: [1, LONGEST], y: [floor, 10], logX: true, logY: true, xLabel: "days"});
      const line = excess => excess.map((value, i) => [i + 1, Math.max(value, 1.05 * floor)]).filter((_, i) => i < 60 || i % 8 === 0 || i === days - 1);
      right.curve(t => bound(state, t), schedule > 0 || astray(state) ? "faint" : "plain");
      right.text(1, 10, "extra walk in km, averaged over 40 vans", {dx: -36, dy: -30});
      if (!fresh) right.line(line(last), "a");
      if (!fresh) right.line(line(mean), "b");
      [["last place", "a", -36], ["mean of all places", "b", 34], ...(schedule === 0 && !astray(state) ? [["its bound", "plain", 152]] : [["no promise", "plain", 152]])].forEach(([words, kind, dx]) => right.text(1, 10, words, {kind, dx, dy: -11}));
    },
    says({homes, eta, schedule, days, third}, {last, mean, bound}, fresh) {
      if (fresh) return `Forty vans have driven for ${days} days, each with its own guests; you see one of them. The curve is the walk to the three homes, on average, from each place.`;
      const least = Math.abs(eta - radius(homes) / Math.SQRT2) < 0.05 ? ", and no other first step would lower this bound much" : "";
      const promise = schedule > 0 ? "The theorem is about steps that shrink like 1/√t; of these it says nothing (the faint line is for those)."
        : astray({homes, third}) ? `Who asks one home only doesn't step the right way on average: the theorem promises nothing${mean > bound ? ", and the mean lies above the line" : ""}.`
        : `The theorem below allows the mean ${figures(bound)}${least}; for the last place it promises nothing.`;
      const deep = Math.min(last, mean) < 0.003 ? " (The axis ends at 0.003.)" : "";
      return `After ${days} day${days > 1 ? "s" : ""}, on average over the 40 vans, the walk from the last place is ${figures(last)} km longer than from the best one; from the mean of all places it is ${figures(mean)} km longer.${deep} ${promise}`;
    },
  });
})();
