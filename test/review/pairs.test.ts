// Edits of schemas, judged by Ajv: what a request may no longer say is breaking, what a response may say anew is not safe.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { effectOf } from "./ajv-oracle.ts";
import { compareDocuments, makeDocument, type Place } from "./compare-documents.ts";
import { composed } from "./pairs/composed.ts";
import { pairs } from "./pairs/exclusive-and-sets.ts";
import { further } from "./pairs/further.ts";
import { keywords } from "./pairs/keywords.ts";
import { sampled } from "./pairs/sampled.ts";
import { unseen } from "./pairs/unseen.ts";
import { editedSchemas } from "./random-schemas.ts";
import type { Json } from "./tree.ts";

/** Pairs of which the review says too much: it warns of values that are neither lost nor gained. */
const cautious: Record<string, string> = {
  "a closed part refuses the field of another part":
    "who closes one part of several means the whole: its fields are compared all the same",
  "the common values of two forms become a third form":
    "forms are compared in pairs, and what three of them refuse is not seen",
};

const verdictIn = (place: Place, base: Json, head: Json) =>
  compareDocuments(makeDocument(base, place), makeDocument(head, place));

const all = { ...pairs, ...further, ...unseen, ...keywords, ...sampled, ...composed };

describe.for(Object.entries(all))("%s", ([title, [base, head, unclear]]) => {
  test.for<[string, Json, Json]>([
    ["the edit", base, head],
    ["the edit back", head, base],
  ])("%s", ([, before, after]) => {
    const { lost, gained } = effectOf(before, after);
    const request = verdictIn("request", before, after);
    const response = verdictIn("response", before, after);
    const said = JSON.stringify([lost.slice(0, 3), gained.slice(0, 3), request, response]);
    if (title in cautious) {
      if (lost.length > 0) expect(["breaking", "risky"], said).toContain(request.verdict);
      if (gained.length > 0) expect(["breaking", "risky"], said).toContain(response.verdict);
      return;
    }
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
    // Whether a field has a name of its own changes no value.
    const counted = [...request.changes, ...response.changes].filter(
      ({ kind }) => !/^field-(un)?named$/.test(kind),
    );
    if (lost.length + gained.length === 0) expect(counted, said).toEqual([]);
  });
});

test("the pairs of which the review says too much are so, and few", () => {
  for (const title of Object.keys(cautious)) {
    const [base, head] = all[title] ?? [null, null];
    const { lost, gained } = effectOf(base, head);
    const isTold = (place: "request" | "response", before: Json, after: Json): boolean =>
      ["risky", "breaking"].includes(verdictIn(place, before, after).verdict);
    const surplus = [
      lost.length === 0 && isTold("request", base, head),
      gained.length === 0 && isTold("response", base, head),
      gained.length === 0 && isTold("request", head, base),
      lost.length === 0 && isTold("response", head, base),
    ];
    expect(surplus, title).toContain(true);
  }
  expect(Object.keys(cautious).length).toBeLessThan(Object.keys(all).length / 30);
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
