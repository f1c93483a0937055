// `npm run release -- check`: a release, rehearsed to the end without publishing anything anywhere.
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../packages/support/run.ts";
import {
  checkFiles,
  entriesOf,
  type Packed,
  pack,
  publishedFolders,
  readManifest,
} from "./packages.ts";
import { startRegistry } from "./registry.ts";
import { installTools } from "./tools.ts";
import { findLicences, tryPackage } from "./users.ts";

const root = join(import.meta.dirname, "../..");
const bin = (name: string): string => join(root, "node_modules/.bin", name);
const failures: string[] = [];

/** Runs a step, prints its result and goes on after a failure, so that one rehearsal reports everything. */
async function step<Result>(
  title: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const started = performance.now();
  try {
    const result = await work();
    console.log(`ok      ${title} (${Math.round((performance.now() - started) / 1000)} s)`);
    return result;
  } catch (error) {
    failures.push(title);
    console.error(`FAILED  ${title}\n${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

function failOn(found: readonly string[]): void {
  if (found.length > 0) throw new Error(found.join("\n"));
}

async function checkPackage(packed: Packed): Promise<void> {
  failOn(checkFiles(packed));
  await run(bin("publint"), [packed.tarball, "--strict"]);
  const { dual, modules } = entriesOf(packed.manifest);
  if (dual.length > 0) await run(bin("attw"), [packed.tarball, "--entrypoints", ...dual]);
  // What is for modules alone says so: there is nothing for CommonJS to resolve.
  if (modules.length > 0)
    await run(bin("attw"), [packed.tarball, "--profile", "esm-only", "--entrypoints", ...modules]);
}

async function rehearse(folder: string): Promise<void> {
  const folders = publishedFolders(root);
  const packed: Packed[] = [];
  for (const workspace of folders) {
    const result = await step(`pack ${workspace}`, () => pack(root, workspace, folder));
    if (!result) continue;
    packed.push(result);
    const { manifest, size, files } = result;
    console.log(
      `        ${manifest.name}@${manifest.version}: ${(size / 1024).toFixed(1)} kB, ${files.length} files`,
    );
    await step(`check ${manifest.name}`, () => checkPackage(result));
  }
  const versions = new Set(packed.map(({ manifest }) => manifest.version));
  await step("all packages have one version", async () =>
    failOn(versions.size === 1 ? [] : [...versions]),
  );
  console.log(
    "        not rehearsed: signing, which needs the identity of a run on GitHub and its public log",
  );
  await publishAndUse(packed, folder);
}

async function publishAndUse(packed: readonly Packed[], folder: string): Promise<void> {
  const scope = packed[0]?.manifest.name.split("/")[0] ?? "";
  await step("tools of the rehearsal", installTools);
  await step("the versions of all packages rise together, and the change log is drafted", () =>
    tryVersions(folder),
  );
  const registry = await step("a registry on this machine", () =>
    startRegistry(join(folder, "registry"), scope),
  );
  if (!registry) return;
  // From here on, npm and what calls it use this registry.
  const { url, npmrc } = registry;
  Object.assign(process.env, {
    npm_config_registry: url,
    npm_config_userconfig: npmrc,
    npm_config_provenance: "false",
  });
  try {
    await step("publish half of the packages", async () => {
      for (const { tarball } of packed.slice(0, Math.ceil(packed.length / 2)))
        await run("npm", ["publish", tarball, "--access", "public"], folder);
    });
    await step("publish again: the rest", () =>
      run("npm", ["run", "--silent", "release", "--", "publish"], root),
    );
    const old = join(root, "test/matrix/node_modules/node20/bin/node");
    for (const one of packed) {
      const { name } = one.manifest;
      const project = join(folder, `user-of-${name.split("/")[1]}`);
      // Packages for integrators and providers have to run on the oldest Node that they name.
      const onOld = /\/(client|server|openapi)$/.test(name) && existsSync(old);
      await step(`use ${name}${onOld ? " on Node 20" : ""}`, () =>
        tryPackage(one, onOld ? old : process.execPath, project),
      );
      await step(`licences of what comes with ${name}`, async () =>
        failOn(await findLicences(project)),
      );
    }
  } finally {
    registry.stop();
  }
}

/** Raises the versions in a clone: of the packages, of what they need of each other, and of the project. */
async function tryVersions(folder: string): Promise<void> {
  const clone = join(folder, "versions");
  await run("git", ["clone", "--quiet", "--shared", root, clone]);
  for (const modules of ["node_modules", "test/release/node_modules"]) {
    await symlink(join(root, modules), join(clone, modules), "junction");
  }
  const changeset = '---\n"@pix-contract/client": minor\n---\n\nA change.\n';
  await writeFile(join(clone, ".changeset/rehearsal.md"), changeset);
  const before = readManifest(root).version;
  await run(process.execPath, [join(clone, "test/release/version.ts")], clone);
  const versions = [".", ...publishedFolders(clone)].map(
    (workspace) => readManifest(join(clone, workspace)).version,
  );
  const [version = before, ...others] = new Set(versions);
  if (version === before || others.length > 0)
    throw new Error(`From ${before} to ${versions.join(", ")}.`);
  await run(process.execPath, ["packages/generator/src/generate.ts", "--check"], clone);
  const log = await readFile(join(clone, "CHANGELOG.md"), "utf8");
  if (!log.includes(`## ${version}\n`))
    throw new Error(`The change log says nothing of ${version}.`);
}

const folder = await mkdtemp(join(tmpdir(), "release-"));
try {
  await rehearse(folder);
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(
  failures.length === 0
    ? "\nThe release can be made."
    : `\n${failures.length} failed: ${failures.join("; ")}`,
);
process.exitCode = failures.length === 0 ? 0 : 1;
