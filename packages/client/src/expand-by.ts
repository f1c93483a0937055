import { expand, type PathExpansion } from "@packages/contract/src/path-expansion.ts";

/** Makes the function that writes a path parameter, such as `;color=red`. Throws if a value has no such form. */
export function expandBy(name: string, expansion: PathExpansion): (value: unknown) => string {
  return (value) => expand(name, value, expansion);
}
