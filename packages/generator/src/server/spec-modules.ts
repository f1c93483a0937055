import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** A hand-written module next to the spec that the server's package ships as an entry of its own. */
export interface SpecModule {
  /** Of the entry: `@acme/server/<name>`. */
  name: string;
  /** As the package imports it. */
  path: string;
  /** Packages that it needs. */
  packages: string[];
  /** What it is, as its first comment has it: `// …`. */
  about: string;
}

/**
 * Finds the modules next to a spec: what its servers need beyond the contract. A spec may have none.
 *
 * @param from folder of the modules that import them
 */
export function readModules(folder: string, from: string): SpecModule[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  return files.sort().map((file) => {
    const path = join(folder, file);
    const text = readFileSync(path, "utf8");
    const about = /^\/\/ (.*)$/m.exec(text)?.[1];
    if (about === undefined) throw new Error(`${path} does not begin with a comment that says what it is.`);
    const imported = text.matchAll(/^import .*? from "([^".][^"]*)";$/gm);
    const packages = [...imported].flatMap(([, name = ""]) => (name.startsWith("node:") ? [] : [name]));
    return { name: file.replace(/\.ts$/, ""), path: relative(from, path).replaceAll("\\", "/"), packages, about };
  });
}
