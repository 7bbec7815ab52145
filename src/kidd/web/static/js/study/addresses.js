// Where each node can be found again: by the study's own number, or by the game or position that it comes from.

const PAUSE = 250; // milliseconds: browsers bear only so many new addresses

/** source: {game}, or what else a study is made of that is not kept. */
export function addresses({ source, start, keeping, tree }) {
  let timer = 0;

  function of(node) {
    if (keeping.id && node.kept !== null) return `/study/${keeping.id}/${node.kept}`;
    return source.game ? branch(node) : "";
  }

  /** The same for a node that has no address of its own: its line to the end, and how far it is shown. */
  function link(node) {
    const { position, options } = start;
    const later = tree.onward(node);
    return of(node) || `/study?${query({ position, options, acts: told([...tree.way(node), ...later]), ply: later.length ? node.ply : "" })}`;
  }

  /** A ply of a game, and what was tried from there on, to the end of that line. */
  function branch(node) {
    const way = tree.way(node);
    const at = way.findIndex((one) => tree.parent(one).children[0] !== one.id || one.id < 0);
    if (at < 0) return `/study?${query({ game: source.game, ply: way.length })}`;
    const later = tree.onward(node);
    return `/study?${query({ game: source.game, ply: at, acts: told([...way.slice(at), ...later]), shown: later.length ? node.ply : "" })}`;
  }

  /** Let the address bar say what is shown, once somebody stays there. */
  function sign(node) {
    if (!tree.node(node.id)) return; // deleted just now: the one before it is shown next
    document.getElementById("study").dataset.page = link(node);
    clearTimeout(timer);
    timer = setTimeout(() => history.replaceState(history.state, "", link(node)), PAUSE);
  }

  return { of, link, sign };
}

const told = (nodes) => nodes.map(({ act }) => act).join(" ");
const query = (said) => new URLSearchParams(Object.entries(said).filter(([, value]) => value !== "")).toString();
