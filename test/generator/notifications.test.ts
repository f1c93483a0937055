import { describe, expect, test } from "vitest";
import { buildDocument } from "../../scripts/contract/document/build-document.ts";
import { resolve } from "../../scripts/contract/openapi.ts";
import { readContract } from "../../scripts/contract/read-contract.ts";
import { SpecError } from "../../scripts/contract/spec-error.ts";
import { makeDocument, makeNotification, makeOperation } from "./support/document.ts";
import { document, emitted } from "./support/library.ts";

test("notifications move from the paths to the webhooks, under the names of their events", () => {
  expect(Object.keys(emitted.paths)).toEqual(expect.arrayContaining(["/notices/made", "/notices/ended"]));
  expect(Object.keys(document.paths)).toEqual(["/books", "/books/{number}", "/loans", "/loans/{loanId}"]);
  expect(Object.keys(document.webhooks ?? {})).toEqual(["loan/ended", "loan/made"]);
  expect(document.webhooks?.["loan/made"]?.post).toMatchObject({
    operationId: "loanMade",
    "x-notification": { event: "loan/made", subject: "loan", when: "a book is lent" },
  });
});

test("an operation calls back with what it sends, in the order of the interface", () => {
  const { callbacks = {} } = document.paths["/loans"]?.post ?? {};
  expect(Object.keys(callbacks)).toEqual(["loan/made", "loan/ended"]);
  for (const [event, callback] of Object.entries(callbacks)) {
    expect(Object.keys(callback)).toEqual(["{$request.body#/noticeUrl}"]);
    for (const reference of Object.values(callback)) {
      expect(resolve(document, reference)).toBe(document.webhooks?.[event]);
    }
  }
  expect(JSON.stringify(document)).not.toContain("x-notifies");
});

test.each(["loan_made", "loan/made", "loan~made", "loan made", "loan%2Fmade", "Verleih größer", "{loan}", "#"])(
  "a callback finds the event %j",
  (event) => {
    const notifies = { url: "{$request.body#/url}", events: [event] };
    const built = buildDocument(
      makeDocument({
        "/notice": { post: makeNotification(event) },
        "/books": { post: makeOperation("lendBook", { "x-notifies": notifies }) },
      }),
    );
    const [callback = {}] = Object.values(built.paths["/books"]?.post?.callbacks ?? {});
    const reference = callback[notifies.url];
    expect(reference?.$ref).toMatch(/^#\/webhooks\/[\w%~.-]+$/);
    expect(reference && resolve(built, reference)).toBe(built.webhooks?.[event]);
    expect(readContract(built).notifications).toMatchObject([{ event, callbackOf: ["lendBook"] }]);
  },
);

describe("a path that holds a notification and something else is refused", () => {
  test.each([
    ["an operation", makeOperation("listBooks")],
    ["another notification", makeNotification("lost")],
  ])("%s", (_, other) => {
    const shared = makeDocument({ "/shared": { get: other, post: makeNotification("found") } });
    expect(() => buildDocument(shared)).toThrow(SpecError);
    expect(() => buildDocument(shared)).toThrow(
      /^The notification '(found|lost)' shares its path \/shared with another operation/,
    );
  });
});

test("a contract without notifications has no webhooks", () => {
  expect(buildDocument(makeDocument({ "/books": { get: makeOperation("listBooks") } }))).not.toHaveProperty("webhooks");
});

test("the emitted document is left as it is", () => {
  const before = structuredClone(emitted);
  buildDocument(emitted);
  expect(emitted).toEqual(before);
});
