// What has happened so far, with a link to every ply, and the slider to go through it.

import { text } from "../shared/texts.js";
import { attribute, part, present, write } from "./parts.js";

export function log({ state, log: entries }) {
  const panel = document.getElementById("log");
  const rows = present(panel, "#log-rows", entries.length > 0, () => part("log-rows"));
  present(panel, "#log-empty", !entries.length, () => part("log-empty"));
  if (rows) list(rows, entries);
  for (const cell of panel.querySelectorAll("[data-at]")) attribute(cell, "aria-current", Number(cell.dataset.at) === state.ply ? "step" : null);
  replay(state);
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

function says(cell, { ply, act, by, said, colour }) {
  const crew = by ? `crew-${colour ?? by}` : "is-roll";
  return cell.dataset.at === String(ply) && cell.firstChild.textContent === act && cell.dataset.by === (by ?? "") && cell.classList.contains(crew) && cell.title.startsWith(said);
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

function cellOf({ ply, act, by, colour, word, said }) {
  const made = part("log-cell");
  made.className = `log-cell ${by ? `crew-${colour ?? by}` : "is-roll"}`;
  made.setAttribute("href", `${page()}/${ply}`);
  Object.assign(made.dataset, { at: ply, by: by ?? "", ...(word ? { word: "true" } : {}) });
  made.title = said;
  made.textContent = act;
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
