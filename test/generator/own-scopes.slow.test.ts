// Limits by a scope of one's own, on the spec that `init` writes: the guide's program, and the one of the package's README.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test, vi } from "vitest";
import { initProject } from "../../packages/generator/src/init.ts";
import { readPrograms } from "../docs/support/programs.ts";
import { makeFolder } from "../support/folder.ts";
import { buildPackages } from "./support/server-package.ts";

const guide = "docs/guides/your-own-contract.md";

const project = await makeFolder(afterAll);
initProject(project, "things");
const [start = ""] = (await readFile(join(project, "spec/main.tsp"), "utf8")).split(
  "/** Finds a thing. */",
);
const [, operation = ""] = /^```tsp\n([\s\S]*?)^```$/m.exec(await readFile(guide, "utf8")) ?? [];
const { folder, read } = await buildPackages(
  "things",
  `import "@pix-contract/behaviour";\n${start}${operation}`,
  afterAll,
);

/** Runs a program against the built package, on a free port: its server, and the URL that it prints. */
async function runProgram(file: string, program: string) {
  const source = program
    .replace("@things/server", "./generated/server/src/index.ts")
    .replace("3000", "0")
    .replace("Number(process.env.PORT ?? 8080)", "0");
  await writeFile(join(folder, file), `${source}export { server };\n`);
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  const { server } = await import(pathToFileURL(join(folder, file)).href);
  return { server, url: log.mock.calls[0]?.[0] as string };
}

test("the program of the guide counts requests by its scope", async () => {
  const program = (await readPrograms(guide)).find(({ file }) => file === "limited.ts")?.text ?? "";
  const { server, url } = await runProgram("limited.ts", program);
  const statuses: number[] = [];
  for (const tenant of ["a", "a", "a", "b"]) {
    const headers = { "x-tenant": tenant };
    statuses.push((await fetch(`${url}/things/thing-1`, { headers })).status);
  }
  await server.close();
  expect(statuses).toEqual([200, 200, 429, 200]);
});

test("the program of the package's README starts, with a value for each scope", async () => {
  const [, program = ""] =
    /^```ts\n([\s\S]*?)^```$/m.exec(await read("generated/server/README.md")) ?? [];
  const { server, url } = await runProgram("readme.ts", program);
  const { status } = await fetch(`${url}/things/thing-1`);
  await server.close();
  expect(status).toBe(200);
});
