import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";

test("a program that npm runs in a shell gets one SIGTERM when the shell has ended without it", async () => {
  const module = new URL("end-with-npm.ts", import.meta.url).href;
  const program = `import { endWithNpm } from ${JSON.stringify(module)};
// The hook of the scripts watches, and the command itself.
endWithNpm();
endWithNpm();
process.on("SIGTERM", () => { console.log("told"); setTimeout(process.exit, 1500); });
setInterval(() => {}, 1000);
console.log("ready");`;
  // Two commands, so that the shell does not become the first one.
  const shell = spawn(
    "sh",
    ["-c", `"$0" --input-type=module -e "$1"; true`, process.execPath, program],
    {
      env: { ...process.env, npm_lifecycle_event: "anything" },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  let said = "";
  shell.stdout.on("data", (chunk) => {
    said += chunk;
  });
  await expect.poll(() => said).toBe("ready\n");
  shell.kill("SIGTERM");
  // The pipe closes when the last of its writers has ended.
  await once(shell.stdout, "end");
  expect(said).toBe("ready\ntold\n");
});
