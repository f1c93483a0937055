import { randomBytes } from "node:crypto";
import { chmod, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SandboxOptions } from "./options.ts";
import { readValue, writeFirstValue } from "./settings.ts";
import { type Storage, StorageError } from "./storage/storage.ts";

/**
 * The key that secrets are derived from: given, kept next to the data of a folder, or in the database; made where there is
 * none.
 *
 * @throws {StorageError} where it is no key
 */
export async function readMasterKey(
  storage: Storage,
  { key, data }: Pick<SandboxOptions, "key" | "data">,
): Promise<Buffer> {
  if (key !== undefined) return checkKey(key, "The key");
  if (data !== undefined) return readKeyFile(join(data, "sandbox.key"));
  return storage.transaction(async (tx) => {
    // Of several processes that start at once, the first one's key is everybody's.
    await writeFirstValue(tx, "key", randomBytes(32).toString("base64"));
    return checkKey(String(await readValue(tx, "key")), "The key in the database");
  });
}

/** A file for its owner alone. */
async function readKeyFile(path: string): Promise<Buffer> {
  try {
    return checkKey(await readFile(path, "utf8"), `The key in ${path}`);
  } catch (error) {
    if (error instanceof StorageError) throw error;
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw unusable(path, error);
  }
  const made = randomBytes(32);
  try {
    // Under another name first: a process that is killed meanwhile leaves no half key behind.
    await writeFile(`${path}.new`, `${made.toString("base64")}\n`, { mode: 0o600 });
    await chmod(`${path}.new`, 0o600);
    await rename(`${path}.new`, path);
  } catch (error) {
    throw unusable(path, error);
  }
  return made;
}

function unusable(path: string, error: unknown): StorageError {
  return new StorageError(`The key in ${path} cannot be used: ${(error as Error).message}`);
}

function checkKey(text: string, name: string): Buffer {
  const key = Buffer.from(text, "base64");
  if (key.length < 32) throw new StorageError(`${name} has to be at least 32 bytes in Base64; it has ${key.length}.`);
  return key;
}
