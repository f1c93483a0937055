import type { Report } from "../report.ts";
import { escapeMarkup } from "./escape.ts";

/** A badge in SVG: `conforms 47/61`. */
export function toBadge({ grade, conforms }: Report): string {
  const [label, value] = ["conforms", `${grade.passed}/${grade.checks}`];
  const color = grade.failed > 0 ? "#c62828" : conforms ? "#2e7d32" : "#8a5a00";
  const [left, right] = [label, value].map((text) => text.length * 7 + 12) as [number, number];
  const text = (x: number, shown: string): string => `<text x="${x}" y="14">${escapeMarkup(shown)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${label} ${value}">
<rect width="${left}" height="20" fill="#444"/><rect x="${left}" width="${right}" height="20" fill="${color}"/>
<g fill="#fff" font-family="Verdana,sans-serif" font-size="11">${text(6, label)}${text(left + 6, value)}</g>
</svg>
`;
}
