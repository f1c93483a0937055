import { buildDocument } from "@packages/contract/src/document/build-document.ts";
import { jsonSchemas } from "@packages/contract/src/json-schemas.ts";
import type { Operation } from "@packages/contract/src/openapi.ts";
import { readContract } from "@packages/contract/src/read-contract.ts";
import { SpecError } from "@packages/contract/src/spec-error.ts";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { makeDocument, makeNotifications, makeOperation } from "./support/document.ts";
import { document, emitted } from "./support/library.ts";

test("the variants of a union become the webhooks, under the names of their events", () => {
  expect(Object.keys(document.webhooks ?? {})).toEqual(["loan/made", "loan/ended"]);
  const { post } = document.webhooks?.["loan/made"] ?? {};
  expect(post).toMatchObject({
    operationId: "loanMade",
    summary: "Book lent",
    requestBody: {
      content: { "application/json": { schema: { $ref: "#/components/schemas/LoanMade" } } },
    },
    "x-notification": { event: "loan/made", subject: "loan", when: "a book was lent" },
  });
  expect(document.components?.schemas?.LoanMade).toMatchObject({ description: "A book was lent." });
  expect(document.components?.schemas?.LoanMade).not.toHaveProperty("examples");
  expect(document.components?.parameters?.["Library-Signature"]).toMatchObject({
    description: expect.stringContaining("Time and signatures."),
    schema: { pattern: "^t=[0-9]+(,v1=[0-9a-f]{64})+$" },
  });
  expect(JSON.stringify(document)).not.toContain("x-notifications");
});

test("an operation calls back with what it sends, in the order of the interface, where every tool sees it", () => {
  const { callbacks = {} } = document.paths["/loans"]?.post ?? {};
  expect(Object.keys(callbacks)).toEqual(["loan/made", "loan/ended"]);
  for (const [event, callback] of Object.entries(callbacks)) {
    expect(Object.keys(callback)).toEqual(["{$request.body#/noticeUrl}"]);
    for (const { post } of Object.values(callback)) {
      const sent = document.webhooks?.[event]?.post;
      expect(post?.summary).toBe(sent?.summary);
      expect(schemaOf(post)).toEqual(schemaOf(sent));
      expect(post?.operationId).toBe(
        event === "loan/made" ? "createLoanLoanMade" : "createLoanLoanEnded",
      );
      expect(post?.requestBody?.content).toEqual(sent?.requestBody?.content);
      expect(JSON.stringify(sent)).toContain('"$ref":"#/components/examples/loan');
    }
  }
  expect(JSON.stringify(document)).not.toContain("x-notifies");
});

test("a signature of another text than receivers check is refused", () => {
  const changed = structuredClone(emitted);
  Object.assign(changed["x-notification-signature"] ?? {}, { signed: "{body}" });
  expect(() => buildDocument(changed)).toThrow(
    '@signature: what is signed has to be "{timestamp}.{body}", not "{body}".',
  );
});

function schemaOf(operation: Operation | undefined): unknown {
  return Object.values(operation?.requestBody?.content ?? {})[0]?.schema;
}

test.each([
  "loan_made",
  "loan/made",
  "loan~made",
  "loan made",
  "loan%2Fmade",
  "Verleih größer",
  "{loan}",
  "#",
])("a callback has the name of the event %j", (event) => {
  const notifies = { url: "{$request.body#/url}", events: [event] };
  const paths = { "/books": { post: makeOperation("lendBook", { "x-notifies": notifies }) } };
  const built = buildDocument(
    makeDocument(paths, { components: { schemas: makeNotifications(event) } }),
  );
  expect(Object.keys(built.paths["/books"]?.post?.callbacks ?? {})).toEqual([event]);
  expect(readContract(built).notifications).toMatchObject([{ event, callbackOf: ["lendBook"] }]);
});

describe("a URL that receives every notification", () => {
  const subscribe = makeOperation("subscribe", { "x-notifies": { url: "{$request.body#/url}" } });
  const paths = { "/readers": { post: subscribe } };
  const schemas = makeNotifications("lost", "found");

  test("has one callback, whose body is their union", () => {
    const built = buildDocument(makeDocument(paths, { components: { schemas } }));
    const [callback = {}] = Object.values(built.paths["/readers"]?.post?.callbacks ?? {});
    expect(schemaOf(callback["{$request.body#/url}"]?.post)).toEqual({
      $ref: "#/components/schemas/Notification",
    });
    const [subscribed] = readContract(built).operations;
    expect(subscribed?.callbacks).toEqual({
      url: "{$request.body#/url}",
      events: ["lost", "found"],
    });
    expect(readContract(built).notifications.map(({ callbackOf }) => callbackOf)).toEqual([
      ["subscribe"],
      ["subscribe"],
    ]);
  });

  test("needs notifications", () => {
    expect(() => buildDocument(makeDocument(paths))).toThrow(SpecError);
  });

  test("is a JSON Schema that accepts an unknown event", () => {
    const built = buildDocument(makeDocument(paths, { components: { schemas } }));
    const schema = jsonSchemas(built)["Notification.json"] ?? {};
    const validate = new Ajv2020({ strict: true }).compile(schema);
    expect(validate({ event: "lost" })).toBe(true);
    expect(validate({ event: "burnt", kind: 7 })).toBe(true);
    expect(validate({})).toBe(false);
  });
});

test("a notification whose model has no name is refused", () => {
  const { Notification = {} } = makeNotifications("lost");
  expect(() =>
    buildDocument(makeDocument({}, { components: { schemas: { Notification } } })),
  ).toThrow("The body of the notification 'lost' needs a named model.");
});

test("a contract without notifications has no webhooks", () => {
  expect(
    buildDocument(makeDocument({ "/books": { get: makeOperation("listBooks") } })),
  ).not.toHaveProperty("webhooks");
});

test("the emitted document is left as it is", () => {
  const before = structuredClone(emitted);
  buildDocument(emitted);
  expect(emitted).toEqual(before);
});
