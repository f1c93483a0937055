// Bodies that are not JSON, on the mock: forms with typed fields and files, lines and events, and the choice among media types.
import type { Document } from "@packages/contract/src/openapi.ts";
import { readContract } from "@packages/contract/src/read-contract.ts";
import { expect, test } from "vitest";
import { useMock } from "./mock.ts";

const order = {
  type: "object",
  required: ["amount"],
  properties: {
    amount: { type: "integer", minimum: 1 },
    live: { type: "boolean" },
    size: { type: "integer", enum: [1, 2] },
    names: { type: "array", items: { type: "string" } },
    parcel: { type: "object", properties: { weight: { type: "number" } } },
  },
};
const file = {
  type: "object",
  required: ["title", "photo"],
  properties: {
    title: { type: "string", maxLength: 5 },
    count: { type: "integer" },
    photo: { type: "string", format: "binary" },
  },
};
const made = {
  type: "object",
  properties: { amount: { type: "integer" }, id: { type: "string" } },
  example: { amount: 1, id: "a" },
};
const step = {
  type: "object",
  required: ["at"],
  properties: { at: { type: "integer" } },
  example: { at: 3 },
};
const answer = (mediaType: string, schema: object) => ({
  "200": { description: "Done.", content: { [mediaType]: { schema } } },
});
const notes = "a\u2028b\r\nc";
const document = {
  openapi: "3.2.0",
  info: { title: "Forms", version: "1" },
  paths: {
    "/orders": {
      post: {
        operationId: "order",
        requestBody: {
          required: true,
          content: {
            "application/json": { schema: order },
            "application/x-www-form-urlencoded": {
              schema: order,
              encoding: { parcel: { style: "deepObject" } },
            },
          },
        },
        responses: answer("application/json", made),
      },
    },
    "/files": {
      post: {
        operationId: "upload",
        requestBody: { required: true, content: { "multipart/form-data": { schema: file } } },
        responses: answer("application/json", made),
      },
    },
    "/lines": {
      get: { operationId: "lines", responses: answer("application/x-ndjson", step) },
      post: {
        operationId: "send",
        requestBody: { required: true, content: { "application/x-ndjson": { schema: step } } },
        responses: answer("application/json", made),
      },
    },
    "/word": {
      get: {
        operationId: "word",
        responses: answer("application/json", { type: "string", example: "so" }),
      },
    },
    "/events": { get: { operationId: "events", responses: answer("text/event-stream", step) } },
    "/notes": {
      get: {
        operationId: "notes",
        responses: answer("text/event-stream", { type: "string", example: notes }),
      },
    },
  },
} as unknown as Document;
const mock = useMock({ document, contract: readContract(document) });

const post = (path: string, body: NonNullable<RequestInit["body"]>, type?: string) =>
  fetch(mock.url + path, {
    method: "POST",
    body,
    ...(type && { headers: { "content-type": type } }),
  });
const form = (fields: string) => post("/orders", fields, "application/x-www-form-urlencoded");
const upload = (fields: Record<string, string | Blob>) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return post("/files", body);
};

test("a form of an operation that also takes JSON is read by the types of its fields", async () => {
  const response = await form("amount=5&live=true&size=2&names=a&names=b&parcel[weight]=1.5");
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ amount: 5 });
  expect((await post("/orders", '{"amount":7}', "application/json")).status).toBe(200);
});

test.each([
  "amount=0",
  "amount=x",
  "amount=1&size=3",
  "amount=1&live=maybe",
  "amount=1&parcel[weight]=heavy",
  "live=true",
  "amount=%E7",
])("the form %s is refused", async (fields) => {
  expect((await form(fields)).status).toBe(400);
});

test("a body of a type that the operation does not take is refused", async () => {
  expect((await post("/orders", "amount=1", "text/plain")).status).toBe(400);
});

test("a form with a file is read, and its fields are checked", async () => {
  const photo = new Blob(["\0\xff"], { type: "image/png" });
  expect((await upload({ title: "short", count: "2", photo })).status).toBe(200);
  expect((await upload({ title: "longer", photo })).status).toBe(400);
  expect((await upload({ title: "short", count: "two", photo })).status).toBe(400);
  expect((await upload({ title: "short" })).status).toBe(400);
});

test("lines are read one by one", async () => {
  const send = (text: string) => post("/lines", text, "application/x-ndjson");
  expect((await send('{"at":1}\n{"at":2}\n')).status).toBe(200);
  expect((await send('{"at":1}\n{"at":"2"}\n')).status).toBe(400);
  expect((await send('{"at":1}\n{"at"')).status).toBe(400);
});

test("a stream of lines or events has one item, as the contract shows it", async () => {
  const lines = await fetch(`${mock.url}/lines`);
  expect(lines.headers.get("content-type")).toBe("application/x-ndjson");
  expect(await lines.text()).toBe('{"at":3}\n');
  const events = await fetch(`${mock.url}/events`);
  expect(events.headers.get("content-type")).toBe("text/event-stream");
  expect(await events.text()).toBe('data: {"at":3}\n\n');
  // A line separator of Unicode is none of a stream of events.
  const strings = await fetch(`${mock.url}/notes`);
  expect(await strings.text()).toBe("data: a\u2028b\ndata: c\n\n");
});

test("a response that is a string is JSON where JSON is declared", async () => {
  expect(await (await fetch(`${mock.url}/word`)).text()).toBe('"so"');
});
