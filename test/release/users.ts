// What has to work in an empty project for those who install a package from a release.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "../packages/support/run.ts";
import { entriesOf, type Manifest, type Packed } from "./packages.ts";

/**
 * Installs a package with its peers from the registry that npm is set to, loads each of its entries and has each of its
 * commands explain itself.
 *
 * @param node the Node that the user has
 * @param folder where the project is made
 */
export async function tryPackage(
  { manifest }: Packed,
  node: string,
  folder: string,
): Promise<void> {
  const { name, version, peerDependencies = {} } = manifest;
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, "package.json"),
    JSON.stringify({ name: "empty", version: "1.0.0", type: "module" }),
  );
  const peers = Object.entries(peerDependencies).map(([peer, range]) => `${peer}@${range}`);
  await run("npm", ["install", `${name}@${version}`, ...peers, "--no-audit", "--no-fund"], folder);
  await usePackage(manifest, node, folder);
}

/** Loads each entry of a package that a project has installed, and has each of its commands explain itself. */
export async function usePackage(manifest: Manifest, node: string, folder: string): Promise<void> {
  const { name, exports, bin = {} } = manifest;
  const { dual, modules } = entriesOf(manifest);
  const data = Object.keys((exports ?? {}) as object).filter((entry) => entry.endsWith(".json"));
  const entries = [...dual, ...modules, ...data].filter((entry) => !entry.includes("*"));
  const lines = entries.map((entry) => {
    const attributes = entry.endsWith(".json") ? ', { with: { type: "json" } }' : "";
    return `if (Object.keys(await import("${name}${entry.slice(1)}"${attributes})).length === 0) throw new Error("${entry} is empty");\n`;
  });
  await writeFile(join(folder, "use.mjs"), lines.join(""));
  await run(node, ["use.mjs"], folder);
  const required = dual.map((entry) => `require("${name}${entry.slice(1)}");\n`);
  await writeFile(join(folder, "use.cjs"), required.join(""));
  await run(node, ["use.cjs"], folder);
  for (const command of Object.keys(bin)) {
    // Started by path: the scripts that some managers put into .bin are for a shell.
    const program = join(folder, "node_modules", name, bin[command] ?? "");
    const said = await run(node, [program, "--help"], folder);
    if (!/usage/i.test(said))
      throw new Error(`${command} --help does not say how it is used:\n${said}`);
  }
}

/** Licences that require attribution at most. */
const free =
  /^(MIT|MIT-0|ISC|BSD-2-Clause|BSD-3-Clause|0BSD|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|Unlicense|Python-2\.0|CC-BY-4\.0|WTFPL)$/;

interface Bom {
  components: {
    name: string;
    version: string;
    licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
  }[];
}

/** Packages of a project (`npm sbom`) whose licence is not free to ship, or that have none. */
export async function findLicences(folder: string): Promise<string[]> {
  // Without the flag, `npm sbom` fails on a peer of another version, and TypeSpec 1.16 installs such a peer.
  const listed = await run(
    "npm",
    ["sbom", "--sbom-format", "cyclonedx", "--legacy-peer-deps"],
    folder,
  );
  const { components } = JSON.parse(listed) as Bom;
  return components.flatMap(({ name, version, licenses = [] }) => {
    const names = licenses.map(
      ({ license, expression }) => expression ?? license?.id ?? license?.name ?? "none",
    );
    const isFree = names.length > 0 && names.every(mayShip);
    return isFree ? [] : [`${name}@${version}: ${names.join(", ") || "no licence"}`];
  });
}

/** One free licence of several to choose from is enough; of several at once each has to be free. */
function mayShip(expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, "");
  return plain
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((part) => free.test(part.trim())));
}
