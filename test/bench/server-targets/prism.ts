// Prism as its own command serves the contract.
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { announce } from "./request.ts";

const port = await new Promise<number>((resolve) => {
  const probe = createServer().listen(0, "127.0.0.1", () => {
    const { port: free } = probe.address() as AddressInfo;
    probe.close(() => resolve(free));
  });
});
const document = join(import.meta.dirname, "../../../generated/openapi/openapi.json");
process.argv.splice(
  2,
  Infinity,
  "mock",
  document,
  "--port",
  String(port),
  "--host",
  "127.0.0.1",
  "--no-multiprocess",
  "--verboseLevel",
  "silent",
);
createRequire(import.meta.url)("@stoplight/prism-cli/dist/index.js");

/** Whether something listens there. */
function isOpen(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}
while (!(await isOpen())) await sleep(50);
announce(`http://127.0.0.1:${port}`);
