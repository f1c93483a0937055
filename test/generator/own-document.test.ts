// A document that the generator wrote is read as any other, with all of its behaviour.
import { join } from "node:path";
import { readContract } from "@packages/contract/src/read-contract.ts";
import { readSpec } from "@packages/contract/src/source/read-spec.ts";
import { expect, test } from "vitest";
import { contract } from "../support/contract.ts";

test("the contract of the published document is that of the spec", async () => {
  const file = join(import.meta.dirname, "../../generated/openapi/openapi.json");
  const { document, leftOut } = await readSpec(file);
  expect(leftOut).toEqual([]);
  // The union of all notifications stands in callbacks alone, which the model reads from the webhooks.
  const { Notification: _, ...schemas } = contract.schemas;
  const read = JSON.parse(JSON.stringify(readContract(document))) as typeof contract;
  expect(read).toEqual({ ...contract, schemas });
});
