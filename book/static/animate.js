/* Animations: buttons that play, pause and step through the frames.  Nothing moves before a reader asks for it. */
function animate(figure) {
  const frames = [...figure.querySelectorAll(".otb-frame")], says = figure.querySelector(".otb-says");
  const controls = document.createElement("div");
  let at = figure.dataset.opens === "first" ? 0 : frames.length - 1, timer = null;
  const button = (name, act) => {
    const made = Object.assign(document.createElement("button"), {type: "button", textContent: name});
    made.addEventListener("click", act);
    controls.append(made);
    return made;
  };
  const show = place => {
    at = place;
    frames.forEach((frame, i) => frame.setAttribute("display", i === at ? "inline" : "none"));
    says.textContent = frames[at].dataset.says;
  };
  const stop = () => { clearInterval(timer); timer = null; play.textContent = "Play"; };
  const forward = () => { if (at === frames.length - 1) stop(); else show(at + 1); };
  const play = button("Play", () => {
    if (timer) return stop();
    if (at === frames.length - 1) show(0);
    play.textContent = "Pause";
    timer = setInterval(forward, 1200);
  });
  button("Back", () => { stop(); show((at + frames.length - 1) % frames.length); });
  button("Step", () => { stop(); show((at + 1) % frames.length); });
  controls.className = "otb-controls";
  controls.setAttribute("role", "group");
  controls.setAttribute("aria-label", "Animation");
  says.after(controls);
  show(at);
  addEventListener("beforeprint", () => { stop(); show(frames.length - 1); });
}
addEventListener("DOMContentLoaded", () => document.querySelectorAll(".otb-animation").forEach(animate));
