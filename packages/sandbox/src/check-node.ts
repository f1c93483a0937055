/** Why the sandbox does not run on a version of Node; undefined if it does. 22.13 is the first whose SQLite needs no flag. */
export function unsupportedNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 13)) return undefined;
  return `The sandbox needs Node 22.13.0 or later; this is Node ${version}.`;
}
