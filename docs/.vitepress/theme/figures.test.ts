// The charts of the figures: each row of the file is drawn once, in its unit, or in that of its bound.
import { expect, test } from "vitest";
import type { Recorded } from "../../../test/bench/record.ts";
import recorded from "../../figures.json" with { type: "json" };
import figures, { type Figure } from "./figures.data.ts";

const { rows } = recorded as unknown as Recorded;
const charts = figures.load();
const drawnIn = (title: string): Figure[] =>
  charts.find((chart) => chart.title.startsWith(title))?.figures ?? [];
const rowOf = (figure: Figure) => rows.find(({ name }) => name === figure.name);

test("every row with a bound, a unit of time or a curve is drawn in one chart", () => {
  const drawn = charts.flatMap((chart) => chart.figures.map(({ name }) => name));
  expect(new Set(drawn).size).toBe(drawn.length);
  const wanted = rows.filter(
    ({ unit, bound, point }) =>
      point || (unit === "ratio" && bound) || unit === "milliseconds" || unit === "per second",
  );
  expect(drawn.sort()).toEqual(wanted.map(({ name }) => name).sort());
});

test("a ratio is drawn as its distance from its bound, which is at 1", () => {
  const ratios = drawnIn("Ratios");
  expect(ratios.length).toBeGreaterThan(0);
  for (const figure of ratios) {
    const row = rowOf(figure);
    const [bound = 0] = Object.values(row?.bound ?? {}) as number[];
    expect(figure.bound?.drawn, figure.name).toBe(1);
    expect(figure.drawn * bound, figure.name).toBeCloseTo(row?.value ?? 0);
  }
});

test.for(["From", "Latency", "Rates"])("the chart %s has values in their unit", (title) => {
  const shown = drawnIn(title);
  expect(shown.length).toBeGreaterThan(0);
  for (const figure of shown) {
    const row = rowOf(figure);
    const [bound] = Object.values(row?.bound ?? {}) as number[];
    expect([figure.drawn, figure.bound?.drawn, figure.point], figure.name).toEqual([
      row?.value,
      bound,
      row?.point,
    ]);
    expect(Boolean(figure.verdict), figure.name).toBe(bound !== undefined);
  }
});
