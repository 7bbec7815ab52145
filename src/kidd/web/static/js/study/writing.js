// What is written into a field counts when somebody pauses, leaves the field or leaves the page: nothing is lost by a reload.

const PAUSE = 700; // milliseconds after the last letter

/** Calls take(words) then; returns a function that does so at once where something waits. */
export function writing(field, take) {
  let timer = 0;
  function now() {
    clearTimeout(timer);
    timer = 0;
    take(field.value.trim());
  }
  const flush = () => { if (timer) now(); };
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(now, PAUSE);
  });
  field.addEventListener("change", now);
  window.addEventListener("pagehide", flush);
  return flush;
}
