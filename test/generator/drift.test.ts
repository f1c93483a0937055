// What is committed is what the spec gives: a change of the spec, the contract's readers or a printer shows in files that people read.
import { expect, test } from "vitest";
import { buildAll, compareAll } from "../../packages/generator/src/pipeline.ts";

test("no generated file differs from what the spec gives", async () => {
  const differing = await compareAll(await buildAll("spec/main.tsp", "."));
  expect(differing, "`npm run generate` writes them: read the difference").toEqual([]);
});
