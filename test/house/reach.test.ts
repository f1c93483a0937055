// Every source is reached by a fast test, or by the slow test that starts the program that it belongs to.
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { findTests, hasCode, readImportGraph } from "../../scripts/house/reach.ts";

/** Sources that only run in a child process or in a browser, by the test that starts it. */
const programs: Record<string, string[]> = {
  "test/conformance/command-line.slow.test.ts": ["packages/conformance/src/cli.ts"],
  "test/mock/cli.slow.test.ts": ["generated/mock/src/cli.ts", "packages/mock/src/cli.ts"],
  "test/packages/overlay.slow.test.ts": [
    "packages/generator/src/client/ship-sources.ts",
    "packages/generator/src/init.ts",
    "packages/generator/src/mock/bundle-prism.ts",
  ],
  "test/packages/emitter.slow.test.ts": [
    "packages/contract/src/contain-emitter.ts",
    "packages/generator/src/emitter/emit.ts",
    "packages/generator/src/emitter/find-place.ts",
    "packages/generator/src/emitter/library.ts",
  ],
  "test/packages/your-own-contract.slow.test.ts": ["packages/openapi/src/cli.ts"],
  "test/generator/generate.slow.test.ts": [
    "packages/generator/src/generate.ts",
    "packages/generator/src/run-generator.ts",
  ],
  "test/generator/watch.slow.test.ts": ["packages/generator/src/watch.ts"],
  "test/review/command-line.slow.test.ts": [
    "packages/review/src/cli.ts",
    "packages/review/src/run-review.ts",
  ],
  "test/sandbox/cli/commands.slow.test.ts": [
    "packages/contract/src/closed-output.ts",
    "packages/sandbox/src/cli.ts",
  ],
  "test/lint/rules.slow.test.ts": ["scripts/lint/spectral.ts"],
  "test/lint/places.slow.test.ts": ["scripts/lint-contract.ts"],
  // `npm ci` runs it, without which no test runs.
  "test/house/reach.test.ts": ["scripts/prepare.ts"],
};

const graph = readImportGraph();
const isSource = (path: string): boolean =>
  /^(packages|generated|spec|scripts)\//.test(path) &&
  !/\.test\.tsx?$|\/tsdown\.config\.ts$|\/scripts\//.test(path.replace(/^scripts/, ""));
const unreached = [...graph.keys()].filter(
  (path) => isSource(path) && findTests(graph, path).fast.length === 0 && hasCode(path),
);
const listed = Object.values(programs).flat();

test("no source is without a test", () => {
  const found = unreached.filter((path) => !listed.some((place) => path.startsWith(place)));
  expect(found, "write a fast test, or add it to the list of this file").toEqual([]);
});

test("the list has no source that a fast test reaches, and no test that is gone", () => {
  const reached = listed.filter((place) => !unreached.some((path) => path.startsWith(place)));
  expect(reached).toEqual([]);
  expect(Object.keys(programs).filter((path) => !existsSync(path))).toEqual([]);
});
