/** Colours of code with enough contrast to their background. */
export const colours = {
  light: "github-light-high-contrast",
  dark: "github-dark-high-contrast",
} as const;
