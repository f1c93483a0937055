// `node --import ./scripts/start/end-with-parent.ts …`: a process whose standard input is a pipe from its parent ends
// when the parent does, however that ends: the pipe closes even if no signal could be sent.
import { isMainThread } from "node:worker_threads";

/** Milliseconds for an orderly end. */
const timeLimit = 5_000;

if (isMainThread) {
  // For this process alone, not for those that it starts.
  delete process.env.NODE_OPTIONS;
  process.stdin.on("error", () => {});
  process.stdin.once("close", () => {
    process.kill(process.pid, "SIGTERM");
    setTimeout(() => process.exit(1), timeLimit).unref();
  });
  process.stdin.resume();
  if ("unref" in process.stdin) process.stdin.unref();
}
