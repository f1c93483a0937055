// `npm run pack` prints lines that install each package, and none that asks a registry for a name of ours.
import { join } from "node:path";
import { expect, test } from "vitest";
import { publishedFolders, readManifest } from "./packages.ts";
import { printInstallation } from "./print-installation.ts";

const root = join(import.meta.dirname, "../..");
const packed = publishedFolders(root).map((folder) => {
  const manifest = readManifest(join(root, folder));
  return { manifest, tarball: `/packed/${manifest.name.replace("@", "").replace("/", "-")}.tgz` };
});
const names = packed.map(({ manifest }) => manifest.name);
const printed = printInstallation(packed);
const lines = printed.split("\n");

test("it counts the packages", () => {
  expect(packed.length).toBeGreaterThan(7);
  expect(lines[0]).toContain(`Packed ${packed.length} packages`);
});

test.for(packed)("$manifest.name: its line has its tarball after those of its peers", (one) => {
  const { name, bin, peerDependencies = {} } = one.manifest;
  const command = bin === undefined ? "" : `, then: npx --offline ${name}`;
  const tarballs = packed
    .filter(({ manifest }) => manifest.name in peerDependencies)
    .map(({ tarball }) => tarball);
  const install = lines[lines.indexOf(`# ${name}${command}`) + 1] ?? "";
  expect(install.startsWith("npm install ")).toBe(true);
  expect(install.split(" ").slice(2, -1).sort()).toEqual(tarballs.sort());
  expect(install.split(" ").at(-1)).toBe(one.tarball);
  // npx runs the command by the name of the package: there is one command, or one of that name.
  const commands = Object.keys(bin ?? {});
  expect(commands.length < 2 || commands.includes(name.replace(/.*\//, ""))).toBe(true);
});

test("the peers of others that Yarn does not install are named with their ranges", () => {
  const needed = packed.flatMap(({ manifest }) => {
    const { peerDependencies = {}, peerDependenciesMeta = {} } = manifest;
    const peers = Object.keys(peerDependencies).filter(
      (peer) => !names.includes(peer) && peerDependenciesMeta[peer]?.optional !== true,
    );
    return peers.map((peer) => `${peer}@${peerDependencies[peer]}`);
  });
  const added = lines.filter((line) => line.startsWith("yarn add "));
  expect(needed.length).toBeGreaterThan(0);
  expect(added.flatMap((line) => line.split(" ").slice(2)).sort()).toEqual(needed.sort());
});

test("no command asks a registry for a name of ours", () => {
  const commands = lines.filter((line) => /^(?:npm|pnpm|yarn|bun) /.test(line));
  const asked = commands.flatMap((line) => line.split(" ")).filter((word) => word.startsWith("@"));
  expect(asked.filter((word) => word.startsWith("@pix-contract/"))).toEqual([]);
  expect(printed).not.toMatch(/npx (?!--offline)/);
});
