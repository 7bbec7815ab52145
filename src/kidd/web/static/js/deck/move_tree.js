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

/** A move with the steps that are asked for, the space that the token comes from, and whether it frees a captive. */
function walkOf(move, skipped) {
  const all = steps(move);
  const back = (all.find(({ kind }) => kind === "via") ?? all[0])?.space;
  return { move, back, frees: all.some(({ kind }) => kind === "escape"), steps: all.filter(({ kind }) => !skipped.includes(kind)) };
}

export class MoveTree {
  /** skipped: the kinds of steps that are not asked for; the first move that fits stands for all that differ in them. */
  constructor(moves, skipped = []) {
    this.walks = moves.map((move) => walkOf(move, skipped)).filter((walk) => walk.steps.length);
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

  /**
   * How somebody would stand if a space were picked next: where, with the back to what, whether that frees a captive, and
   * whether it is the token that was picked up; null where that is still open.
   */
  stands(picked, space) {
    const fitting = this.fitting([...picked, space]);
    const [steps, last] = [fitting[0]?.steps ?? [], picked.length];
    if (!steps[last]) return null;
    const frees = steps.slice(last + 1).some(({ kind }) => kind === "escape");
    const behind = () => steps.slice(0, last).findLast(({ kind }) => kind !== "via").space;
    const backs = () => new Set(fitting.map(({ back }) => back));
    switch (steps[last].kind) {
      case "enter": case "entry": return { at: space, back: "~", frees };
      case "escape": return { at: space, back: behind(), frees };
      case "via": return { at: picked[1], back: space, frees, walks: true };
      case "target": return backs().size === 1 ? { at: space, back: [...backs()][0], frees: fitting[0].frees, walks: true } : null;
      default: return null;
    }
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
