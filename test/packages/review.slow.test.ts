// The review as somebody else gets it, beside the oldest and the newest TypeSpec and TypeScript that it accepts.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../support/folder.ts";
import { packed } from "../support/shared.ts";
import { run } from "./support/run.ts";
import { triedPeers } from "./support/tried-peers.ts";

const spec = (most: number): string => `import "@typespec/http";
using Http;
@service(#{ title: "Library" })
namespace Library;
@route("/books") op findBooks(@query @maxLength(${most}) title: string): void;
`;

/** Installs the review and its peers; what it prints about a change of the spec, whether it ends with 0 or not. */
async function review(typespec: string, typescript: string, withProgram: boolean): Promise<string> {
  const folder = await makeFolder();
  const libraries = ["compiler", "http", "openapi"].map((name) => `@typespec/${name}@${typespec}`);
  const tarball = await packed("@pix-contract/review");
  const wanted = [tarball, ...libraries, `typescript@${typescript}`];
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  await run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", ...wanted], folder);
  await writeFile(join(folder, "old.tsp"), spec(9));
  await mkdir(join(folder, "spec"));
  await writeFile(join(folder, "spec/main.tsp"), spec(5));
  if (withProgram) {
    await writeFile(join(folder, "tsconfig.json"), '{ "compilerOptions": { "strict": true } }');
    await mkdir(join(folder, "test/consumers/1.0"), { recursive: true });
    await mkdir(join(folder, "node_modules/@types/node"), { recursive: true });
    await writeFile(join(folder, "node_modules/@types/node/index.d.ts"), "export {};\n");
    const program = 'export const pages: number = "many";\n';
    await writeFile(join(folder, "test/consumers/1.0/reader.ts"), program);
  }
  const command = join(folder, "node_modules/@pix-contract/review/dist/cli.js");
  const args = ["--base", "old.tsp", "--format", "text"];
  return run(process.execPath, [command, ...args], folder).catch((error: Error) => error.message);
}

const change = /breaking {2}spec\/main\.tsp:5 .*\n.*maxLength went from 9 to 5/;

const [oldTypespec, newTypespec] = triedPeers["@typespec/compiler"];
const [oldTypescript, newTypescript] = triedPeers.typescript;

test.for([
  [oldTypespec, oldTypescript],
  [newTypespec, newTypescript],
] as const)(
  "beside TypeSpec %s and TypeScript %s it compiles a spec",
  async ([typespec, typescript]) => {
    expect(await review(typespec, typescript, false)).toMatch(change);
  },
);

test("beside TypeScript 5.4 it compiles programs, and 7, which cannot, is named", async () => {
  const old = await review(oldTypespec, oldTypescript, true);
  expect(old).toMatch(change);
  expect(old).toContain("1.0/reader.ts:1");
  expect(await review(newTypespec, newTypescript, true)).toContain(
    `TypeScript ${newTypescript} has no API for that`,
  );
});
