// One key on every page: on to the next game where it is one's turn.

const FIELDS = "input, select, textarea, [contenteditable]";

export function nextTurn() {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "n" && event.key !== "N") return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest?.(FIELDS) || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    location.assign(document.getElementById("next-game")?.href ?? "/next"); // a table's link leads on from there
  });
}
