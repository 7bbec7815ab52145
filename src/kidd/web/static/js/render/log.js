// What has happened so far, with a link to every ply, and the slider to go through it.

import { text } from "../shared/texts.js";
import { attribute, part, present, saying, write } from "./parts.js";

export function log({ state, live, over, log: entries }) {
  const panel = document.getElementById("log");
  const rows = present(panel, "#log-rows", entries.length > 0, () => part("log-rows"));
  present(panel, "#log-empty", !entries.length, () => part("log-empty"));
  if (rows) list(rows, entries);
  const end = present(panel, "#log-end", over && live, () => part("log-end"));
  if (end) ending(end, state);
  for (const cell of panel.querySelectorAll("[data-at]")) attribute(cell, "aria-current", Number(cell.dataset.at) === state.ply ? "step" : null);
  replay(state);
}

/** The result as log books have it, and in words. */
function ending(line, { result, sentences: { verdict, why = "" } }) {
  const [outcome, said, because] = line.children;
  write(outcome, result?.outcome ?? "");
  write(said, `${verdict}.`);
  write(because, why);
}

/** Cells that say the same already stay, with what an analysis has written onto them. */
function list(rows, entries) {
  const cells = [...rows.querySelectorAll("[data-at]")];
  let same = 0;
  while (same < cells.length && same < entries.length && says(cells[same], entries[same])) same += 1;
  for (const cell of cells.slice(same)) cell.remove();
  for (const row of [...rows.children]) if (!row.querySelector("[data-at]")) row.remove();
  for (const entry of entries.slice(same)) rowOf(rows, entry).append(cellOf(entry));
}

/** Where somebody was taken, as the log shows it. */
/** Where somebody was taken, as a log says it. */
export const took = (taken = []) => taken.map(({ space }) => `×${space}`).join("");

function says(cell, { ply, act, by, said, colour }) {
  const crew = by ? `crew-${colour ?? by}` : "is-roll";
  return cell.dataset.at === String(ply) && cell.dataset.notation === act && cell.dataset.by === (by ?? "") && cell.classList.contains(crew) && cell.title.startsWith(said);
}

function rowOf(rows, { round, ply }) {
  const last = rows.lastElementChild;
  if (last?.querySelector(".log-number").textContent === String(round)) return last;
  const made = part("log-row");
  made.id = `row-${round}-${ply}`;
  made.querySelector(".log-number").textContent = round;
  rows.append(made);
  return made;
}

function cellOf({ ply, act, brief, by, colour, word, said, taken }) {
  const made = part("log-cell");
  made.className = `log-cell ${by ? "crew-" + (colour ?? by) : "is-roll"}`;
  made.setAttribute("href", `${page()}/${ply}`);
  Object.assign(made.dataset, { at: ply, notation: act, by: by ?? "", ...(word ? { word: "true" } : {}) });
  made.title = said;
  made.querySelector(".log-words").textContent = brief;
  made.querySelector(".log-notation").textContent = act;
  if (taken) made.append(saying("log-took", took(taken)));
  return made;
}

const page = () => document.getElementById("table").dataset.page;

function replay({ ply, last_ply: last, sentences }) {
  step("first", ply > 0, 0);
  step("previous", ply > 0, ply - 1);
  step("next", ply < last, ply + 1);
  step("last", ply < last, last);
  const slider = document.getElementById("replay-slider");
  attribute(slider, "max", last);
  attribute(slider, "value", ply);
  if (slider.value !== String(ply)) slider.value = ply;
  attribute(slider, "aria-valuetext", text("step", { ply, last }));
  slider.disabled = !last;
  write(document.getElementById("replay-act"), sentences.told || text("start"));
}

function step(name, possible, ply) {
  const link = document.getElementById(`replay-${name}`);
  attribute(link, "href", possible ? `${page()}/${ply}` : null);
  attribute(link, "role", possible ? null : "link");
  attribute(link, "aria-disabled", possible ? null : "true");
}
