// For mutants of what makes the document: the spec, compiled as the code is now, says what people entered into the lists.
// The generated files, which other tests read, are those of the code without a change.
import { join } from "node:path";
import { compileSpec } from "@packages/contract/src/compile.ts";
import { buildDocument } from "@packages/contract/src/document/build-document.ts";
import { readContract } from "@packages/contract/src/read-contract.ts";
import { expect, test } from "vitest";
import { compareLists, describeDisagreement } from "../interface/lists.ts";

test("the spec, compiled now, says what the lists have", async () => {
  const document = buildDocument(
    (await compileSpec(join(import.meta.dirname, "../../spec/main.tsp"))).document,
  );
  expect(compareLists(document).map(describeDisagreement).join("\n")).toBe("");
  expect(readContract(document).operations.length).toBeGreaterThan(0);
});
