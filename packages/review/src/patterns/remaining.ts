// The rests of a pattern that are left to match after each character of a text.
import { type Node, type Range, rangesOf } from "./parse-pattern.ts";

/** Parts that have to match one after the other. */
export type Rest = readonly Node[];

const anyCharacter: Node = { kind: "characters", atom: "[^]" };
const anything: Node = {
  kind: "repeat",
  part: anyCharacter,
  min: 0,
  max: Number.POSITIVE_INFINITY,
};

/** Of a pattern, which may match any part of a text. */
export function restOfPattern(pattern: Node): Rest {
  return [anything, pattern, anything];
}

/** Of a text with so many characters. */
export function restOfLength(min: number, max: number): Rest {
  return [{ kind: "repeat", part: anyCharacter, min, max }];
}

/** The code points that the rests tell apart: one of each group that all of their sets treat alike. */
export function distinctPoints(rests: readonly Rest[]): number[] {
  const sets = rests.flat().flatMap(setsIn);
  const starts = new Set([0]);
  for (const [first, last] of sets.flat()) starts.add(first).add(last + 1);
  const points = new Map<string, number>();
  for (const point of starts) {
    const members = sets.flatMap((ranges, index) => (includesPoint(ranges, point) ? [index] : []));
    if (point <= 0x10ffff) points.set(members.join(), point);
  }
  return [...points.values()];
}

function includesPoint(ranges: readonly Range[], point: number): boolean {
  return ranges.some(([first, last]) => first <= point && point <= last);
}

function setsIn(node: Node): (readonly Range[])[] {
  if (node.kind === "characters") return [rangesOf(node.atom)];
  if (node.kind === "repeat") return setsIn(node.part);
  return "parts" in node ? node.parts.flatMap(setsIn) : [];
}

/** The rests after a character, of which one has to match. */
export function readCharacter(rests: readonly Rest[], point: number, isStart: boolean): Rest[] {
  const left = rests.flatMap((rest) => readFrom(rest, point, isStart));
  // A text that matched already keeps matching, whatever follows.
  if (left.some(isMatched)) return [[anything]];
  return [...new Map(left.map((rest) => [JSON.stringify(rest), rest])).values()];
}

function isMatched(rest: Rest): boolean {
  return rest.at(-1) === anything && rest.every((node) => canBeEmpty(node, false, false));
}

/** Whether a text may end here. */
export function mayEnd(rests: readonly Rest[], isStart: boolean): boolean {
  return rests.some((rest) => rest.every((node) => canBeEmpty(node, isStart, true)));
}

function readFrom(rest: Rest, point: number, isStart: boolean): Rest[] {
  const [first, ...others] = rest;
  if (first === undefined) return [];
  const within = readWithin(first, point, isStart).map((left) => [...left, ...others]);
  return canBeEmpty(first, isStart, false)
    ? [...within, ...readFrom(others, point, isStart)]
    : within;
}

/** The rests of a part alone, which reads the character. */
function readWithin(node: Node, point: number, isStart: boolean): Rest[] {
  switch (node.kind) {
    case "characters":
      return includesPoint(rangesOf(node.atom), point) ? [[]] : [];
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
