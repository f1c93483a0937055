import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const root = join(import.meta.dirname, "..");
const command = fileURLToPath(new URL("./docs.ts", import.meta.url));
const serve = (...args: string[]) =>
  spawnSync("node", ["--import", "./scripts/run.js", command, ...args], {
    cwd: root,
    encoding: "utf8",
  });

test("a port in use is refused before anything is built", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  expect(serve("--port", String(port))).toMatchObject({
    status: 1,
    stdout: "",
    stderr: `Port ${port} is in use: stop what listens there, or choose another with --port.\n`,
  });
});

test("a port that is none is refused in one line", () => {
  expect(serve("--port", "x")).toMatchObject({
    status: 2,
    stdout: "",
    stderr:
      "--port cannot be 'x'. It takes a whole number from 0 to 65535. See npm run docs -- --help.\n",
  });
});
