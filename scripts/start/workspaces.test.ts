import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findWorkspaces } from "./workspaces.ts";

test("every workspace with a start script is found, with what is told of it", async () => {
  const root = await mkdtemp(join(tmpdir(), "workspaces-"));
  onTestFinished(() => rm(root, { recursive: true }));
  const write = async (folder: string, manifest: object) => {
    await mkdir(join(root, folder), { recursive: true });
    await writeFile(join(root, folder, "package.json"), JSON.stringify(manifest));
  };
  await write(".", { workspaces: ["parts/*", "other"] });
  await write("parts/silent", { name: "silent" });
  await write("parts/plain", { name: "plain", scripts: { start: "node a.js" } });
  const config = { port: 4020, try: { "a book": "lend{at} 1" } };
  await write("other", { name: "@library/shelf", scripts: { start: "node b.js" }, config });
  expect(findWorkspaces(root)).toEqual([
    { name: "shelf", folder: join(root, "other"), script: "node b.js", port: 4020, commands: config.try },
    { name: "plain", folder: join(root, "parts/plain"), script: "node a.js", port: 0, commands: {} },
  ]);
});
