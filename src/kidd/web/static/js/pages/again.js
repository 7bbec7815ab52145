// What was refused for a moment comes by itself; nothing moves under whoever reads until it is there.

const PASSING = [429, 503];
const sentence = document.getElementById("by-itself");
const wait = 1000 * Number(sentence.dataset.seconds);

async function ask() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" }, cache: "no-store" }).catch(() => null);
  if (answer && !PASSING.includes(answer.status)) location.reload();
  else setTimeout(ask, wait);
}

sentence.hidden = false;
setTimeout(ask, wait);
