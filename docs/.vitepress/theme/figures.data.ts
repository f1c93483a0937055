import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Recorded } from "../../../test/bench/record.ts";
import { isWithin, printBound, printValue, printVerdict } from "../../../test/bench/support/row.ts";

/** A figure as it is drawn. */
export interface Figure {
  name: string;
  /** Length of its bar. */
  drawn: number;
  /** With its unit. */
  shown: string;
  /** Where its bound is drawn, and the bound with its sign; absent where there is none. */
  bound?: { drawn: number; shown: string };
  within: boolean;
  /** Whether its bound is met or missed; empty without a bound. */
  verdict: string;
  /** Where it lies on a curve of growth, which begins at a thousand with 1; absent where it is a bar. */
  point?: { curve: string; at: number };
}

/** Figures that are drawn on one axis, as bars or as the points of curves. */
export interface Chart {
  title: string;
  about: string;
  figures: Figure[];
}

declare const data: Chart[];

export { data };

/** A chart: rows of one unit that can be compared. */
const charts: {
  title: string;
  about: string;
  byBound?: true;
  isOn: (row: Recorded["rows"][number]) => boolean;
}[] = [
  {
    title: "Ratios and their bounds",
    about:
      "Each bar is a ratio of two measurements, taken alternately. The line is the target: ≥ has to reach it, ≤ has to stay below it.",
    // Ratios of 30 and of 0.1 cannot be compared, but their distances from their bounds can.
    byBound: true,
    isOn: ({ unit, bound, point }) => unit === "ratio" && bound !== undefined && !point,
  },
  {
    title: "From 10³ to 10⁶ stored charges",
    about:
      "How many times slower it is with more stored charges than with a thousand, where it is 1: a level line does not grow. The dashed line is the bound.",
    isOn: ({ point }) => point !== undefined,
  },
  {
    title: "Latency",
    about: "Milliseconds; p99 is what 99 of 100 calls took at most, under load.",
    isOn: ({ unit }) => unit === "milliseconds",
  },
  { title: "Rates", about: "A second, on one machine.", isOn: ({ unit }) => unit === "per second" },
];

const file = fileURLToPath(new URL("../../figures.json", import.meta.url));

export default {
  watch: ["../../figures.json"],
  load(): Chart[] {
    if (!existsSync(file)) return [];
    const { rows } = JSON.parse(readFileSync(file, "utf8")) as Recorded;
    return charts
      .map(({ title, about, byBound, isOn }) => ({
        title,
        about,
        figures: rows.filter(isOn).map((row) => draw(row, byBound === true)),
      }))
      .filter(({ figures }) => figures.length > 0);
  },
};

function draw(row: Recorded["rows"][number], byBound: boolean): Figure {
  const [bound] = Object.values(row.bound ?? {}) as number[];
  const unit = byBound && bound !== undefined ? bound : 1;
  return {
    name: row.name,
    drawn: row.value / unit,
    shown: printValue(row),
    within: isWithin(row),
    verdict: printVerdict(row),
    ...(row.point && { point: row.point }),
    ...(bound !== undefined && { bound: { drawn: bound / unit, shown: printBound(row) } }),
  };
}
