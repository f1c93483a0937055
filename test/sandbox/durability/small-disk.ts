import { execFileSync } from "node:child_process";
import { mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nobody, withClient } from "../../support/postgres.ts";
import { atEnd } from "./finish.ts";

/** Mounts a small disk until the test ends. It belongs to the user that a PostgreSQL of the tests runs as. */
export async function makeSmallDisk(size: string) {
  const folder = await mkdtemp(join(tmpdir(), "small-disk-"));
  const user = process.getuid?.() ?? 0;
  const run = (...command: string[]) =>
    execFileSync("env", [...(user === 0 ? [] : ["sudo", "-n"]), ...command]);
  const owner = user === 0 ? nobody.uid : user;
  run("mount", "-t", "tmpfs", "-o", `size=${size},mode=777,uid=${owner}`, "tmpfs", folder);
  atEnd(() => rm(folder, { recursive: true, force: true }));
  atEnd(() => run("umount", "--lazy", folder));
  const filler = join(folder, "filler");
  return {
    folder,
    fill: async () => {
      const { bavail, bsize } = await statfs(folder);
      await writeFile(filler, Buffer.alloc(bavail * bsize)).catch(() => {});
    },
    free: () => rm(filler),
  };
}

/** Moves the tables of an empty database to a folder; the journal stays where it is. */
export async function moveTables(databaseUrl: string, folder: string): Promise<void> {
  const url = new URL(databaseUrl);
  const name = url.pathname.slice(1);
  url.pathname = "/postgres";
  await withClient(url.href, async (client) => {
    await client.query(`create tablespace small location '${folder}'`);
    await client.query(`alter database "${name}" set tablespace small`);
  });
}
