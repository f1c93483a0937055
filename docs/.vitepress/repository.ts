import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Where the project's files can be seen and edited by a browser. */
export interface Repository {
  url: string;
  browse: string;
  edit: string;
}

/** The repository that package.json names, or that a clone comes from; undefined where no web page shows it. */
export function readRepository(root: string): Repository | undefined {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    repository?: { url: string };
  };
  const origin = spawnSync("git", ["remote", "get-url", "origin"], { cwd: root, encoding: "utf8" });
  const address = manifest.repository?.url ?? (origin.status === 0 ? origin.stdout.trim() : "");
  const [, host, path] =
    /^(?:git\+)?(?:https:\/\/|ssh:\/\/git@|git@)(github\.com)[/:](.+?)(?:\.git)?$/.exec(address) ??
    [];
  if (!host || !path) return undefined;
  const url = `https://${host}/${path}`;
  return { url, browse: `${url}/blob/main`, edit: `${url}/edit/main` };
}
