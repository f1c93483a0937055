// Each bound of a request, read from the document as it is published: one below, at and one above. Server, client, mock
// and conformance suite accept the same values.
import { randomUUID } from "node:crypto";
import type { Operation } from "@packages/contract/src/model.ts";
import type { Json } from "@packages/contract/src/openapi.ts";
import { formats } from "@pix-contract/formats/index.ts";
import { expect, test } from "vitest";
import { createPixClient, type PixClient } from "../../generated/client/src/index.ts";
import { change } from "../../packages/conformance/src/generate/fields.ts";
import { Validator } from "../../packages/conformance/src/validate.ts";
import { json, useMock } from "../mock/mock.ts";
import { makeHandlers } from "../server/sample/handlers.ts";
import { unlimited } from "../server/sample/server.ts";
import { bodyOf, call } from "../server/support/call.ts";
import { shareSample } from "../server/support/each-adapter.ts";
import { contract, document } from "../support/contract.ts";

/** A bound of a value in a request. */
interface Bound {
  operation: string;
  /** The place, and the steps to the value: `["body", "customer", "name"]`. */
  path: string[];
  keyword: string;
  limit: number;
  /** The example of the value. */
  example: Json;
}

type Node = Readonly<Record<string, unknown>>;

/** Keywords that bound a value. */
const keywords = ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"];

/** The schema behind a reference, of the document alone. */
function resolve(schema: Node): Node {
  if (typeof schema.$ref !== "string") return schema;
  const steps = schema.$ref.slice(2).split("/");
  return resolve(
    steps.reduce<Node>((node, step) => node[step] as Node, document as unknown as Node),
  );
}

/** The bounds of a value and of the values within it. */
function boundsWithin(
  operation: string,
  given: Node,
  example: Json | undefined,
  path: string[],
): Bound[] {
  const schema = resolve(given);
  const limited = keywords.filter((keyword) => typeof schema[keyword] === "number");
  if (example === undefined) {
    if (limited.length > 0) throw new Error(`${operation} has no example of ${path.join(".")}.`);
    return [];
  }
  const own = limited.map((keyword) => {
    const limit = Number(schema[keyword]);
    return { operation, path, keyword, limit, example };
  });
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Node>).flatMap(
    ([name, field]) =>
      boundsWithin(operation, field, (example as Record<string, Json>)[name], [...path, name]),
  );
  const items = schema.items
    ? boundsWithin(operation, schema.items as Node, (example as Json[])[0], [...path, "0"])
    : [];
  const forms = ((schema.anyOf ?? []) as Node[]).flatMap((form) =>
    boundsWithin(
      operation,
      form,
      (resolve(form).examples as Json[] | undefined)?.[0] ?? example,
      path,
    ),
  );
  return [...own, ...fields, ...items, ...forms];
}

const bounds = contract.operations.flatMap(({ id, path, method }) => {
  const operation = (document.paths as never)[path][method.toLowerCase()] as Node;
  const content = (operation.requestBody as { content?: Record<string, { schema: Node }> })
    ?.content?.["application/json"];
  const headers = ((operation.parameters ?? []) as Node[])
    .map(resolve)
    .filter((one) => one.in === "header")
    .flatMap(({ name, schema }) =>
      boundsWithin(id, schema as Node, "key-1", ["header", String(name)]),
    );
  return [...(content ? boundsWithin(id, content.schema, bodyOf(id), ["body"]) : []), ...headers];
});

/** A string of a number of characters that differs from the example in its length alone. */
function textOf(example: string, length: number): string {
  if (example.startsWith("https://")) return `https://${"a/".repeat(length)}`.slice(0, length);
  if (example === "key-1") return "k".repeat(length);
  if (!example.includes("@")) return "🙂".repeat(length);
  return `${"a".repeat(length - 40)}@${"b".repeat(35)}.com`;
}

/** A value whose size is the given one. */
function sized(keyword: string, example: Json, size: number): Json {
  if (keyword.endsWith("imum")) return size;
  if (typeof example === "string") return textOf(example, size);
  return Array.from({ length: size }, () => (example as Json[])[0] as Json);
}

test("each operation that takes JSON has bounds, and the key of a transfer", () => {
  const places = bounds.map(({ operation, path }) => `${operation} ${path[0]}`);
  expect([...new Set(places)]).toEqual([
    "createCharge body",
    "createTransfer body",
    "createTransfer header",
    "createWebhook body",
  ]);
});

/** Operations whose handlers were called. */
const handled: string[] = [];
const handlers = makeHandlers();
for (const [id, handle] of Object.entries(handlers))
  Object.assign(handlers, {
    [id]: (context: never) => {
      handled.push(id);
      return handle(context);
    },
  });
const sample = shareSample({ rateLimits: unlimited, handlers });
const mock = useMock();
const sent: string[] = [];
const pix: PixClient = createPixClient({
  baseUrl: "https://pix.example.com",
  apiKey: "key",
  apiSecret: "secret",
  retry: false,
  fetch: async (url) => {
    sent.push(new URL(url).pathname);
    const token = { success: true, token: "token", tokenType: "Bearer", expiresIn: 1_800_000 };
    return Response.json(token, { status: url.endsWith("/auth") ? 200 : 500 });
  },
});
/** A request: its body, and its idempotency key where the operation takes one. */
interface Sent {
  body: Json;
  key: string;
}

const calls: Record<string, (request: Sent) => PromiseLike<unknown>> = {
  createCharge: ({ body }) => pix.transactions.create(body as never),
  createTransfer: ({ body, key }) => pix.transfers.create(body as never, { idempotencyKey: key }),
  createWebhook: ({ body }) => pix.webhooks.create(body as never),
};
const validator = new Validator(contract, formats);

function operationOf(id: string): Operation {
  const found = contract.operations.find((one) => one.id === id);
  if (!found) throw new Error(`There is no operation ${id}.`);
  return found;
}

function headersOf(id: string, key: string): Record<string, string> {
  const { idempotency } = operationOf(id);
  return idempotency ? { [idempotency.header]: key } : {};
}

/** Whether each room accepts a request. */
const rooms: Record<string, (operation: string, request: Sent) => Promise<boolean>> = {
  server: async (id, { body, key }) => {
    handled.length = 0;
    await call(sample.server, id, sample.token, { body, headers: headersOf(id, key) });
    return handled.length === 1;
  },
  mock: async (id, { body, key }) => {
    const response = await fetch(mock.url + operationOf(id).path, {
      method: "POST",
      headers: { ...json, ...headersOf(id, key) },
      body: JSON.stringify(body),
    });
    await response.arrayBuffer();
    return response.status < 300;
  },
  client: async (id, request) => {
    sent.length = 0;
    const ignore = (): void => {};
    await calls[id]?.(request).then(ignore, ignore);
    return sent.some((path) => !path.endsWith("/auth"));
  },
  conformance: async (id, { body, key }) => {
    const { body: { schema = {} } = {}, parameters } = operationOf(id);
    const given = Object.keys(headersOf(id, key)).map((header) =>
      validator.violations(parameters.find(({ name }) => name === header)?.schema ?? {}, key),
    );
    return [validator.violations(schema, body), ...given].flat().length === 0;
  },
};

/** Fields of which the client sends any form: the service decides. */
const leftToService = ["body.pixKey"];

const cases = bounds.flatMap(({ operation, path, keyword, limit, example }) =>
  [limit - 1, limit, limit + 1]
    .filter((size) => size >= 0 || keyword.endsWith("imum"))
    .filter((size) => Number.isSafeInteger(size))
    .map((size) => {
      const fits = keyword.startsWith("min") ? size >= limit : size <= limit;
      const value = sized(keyword, example, size);
      return { operation, path, keyword, size, fits, value, place: path.join(".") };
    }),
);

test.for(cases)(
  "$operation: $place with the $keyword $size is accepted: $fits",
  async ({ operation, path: [from, ...steps], place, value, fits }) => {
    const request = {
      body: from === "body" ? change(bodyOf(operation), steps, value) : bodyOf(operation),
      key: from === "header" ? String(value) : randomUUID(),
    };
    const found = await Promise.all(
      Object.entries(rooms).map(async ([room, accepts]) => [
        room,
        await accepts(operation, request),
      ]),
    );
    expect(Object.fromEntries(found)).toEqual({
      server: fits,
      mock: fits,
      client: fits || leftToService.includes(place),
      conformance: fits,
    });
  },
);
