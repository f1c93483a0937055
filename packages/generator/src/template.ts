import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Fills a page of templates/. `{{name}}` stands for a value; the lines from `{{#name}}` to `{{/name}}` are left out if the
 * value is empty.
 *
 * @throws if a page names a value that is not given
 */
export function fillTemplate(page: string, values: Readonly<Record<string, string>>): string {
  const find = (name: string): string => {
    const value = values[name];
    if (value === undefined) throw new Error(`The page ${page} has no value for ${name}.`);
    return value;
  };
  return readFileSync(join(import.meta.dirname, "../templates", page), "utf8")
    .replace(/^\{\{#(\w+)\}\}\n([\s\S]*?)^\{\{\/\1\}\}\n/gm, (_, name, lines) =>
      find(name) ? lines : "",
    )
    .replace(/\{\{(\w+)\}\}/g, (_, name) => find(name));
}
