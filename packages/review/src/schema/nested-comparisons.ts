// Comparisons of schemas that lead to each other: each pair is compared once, however deep or circular the schemas are.
import type { SchemaDifference } from "./difference.ts";

interface KnownEntry {
  differences: SchemaDifference[];
  /** The first of the pairs in progress that the differences are without; none if they are complete. */
  lowest: number;
}

/** Differences by the pair of schemas. */
export type KnownDifferences = Map<string, KnownEntry>;

interface ComparedPair {
  known: KnownDifferences;
  key: string;
}

/** Comparisons within each other, before an inner one is made first. */
const maxNested = 50;

/** Pairs of a loop that are always compared again for each operation which enters it elsewhere. */
const maxLoop = 100;

/**
 * Pairs of larger loops that may be compared again, all of them together, so that the time is bounded. After that, a change
 * in such a loop is found once, and may be without some of the operations which enter the loop elsewhere.
 */
const maxAgain = 5000;

/** Interrupts comparisons that are too many within each other for the stack. */
class TooDeep extends Error {
  /** Makes the inner comparison, whose result is then known. */
  readonly compareInner: () => void;
  /** The pairs whose comparison is begun again. */
  readonly interrupted: ComparedPair[] = [];

  constructor(compareInner: () => void) {
    super("The schemas are nested too deep.");
    this.compareInner = compareInner;
  }
}

/** The comparisons that are in progress within each other. */
export class NestedComparisons {
  /** Keys of pairs in loops that were not compared again for each operation, one of each loop that has differences. */
  readonly shortened = new Set<string>();
  #depth = 0;
  #running = 0;
  #started = 0;
  #lowest = Number.POSITIVE_INFINITY;
  #incomplete: ComparedPair[] = [];
  #again = 0;

  /** The differences of a pair, which `make` compares if that was not done before. */
  compare(
    known: KnownDifferences,
    key: string,
    make: () => SchemaDifference[],
  ): SchemaDifference[] {
    const earlier = known.get(key);
    if (earlier) {
      this.#lowest = Math.min(this.#lowest, earlier.lowest);
      return earlier.differences;
    }
    if (this.#depth === maxNested) throw new TooDeep(() => this.compare(known, key, make));
    let found = this.#attempt({ known, key }, make);
    while (found instanceof TooDeep) {
      this.#running += 1;
      found.compareInner();
      this.#running -= 1;
      for (const pair of found.interrupted) pair.known.delete(pair.key);
      found = this.#attempt({ known, key }, make);
    }
    return found;
  }

  #attempt(pair: ComparedPair, make: () => SchemaDifference[]): SchemaDifference[] | TooDeep {
    const { known, key } = pair;
    const outer = { depth: this.#depth, lowest: this.#lowest };
    const isOutermost = this.#running === 0;
    const position = this.#started;
    this.#started += 1;
    const before = this.#incomplete.length;
    // Within itself, it adds nothing.
    known.set(key, { differences: [], lowest: position });
    this.#lowest = Number.POSITIVE_INFINITY;
    this.#depth += 1;
    this.#running += 1;
    try {
      const differences = make();
      const isComplete = isOutermost || this.#lowest >= position;
      const lowest = isComplete ? Number.POSITIVE_INFINITY : this.#lowest;
      known.set(key, { differences, lowest });
      if (isComplete) this.#leaveLoop(isOutermost ? 0 : before);
      else this.#incomplete.push(pair);
      this.#lowest = Math.min(outer.lowest, lowest);
      return differences;
    } catch (error) {
      this.#lowest = outer.lowest;
      if (!(error instanceof TooDeep)) throw error;
      error.interrupted.push(pair);
      if (outer.depth > 0) throw error;
      return error;
    } finally {
      this.#depth = outer.depth;
      this.#running -= 1;
    }
  }

  /** Forgets the differences that are without those of the pair which the loop was entered by. */
  #leaveLoop(before: number): void {
    const loop = this.#incomplete.splice(before);
    const isLarge = loop.length > maxLoop;
    if (isLarge) this.#again += loop.length;
    if (!isLarge || this.#again <= maxAgain) {
      for (const { known, key } of loop) known.delete(key);
      return;
    }
    const changed = loop.find(({ known, key }) => known.get(key)?.differences.length);
    if (changed) this.shortened.add(changed.key);
    for (const { known, key } of loop) {
      const entry = known.get(key);
      if (entry) entry.lowest = Number.POSITIVE_INFINITY;
    }
  }
}
