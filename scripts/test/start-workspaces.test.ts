import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Running, startWorkspaces } from "../start-workspaces.ts";

let root: string;
let running: Running | undefined;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "workspaces-"));
  await writeFile(join(root, "package.json"), JSON.stringify({ workspaces: ["parts/*", "other"] }));
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  await rm(root, { recursive: true, force: true });
});

/** Adds a workspace whose start script runs a program. */
async function addWorkspace(folder: string, program?: string): Promise<void> {
  await mkdir(join(root, folder), { recursive: true });
  const scripts = program === undefined ? {} : { start: "node program.cjs" };
  await writeFile(join(root, folder, "package.json"), JSON.stringify({ name: folder, scripts }));
  if (program !== undefined) await writeFile(join(root, folder, "program.cjs"), program);
}

/** Says that it runs, stays, and says that it was told to end. */
const stays = `const { writeFileSync } = require("fs");
process.on("SIGTERM", () => { writeFileSync("ended", ""); process.exit(); });
setInterval(() => {}, 1000);
writeFileSync("running", "");`;

async function waitFor(path: string): Promise<void> {
  await expect.poll(() => existsSync(join(root, path)), { timeout: 20_000 }).toBe(true);
}

test("every workspace with a start script runs in its folder, and all of it ends", async () => {
  await addWorkspace("parts/a", stays);
  await addWorkspace("other", stays);
  await addWorkspace("parts/silent");
  running = await startWorkspaces(root);
  await waitFor("parts/a/running");
  await waitFor("other/running");
  await running.stop();
  await waitFor("parts/a/ended");
  await waitFor("other/ended");
});

test("one that ends by itself is named", async () => {
  await addWorkspace("parts/a", stays);
  await addWorkspace("other", "process.exit(3)");
  running = await startWorkspaces(root);
  await expect(running.failed).rejects.toThrow("other has ended (exit code 3), so everything is stopped.");
  await waitFor("parts/a/running");
  await running.stop();
  await waitFor("parts/a/ended");
});

test("a project without such workspaces has nothing to run", async () => {
  await addWorkspace("parts/silent");
  running = await startWorkspaces(root);
  await running.stop();
  expect(running.failed).toBeInstanceOf(Promise);
});
