// Where everything lies on the deck as this visitor sees it: measured by the server, the same that its drawings use.

let known = null;

/** The geometry that came with the page. */
export function geometry() {
  known ??= JSON.parse(document.getElementById("geometry").textContent);
  return known;
}

/** The deck has been turned: measure anew. */
export function turned(measured) {
  document.getElementById("geometry").textContent = measured;
  known = null;
}

/** A number as the server writes it: to a tenth, halves to the even side. */
export function number(value) {
  const tie = Number.isInteger(value * 4) && !Number.isInteger(value * 2);
  return String(Number(tie ? whole(value * 10) / 10 : value.toFixed(1)) + 0);
}

/** Rounded, halves to the even side. */
export function whole(value) {
  const low = Math.floor(value);
  const above = value - low;
  return above < 0.5 || (above === 0.5 && low % 2 === 0) ? low : low + 1;
}

/** The style that puts something at a place of the deck. */
export const put = (x, y) => `transform:translate(${number(x)}px,${number(y)}px)`;
