import type { Verdict } from "./change.ts";

/** What a version is raised by. */
export type Release = "major" | "minor" | "patch" | "none";

/**
 * The step that a change asks for.
 *
 * @param verdict what the comparison of the contracts came to
 * @param consumersFail whether code that was written for an earlier version no longer compiles
 */
export function proposeRelease(verdict: Verdict, consumersFail: boolean): Release {
  if (verdict === "breaking" || consumersFail) return "major";
  if (verdict === "none") return "none";
  return "minor";
}
