// What is said beside the game: how is fetched where somebody may say anything, and by whoever writes notes.

/** Returns what a Chat does, which is there when it is needed. */
export function talk(around) {
  const box = document.getElementById("talk");
  let asked = null;
  let there = null;
  const chat = () => (asked ??= import("./chat.js").then((found) => (there = new found.Chat(around))));
  if (box.dataset.rooms) chat();
  document.getElementById("note-form")?.addEventListener("focusin", chat, { once: true });
  return {
    take(said) { if (asked || said.rooms?.length) chat().then((one) => one.take(said)); },
    last: () => there?.last() ?? Number(box.dataset.last),
  };
}
