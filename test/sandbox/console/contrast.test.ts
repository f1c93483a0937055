import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const tokens = await readFile(
  new URL("../../../packages/sandbox/src/console/page/styles/tokens.css", import.meta.url),
  "utf8",
);
const colours = new Map(
  [...tokens.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name, ...pair]) => [name, pair as [light: string, dark: string]],
  ),
);

/** Relative luminance, as WCAG has it. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** In both themes. */
function expectContrast(one: string, other: string, lowest: number): void {
  const pairs = [colours.get(one), colours.get(other)];
  for (const theme of [0, 1] as const)
    expect(contrastOf(pairs[0]?.[theme] ?? "", pairs[1]?.[theme] ?? "")).toBeGreaterThanOrEqual(
      lowest,
    );
}

const grounds = ["ground", "surface", "sunken"];
const texts = ["ink", "quiet", "accent"].flatMap((ink) =>
  grounds.map((ground) => [ink, ground] as const),
);
const tones = ["good", "waiting", "bad", "neutral"].map(
  (tone) => [`${tone}-ink`, `${tone}-ground`] as const,
);
const others = [
  ["on-accent", "accent"],
  ["ink", "accent-soft"],
  ["quiet", "accent-soft"],
  ["accent", "accent-soft"],
  ["ink", "neutral-ground"],
] as const;

// What lies under a link that covers its row is not seen by tools that look at the page.
test.each([...texts, ...tones, ...others])(
  "%s on %s is read easily in both themes",
  (ink, ground) => expectContrast(ink, ground, 4.5),
);

test.each(
  ["line-strong", "focus"].flatMap((line) => grounds.map((ground) => [line, ground] as const)),
)("%s stands out from %s in both themes", (line, ground) => expectContrast(line, ground, 3));
