// A pattern as an automaton that reads a text character by character, and accepts it or not.
import { type Node, type Range, Undecidable } from "./parse-pattern.ts";

/** Reads symbols: classes of characters that no pattern in question tells apart. */
export interface Automaton {
  start: number;
  next(state: number, symbol: number): number;
  accepts(state: number): boolean;
  /** Whether no further text is accepted. */
  isDead(state: number): boolean;
}

const maxStates = 3_000;

/** Groups the code points that all of the ranges treat alike; each group is shown by one of its code points. */
export function symbolsOf(sets: readonly (readonly Range[])[]): number[] {
  const starts = new Set([0]);
  for (const [first, last] of sets.flat()) starts.add(first).add(last + 1);
  const symbols = new Map<string, number>();
  for (const point of starts) {
    const members = sets.flatMap((ranges, index) => (includesPoint(ranges, point) ? [index] : []));
    if (point <= 0x10ffff) symbols.set(members.join(), point);
  }
  return [...symbols.values()];
}

function includesPoint(ranges: readonly Range[], point: number): boolean {
  return ranges.some(([first, last]) => first <= point && point <= last);
}

/** Every set of characters in a pattern. */
export function setsIn(node: Node): (readonly Range[])[] {
  if (node.kind === "characters") return [node.ranges];
  if (node.kind === "repeat") return setsIn(node.part);
  return "parts" in node ? node.parts.flatMap(setsIn) : [];
}

/** A step from one state of a pattern to another: by a character, or without one at the start, the end or anywhere. */
interface PatternStep {
  by: "nothing" | "start" | "end" | readonly Range[];
  to: number;
}

/** Positions in a pattern that a text may have reached. */
interface ReachedPositions {
  positions: number[];
  isStart: boolean;
}

/** A pattern that matches any part of a text. Its states are made when they are needed. */
export class PatternAutomaton implements Automaton {
  readonly start: number;
  readonly #symbols: readonly number[];
  readonly #steps: PatternStep[][] = [];
  readonly #matched: number;
  readonly #states: ReachedPositions[] = [];
  readonly #known = new Map<string, number>();
  readonly #next: number[][] = [];

  /** @throws {Undecidable} for a pattern of more than 3,000 positions */
  constructor(pattern: Node, symbols: readonly number[]) {
    this.#symbols = symbols;
    const anything: Range[] = [[0, 0x10ffff]];
    this.#matched = this.#position([]);
    const begin = this.#position([]);
    const entry = this.#build(pattern, this.#matched);
    this.#steps[begin]?.push({ by: anything, to: begin }, { by: "nothing", to: entry });
    this.start = this.#state({ positions: [begin], isStart: true });
  }

  next(state: number, symbol: number): number {
    const known = this.#next[state]?.[symbol];
    if (known !== undefined) return known;
    const reached = this.#states[state] as ReachedPositions;
    const point = this.#symbols[symbol] ?? 0;
    const positions = this.#closure(reached, false).flatMap((position) =>
      (this.#steps[position] ?? []).flatMap(({ by, to }) =>
        typeof by === "object" && includesPoint(by, point) ? [to] : [],
      ),
    );
    const found = this.#isMatched(reached)
      ? state
      : this.#state({ positions: [...new Set(positions)].sort((a, b) => a - b), isStart: false });
    const row = this.#next[state] ?? [];
    row[symbol] = found;
    this.#next[state] = row;
    return found;
  }

  accepts(state: number): boolean {
    return this.#closure(this.#states[state] as ReachedPositions, true).includes(this.#matched);
  }

  isDead(state: number): boolean {
    return this.#states[state]?.positions.length === 0;
  }

  #isMatched({ positions }: ReachedPositions): boolean {
    return positions.includes(this.#matched);
  }

  #state(reached: ReachedPositions): number {
    // A text that matched already keeps matching, whatever follows.
    const isMatched = this.#closure(reached, false).includes(this.#matched);
    const state = isMatched ? { positions: [this.#matched], isStart: false } : reached;
    const key = `${state.isStart} ${state.positions.join()}`;
    const known = this.#known.get(key) ?? this.#states.push(state) - 1;
    this.#known.set(key, known);
    return known;
  }

  /** The positions that are reached without reading a character. */
  #closure({ positions, isStart }: ReachedPositions, isEnd: boolean): number[] {
    const found = new Set(positions);
    for (const position of found)
      for (const { by, to } of this.#steps[position] ?? []) {
        const isOpen = by === "nothing" || (by === "start" && isStart) || (by === "end" && isEnd);
        if (isOpen) found.add(to);
      }
    return [...found];
  }

  #position(steps: PatternStep[]): number {
    if (this.#steps.length === maxStates) throw new Undecidable();
    return this.#steps.push(steps) - 1;
  }

  /** Adds the positions of a part, which leads to `to`; returns its first position. */
  #build(node: Node, to: number): number {
    switch (node.kind) {
      case "characters":
        return this.#position([{ by: node.ranges, to }]);
      case "start":
      case "end":
        return this.#position([{ by: node.kind, to }]);
      case "sequence":
        return node.parts.reduceRight((next, part) => this.#build(part, next), to);
      case "choice":
        return this.#position(
          node.parts.map((part): PatternStep => ({ by: "nothing", to: this.#build(part, to) })),
        );
      case "repeat":
        return this.#buildRepeat(node, to);
    }
  }

  #buildRepeat({ part, min, max }: { part: Node; min: number; max: number }, to: number): number {
    let entry = to;
    if (max === Number.POSITIVE_INFINITY) {
      entry = this.#position([{ by: "nothing", to }]);
      const again = this.#build(part, entry);
      this.#steps[entry]?.push({ by: "nothing", to: again });
    } else
      for (let times = min; times < max; times += 1)
        entry = this.#position([
          { by: "nothing", to },
          { by: "nothing", to: this.#build(part, entry) },
        ]);
    for (let times = 0; times < min; times += 1) entry = this.#build(part, entry);
    return entry;
  }
}

/** Texts of so many characters. */
export class LengthAutomaton implements Automaton {
  readonly start = 0;
  readonly #min: number;
  readonly #max: number;

  constructor(min: number, max: number) {
    this.#min = min;
    this.#max = max;
  }

  next(state: number): number {
    const last = Number.isFinite(this.#max) ? this.#max + 1 : this.#min;
    return Math.min(state + 1, last);
  }

  accepts(state: number): boolean {
    return this.#min <= state && state <= this.#max;
  }

  isDead(state: number): boolean {
    return state > this.#max;
  }
}
