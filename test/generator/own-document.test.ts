// A document that the generator wrote is read as any other, with all of its behaviour.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { publishDocument } from "@packages/contract/src/document/publish-document.ts";
import type { Document } from "@packages/contract/src/openapi.ts";
import { readContract } from "@packages/contract/src/read-contract.ts";
import { readSpec } from "@packages/contract/src/source/read-spec.ts";
import { expect, test } from "vitest";

const file = join(import.meta.dirname, "../../generated/openapi/openapi.json");

/** A value without what JSON does not carry. */
const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test("the contract of the published document is that of the spec", async () => {
  const { document, leftOut } = await readSpec(file);
  expect(leftOut).toEqual([]);
  const known = readContract(JSON.parse(await readFile(file, "utf8")) as Document);
  // The union of all notifications stands in callbacks alone, which the model reads from the webhooks.
  const { Notification: _, ...schemas } = known.schemas;
  expect(toJson(readContract(document))).toEqual(toJson({ ...known, schemas }));
});

/** The descriptions in a document, by their paths. */
function descriptionsOf(value: unknown, path = ""): [path: string, description: string][] {
  return Object.entries(Object(value) as Record<string, unknown>).flatMap(([name, one]) =>
    name === "description" && typeof one === "string"
      ? [[path, one] as [string, string]]
      : typeof one === "string"
        ? []
        : descriptionsOf(one, `${path}/${name}`),
  );
}

test("published once more, the document has each sentence once", async () => {
  const { document } = await readSpec(file);
  const published = new Map(descriptionsOf(JSON.parse(await readFile(file, "utf8"))));
  const again = descriptionsOf(publishDocument(document));
  expect(again.length).toBeGreaterThan(200);
  for (const [path, description] of again) expect.soft(description, path).toBe(published.get(path));
});
