// Every change of a schema, in every direction: in a request and a response, in a notification and the answer to it.
import { describe, expect, test } from "vitest";
import type { Party } from "../../packages/review/src/change.ts";
import { schemaCases } from "./cases/schemas.ts";
import { compareDocuments } from "./compare-documents.ts";
import type { Json, Tree } from "./tree.ts";

type Place = "request" | "response" | "notification" | "answer to a notification";

/** A contract whose only schema stands in one place. */
function documentOf(schema: Json, place: Place): Tree {
  const body = { content: { "application/json": { schema } } };
  const empty = { "204": { description: "Done." } };
  const filled = { "200": { description: "Done.", ...body } };
  const call = {
    operationId: "callIt",
    ...(place === "request" && { requestBody: body }),
    responses: place === "response" ? filled : empty,
  };
  const note = {
    operationId: "tellIt",
    ...(place === "notification" && { requestBody: body }),
    responses: place === "answer to a notification" ? filled : empty,
  };
  return {
    openapi: "3.1.0",
    info: { title: "Shelf", version: "1.0" },
    paths: { "/it": { post: call } },
    webhooks: { told: { post: note } },
  };
}

const places: [place: Place, side: "writes" | "reads", consumer: Party][] = [
  ["request", "writes", "client"],
  ["response", "reads", "client"],
  ["notification", "reads", "receiver"],
  ["answer to a notification", "writes", "receiver"],
];

const rank = ["safe", "risky", "breaking"];

describe.for(places)("in a %s", ([place, side, consumer]) => {
  test.for(schemaCases)("$title", ({ base, head, kind, writes, reads }) => {
    const { changes, verdict } = compareDocuments(documentOf(base, place), documentOf(head, place));
    const expected = side === "writes" ? writes : reads;
    // Nothing is worse than what the row says.
    const said = `${verdict}, and at most ${expected} was expected: ${changes.map((change) => change.message).join(" ")}`;
    expect(rank.indexOf(verdict), said).toBeLessThanOrEqual(rank.indexOf(expected));
    const found = changes.find((change) => change.kind === kind);
    // What the other side alone sees is no change for this one.
    if (!found && expected === "safe")
      return expect(changes.every(({ severity }) => severity === "safe")).toBe(true);
    expect(found, JSON.stringify(changes)).toBeDefined();
    expect(found?.severity).toBe(expected);
    if (expected !== "safe" && !kind.startsWith("personal") && !/deprec|sunset/.test(kind))
      expect(found?.affects).toEqual([consumer]);
    expect(found?.message).not.toMatch(/\{\w+\}(?!\$)|undefined/);
    if (expected !== "safe") expect(found?.instead).toMatch(/\.$/);
  });
});
