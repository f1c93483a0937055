import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { $decorators } from "./index.ts";
import { library } from "./library.ts";
import { policies } from "./policies.ts";

/** What a pattern's group matches in the files of a folder with a name that ends so, each match once. */
async function namesIn(folder: string, ending: string, pattern: RegExp): Promise<string[]> {
  const url = new URL(folder, import.meta.url);
  const names = (await readdir(url)).filter((name) => name.endsWith(ending));
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, url), "utf8")));
  const found = texts.flatMap((text) =>
    [...text.matchAll(pattern)].map(([, match]) => match ?? ""),
  );
  return [...new Set(found)].sort();
}

// Each diagnostic has a source in testReports that gives it.
test("every diagnostic and every policy has a report, and every report a diagnostic", async () => {
  const reported = await namesIn("./", ".test.ts", /^ {4}code: "([a-z-]+)"/gm);
  // Of what TypeSpec's own emitter leaves out, test/generator/typespec.slow.test.ts has the report.
  reported.push("openapi3-alone");
  const policyNames = policies.map(({ name }) => name);
  expect(reported.sort()).toEqual([...Object.keys(library.diagnostics), ...policyNames].sort());
});

test("every decorator of the library is implemented and tested, and nothing else", async () => {
  const declared = await namesIn("../lib/", ".tsp", /^extern dec (\w+)\(/gm);
  expect(Object.keys($decorators.Behaviour).sort()).toEqual(declared);
  expect(
    await namesIn("./", ".test.ts", /^(?:(?:describe|test|\]\))\("@| {2}"@| {2}\{ name: ")(\w+)/gm),
  ).toEqual(declared);
});
