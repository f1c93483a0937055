// Who installs what from a release, and what has to work for each of them in an empty project.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "../packages/support/run.ts";
import type { Packed } from "./packages.ts";
import type { Registry } from "./registry.ts";

export interface User {
  who: string;
  package: string;
  /** A program that has to end well. */
  program: string;
  /** What the package leaves to its users to install, with versions: frameworks that it has an entry for. */
  peers: string[];
  /** Commands of the package that have to explain themselves. */
  commands: string[];
}

/** Each published package with a program that uses all of its entries. */
export function usersOf(packed: readonly Packed[]): User[] {
  const who: Record<string, string> = {
    client: "an integrator",
    server: "a provider",
    mock: "a frontend team",
    sandbox: "a tester",
    conformance: "whoever checks a server",
    openapi: "whoever reads the contract",
  };
  return packed.map(({ manifest }) => {
    const entries = Object.keys(typeof manifest.exports === "object" ? (manifest.exports ?? {}) : {});
    const plain = entries.filter((entry) => !entry.includes("*") && !/\.(json|yaml)$/.test(entry));
    const json = entries.filter((entry) => entry.endsWith(".json"));
    const types = manifest.name.endsWith("/openapi");
    const lines = [
      // The data alone has nothing to run.
      ...(types
        ? []
        : plain.map(
            (entry) =>
              `if (Object.keys(await import(${JSON.stringify(manifest.name + entry.slice(1))})).length === 0) throw new Error("${entry} is empty");`,
          )),
      ...json.map(
        (entry) =>
          `JSON.stringify((await import(${JSON.stringify(manifest.name + entry.slice(1))}, { with: { type: "json" } })).default);`,
      ),
    ];
    return {
      who: who[manifest.name.split("/")[1] ?? ""] ?? "somebody",
      package: manifest.name,
      program: `${lines.join("\n")}\n`,
      peers: Object.entries(manifest.peerDependencies ?? {}).map(([peer, range]) => `${peer}@${range}`),
      commands: Object.keys(manifest.bin ?? {}),
    };
  });
}

/**
 * Installs a user's package from the registry into an empty project and uses it there.
 *
 * @param node the Node that the user has
 */
export async function tryAs(
  user: User,
  version: string,
  node: string,
  registry: Registry,
  folder: string,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, "package.json"),
    JSON.stringify({ name: "empty", version: "1.0.0", private: true, type: "module" }),
  );
  const flags = ["--userconfig", registry.npmrc, "--registry", registry.url, "--no-audit", "--no-fund"];
  await run("npm", ["install", `${user.package}@${version}`, ...user.peers, ...flags], folder);
  await writeFile(join(folder, "use.js"), user.program);
  await run(node, ["use.js"], folder);
  for (const command of user.commands) {
    const said = await run(node, [join(folder, "node_modules/.bin", command), "--help"], folder);
    if (!/usage/i.test(said)) throw new Error(`${command} --help does not say how it is used:\n${said}`);
  }
}
