import type { Verdict } from "./change.ts";

/** The part of a version that a release raises. */
export type Release = "major" | "minor" | "patch" | "none";

/** The step that a change of the contract asks for. @param version before 1.0 a breaking change asks for a minor one */
export function proposeRelease(verdict: Verdict, version: string): Release {
  if (verdict === "none") return "none";
  const isBreaking = verdict === "breaking" && !version.startsWith("0.");
  return isBreaking ? "major" : "minor";
}
