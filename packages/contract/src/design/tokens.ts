/** A colour in the light and in the dark theme. */
type Colour = readonly [light: string, dark: string];

/**
 * The colours of every page of the project: console, mock, reports, documentation. `-ink` is read on `-ground`, `-mark` is
 * a shape in a chart.
 */
export const colours = {
  ground: ["#f6f8f9", "#0e1214"],
  surface: ["#ffffff", "#161b1e"],
  sunken: ["#eff2f4", "#101517"],
  line: ["#dde3e7", "#2a3338"],
  "line-strong": ["#7d8a93", "#74828b"],
  ink: ["#172026", "#e6ebee"],
  quiet: ["#54616a", "#a2aeb6"],
  accent: ["#0a6e62", "#5fd0bf"],
  "accent-strong": ["#07564d", "#86e0d2"],
  "accent-soft": ["#e2f2ef", "#14322e"],
  "on-accent": ["#ffffff", "#06211d"],
  focus: ["#0b57d0", "#a8c7fa"],
  "good-ink": ["#0d5c33", "#7fdca4"],
  "good-ground": ["#dff3e6", "#11341f"],
  "good-mark": ["#23915a", "#3fae73"],
  "waiting-ink": ["#744a00", "#f1c464"],
  "waiting-ground": ["#fdf0d2", "#3a2b08"],
  "waiting-mark": ["#b9791a", "#d69a35"],
  "bad-ink": ["#a01818", "#ffb0a8"],
  "bad-ground": ["#fde7e5", "#431917"],
  "bad-mark": ["#d24a43", "#e2665e"],
  "neutral-ink": ["#47535b", "#bcc6cc"],
  "neutral-ground": ["#e8ecee", "#2a3238"],
  "neutral-mark": ["#82909a", "#7b8992"],
} as const satisfies Record<string, Colour>;

/** Type, shape and distance. */
const measures = {
  text: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  mono: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace',
  "size-small": "0.8125rem",
  "size-body": "0.9375rem",
  "size-title": "1.0625rem",
  "size-page": "1.5rem",
  radius: "6px",
  "radius-card": "10px",
  shadow: "0 1px 2px rgb(16 24 40 / 0.05)",
};

/** The tokens as CSS. The browser chooses between the themes by `color-scheme`. */
export const tokens = [
  ":root {",
  ...Object.entries(colours).map(
    ([name, [light, dark]]) => `  --${name}: light-dark(${light}, ${dark});`,
  ),
  ...Object.entries(measures).map(([name, value]) => `  --${name}: ${value};`),
  "}\n",
].join("\n");
