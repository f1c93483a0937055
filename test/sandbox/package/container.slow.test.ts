// What the Dockerfile and the compose file call, as they call it: the packed sandbox in an empty environment, as another user,
// in a folder that this user cannot write. No image is built here.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { installProject } from "../../packages/support/project.ts";
import { makeDatabase, noPostgres } from "../../support/databases.ts";
import { findPort } from "../../support/find-port.ts";
import { fromSource } from "../support/command-line.ts";

const root = join(import.meta.dirname, "../../..");
const dockerfile = await readFile(join(root, "Dockerfile"), "utf8");
const compose = parse(await readFile(join(root, "compose.yaml"), "utf8")) as {
  services: Record<string, { environment: Record<string, string>; read_only?: boolean }>;
};

/** The words of the last instruction of the Dockerfile that begins in this way. */
function wordsOf(instruction: string): string[] {
  const lines = dockerfile.replaceAll("\\\n", " ").split("\n");
  const line = lines.findLast((text) => text.startsWith(instruction)) ?? "";
  return JSON.parse(line.slice(line.indexOf("["))) as string[];
}

/** Nobody's. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const token = "a-token-of-the-test";
let folder: string;
let port: number;
const running = new Set<ReturnType<typeof spawn>>();

beforeAll(async () => {
  folder = await installProject(["@pix-contract/server", "@pix-contract/sandbox"], []);
  port = await findPort();
  await chmod(folder, 0o555);
});
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
});
afterAll(async () => {
  await chmod(folder, 0o755);
  await rm(folder, { recursive: true, force: true });
});

/** Runs what the image runs, with the variables that the compose file sets, on a free port. */
async function startContainer(environment: Record<string, string>) {
  const command = [...wordsOf("ENTRYPOINT").slice(1), ...wordsOf("CMD")];
  const env = { ...environment, PIX_SANDBOX_PORT: String(port), PATH: "/usr/bin:/bin" };
  const child = spawn(process.execPath, command, { cwd: folder, env, ...user });
  running.add(child);
  const output = { text: "" };
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output.text += chunk));
  const ended = once(child, "exit");
  await expect.poll(() => output.text).toContain("Ctrl-C stops the sandbox.");
  return {
    output,
    stop: async () => {
      child.kill("SIGTERM");
      return (await ended)[0] as number | null;
    },
  };
}

/** The health check of the image; its exit code. */
async function checkHealth(): Promise<number> {
  const words = wordsOf("HEALTHCHECK")
    .slice(1)
    .map((word) => word.replace(":4020/", `:${port}/`));
  const { error } = await promisify(execFile)(process.execPath, words, { env: {}, ...user }).then(
    () => ({ error: undefined }),
    (error: { code: number }) => ({ error }),
  );
  return error?.code ?? 0;
}

test("the image's user and folder", () => {
  expect(dockerfile).toMatch(/^USER node$/m);
  expect(compose.services.sandbox?.read_only).toBe(true);
});

test("in memory: it starts, is healthy, answers with the token, and ends at SIGTERM", async () => {
  expect(await checkHealth()).toBe(1);
  const container = await startContainer({ PIX_SANDBOX_CONTROL_TOKEN: token });
  expect(await checkHealth()).toBe(0);
  const [, secret = ""] = /PIX_API_SECRET=(\S+)/.exec(container.output.text) ?? [];
  const issued = await fetch(`http://127.0.0.1:${port}/api/auth`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`sandbox-key:${secret}`)}` },
  });
  expect(issued.status).toBe(200);
  const env = { PIX_BASE_URL: `http://127.0.0.1:${port}`, PIX_SANDBOX_CONTROL_TOKEN: token };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...fromSource, "list", "companies"],
    { env },
  );
  expect(stdout).toContain("Loja Sandbox");
  expect(await container.stop()).toBe(0);
});

test.skipIf(noPostgres)("on PostgreSQL, as the compose file starts it", async () => {
  const { environment = {} } = compose.services.sandbox ?? {};
  expect(Object.keys(environment)).toEqual(["DATABASE_URL", "PIX_SANDBOX_CONTROL_TOKEN"]);
  const container = await startContainer({
    DATABASE_URL: await makeDatabase(),
    PIX_SANDBOX_CONTROL_TOKEN: token,
  });
  expect(container.output.text).toContain("in the database of DATABASE_URL");
  expect(await checkHealth()).toBe(0);
  expect(await container.stop()).toBe(0);
});
