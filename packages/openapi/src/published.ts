import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** A version cannot be had, or holds no contract. */
export class PublishedError extends Error {}

/** Whether a word is a version, a beginning of one or a tag; nothing that npm or a shell would take for more. */
export function isVersion(word: string): boolean {
  return /^\w[\w.+-]*$/.test(word);
}

/**
 * Fetches the document of a published version. npm does it, so that registry and credentials are those that the user
 * has set up.
 *
 * @throws {PublishedError} where there is no such version, or no document in it
 */
export async function fetchVersion(name: string, version: string): Promise<{ version: string; document: string }> {
  const folder = await mkdtemp(join(tmpdir(), "contract-"));
  try {
    await pack(`${name}@${version}`, folder);
    const [tarball] = await readdir(folder);
    const files = readTarball(await readFile(join(folder, tarball ?? "")));
    const [document, manifest] = [files.get("package/openapi.yaml"), files.get("package/package.json")];
    if (document === undefined || manifest === undefined)
      throw new PublishedError(`${name}@${version} holds no openapi.yaml.`);
    return { document, version: (JSON.parse(manifest) as { version: string }).version };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function pack(specifier: string, folder: string): Promise<void> {
  const args = ["pack", specifier, "--pack-destination", folder, "--ignore-scripts", "--json"];
  return new Promise((resolve, reject) => {
    // On Windows npm is a script, which only a shell runs.
    execFile("npm", args, { shell: process.platform === "win32" }, (error, stdout, stderr) => {
      if (!error) return resolve();
      reject(new PublishedError(`npm cannot fetch ${specifier}: ${reasonIn(stdout, stderr) ?? error.message}`));
    });
  });
}

/** What npm says of a failure, in one line. */
function reasonIn(stdout: string, stderr: string): string | undefined {
  const summary = /"summary": "((?:[^"\\]|\\.)*)"/.exec(stdout)?.[1]?.replaceAll("\\n", " ");
  const lines = stderr.split("\n").map((line) => line.replace(/^npm (error|ERR!) ?/, ""));
  return summary ?? lines.find((line) => line !== "" && !line.startsWith("code "));
}

const block = 512;

/** Texts of the files in a package's tarball, by path. */
export function readTarball(packed: Uint8Array): Map<string, string> {
  const bytes = gunzipSync(packed);
  const text = (from: number, length: number): string =>
    bytes.toString("utf8", from, from + length).replace(/\0.*$/s, "");
  const files = new Map<string, string>();
  for (let at = 0; at + block <= bytes.length && bytes[at] !== 0; ) {
    const size = Number.parseInt(text(at + 124, 12), 8) || 0;
    const prefix = text(at + 345, 155);
    const path = (prefix === "" ? "" : `${prefix}/`) + text(at, 100);
    const kind = text(at + 156, 1);
    if (kind === "0" || kind === "") files.set(path, bytes.toString("utf8", at + block, at + block + size));
    at += block + Math.ceil(size / block) * block;
  }
  return files;
}
