import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

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
 * @throws {PublishedError} if there is no such version, or no document in it
 */
export async function fetchVersion(
  name: string,
  version: string,
): Promise<{ version: string; document: string }> {
  const folder = await mkdtemp(join(tmpdir(), "contract-"));
  const read = (file: string) => readFile(join(folder, "node_modules", name, file), "utf8");
  try {
    await install(`${name}@${version}`, folder);
    const document = await read("openapi.yaml").catch(() => {
      throw new PublishedError(`${name}@${version} contains no openapi.yaml.`);
    });
    return {
      document,
      version: (JSON.parse(await read("package.json")) as { version: string }).version,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function install(specifier: string, folder: string): Promise<void> {
  const args = [
    "install",
    specifier,
    "--prefix",
    folder,
    "--no-save",
    "--ignore-scripts",
    "--no-audit",
    "--json",
  ];
  return new Promise((resolve, reject) => {
    // On Windows npm is a script, which only a shell runs.
    execFile("npm", args, { shell: process.platform === "win32" }, (error, stdout, stderr) => {
      if (!error) return resolve();
      reject(
        new PublishedError(
          `npm cannot fetch ${specifier}: ${reasonIn(stdout, stderr) ?? error.message}`,
        ),
      );
    });
  });
}

/** npm's reason for a failure, in one line. */
function reasonIn(stdout: string, stderr: string): string | undefined {
  const summary = /"summary": "((?:[^"\\]|\\.)*)"/.exec(stdout)?.[1]?.replaceAll("\\n", " ");
  const lines = stderr.split("\n").map((line) => line.replace(/^npm (error|ERR!) ?/, ""));
  return summary ?? lines.find((line) => line !== "" && !line.startsWith("code "));
}
