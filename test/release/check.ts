// `npm run release:check`: a release, rehearsed to the end without publishing anything anywhere.
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../packages/support/run.ts";
import { checkLicences } from "./licences.ts";
import { checkFiles, entriesOf, type Packed, pack, publishedFolders, readManifest } from "./packages.ts";
import { provenanceFaults, publish } from "./publish.ts";
import { startRegistry } from "./registry.ts";
import { tryAs, usersOf } from "./users.ts";

const root = join(import.meta.dirname, "../..");
const bin = (name: string): string => join(root, "node_modules/.bin", name);
const failures: string[] = [];

/** Runs a step, says how it went and goes on after a failure, so that one rehearsal tells of everything. */
async function step<Result>(title: string, work: () => Promise<Result>): Promise<Result | undefined> {
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

async function installTools(): Promise<void> {
  if (existsSync(join(import.meta.dirname, "node_modules/verdaccio"))) return;
  await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], import.meta.dirname);
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
    console.log(`        ${manifest.name}@${manifest.version}: ${(size / 1024).toFixed(1)} kB, ${files.length} files`);
    await step(`check ${manifest.name}`, () => checkPackage(result));
  }
  const versions = new Set(packed.map(({ manifest }) => manifest.version));
  await step("all packages have one version", async () => failOn(versions.size === 1 ? [] : [...versions]));
  await step("provenance: repository and workflow", async () => {
    const workflow = await readFile(join(root, ".github/workflows/release.yml"), "utf8");
    const manifests = packed.map(({ manifest }) => manifest);
    failOn(provenanceFaults(manifests, readManifest(root).repository?.url ?? "", workflow));
  });
  console.log("        not rehearsed: signing, which needs the identity of a run on GitHub and its public log");
  await publishAndUse(packed, folder);
}

async function publishAndUse(packed: readonly Packed[], folder: string): Promise<void> {
  const scope = packed[0]?.manifest.name.split("/")[0] ?? "";
  await step("tools of the rehearsal", installTools);
  await step("the versions of all packages rise together, and the change log is drafted", () => tryVersions(folder));
  const registry = await step("a registry on this machine", () => startRegistry(join(folder, "registry"), scope));
  if (!registry) return;
  try {
    const flags = ["--userconfig", registry.npmrc, "--registry", registry.url, "--provenance=false"];
    const packages = packed.map(({ manifest, tarball }) => ({ manifest, target: tarball }));
    const half = packages.slice(0, Math.ceil(packages.length / 2));
    await step("publish half of the packages", () => publish(half, flags));
    await step("publish again: the rest", async () => {
      const { skipped } = await publish(packages, flags);
      failOn(skipped.length === half.length ? [] : [`Skipped: ${skipped.join(", ")}.`]);
    });
    const [version = "latest"] = packed.map(({ manifest }) => manifest.version);
    const old = join(root, "test/matrix/node_modules/node20/bin/node");
    for (const [index, user] of usersOf(packed).entries()) {
      // Packages for integrators and providers have to run on the oldest Node that they name.
      const onOld = ["client", "server", "openapi"].includes(user.package.split("/")[1] ?? "") && existsSync(old);
      const node = onOld ? old : process.execPath;
      await step(`${user.who} uses ${user.package}${onOld ? " on Node 20" : ""}`, () =>
        tryAs(user, version, node, registry, join(folder, `user-${index}`)),
      );
      await step(`licences of what comes with ${user.package}`, async () => {
        const { count, found } = await checkLicences(join(folder, `user-${index}`));
        console.log(`        ${count} packages`);
        failOn(found);
      });
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
  const versions = [".", ...publishedFolders(clone)].map((workspace) => readManifest(join(clone, workspace)).version);
  const [version = before, ...others] = new Set(versions);
  if (version === before || others.length > 0) throw new Error(`From ${before} to ${versions.join(", ")}.`);
  await run(process.execPath, ["packages/generator/src/generate.ts", "--check"], clone);
  const log = await readFile(join(clone, "CHANGELOG.md"), "utf8");
  if (!log.includes(`## ${version}\n`)) throw new Error(`The change log says nothing of ${version}.`);
}

const folder = await mkdtemp(join(tmpdir(), "release-"));
try {
  await mkdir(folder, { recursive: true });
  await rehearse(folder);
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(
  failures.length === 0 ? "\nThe release can be made." : `\n${failures.length} failed: ${failures.join("; ")}`,
);
process.exitCode = failures.length === 0 ? 0 : 1;
