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

/** Say on the buttons which sheet is open, as after a morph. */
export function refresh() {
  for (const button of document.querySelectorAll("[data-sheet][aria-expanded]")) {
    button.setAttribute("aria-expanded", String(button.dataset.sheet === root.dataset.sheet));
  }
}

export function dialog(name) {
  const found = document.getElementById(`sheet-${name}`);
  for (const other of document.querySelectorAll("dialog[open]")) if (other !== found) other.close();
  if (!found.open) found.showModal();
}

/** Ask before something that cannot be undone. */
export function confirmed(question, yes) {
  const found = document.getElementById("sheet-confirm");
  document.getElementById("confirm-question").textContent = question;
  document.getElementById("confirm-yes").textContent = yes;
  found.returnValue = "no";
  for (const other of document.querySelectorAll("dialog[open]")) other.close();
  found.showModal();
  return new Promise((done) => found.addEventListener("close", () => done(found.returnValue === "yes"), { once: true }));
}

/** A tap beside a dialog closes it. */
export function lightDismiss() {
  document.addEventListener("click", (event) => {
    if (event.target.matches?.("dialog[open]") && event.detail > 0) {
      const box = event.target.getBoundingClientRect();
      const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
      if (!inside) event.target.close();
    }
  });
}
