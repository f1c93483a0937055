/** Colours of code that everybody can tell apart from their background. */
export const colours = { light: "github-light-high-contrast", dark: "github-dark-high-contrast" } as const;
