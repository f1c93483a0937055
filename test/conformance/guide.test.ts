import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import openapi from "../../generated/openapi/openapi.json" with { type: "json" };
import { cite } from "../../packages/conformance/src/citation.ts";
import { pixServerCheckNames, pixServerChecks } from "../../packages/conformance/src/pix/checks.ts";
import { pix, pixSuite } from "../../packages/conformance/src/pix/suite.ts";
import { readRunOptions } from "../../packages/conformance/src/read-options.ts";
import { replaceRegion } from "../../packages/generator/src/docs/region.ts";
import { follow } from "../generator/support/walk.ts";
import { faults } from "./faults/faults.ts";
import { freedoms } from "./faults/legal.ts";
import { printChecks, printFaults, printFreedoms } from "./print-tables.ts";

const guide = readFileSync(join(import.meta.dirname, "../../docs/guides/conformance.md"), "utf8");

test("the page of lists shows the checks and faults that there are", () => {
  const lists = readFileSync(join(import.meta.dirname, "faults/README.md"), "utf8");
  // If this fails: npm run docs -- conformance
  expect(replaceRegion(lists, "checks", printChecks())).toBe(lists);
  expect(replaceRegion(lists, "faults", printFaults())).toBe(lists);
  expect(replaceRegion(lists, "freedoms", printFreedoms())).toBe(lists);
});

test("there are enough faults, each with a name of its own, and every check is tripped by one", () => {
  const all = Object.values(faults).flat();
  expect(all.length).toBeGreaterThanOrEqual(60);
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  const free = Object.values(freedoms).flat();
  expect(free.length).toBeGreaterThanOrEqual(60);
  expect(new Set(free.map(({ name }) => name)).size).toBe(free.length);
  const tripped = new Set(all.flatMap(({ caughtBy }) => caughtBy));
  expect(pixServerCheckNames.filter((name) => !tripped.has(name))).toEqual([]);
});

test("every check cites a part of the contract that is there", () => {
  const { contract } = pixSuite({});
  const subjects = [
    ...contract.operations.map(({ id }) => id),
    ...contract.notifications.map(({ event }) => event),
    "*",
  ];
  const wrong = pixServerCheckNames.flatMap((check) =>
    subjects
      .map((subject) => cite(contract, pixServerChecks[check].cites, subject, 200).cites)
      .filter((pointer) => follow(openapi, pointer) === undefined),
  );
  expect(wrong).toEqual([]);
  expect(
    follow(openapi, cite(contract, pixServerChecks["unknown-path"].cites, "*", 404).cites),
  ).toMatchObject({
    code: "NOT_FOUND",
  });
});

test("the command line takes every flag and skip that the guide speaks of", async () => {
  const flags = new Set([...guide.matchAll(/(?<![\w|-])--[a-z][a-z-]*/g)].map(([flag]) => flag));
  // Those of npx and of the sandbox's command.
  flags.delete("--offline");
  flags.delete("--port");
  let help = "";
  await readRunOptions(["--help"], pix, (text) => (help += text));
  expect([...flags].filter((flag) => !help.includes(`${flag} `))).toEqual([]);
  const skips = [...guide.matchAll(/--skip '([^']+)'/g)].map(([, skip = ""]) => skip);
  expect(skips.length).toBeGreaterThan(0);
  for (const skip of skips) {
    const args = ["http://x", "--api-key", "a", "--api-secret", "b", "--skip", skip];
    expect(await readRunOptions(args, pix)).toBeTypeOf("object");
  }
});
