// How a visitor likes the table, in the cookie that the server reads when it draws.

const COOKIE = "kidd_prefs";
const YEAR = 365 * 24 * 3600;

const low = matchMedia("(min-aspect-ratio: 3/2) and (max-height: 33.99rem)"); // as the window of a phone on its side
const BESIDE = 18.5; // rem that the column beside a lying deck takes, as table.css has it

/** Whether the server is to lay the deck: where the window is wide and low, and a lying deck is larger than an upright one. */
export function lies() {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  return low.matches && innerWidth - BESIDE * rem > innerHeight;
}

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
