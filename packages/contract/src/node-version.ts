// It imports nothing: on an old Node, a command loads it before anything that this Node cannot load.

/**
 * Why a program does not run on a version of Node; undefined if it does.
 *
 * @param program at the beginning of the sentence: "The sandbox"
 * @param min the first version that will do: "22.13"
 */
export function explainOldNode(
  program: string,
  min: string,
  version = process.versions.node,
): string | undefined {
  if (version.localeCompare(min, "en", { numeric: true }) >= 0) return undefined;
  return `${program} needs Node ${min} or later; this is Node ${version}.`;
}

/** Ends a command with a sentence if its Node is too old. */
export function requireNode(program: string, min: string, exitCode = 2): void {
  const reason = explainOldNode(program, min);
  if (reason === undefined) return;
  process.stderr.write(`${reason}\n`);
  process.exit(exitCode);
}
