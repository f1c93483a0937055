import type { Verdict } from "./change.ts";

/** What a version is raised by. */
export type Release = "major" | "minor" | "patch" | "none";

/** The step that a change of the contract asks for. */
export function proposeRelease(verdict: Verdict): Release {
  if (verdict === "none") return "none";
  return verdict === "breaking" ? "major" : "minor";
}
