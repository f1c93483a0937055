/** The first version whose SQLite needs no flag. */
const oldest = "22.13.0";

/** Why the sandbox does not run on a version of Node; undefined where it does. */
export function whyNotOn(version: string): string | undefined {
  if (version.localeCompare(oldest, "en", { numeric: true }) >= 0) return undefined;
  return `The sandbox needs Node ${oldest} or later; this is Node ${version}.`;
}
