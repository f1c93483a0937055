import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** A change that a tired engineer might make, and the tests that are to notice it. */
export interface Seed {
  name: string;
  file: string;
  /** Text that occurs once in the file. */
  from: string;
  to: string;
  /** Arguments for Vitest: paths, `-t` and a name. */
  tests: string[];
  /** Whether the file is the spec or part of the generator. */
  generates?: boolean;
  /** A program without which its tests are skipped. */
  needs?: string;
}

export function readSeeds(): Seed[] {
  return parse(readFileSync(new URL("seeded.yaml", import.meta.url), "utf8")) as Seed[];
}

/** The text with the change. @throws {Error} where the text to change does not occur exactly once */
export function seed(
  text: string,
  { name, file, from, to }: Pick<Seed, "name" | "file" | "from" | "to">,
): string {
  const count = text.split(from).length - 1;
  if (count !== 1) throw new Error(`${name}: the text to change occurs ${count} times in ${file}.`);
  return text.replace(from, () => to);
}
