// The strings that two schemas allow: by patterns that all have to match, and by length.
import { parsePattern, Undecidable } from "./parse-pattern.ts";
import { distinctPoints, mayEnd, type Rest, Rests } from "./remaining.ts";

export interface StringConstraints {
  patterns: readonly string[];
  /** In code points. */
  minLength: number;
  maxLength: number;
}

/** How the strings of the head relate to those of the base; `unclear` if that cannot be decided. */
export type Relation = "same" | "narrowed" | "widened" | "changed" | "unclear";

/** Pairs of rests that are looked at: more would take longer than a second. */
const maxPairs = 20_000;

/** A contract compares the same few patterns again and again. */
const knownRelations = new Map<string, Relation>();

/**
 * Whether the head allows more strings than the base, fewer, the same or others. Each side lists alternatives: it allows a
 * string that one of them allows.
 */
export function compareAllowedStrings(
  base: readonly StringConstraints[],
  head: readonly StringConstraints[],
): Relation {
  const key = JSON.stringify([base, head]);
  const found = knownRelations.get(key) ?? decideRelation(base, head);
  knownRelations.set(key, found);
  return found;
}

function decideRelation(
  base: readonly StringConstraints[],
  head: readonly StringConstraints[],
): Relation {
  try {
    const reader = new Rests();
    const [was, is] = [base, head].map((side) => side.map((rules) => startRests(reader, rules)));
    return walk(reader, was ?? [], is ?? []);
  } catch (error) {
    if (error instanceof Undecidable) return "unclear";
    throw error;
  }
}

/** For each constraint, the alternatives for the rest of the string. A string fits if each constraint has one that fits. */
type ConstraintRests = Rest[][];

/** Before the first character, each constraint has one alternative: all of itself. */
function startRests(
  reader: Rests,
  { patterns, minLength, maxLength }: StringConstraints,
): ConstraintRests {
  const length = reader.ofLength(minLength, maxLength);
  return [[length], ...patterns.map((pattern) => [reader.ofPattern(parsePattern(pattern))])];
}

/** Reads every string with both sides at once, until one is found that each of them alone accepts. */
function walk(reader: Rests, base: ConstraintRests[], head: ConstraintRests[]): Relation {
  const points = distinctPoints([...base, ...head].flat(2));
  const queue = [{ base, head, isStart: true }];
  const seen = new Set<string>();
  let loses = false;
  let gains = false;
  for (const { base, head, isStart } of queue) {
    const accepts = (side: ConstraintRests[]): boolean =>
      side.some((rules) => rules.every((rests) => mayEnd(rests, isStart)));
    const before = accepts(base);
    const after = accepts(head);
    loses ||= before && !after;
    gains ||= after && !before;
    if (loses && gains) return "changed";
    if ([...base, ...head].every(isDead)) continue;
    for (const point of points) {
      const read = (side: ConstraintRests[]): ConstraintRests[] =>
        side.map((rules) => rules.map((rests) => reader.read(rests, point, isStart)));
      const next = { base: read(base), head: read(head), isStart: false };
      const key = [...next.base, ...next.head].flat().map(nameRests).join("|");
      if (seen.has(key)) continue;
      seen.add(key);
      queue.push(next);
    }
    if (seen.size > maxPairs) return "unclear";
  }
  if (loses) return "narrowed";
  return gains ? "widened" : "same";
}

/** A string that rules allow; null if there is none, undefined if that cannot be decided. */
export function findString(rules: StringConstraints): string | null | undefined {
  try {
    const reader = new Rests();
    return searchText(reader, startRests(reader, rules));
  } catch (error) {
    if (error instanceof Undecidable) return undefined;
    throw error;
  }
}

/** The shortest string that all rules accept. */
function searchText(reader: Rests, first: ConstraintRests): string | null | undefined {
  const points = distinctPoints(first.flat());
  const queue = [{ rests: first, text: "" }];
  const seen = new Set<string>();
  for (const { rests, text } of queue) {
    const isStart = text === "";
    if (rests.every((alternatives) => mayEnd(alternatives, isStart))) return text;
    if (isDead(rests)) continue;
    for (const point of points) {
      const next = rests.map((alternatives) => reader.read(alternatives, point, isStart));
      const key = next.map(nameRests).join("|");
      if (seen.has(key)) continue;
      seen.add(key);
      queue.push({ rests: next, text: text + String.fromCodePoint(point) });
    }
    if (seen.size > maxPairs) return undefined;
  }
  return null;
}

function nameRests(rests: Rest[]): string {
  return rests.map(({ id }) => id).join();
}

/** Whether no string is accepted, however it goes on. */
function isDead(side: ConstraintRests): boolean {
  return side.some((rests) => rests.length === 0);
}
