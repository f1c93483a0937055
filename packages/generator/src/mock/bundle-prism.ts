// The mock's package holds Prism: it installs without Prism's 140 packages and their install scripts.

/** A plugin for rolldown that makes Prism's modules work in a bundle. */
export function bundlePrism() {
  return {
    name: "bundle-prism",
    transform: (code: string, id: string): { code: string; map: null } | undefined =>
      // A script that adds to the global `this`, which a module does not have. No line moves: its source map stays.
      id.includes("/uri-template-lite/")
        ? { code: code.replaceAll("this.URI", "exports.URI"), map: null }
        : undefined,
  };
}

/** Settings of the bundler's resolver: entries that its default would take are not for bundles. */
export const prismAlias = { "jsonc-parser": "jsonc-parser/lib/esm/main.js" };
