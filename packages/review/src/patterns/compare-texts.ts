// Which texts two sets of rules allow: patterns that all have to match, and a length.
import {
  type Automaton,
  LengthAutomaton,
  PatternAutomaton,
  setsIn,
  symbolsOf,
} from "./automaton.ts";
import { parsePattern, Undecidable } from "./parse-pattern.ts";

export interface TextRules {
  patterns: readonly string[];
  /** In code points. */
  minLength: number;
  maxLength: number;
}

/** How the texts of the head relate to those of the base; `unclear` if that cannot be decided. */
export type Relation = "same" | "narrowed" | "widened" | "changed" | "unclear";

/** Pairs of states that are looked at: more would take longer than a second. */
const maxPairs = 20_000;

/** A contract compares the same few patterns again and again. */
const knownRelations = new Map<string, Relation>();

/** Decides by automata which texts are allowed on one side alone. */
export function compareTexts(base: TextRules, head: TextRules): Relation {
  const key = JSON.stringify([base, head].map((side) => Object.values(side).map(String)));
  const found = knownRelations.get(key) ?? decideRelation(base, head);
  knownRelations.set(key, found);
  return found;
}

function decideRelation(base: TextRules, head: TextRules): Relation {
  try {
    const sides = [base, head].map(({ patterns }) => patterns.map(parsePattern));
    const symbols = symbolsOf(sides.flat().flatMap(setsIn));
    const automata = [base, head].map(({ minLength, maxLength }, side): Automaton[] => [
      new LengthAutomaton(minLength, maxLength),
      ...(sides[side] ?? []).map((pattern) => new PatternAutomaton(pattern, symbols)),
    ]);
    const [was = [], is = []] = automata;
    return walk(was, is, symbols.length);
  } catch (error) {
    if (error instanceof Undecidable) return "unclear";
    throw error;
  }
}

/** Reads every text with both sides at once, until one is found that each of them alone accepts. */
function walk(base: Automaton[], head: Automaton[], symbols: number): Relation {
  const all = [...base, ...head];
  const isDead = (side: Automaton[], states: number[]): boolean =>
    side.some((automaton, index) => automaton.isDead(states[index] ?? 0));
  const accepts = (side: Automaton[], states: number[]): boolean =>
    side.every((automaton, index) => automaton.accepts(states[index] ?? 0));
  const queue = [all.map(({ start }) => start)];
  const seen = new Set(queue.map((states) => states.join()));
  let loses = false;
  let gains = false;
  for (const states of queue) {
    const own = states.slice(0, base.length);
    const others = states.slice(base.length);
    const before = accepts(base, own);
    const after = accepts(head, others);
    loses ||= before && !after;
    gains ||= after && !before;
    if (loses && gains) return "changed";
    if (isDead(base, own) && isDead(head, others)) continue;
    for (let symbol = 0; symbol < symbols; symbol += 1) {
      const next = states.map((state, index) => all[index]?.next(state, symbol) ?? 0);
      const key = next.join();
      if (seen.has(key)) continue;
      seen.add(key);
      queue.push(next);
    }
    if (seen.size > maxPairs) return "unclear";
  }
  if (loses) return "narrowed";
  return gains ? "widened" : "same";
}
