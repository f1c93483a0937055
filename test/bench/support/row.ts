/** A measured ratio or size, and what it has to be. */
export interface Row {
  /** What is measured, as `this ÷ that`, or with its unit. */
  name: string;
  value: number;
  unit: "ratio" | "bytes";
  /** Bound that it should not fall below, or not exceed. */
  bound: { atLeast: number } | { atMost: number };
}

/** Whether a row is within its bound. */
export function isWithin({ value, bound }: Row): boolean {
  return "atLeast" in bound ? value >= bound.atLeast : value <= bound.atMost;
}

/** Rows as a table for a terminal. */
export function printTable(rows: Row[]): string {
  const lines = rows.map((row) => [
    row.name,
    row.unit === "bytes" ? `${row.value} B` : row.value.toFixed(3),
    "atLeast" in row.bound ? `≥ ${row.bound.atLeast}` : `≤ ${row.bound.atMost}`,
    isWithin(row) ? "" : "missed",
  ]);
  const table = [["what", "measured", "bound", ""], ...lines];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((line) => line[column]?.length ?? 0)));
  return table
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
