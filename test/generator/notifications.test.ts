import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { buildDocument } from "../../packages/contract/src/document/build-document.ts";
import { jsonSchemas } from "../../packages/contract/src/json-schemas.ts";
import type { Operation, PathItem, Schema } from "../../packages/contract/src/openapi.ts";
import { readContract } from "../../packages/contract/src/read-contract.ts";
import { SpecError } from "../../packages/contract/src/spec-error.ts";
import { makeDocument, makeNotification, makeOperation } from "./support/document.ts";
import { document, emitted } from "./support/library.ts";

test("notifications move from the paths to the webhooks, under the names of their events", () => {
  expect(Object.keys(emitted.paths)).toEqual(expect.arrayContaining(["/notices/made", "/notices/ended"]));
  expect(Object.keys(document.paths)).toEqual(["/books", "/books/{number}", "/loans", "/loans/{loanId}"]);
  expect(Object.keys(document.webhooks ?? {})).toEqual(["loan/made", "loan/ended"]);
  expect(document.webhooks?.["loan/made"]?.post).toMatchObject({
    operationId: "loanMade",
    "x-notification": { event: "loan/made", subject: "loan", when: "a book is lent" },
  });
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
      expect(post).not.toHaveProperty("operationId");
      expect(post?.requestBody?.content).toEqual(sent?.requestBody?.content);
      expect(JSON.stringify(sent)).toContain('"$ref":"#/components/examples/loan');
    }
  }
  expect(JSON.stringify(document)).not.toContain("x-notifies");
});

function schemaOf(operation: Operation | undefined): unknown {
  return Object.values(operation?.requestBody?.content ?? {})[0]?.schema;
}

test.each(["loan_made", "loan/made", "loan~made", "loan made", "loan%2Fmade", "Verleih größer", "{loan}", "#"])(
  "a callback has the name of the event %j",
  (event) => {
    const notifies = { url: "{$request.body#/url}", events: [event] };
    const built = buildDocument(
      makeDocument({
        "/notice": { post: makeNotification(event) },
        "/books": { post: makeOperation("lendBook", { "x-notifies": notifies }) },
      }),
    );
    expect(Object.keys(built.paths["/books"]?.post?.callbacks ?? {})).toEqual([event]);
    expect(readContract(built).notifications).toMatchObject([{ event, callbackOf: ["lendBook"] }]);
  },
);

test("a tag that only notifications have goes: it would show empty", () => {
  const built = buildDocument(
    makeDocument(
      { "/notice": { post: makeNotification("lost") }, "/books": { get: makeOperation("listBooks") } },
      { tags: [{ name: "books" }, { name: "notices" }] },
    ),
  );
  expect(built.tags).toEqual([{ name: "books" }]);
  expect(built.webhooks?.lost?.post).not.toHaveProperty("tags");
});

describe("a URL that receives every notification", () => {
  const subscribe = makeOperation("subscribe", { "x-notifies": { url: "{$request.body#/url}" } });
  const event = (name: string): Schema => ({
    type: "object",
    required: ["event"],
    properties: { event: { type: "string", enum: [name] }, kind: { type: "string", enum: [name] } },
  });
  const notice = (name: string, schema: Schema): PathItem => {
    const operation = makeNotification(name);
    return { post: { ...operation, requestBody: { content: { "application/json": { schema } } } } };
  };
  const paths = {
    "/lost": notice("lost", { $ref: "#/components/schemas/Lost" }),
    "/found": notice("found", { $ref: "#/components/schemas/Found" }),
    "/readers": { post: subscribe },
  };
  const schemas = { Lost: event("lost"), Found: event("found") };

  test("has one callback, whose body is one of all", () => {
    const built = buildDocument(makeDocument(paths, { components: { schemas } }));
    const [callback = {}] = Object.values(built.paths["/readers"]?.post?.callbacks ?? {});
    expect(schemaOf(callback["{$request.body#/url}"]?.post)).toEqual({ $ref: "#/components/schemas/Notification" });
    expect(built.components?.schemas?.Notification).toMatchObject({
      oneOf: [{ $ref: "#/components/schemas/Lost" }, { $ref: "#/components/schemas/Found" }],
      discriminator: {
        propertyName: "event",
        mapping: { lost: "#/components/schemas/Lost", found: "#/components/schemas/Found" },
      },
    });
    const [subscribed] = readContract(built).operations;
    expect(subscribed?.callbacks).toEqual({ url: "{$request.body#/url}", events: ["lost", "found"] });
    expect(readContract(built).notifications.map(({ callbackOf }) => callbackOf)).toEqual([
      ["subscribe"],
      ["subscribe"],
    ]);
  });

  test("has no discriminator where nothing in the bodies names the event", () => {
    const built = buildDocument(
      makeDocument(
        { "/lost": notice("lost", { $ref: "#/components/schemas/Lost" }), "/readers": { post: subscribe } },
        { components: { schemas: { Lost: { type: "object" } } } },
      ),
    );
    expect(built.components?.schemas?.Notification).not.toHaveProperty("discriminator");
  });

  test("needs the name Notification", () => {
    const taken = makeDocument(paths, { components: { schemas: { ...schemas, Notification: { type: "string" } } } });
    expect(() => buildDocument(taken)).toThrow(/^The schema Notification needs another name/);
  });

  test("needs notifications", () => {
    expect(() => buildDocument(makeDocument({ "/readers": { post: subscribe } }))).toThrow(SpecError);
  });

  test("reads as JSON Schema that bears an event which it does not know", () => {
    const built = buildDocument(makeDocument(paths, { components: { schemas } }));
    const schema = jsonSchemas(built)["Notification.json"] ?? {};
    const validate = new Ajv2020({ strict: true }).compile(schema);
    expect(validate({ event: "lost", kind: "lost" })).toBe(true);
    expect(validate({ event: "lost", kind: "found" })).toBe(false);
    expect(validate({ event: "burnt", kind: 7 })).toBe(true);
  });
});

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
