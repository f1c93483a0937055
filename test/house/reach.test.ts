// Every source is reached by a fast test, or by the slow test that starts the program that it belongs to.
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { findTests, hasCode, programs, readImportGraph } from "../../scripts/house/reach.ts";

const graph = readImportGraph();
/** `npm ci` runs `prepare.ts`, without which no test runs. */
const isSource = (path: string): boolean =>
  path !== "scripts/prepare.ts" &&
  /^(packages|generated|spec|scripts|docs\/\.vitepress)\//.test(path) &&
  !/\.test\.tsx?$|\/tsdown\.config\.ts$|\/scripts\//.test(path.replace(/^scripts/, ""));
const unreached = [...graph.keys()].filter(
  (path) => isSource(path) && findTests(graph, path).fast.length === 0 && hasCode(path),
);
const listed = Object.values(programs).flat();

test("no source is without a test", () => {
  const found = unreached.filter((path) => !listed.some((place) => path.startsWith(place)));
  expect(found, "write a fast test, or add it to the list of scripts/house/reach.ts").toEqual([]);
});

test("the list has no source that a fast test reaches, and no test that is gone", () => {
  const reached = listed.filter((place) => !unreached.some((path) => path.startsWith(place)));
  expect(reached).toEqual([]);
  expect(Object.keys(programs).filter((path) => !existsSync(path))).toEqual([]);
});

test.for<[source: string, kind: "fast" | "slow", test: string]>([
  ["packages/review/action.yml", "fast", "test/review/action.test.ts"],
  ["packages/review/find-comment.js", "fast", "test/review/action.test.ts"],
  ["packages/review/src/run-review.ts", "fast", "test/review/action.test.ts"],
  ["packages/sandbox/src/cli.ts", "slow", "test/sandbox/cli/commands.slow.test.ts"],
  ["docs/.vitepress/theme/CallPanel.vue", "slow", "test/docs/site.slow.test.ts"],
])("%s is tried by the %s test %s", ([source, kind, path]) => {
  expect(findTests(graph, source)[kind]).toContain(path);
});
