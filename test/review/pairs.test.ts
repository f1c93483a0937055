// Edits of schemas, judged by Ajv: what a request may no longer say is breaking, what a response may say anew is not safe.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { effectOf } from "./ajv-oracle.ts";
import { compareDocuments } from "./compare-documents.ts";
import { pairs } from "./pairs.ts";
import { editedSchemas } from "./random-schemas.ts";
import type { Json, Tree } from "./tree.ts";

function documentOf(schema: Json, place: "request" | "response"): Tree {
  const body = { content: { "application/json": { schema } } };
  const call = {
    operationId: "callIt",
    ...(place === "request" && { requestBody: body }),
    responses: { "200": { description: "Done.", ...(place === "response" && body) } },
  };
  return {
    openapi: "3.1.0",
    info: { title: "Pairs", version: "1.0" },
    paths: { "/it": { post: call } },
  };
}

const verdictIn = (place: "request" | "response", base: Json, head: Json) =>
  compareDocuments(documentOf(base, place), documentOf(head, place));

describe.for(Object.entries(pairs))("%s", ([, [base, head, unclear]]) => {
  test.for<[string, Json, Json]>([
    ["the edit", base, head],
    ["the edit back", head, base],
  ])("%s", ([, before, after]) => {
    const { lost, gained } = effectOf(before, after);
    const request = verdictIn("request", before, after);
    const response = verdictIn("response", before, after);
    const said = JSON.stringify([lost.slice(0, 3), gained.slice(0, 3), request, response]);
    if (unclear) {
      expect(["breaking", "risky"], said).toContain(
        request.verdict === "safe" ? response.verdict : request.verdict,
      );
      return;
    }
    expect(["none", "safe"].includes(request.verdict) ? "kept" : request.verdict, said).toBe(
      lost.length > 0 ? "breaking" : "kept",
    );
    expect(["none", "safe"].includes(response.verdict), said).toBe(gained.length === 0);
    if (lost.length + gained.length === 0)
      expect([...request.changes, ...response.changes], said).toEqual([]);
  });
});

test("no edit of a random schema that loses or gains values is called safe", () => {
  fc.assert(
    fc.property(editedSchemas, ([base, head]) => {
      const { lost, gained } = effectOf(base, head, true);
      if (lost.length > 0)
        expect(["breaking", "risky"]).toContain(verdictIn("request", base, head).verdict);
      if (gained.length > 0)
        expect(["breaking", "risky"]).toContain(verdictIn("response", base, head).verdict);
    }),
    { numRuns: 150, seed: 11 },
  );
});
