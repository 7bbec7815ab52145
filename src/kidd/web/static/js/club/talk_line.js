// A line of what is said beside the game: text and nothing else.

import { attribute, part, write } from "../render/parts.js";

const LOW = 60; // pixels from the end, where whoever reads wants to see what comes

/** Add a line where its number belongs; false where it stands already. page: the address of the game. */
export function addLine(lines, said, page) {
  if (document.getElementById(`talk-${said.number}`)) return false;
  const after = [...lines.children].find(({ dataset }) => Number(dataset.number) > said.number) ?? null;
  const low = lines.scrollHeight - lines.scrollTop - lines.clientHeight < LOW;
  lines.insertBefore(line(said, page), after);
  if (low || said.you) lines.scrollTop = lines.scrollHeight;
  return true;
}

function line(said, page) {
  const made = part("talk-line");
  made.id = `talk-${said.number}`;
  made.className = ["talk-line", ...(said.you ? ["is-yours"] : []), ...(said.by ? [`crew-${said.by}`] : [])].join(" ");
  Object.assign(made.dataset, { number: said.number, room: said.room });
  write(made.querySelector(".talk-who"), said.name);
  write(made.querySelector(".talk-words"), said.text);
  const more = made.querySelector(".talk-more");
  more.hidden = Boolean(said.you);
  attribute(more.querySelector("form"), "action", `${page}/talk/${said.number}`);
  return made;
}
