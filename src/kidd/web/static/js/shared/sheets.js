// Sheets: on a phone the moves and the log rise from the bottom; dialogs hold everything else.

const root = document.documentElement;
let opener = null;

/** Open the sheet of that name, or close the open one. */
export function sheet(name) {
  const current = root.dataset.sheet ?? "";
  const wanted = name === current ? "" : name;
  if (wanted) root.dataset.sheet = wanted;
  else delete root.dataset.sheet;
  const veil = document.getElementById("veil");
  if (veil) veil.hidden = !wanted;
  refresh();
  if (wanted) opened();
  else closed();
  if (wanted) {
    opener = document.activeElement;
    document.querySelector(`#${wanted} [data-sheet=""]`)?.focus({ preventScroll: true });
  } else if (current) {
    (opener?.isConnected ? opener : document.getElementById(`do-${current}`))?.focus({ preventScroll: true });
    opener = null;
  }
  return Boolean(current);
}

export const open = () => root.dataset.sheet ?? "";

/** Say on the buttons which sheet is open, as after a move. */
export function refresh() {
  for (const button of document.querySelectorAll("[data-sheet][aria-expanded]")) {
    button.setAttribute("aria-expanded", String(button.dataset.sheet === root.dataset.sheet));
  }
}

export function dialog(name) {
  const found = document.getElementById(`sheet-${name}`);
  for (const other of document.querySelectorAll("dialog[open]")) if (other !== found) other.close();
  if (!found.open) found.showModal();
  opened();
}

// An open sheet is a step in the browser's history: its button to go back closes the sheet and nothing else.

function opened() {
  if (!history.state?.sheet) history.pushState({ ...history.state, sheet: true }, "");
}

let stepping = false; // back, over the step of a sheet that was closed otherwise

/** Whatever has closed: if nothing has opened instead, its step in the history goes as well. */
function closed() {
  setTimeout(() => {
    if (!history.state?.sheet || stepping || open() || document.querySelector("dialog[open]")) return;
    stepping = true;
    history.back();
  });
}

/** Close what is open, as after a step back; false if the step had to do with something else. */
export function shut() {
  if (stepping) {
    stepping = false;
    return true;
  }
  const found = [...document.querySelectorAll("dialog[open]")];
  if (history.state?.sheet || !(found.length || open())) return false;
  for (const one of found) one.close();
  if (open()) sheet("");
  return true;
}

let waiting = null; // whoever has asked something that is not answered yet

function answer(said) {
  waiting?.(said === "yes");
  waiting = null;
}

/** Ask before something that cannot be undone. */
export function confirmed(question, yes) {
  const found = document.getElementById("sheet-confirm");
  answer(found.open ? "no" : found.returnValue); // the browser tells of a dialog that was closed only a moment later
  document.getElementById("confirm-question").textContent = question;
  document.getElementById("confirm-yes").textContent = yes;
  found.returnValue = "no";
  for (const other of document.querySelectorAll("dialog[open]")) other.close();
  found.showModal();
  opened();
  found.onclose = () => { if (!found.open) answer(found.returnValue); };
  return new Promise((done) => { waiting = done; });
}

/** Whatever closes a dialog, its step in the history goes as well. */
export function adopt(dialog) {
  dialog.addEventListener("close", closed);
}

/** A tap beside a dialog closes it. */
export function lightDismiss() {
  if (history.state?.sheet) history.replaceState({ ...history.state, sheet: undefined }, ""); // from before a reload
  for (const one of document.querySelectorAll("dialog")) adopt(one);
  document.addEventListener("click", (event) => {
    if (event.target.matches?.("dialog[open]") && event.detail > 0) {
      const box = event.target.getBoundingClientRect();
      const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
      if (!inside) event.target.close();
    }
  });
}
