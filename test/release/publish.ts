// `npm run release:publish`: publishes every package. What the registry has in this version is skipped, so a publish that
// failed half way can be repeated.
import { join } from "node:path";
import { run as runProgram } from "../packages/support/run.ts";
import { type Manifest, publishedFolders, readManifest } from "./packages.ts";

export interface Publication {
  manifest: Manifest;
  /** A folder or a tarball. */
  target: string;
}

/**
 * Publishes packages one after the other.
 *
 * @param flags for npm: registry, credentials
 * @returns names of those that were published, and of those that the registry had
 * @throws {Error} where npm fails; those before it are published
 */
export async function publish(
  packages: readonly Publication[],
  flags: readonly string[],
  run = runProgram,
): Promise<{ published: string[]; skipped: string[] }> {
  const done = { published: [] as string[], skipped: [] as string[] };
  for (const { manifest, target } of packages) {
    const { name, version } = manifest;
    const there = await run("npm", ["view", `${name}@${version}`, "version", ...flags], ".").catch((error: unknown) => {
      if (/E404/.test(String(error))) return "";
      throw error;
    });
    if (there.trim() === "") await run("npm", ["publish", target, "--access", "public", ...flags], ".");
    done[there.trim() === "" ? "published" : "skipped"].push(name);
  }
  return done;
}

/** What a signed release needs of the packages and of the workflow, as far as that can be seen without signing. */
export function provenanceFaults(packages: readonly Manifest[], repository: string, workflow: string): string[] {
  return [
    ...packages
      .filter((manifest) => manifest.repository?.url !== repository)
      .map(({ name }) => `${name}: \`repository\` is not ${repository}`),
    ...(/^ {6}id-token: write$/m.test(workflow) ? [] : ["the workflow may not ask for an identity (id-token: write)"]),
    ...(/NPM_CONFIG_PROVENANCE: "true"/.test(workflow) ? [] : ["the workflow does not ask npm for provenance"]),
  ];
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "../..");
  const folders = publishedFolders(root).map((folder) => join(root, folder));
  const { published, skipped } = await publish(
    folders.map((target) => ({ manifest: readManifest(target), target })),
    [],
  );
  console.log(`Published: ${published.join(", ") || "nothing"}. There already: ${skipped.join(", ") || "nothing"}.`);
}
