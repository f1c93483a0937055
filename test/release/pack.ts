// `npm run pack`: packs every package as it would be published, and prints the lines that install them elsewhere.
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Packed, pack, publishedFolders } from "./packages.ts";
import { printInstallation } from "./print-installation.ts";

const root = resolve(import.meta.dirname, "../..");
const target = join(root, "packed");

await mkdir(target, { recursive: true });
const packed: Packed[] = [];
for (const folder of publishedFolders(root)) packed.push(await pack(root, folder, target));
console.log(printInstallation(packed));
