import { expect, test } from "vitest";
import { colours } from "./tokens.ts";

type Name = keyof typeof colours;

/** Relative luminance, as WCAG defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ["ground", "surface", "sunken"] as const;
const tones = ["good", "waiting", "bad", "neutral"] as const;

function onEach(inks: readonly Name[], on: readonly Name[]): [Name, Name][] {
  return inks.flatMap((ink) => on.map((ground): [Name, Name] => [ink, ground]));
}

// A tool that looks at a page does not see what lies under a link that covers its row.
test.each([
  ...onEach(["ink", "quiet", "accent"], [...grounds, "accent-soft"]),
  ...onEach(["ink", "quiet"], ["neutral-ground"]),
  ...onEach(["on-accent"], ["accent", "accent-strong"]),
  ...onEach(["surface"], ["bad-ink"]),
  ...tones.map((tone): [Name, Name] => [`${tone}-ink`, `${tone}-ground`]),
])("text in %s on %s is easy to read in both themes", (ink, ground) => {
  for (const theme of [0, 1] as const)
    expect(contrast(colours[ink][theme], colours[ground][theme])).toBeGreaterThanOrEqual(4.5);
});

test.each([
  ...onEach(["line-strong", "focus"], grounds),
  ...tones.flatMap((tone) => onEach([`${tone}-mark`], ["ground", "surface"])),
])("a shape in %s stands out from %s in both themes", (mark, ground) => {
  for (const theme of [0, 1] as const)
    expect(contrast(colours[mark][theme], colours[ground][theme])).toBeGreaterThanOrEqual(3);
});
