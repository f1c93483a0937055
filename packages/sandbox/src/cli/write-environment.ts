import { readFile, rename, writeFile } from "node:fs/promises";
import { CommandError } from "./command.ts";

/**
 * Sets `NAME=value` lines in a file like `.env`. Other lines stay as they are; only the owner can read a new file.
 *
 * @throws {CommandError} where the file cannot be written
 */
export async function writeEnvironment(file: string, variables: readonly string[]): Promise<void> {
  const names = variables.map((line) => line.slice(0, line.indexOf("=")));
  try {
    const text = await readFile(file, "utf8").catch((error) => {
      if (error.code === "ENOENT") return "";
      throw error;
    });
    const kept = text.split(/\r?\n/).filter((line) => !names.some((name) => line.startsWith(`${name}=`)));
    while (kept.at(-1) === "") kept.pop();
    // A reader finds the whole of the old file or the whole of the new one.
    await writeFile(`${file}.new`, `${[...kept, ...variables].join("\n")}\n`, { mode: 0o600 });
    await rename(`${file}.new`, file);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new CommandError(`--write-env: ${error.message}.`, "ENV_FILE", { cause: error });
  }
}
