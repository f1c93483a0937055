/** A page of the reference: what it is generated from, its title, and its parts one after the other. */
export function page(title: string, parts: string[]): string {
  const banner =
    "<!-- Generated from spec/ by `npm run generate`: edit the spec, or the layout in packages/generator/src/docs/. -->";
  return `${[banner, `# ${title}`, ...parts.filter((part) => part !== "")].join("\n\n")}\n`;
}
