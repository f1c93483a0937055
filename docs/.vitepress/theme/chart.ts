import type { Chart, Figure } from "./figures.data.ts";

/** Length of a bar or place of a bound, as a part of the longest in its chart. */
export function toPart({ figures }: Chart, drawn: number): string {
  const max = Math.max(...figures.flatMap((figure) => [figure.drawn, figure.bound?.drawn ?? 0]));
  return `${((99 * drawn) / max).toFixed(2)}%`;
}

/** Pixels of a chart of curves, without its axes. */
export const chartSize = { width: 600, height: 260 };

export interface Curve {
  name: string;
  points: { x: number; y: number }[];
}

/** Points of each curve over what was stored, by powers of ten from a thousand to a million. */
export function curvesOf({ figures }: Chart): Curve[] {
  const names = [...new Set(figures.flatMap(({ point }) => point?.curve ?? []))];
  const max = Math.max(1.5, ...figures.map(({ drawn }) => drawn));
  const place = (at: number, drawn: number) => ({
    x: (Math.log10(at) - 3) * (chartSize.width / 3),
    y: chartSize.height * (1 - drawn / max),
  });
  const of = (name: string): Figure[] => figures.filter(({ point }) => point?.curve === name);
  return names.map((name) => ({
    name,
    points: [place(1_000, 1), ...of(name).map(({ drawn, point }) => place(point?.at ?? 0, drawn))],
  }));
}
