import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tasks } from "./tasks.ts";

const root = join(import.meta.dirname, "..");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};
const commands = Object.keys(scripts).filter((name) => name !== "prepare" && name !== "node");
const words = Object.entries(tasks).flatMap(([name, known]) =>
  Object.keys(known)
    .filter((word) => word !== "default")
    .map((word) => `${name} -- ${word}`),
);

test.each([...commands, ...words.filter((one) => !one.startsWith("check"))])(
  "npm run %s explains itself, and refuses an unknown flag",
  (command) => {
    const [name = "", ...word] = command.split(" -- ");
    const run = (flag: string) =>
      spawnSync("npm", ["run", "-s", name, "--", ...word, flag], { cwd: root, encoding: "utf8" });
    expect(run("--help")).toMatchObject({ status: 0, stdout: expect.stringMatching(/Usage/) });
    expect(run("--bogus")).toMatchObject({ status: expect.toSatisfy((code) => code > 0) });
  },
);
