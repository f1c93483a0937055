import type { Deprecation } from "./model.ts";

/** A deprecation as a sentence; empty if there is none. */
export function deprecationSentence(deprecated: Deprecation | undefined): string {
  if (!deprecated) return "";
  return deprecated.sunset === undefined
    ? "It will be removed."
    : `It works until ${deprecated.sunset}.`;
}

/** A deprecation as the tag of a doc comment, which editors strike names through for; empty if there is none. */
export function deprecatedTag(deprecated: Deprecation | undefined): string {
  return deprecated ? `@deprecated ${deprecationSentence(deprecated)}` : "";
}
