// `npm run pack`: packs every package as it would be published, and prints the lines that install them elsewhere.
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Manifest, type Packed, pack, publishedFolders } from "./packages.ts";

const root = resolve(import.meta.dirname, "../..");
const target = join(root, "packed");

await mkdir(target, { recursive: true });
const packed: Packed[] = [];
for (const folder of publishedFolders(root)) packed.push(await pack(root, folder, target));
const byName = new Map(packed.map((one) => [one.manifest.name, one]));

/** A package and the packages of this project that it names as peers. */
function withPeers(one: Packed): Packed[] {
  const peers = Object.keys(one.manifest.peerDependencies ?? {});
  return [...peers.flatMap((name) => byName.get(name) ?? []), one];
}

/** Peers of others that a package cannot do without, with their ranges. */
function otherPeers({ peerDependencies = {}, peerDependenciesMeta = {} }: Manifest): string[] {
  return Object.entries(peerDependencies)
    .filter(([peer]) => !byName.has(peer) && peerDependenciesMeta[peer]?.optional !== true)
    .map(([peer, range]) => `${peer}@${range}`);
}

console.log(`Packed ${packed.length} packages into packed/. Install them in another project:\n`);
for (const one of packed) {
  const { name, bin } = one.manifest;
  const tarballs = withPeers(one).map(({ tarball }) => tarball);
  console.log(`# ${name}${bin === undefined ? "" : `, then: npx --offline ${name}`}`);
  console.log(`npm install ${tarballs.join(" ")}\n`);
}
console.log(`pnpm, Bun and Yarn 1 take the same paths: pnpm add, bun add, yarn add.
Yarn 4 takes them with the name: yarn add @pix-contract/client@file:/path/to/the.tgz
Yarn installs no peers. Add those of the packages that need some:
`);
for (const { manifest } of packed) {
  const peers = otherPeers(manifest);
  if (peers.length > 0) console.log(`# ${manifest.name}\nyarn add ${peers.join(" ")}\n`);
}
