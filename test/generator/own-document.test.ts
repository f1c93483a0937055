// A document that the generator wrote is read as any other, with all of its behaviour.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Document } from "@packages/contract/src/openapi.ts";
import { readContract } from "@packages/contract/src/read-contract.ts";
import { readSpec } from "@packages/contract/src/source/read-spec.ts";
import { expect, test } from "vitest";

/** A value without what JSON does not carry. */
const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test("the contract of the published document is that of the spec", async () => {
  const file = join(import.meta.dirname, "../../generated/openapi/openapi.json");
  const { document, leftOut } = await readSpec(file);
  expect(leftOut).toEqual([]);
  const known = readContract(JSON.parse(await readFile(file, "utf8")) as Document);
  // The union of all notifications stands in callbacks alone, which the model reads from the webhooks.
  const { Notification: _, ...schemas } = known.schemas;
  expect(toJson(readContract(document))).toEqual(toJson({ ...known, schemas }));
});
