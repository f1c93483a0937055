// `npm run pack`: packs every package as it would be published, and prints the lines that install them elsewhere.
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Packed, pack, publishedFolders } from "./packages.ts";

const root = resolve(import.meta.dirname, "../..");
const target = join(root, "packed");

await mkdir(target, { recursive: true });
const packed: Packed[] = [];
for (const folder of publishedFolders(root)) packed.push(await pack(root, folder, target));
const byName = new Map(packed.map((one) => [one.manifest.name, one]));

/** Tarballs of a package and of the packages of this project that it needs. */
function tarballsOf({ manifest, tarball }: Packed): string[] {
  const needed = Object.keys(manifest.dependencies ?? {}).flatMap((name) => byName.get(name) ?? []);
  return [...new Set([...needed.flatMap(tarballsOf), tarball])];
}

console.log(`Packed ${packed.length} packages into packed/. Install them in another project:\n`);
for (const one of packed) {
  const { name, bin } = one.manifest;
  console.log(`# ${name}${bin === undefined ? "" : `, then: npx ${name}`}`);
  console.log(`npm install ${tarballsOf(one).join(" ")}\n`);
}
