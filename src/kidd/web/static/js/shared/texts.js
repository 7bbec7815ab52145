// What the page says by itself: the server has written it into the page in the visitor's language.

let composed = null; // moves and the like, of which the page may say many

export function text(name, values = {}) {
  composed ??= JSON.parse(document.getElementById("composed")?.textContent ?? "{}");
  const said = document.getElementById("texts")?.dataset[name] ?? document.getElementById("more-texts")?.dataset[name] ?? composed[name] ?? "";
  return said.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
}
