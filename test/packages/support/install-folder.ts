import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { run } from "./run.ts";

/**
 * Installs what the package.json of a folder names, where it is missing or was another. The lock decides on the versions;
 * `npm ci` is not used, because it insists on packages of other platforms, which a registry may lack.
 */
export async function installFolder(folder: string): Promise<void> {
  const lock = join(folder, ".installing");
  const wanted = await readFile(join(folder, "package.json"), "utf8");
  const installed = join(folder, "node_modules/.installed.json");
  while ((await readFile(installed, "utf8").catch(() => undefined)) !== wanted) {
    // Of several test files one installs; the others wait for it, and take over where it was killed.
    const holder = await readFile(lock, "utf8").catch(() => undefined);
    if (holder !== undefined && isAlive(Number(holder))) {
      await sleep(200);
      continue;
    }
    if (holder !== undefined) await rm(lock, { force: true });
    const isOurs = await writeFile(lock, String(process.pid), { flag: "wx" }).then(
      () => true,
      () => false,
    );
    if (!isOurs) continue;
    try {
      await run("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", folder]);
      await writeFile(installed, wanted);
    } finally {
      await rm(lock, { force: true });
    }
  }
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}
