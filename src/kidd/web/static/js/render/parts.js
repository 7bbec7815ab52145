// Markup that comes and goes: copied from the page's own templates, so that it is written once, on the server.

/** A fresh copy of a part. */
export function part(name) {
  return several(name)[0];
}

/** All elements of a part that has several. */
export function several(name) {
  const named = `[data-part="${name}"]`;
  const box = document.getElementById("parts").content.querySelector(named) ?? document.getElementById("more-parts").content.querySelector(named);
  return [...box.children].map((one) => one.cloneNode(true));
}

/** A part that says something. */
export function saying(name, words) {
  const made = part(name);
  made.textContent = words;
  return made;
}

/** A part in the colours of a crew. */
export function coloured(name, colour) {
  const made = part(name);
  made.setAttribute("class", `disc crew-${colour}`);
  return made;
}

/** Let an element hold these; what is the same already stays, and so does everything that `among` does not choose. */
export function fill(parent, nodes, among = "*") {
  const old = [...parent.children].filter((one) => one.matches(among));
  const fresh = nodes.filter((node) => node.nodeType === Node.ELEMENT_NODE);
  if (old.length === fresh.length && old.every((one, number) => one.isEqualNode(fresh[number]))) return;
  if (among === "*") return parent.replaceChildren(...nodes);
  for (const one of old) one.remove();
  parent.append(...nodes);
}

/** Let something be there or not; `make` makes it anew, `before` is what it stands before. */
export function present(parent, selector, wanted, make, before = null) {
  const found = parent.querySelector(`:scope > ${selector}`);
  if (!wanted) return void found?.remove();
  if (found) return found;
  const made = make();
  parent.insertBefore(made, before);
  return made;
}

export function write(node, words) {
  if (node && node.textContent !== String(words)) node.textContent = words;
}

/** Write an attribute where it differs; null takes it away. */
export function attribute(node, name, value) {
  if (value === null || value === false) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value === true ? "" : value);
}
