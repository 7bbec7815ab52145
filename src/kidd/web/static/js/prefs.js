// How a visitor likes the table, in the cookie that the server reads when it draws.

const COOKIE = "kidd_prefs";
const YEAR = 365 * 24 * 3600;

/** Wide and low, as the window of a phone on its side: the server lays the deck there. */
export const low = matchMedia("(min-aspect-ratio: 3/2) and (max-height: 33.99rem)");

export function read() {
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${COOKIE}=`));
  try {
    const said = JSON.parse(decodeURIComponent(found.slice(COOKIE.length + 1)));
    return said && typeof said === "object" ? said : {};
  } catch {
    return {};
  }
}

export function write(changes) {
  const prefs = { ...read(), ...changes };
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${COOKIE}=${encodeURIComponent(JSON.stringify(prefs))}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`;
  return prefs;
}

export function showTheme(theme) {
  document.documentElement.dataset.theme = theme;
}
