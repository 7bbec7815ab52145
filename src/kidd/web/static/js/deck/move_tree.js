// Moves as the spaces one points at, one after the other. Strings only: what is legal the server has said already.

const WALK = /^([^-/>@]+)-([^-/>@]+)(?:\/([^-/>@]+))?((?:>[^-/>@]+)*)(?:@([^-/>@]+))?$/;

/** The spaces of a move in the order in which they are chosen; empty for `pass`, `red` and `blue`. */
export function steps(move) {
  if (move.startsWith("@")) return [{ kind: "enter", space: move.slice(1) }];
  const found = WALK.exec(move);
  if (!found) return [];
  const [, origin, target, via, escapes, entry] = found;
  const chosen = [{ kind: "piece", space: origin }, { kind: "target", space: target }];
  if (via) chosen.push({ kind: "via", space: via });
  for (const space of escapes.split(">").slice(1)) chosen.push({ kind: "escape", space });
  if (entry) chosen.push({ kind: "entry", space: entry });
  return chosen;
}

export class MoveTree {
  constructor(moves) {
    this.walks = moves.map((move) => ({ move, steps: steps(move) })).filter((walk) => walk.steps.length);
  }

  /** The moves that begin with the spaces picked so far. */
  fitting(picked) {
    return this.walks.filter((walk) => picked.every((space, number) => walk.steps[number]?.space === space));
  }

  /** What may be picked next: the kind of choice and its spaces. */
  next(picked) {
    const options = this.fitting(picked).map((walk) => walk.steps[picked.length]).filter(Boolean);
    return { kind: options[0]?.kind ?? "", spaces: [...new Set(options.map((step) => step.space))], options };
  }

  /** The steps that were picked, with their kinds. */
  along(picked) {
    return this.fitting(picked)[0]?.steps.slice(0, picked.length) ?? [];
  }

  /** The one move that is meant, or the picks with everything added that leaves no choice. */
  settle(picked) {
    const chosen = [...picked];
    for (;;) {
      const fitting = this.fitting(chosen);
      if (!fitting.length) return { move: "", picked: null };
      const done = fitting.find((walk) => walk.steps.length === chosen.length);
      if (done) return { move: done.move, picked: chosen };
      const { spaces } = this.next(chosen);
      if (spaces.length > 1 || chosen.length < 2) return { move: "", picked: chosen };
      chosen.push(spaces[0]);
    }
  }
}
