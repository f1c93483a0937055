// Which texts two sets of rules allow: patterns that all have to match, and a length.
import { parsePattern, Undecidable } from "./parse-pattern.ts";
import {
  distinctPoints,
  mayEnd,
  type Rest,
  readCharacter,
  restOfLength,
  restOfPattern,
} from "./remaining.ts";

export interface TextRules {
  patterns: readonly string[];
  /** In code points. */
  minLength: number;
  maxLength: number;
}

/** How the texts of the head relate to those of the base; `unclear` if that cannot be decided. */
export type Relation = "same" | "narrowed" | "widened" | "changed" | "unclear";

/** Pairs of rests that are looked at: more would take longer than two seconds. */
const maxPairs = 20_000;

/** A contract compares the same few patterns again and again. */
const knownRelations = new Map<string, Relation>();

/** Decides which texts are allowed on one side alone. */
export function compareTexts(base: TextRules, head: TextRules): Relation {
  const key = JSON.stringify([base, head].map((side) => Object.values(side).map(String)));
  const found = knownRelations.get(key) ?? decideRelation(base, head);
  knownRelations.set(key, found);
  return found;
}

function decideRelation(base: TextRules, head: TextRules): Relation {
  try {
    return walk(startOf(base), startOf(head));
  } catch (error) {
    if (error instanceof Undecidable) return "unclear";
    throw error;
  }
}

/** For each rule of a side, the rests of which one has to match; all rules have to. */
type RuleRests = Rest[][];

function startOf({ patterns, minLength, maxLength }: TextRules): RuleRests {
  const ofPatterns = patterns.map((pattern) => restOfPattern(parsePattern(pattern)));
  return [restOfLength(minLength, maxLength), ...ofPatterns].map((rest) => [rest]);
}

/** Reads every text with both sides at once, until one is found that each of them alone accepts. */
function walk(base: RuleRests, head: RuleRests): Relation {
  const points = distinctPoints([...base, ...head].flat());
  const queue = [{ base, head, isStart: true }];
  const seen = new Set<string>();
  let loses = false;
  let gains = false;
  for (const { base, head, isStart } of queue) {
    const accepts = (side: RuleRests): boolean => side.every((rests) => mayEnd(rests, isStart));
    const before = accepts(base);
    const after = accepts(head);
    loses ||= before && !after;
    gains ||= after && !before;
    if (loses && gains) return "changed";
    if (isDead(base) && isDead(head)) continue;
    for (const point of points) {
      const read = (side: RuleRests): RuleRests =>
        side.map((rests) => readCharacter(rests, point, isStart));
      const next = { base: read(base), head: read(head), isStart: false };
      const key = JSON.stringify(next);
      if (seen.has(key)) continue;
      seen.add(key);
      queue.push(next);
    }
    if (seen.size > maxPairs) return "unclear";
  }
  if (loses) return "narrowed";
  return gains ? "widened" : "same";
}

/** Whether no text is accepted, however it goes on. */
function isDead(side: RuleRests): boolean {
  return side.some((rests) => rests.length === 0);
}
