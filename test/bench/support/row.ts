/** A measured ratio, size, rate or time, and what it has to be. */
export interface Row {
  /** What is measured, as `this ÷ that`, or with what it is measured on. */
  name: string;
  value: number;
  /** The lowest and the highest value that was found. */
  spread?: readonly [number, number];
  /** By how much an identical copy differed in the same run: `0.07` for 7 %. A bound is missed outside of that alone. */
  noise?: number;
  unit: "ratio" | "microseconds" | "bytes" | "per second" | "milliseconds" | "seconds" | "MiB";
  /** Bound that it should not fall below, or not exceed; absent where none was set. */
  bound?: { atLeast: number } | { atMost: number };
  /** Where it lies on a curve of growth, by how much was stored; absent where it is no point of one. */
  point?: { curve: string; at: number };
}

/** Whether a row is within its bound. */
export function isWithin({ value, bound, noise = 0 }: Row): boolean {
  if (!bound) return true;
  return "atLeast" in bound
    ? value * (1 + noise) >= bound.atLeast
    : value * (1 - noise) <= bound.atMost;
}

const printed: Record<Row["unit"], (value: number) => string> = {
  ratio: (value) => value.toFixed(3),
  bytes: (value) => `${value} B`,
  "per second": (value) => `${Math.round(value)}/s`,
  microseconds: (value) => `${value.toFixed(1)} µs`,
  seconds: (value) => `${value.toFixed(1)} s`,
  milliseconds: (value) => `${value.toFixed(1)} ms`,
  MiB: (value) => `${Math.round(value)} MiB`,
};

/** A row's value with its unit, and between which values it lies. */
export function printValue({ value, unit, spread }: Row): string {
  const [lowest, highest] = spread ?? [];
  const between =
    lowest === undefined || highest === undefined
      ? ""
      : ` (${printed[unit](lowest)} to ${printed[unit](highest)})`;
  return printed[unit](value) + between;
}

/** What a row has to be: `≥ 0.9`; empty where nothing was set. */
export function printBound({ bound }: Row): string {
  if (!bound) return "";
  return "atLeast" in bound ? `≥ ${bound.atLeast}` : `≤ ${bound.atMost}`;
}

/** Whether a bound is `met` or `missed`; empty without a bound. */
export function printVerdict(row: Row): string {
  if (!row.bound) return "";
  return isWithin(row) ? "met" : "missed";
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
