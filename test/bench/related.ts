// `npm run bench -- related`: CPU of the quick tests that a change of one file runs, for a file of each package.
import { execFileSync } from "node:child_process";
import type { Row } from "./support/row.ts";

const files = [
  "packages/behaviour/src/token.ts",
  "packages/client/src/perform.ts",
  "packages/client/src/wait.ts",
  "packages/conformance/src/clock.ts",
  "packages/contract/src/read-contract.ts",
  "packages/generator/src/names.ts",
  "packages/mock/src/cors.ts",
  "packages/openapi/src/run-command-line.ts",
  "packages/review/src/place.ts",
  "packages/sandbox/src/service/tokens.ts",
  "packages/server/src/limits/rate-limit.ts",
];

export function relatedTests(step: (about: string) => void): Row[] {
  return files.map((file) => {
    step(file);
    return {
      name: `vitest related ${file}`,
      value: measureCpu(["related", "--run", "--project", "fast", file]),
      unit: "seconds",
      bound: { atMost: 10 },
    };
  });
}

/** Seconds of CPU that Vitest and its workers take. The shell's `times` prints them: `0m1.52s 0m0.31s`. */
function measureCpu(args: readonly string[]): number {
  const script = '"$@" >/dev/null || exit; times';
  const printed = execFileSync("sh", ["-c", script, "sh", "vitest", ...args], { encoding: "utf8" });
  const [, children = ""] = printed.split("\n");
  const times = [...children.matchAll(/(\d+)m([\d.]+)s/g)];
  return times.reduce(
    (sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds),
    0,
  );
}
