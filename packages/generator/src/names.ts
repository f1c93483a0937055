import type { Project } from "./project.ts";

/** First word of a project's name, which names the things of its packages: `acme-api` → `acme`. */
export function projectWord({ name }: Project): string {
  return name.replace(/-.*/, "");
}

/** A name as an identifier that begins in lower case; anything but letters and digits, of any script, ends a word. */
export function camelCase(name: string): string {
  const joined = name
    .normalize("NFC")
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean)
    .map((word, index) => (index === 0 ? word : capitalize(word)))
    .join("");
  const identifier = joined.charAt(0).toLowerCase() + joined.slice(1);
  return /^\p{ID_Start}\p{ID_Continue}*$/u.test(identifier)
    ? identifier
    : `_${identifier.replaceAll(/\P{ID_Continue}/gu, "_")}`;
}

/** A name as an identifier that begins in upper case. */
export function pascalCase(name: string): string {
  return capitalize(camelCase(name));
}

/** A string that begins in upper case. */
export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
