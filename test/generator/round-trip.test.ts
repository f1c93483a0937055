import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Document, Json, Schema } from "../../packages/contract/src/openapi.ts";
import { readContract } from "../../packages/contract/src/read-contract.ts";
import { printJson, printYaml } from "../../packages/generator/src/print.ts";
import { makeDocument, makeOperation } from "./support/document.ts";
import { contract, document } from "./support/library.ts";
import { randomFrom } from "./support/shuffle.ts";

test("the model is plain JSON", () => {
  const others: unknown[] = [];
  const text = JSON.stringify(contract, (_, value: unknown) => {
    if (!["object", "string", "boolean"].includes(typeof value) && !Number.isFinite(value)) others.push(value);
    return value;
  });
  expect(others).toEqual([]);
  expect(JSON.parse(text)).toEqual(contract);
});

test("the document gives the same model once it is written and read", () => {
  expect(readContract(JSON.parse(printJson(document)) as Document)).toEqual(contract);
  expect(readContract(parse(printYaml(document), { version: "1.1" }) as Document)).toEqual(contract);
});

test("the document is read, not changed", () => {
  const before = structuredClone(document);
  readContract(document);
  expect(document).toEqual(before);
});

const words = "id items properties x-basis basis type yes 012 << a/b ~ è */ = -".split(" ");

/** A document whose names, texts and nesting are drawn at random. */
function drawDocument(random: () => number): Document {
  const pick = <T>(list: readonly T[], fallback: T): T => list[Math.floor(random() * list.length)] ?? fallback;
  const word = (): string => pick(words, "id") + pick(["", "", " ", "\n", "\\", '"'], "") + pick(words, "");
  const json = (depth: number): Json =>
    depth === 0
      ? pick<Json>([null, true, 1.5, word(), ""], null)
      : { [word()]: json(depth - 1), [word()]: [json(depth - 1)] };
  const schema = (depth: number): Schema => ({
    type: depth === 0 ? "string" : "object",
    description: word(),
    ...(random() < 0.5 && { "x-basis": { kind: "observed", reason: word() } }),
    ...(random() < 0.5 && { default: json(1) }),
    ...(depth > 0 && { properties: { [word()]: schema(depth - 1), [word()]: { items: schema(depth - 1) } } }),
  });
  const operation = makeOperation("listBooks", {
    description: word(),
    parameters: [{ name: word(), in: "query", schema: schema(1), example: json(1) }],
    responses: {
      "200": {
        description: word(),
        content: {
          "application/json": { schema: schema(2), examples: { [word()]: { summary: word(), value: json(2) } } },
        },
      },
    },
  });
  const names = [word(), word(), word()];
  return makeDocument(
    { "/books": { get: operation } },
    {
      tags: [{ name: "books", description: word() }],
      components: { schemas: Object.fromEntries(names.map((name) => [name, schema(3)])) },
    },
  );
}

describe.each(Array.from({ length: 25 }, (_, seed) => seed))("a document drawn from seed %i", (seed) => {
  const drawn = drawDocument(randomFrom(seed));

  test("gives the same model once it is written and read", () => {
    const model = readContract(drawn);
    expect(JSON.parse(printJson(model))).toEqual(model);
    for (const version of ["1.1", "1.2"] as const) {
      expect(readContract(parse(printYaml(drawn), { version }) as Document)).toEqual(model);
    }
  });
});
