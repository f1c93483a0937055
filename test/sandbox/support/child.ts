// A sandbox in a process of its own, for tests that kill it. It reads options of `createSandbox` as one line of JSON, and
// writes its URL when it can be called. What takes long, reading its sources, is done before the line comes.
import { once } from "node:events";
import { flushCompileCache } from "node:module";
import { createSandbox, type SandboxOptions } from "../../../packages/sandbox/src/index.ts";

// A clock that is set wrong.
const skew = Number(process.env.SANDBOX_SKEW ?? 0);
const { now } = Date;
if (skew !== 0) Date.now = () => now() + skew;

// A process that is killed cannot do it later.
flushCompileCache();
// A test that was interrupted cannot kill it.
process.stdin.once("end", () => process.exit(1));
const [line] = (await once(process.stdin.setEncoding("utf8"), "data")) as [string];
process.stdin.resume();
try {
  const sandbox = await createSandbox(JSON.parse(line) as SandboxOptions);
  process.once("SIGTERM", () => void sandbox.close().then(() => process.exit(0)));
  console.log(await sandbox.listen({ port: 0 }));
} catch (error) {
  console.error(String(error));
  process.exit(1);
}
