import type { Verdict } from "./change.ts";

/** The part of a version that a release raises. */
export type Release = "major" | "minor" | "patch" | "none";

/** The step that a verdict requires. @param version before 1.0 a breaking change requires a minor one */
export function proposeRelease(verdict: Verdict, version: string): Release {
  if (verdict === "none") return "none";
  const [major] = readVersion(version);
  return verdict === "breaking" && major > 0 ? "major" : "minor";
}

/** Whether a version is raised by the step that a breaking change requires. */
export function mayBreak(from: string, to: string): boolean {
  const [major, minor] = readVersion(from);
  const [newMajor, newMinor] = readVersion(to);
  const isMinorRaised = major === 0 && newMajor === 0 && newMinor > minor;
  return newMajor > major || isMinorRaised;
}

/** Major and minor of `1.4.2` or `v1`; a version without numbers counts as 1.0. */
function readVersion(version: string): [major: number, minor: number] {
  const [, major = 1, minor = 0] = /^v?(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  return [Number(major), Number(minor)];
}
