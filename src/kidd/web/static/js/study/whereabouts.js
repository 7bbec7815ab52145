// Where one is in the study, and so what its buttons and links lead to.

import { text } from "../shared/texts.js";

const at = (id) => document.getElementById(id);

/** Say what can be done at the node that is shown. at(): that node; look(): its deck. */
export function whereabouts({ root, tree, keeping, at: here, look }) {
  steps(root, here().ply);
  playing(root.dataset.playing === "true");
  kept(keeping);
  playOn(look(), tree.acts(here()), root.dataset.options);
}

/** The buttons that step, and the slider. */
function steps({ dataset }, ply) {
  const last = Number(dataset.lastPly);
  for (const [name, off] of [["first", !ply], ["previous", !ply], ["next", ply === last], ["last", ply === last]]) at(`step-${name}`).disabled = off;
  const slider = at("study-slider");
  Object.assign(slider, { max: last, value: ply, disabled: !last });
  slider.setAttribute("aria-valuetext", text("step", { ply, last }));
}

function playing(on) {
  at("step-play").setAttribute("aria-pressed", String(on));
  at("step-play").setAttribute("aria-label", text(on ? "pause" : "autoplay"));
}

function kept({ id, loose, unsent }) {
  at("study-keep").hidden = !loose;
  at("study-kept").hidden = loose;
  if (id) {
    Object.assign(at("study-export"), { href: `/study/${id}.kidd`, hidden: false });
    at("study-keep-export")?.remove();
  }
  at("study-loose").hidden = !(loose && unsent.length);
}

/** The form that goes on from here as a game. */
function playOn({ result, position }, acts, options) {
  at("play-on-over").hidden = !result;
  at("play-on-form").hidden = Boolean(result);
  at("play-on-acts").value = acts.join(" ");
  at("change-position").href = `/setup?${new URLSearchParams({ position, options })}`;
  at("this-position").value = position;
}
