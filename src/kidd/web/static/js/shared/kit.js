// First a page is drawn, then its scripts are fetched: at the same time each would delay the other.

const AGAIN = 3000; // milliseconds after which they are fetched once more where that failed
const kit = document.getElementById("kit");

/**
 * Fetch what the scripts of a page with a deck work with, which is the same for all games of a kind and which the browser
 * may have already; `page` is the address of the game. Then run(), which fetches the scripts.
 */
export function begin(page, run) {
  const start = async () => {
    const answer = await fetch(kit.dataset.from);
    if (!answer.ok) throw new Error(`no kit: ${answer.status}`);
    kit.innerHTML = (await answer.text()).replaceAll("{page}", page);
    await run();
  };
  const attempt = () => start().catch(() => setTimeout(attempt, AGAIN));
  if (document.hidden) attempt(); // where nothing is drawn
  else requestAnimationFrame(() => setTimeout(attempt));
}
