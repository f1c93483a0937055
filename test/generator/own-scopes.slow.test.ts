// The guide's limit by a scope of one's own, on the spec that `init` writes.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test, vi } from "vitest";
import { initProject } from "../../packages/generator/src/init.ts";
import { readPrograms } from "../docs/support/programs.ts";
import { makeFolder } from "../support/folder.ts";
import { buildPackages } from "./support/server-package.ts";

const guide = "docs/guides/your-own-contract.md";

test("the program of the guide counts requests by its scope", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  const project = await makeFolder();
  initProject(project, "things");
  const [start = ""] = (await readFile(join(project, "spec/main.tsp"), "utf8")).split(
    "/** Finds a thing. */",
  );
  const [, operation = ""] = /^```tsp\n([\s\S]*?)^```$/m.exec(await readFile(guide, "utf8")) ?? [];
  const { folder } = await buildPackages(
    "things",
    `import "@pix-contract/behaviour";\n${start}${operation}`,
  );
  const program = (await readPrograms(guide)).find(({ file }) => file === "limited.ts")?.text ?? "";
  const text = program
    .replace("@things/server", "./generated/server/src/index.ts")
    .replace("3000", "0");
  await writeFile(join(folder, "limited.ts"), `${text}export { server };\n`);
  log.mockClear();
  const { server } = await import(pathToFileURL(join(folder, "limited.ts")).href);
  const statuses: number[] = [];
  for (const tenant of ["a", "a", "a", "b"]) {
    const headers = { "x-tenant": tenant };
    statuses.push((await fetch(`${log.mock.calls[0]?.[0]}/things/thing-1`, { headers })).status);
  }
  await server.close();
  expect(statuses).toEqual([200, 200, 429, 200]);
});
