// The rests of a pattern that are left to match after each character of a string.
import { matchedRanges, type Node, type Range } from "./parse-pattern.ts";

/** Parts that have to match one after the other. */
type Parts = readonly Node[];

export interface Rest {
  id: number;
  parts: Parts;
  /** The rests after a character, by its code point. */
  next: Map<number, Rest[]>;
}

const anyCharacter: Node = { kind: "characters", atom: "[^]" };
const anything: Node = {
  kind: "repeat",
  part: anyCharacter,
  min: 0,
  max: Number.POSITIVE_INFINITY,
};

/** Every rest that a comparison meets, once. */
export class Rests {
  readonly #known = new Map<string, Rest>();

  #rest(parts: Parts): Rest {
    const key = JSON.stringify(parts);
    const rest = this.#known.get(key) ?? { id: this.#known.size, parts, next: new Map() };
    this.#known.set(key, rest);
    return rest;
  }

  /** Rests of a pattern, which may match any part of a string. */
  ofPattern(pattern: Node): Rest {
    return this.#rest([anything, pattern, anything]);
  }

  /** Rests of a string with so many characters. */
  ofLength(min: number, max: number): Rest {
    return this.#rest([{ kind: "repeat", part: anyCharacter, min, max }]);
  }

  /** The rests after a character, of which one has to match. */
  read(rests: readonly Rest[], point: number, isStart: boolean): Rest[] {
    const left = new Set(rests.flatMap((rest) => this.#readOne(rest, point, isStart)));
    // A string that matched already keeps matching, whatever follows.
    if ([...left].some(isMatched)) return [this.#rest([anything])];
    return [...left].sort((a, b) => a.id - b.id);
  }

  #readOne({ parts, next }: Rest, point: number, isStart: boolean): Rest[] {
    const known = isStart ? undefined : next.get(point);
    if (known) return known;
    const found = readFrom(parts, point, isStart).map((left) => this.#rest(left));
    if (!isStart) next.set(point, found);
    return found;
  }
}

/** Characters that stand for their group, if they are in it: people read the strings that are found. */
const readable = [..."@:. _-A0a"].map((character) => character.codePointAt(0) ?? 0);

/** The code points that the rests distinguish: one of each group that all of their sets treat alike. */
export function distinctPoints(rests: readonly Rest[]): number[] {
  const sets = rests.flatMap(({ parts }) => parts.flatMap(setsIn));
  const starts = new Set([0]);
  for (const [first, last] of sets.flat()) starts.add(first).add(last + 1);
  const points = new Map<string, number>();
  for (const point of [...starts, ...readable]) {
    const members = sets.flatMap((ranges, index) => (includesPoint(ranges, point) ? [index] : []));
    if (point <= 0x10ffff) points.set(members.join(), point);
  }
  return [...points.values()];
}

function includesPoint(ranges: readonly Range[], point: number): boolean {
  return ranges.some(([first, last]) => first <= point && point <= last);
}

function setsIn(node: Node): (readonly Range[])[] {
  if (node.kind === "characters") return [matchedRanges(node.atom)];
  if (node.kind === "repeat") return setsIn(node.part);
  return "parts" in node ? node.parts.flatMap(setsIn) : [];
}

function isMatched({ parts }: Rest): boolean {
  return parts.at(-1) === anything && parts.every((part) => canBeEmpty(part, false, false));
}

/** Whether a string may end here. */
export function mayEnd(rests: readonly Rest[], isStart: boolean): boolean {
  return rests.some(({ parts }) => parts.every((part) => canBeEmpty(part, isStart, true)));
}

function readFrom(parts: Parts, point: number, isStart: boolean): Parts[] {
  const [first, ...others] = parts;
  if (first === undefined) return [];
  const within = readWithin(first, point, isStart).map((left) => [...left, ...others]);
  return canBeEmpty(first, isStart, false)
    ? [...within, ...readFrom(others, point, isStart)]
    : within;
}

/** The rests of a part alone, which reads the character. */
function readWithin(node: Node, point: number, isStart: boolean): Parts[] {
  switch (node.kind) {
    case "characters":
      return includesPoint(matchedRanges(node.atom), point) ? [[]] : [];
    case "start":
    case "end":
      return [];
    case "sequence":
      return readFrom(node.parts, point, isStart);
    case "choice":
      return node.parts.flatMap((part) => readWithin(part, point, isStart));
    case "repeat": {
      const { part, min, max } = node;
      if (max === 0) return [];
      // Repeats that match nothing may have come before.
      const least = canBeEmpty(part, isStart, false) ? 0 : Math.max(min - 1, 0);
      const again = node === anything ? node : { ...node, min: least, max: max - 1 };
      return readWithin(part, point, isStart).map((left) => (max === 1 ? left : [...left, again]));
    }
  }
}

function canBeEmpty(node: Node, isStart: boolean, isEnd: boolean): boolean {
  switch (node.kind) {
    case "characters":
      return false;
    case "start":
      return isStart;
    case "end":
      return isEnd;
    case "sequence":
      return node.parts.every((part) => canBeEmpty(part, isStart, isEnd));
    case "choice":
      return node.parts.some((part) => canBeEmpty(part, isStart, isEnd));
    case "repeat":
      return node.min === 0 || canBeEmpty(node.part, isStart, isEnd);
  }
}
