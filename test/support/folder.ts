import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Makes a temporary folder. It is removed when the test ends; with `afterAll`, when all tests of the file have ended. */
export async function makeFolder(
  atEnd: (remove: () => Promise<void>) => unknown = onTestFinished,
  parent = tmpdir(),
): Promise<string> {
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, "test-"));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
