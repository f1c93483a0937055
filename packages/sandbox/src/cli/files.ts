import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { describeFileError } from "@packages/contract/src/command.ts";
import { CommandError } from "./command-error.ts";

/** Reads a file that the user has named. @throws {CommandError} */
export async function readNamedFile(file: string): Promise<string> {
  return readFile(file, "utf8").catch((error: unknown) => {
    throw new CommandError(describeFileError(error, file, "read"), "FILE", { cause: error });
  });
}

/**
 * Writes a file that its owner alone can read. A reader finds the whole of the old file or the whole of the new one.
 *
 * @throws {CommandError} if it cannot be written: nothing of it is left
 */
export async function replaceFile(file: string, content: string): Promise<void> {
  const draft = `${file}.new`;
  try {
    await writeFile(draft, content, { mode: 0o600 });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw new CommandError(describeFileError(error, file, "write"), "FILE", { cause: error });
  }
}
