import type { Project } from "./project.ts";

/** First word of a project's name, which names the things of its packages: `acme-api` → `acme`. */
export function projectWord({ name }: Project): string {
  return name.replace(/-.*/, "");
}

/** A name as an identifier that begins in lower case; anything but ASCII letters and digits ends a word. */
export function camelCase(name: string): string {
  const joined = name
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word, index) => (index === 0 ? word : capitalize(word)))
    .join("");
  const identifier = joined.charAt(0).toLowerCase() + joined.slice(1);
  return /^[a-z]/.test(identifier) ? identifier : `_${identifier}`;
}

/** A name as an identifier that begins in upper case. */
export function pascalCase(name: string): string {
  return capitalize(camelCase(name));
}

/** A string that begins in upper case. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
