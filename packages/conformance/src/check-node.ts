const oldest = "22.13.0";

/** Why the suite does not run on a version of Node; undefined where it does. */
export function whyNotOn(version: string): string | undefined {
  if (version.localeCompare(oldest, "en", { numeric: true }) >= 0) return undefined;
  return `The suite needs Node ${oldest} or later; this is Node ${version}.`;
}
