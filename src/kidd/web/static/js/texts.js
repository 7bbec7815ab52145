// What the page says by itself: the server has written it into #texts in the visitor's language.

export function text(name, values = {}) {
  const said = document.getElementById("texts")?.dataset[name] ?? "";
  return said.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
}
