import { type ChildProcess, spawn } from "node:child_process";
import { Socket } from "node:net";

/**
 * Has a child end when this process does, whatever way that is: a run of tests that is interrupted does not come to the
 * hooks that would end it.
 *
 * @param script what a shell does then; `$0` is the child's process id, `$1` and so on are the further words
 */
export function endWithUs(child: ChildProcess, script: string, ...words: string[]): void {
  if (child.pid === undefined || process.platform === "win32") return;
  // It reads until the pipe from this process closes.
  const watcher = spawn("sh", ["-c", `read -r _; ${script}`, String(child.pid), ...words], {
    stdio: ["pipe", "ignore", "ignore"],
    // A signal from the terminal is not for it.
    detached: true,
  });
  child.once("exit", () => watcher.kill());
  watcher.unref();
  if (watcher.stdin instanceof Socket) watcher.stdin.unref();
}

/** The same for a child that leads a group of processes: all of it ends. */
export function endGroupWithUs(child: ChildProcess): void {
  endWithUs(child, 'kill -s KILL -- "-$0"');
}
