// What a program without types, or one that spreads an object, may hand in: each gets a sentence that names the mistake.

import { expect, test } from "vitest";
import { imageDataUrl } from "../../generated/client/src/helpers.ts";
import { createPixClient } from "../../generated/client/src/index.ts";
import {
  createNotificationHandler,
  parseNotification,
  rememberInMemory,
  signNotification,
  toFastifyPlugin,
  toNodeHandler,
  verifyNotification,
} from "../../generated/client/src/notifications.ts";
import { createRaw } from "../../generated/client/src/raw.ts";
import { createPixHandlers } from "../../generated/client/src/testing.ts";
import { failure, transfer } from "./support/client.ts";
import { gives } from "./support/server.ts";
import { setUpWaits } from "./support/waits.ts";

// As JavaScript sees them.
// biome-ignore lint/suspicious/noExplicitAny: what is tried here is what types forbid.
type Untyped = any;
const make = createPixClient as Untyped;

test.each([null, "x", [], 5, () => {}])("options that are none make no client: %s", (options) => {
  expect(() => make(options)).toThrow("options: `options` must be of type object (rule: type)");
});

test("the same goes for calls, waits and raw requests, and nothing is sent", async () => {
  const { pix, server } = await setUpWaits({});
  const { transfers, webhooks } = pix as Untyped;
  const raw = createRaw(pix) as Untyped;
  const circular: { self?: object } = {};
  circular.self = circular;
  const path = "/api/v1/transfers/{transferId}";
  const cases: [call: () => Promise<unknown>, field: string, rule: string][] = [
    [() => webhooks.list(null), "options", "type"],
    [() => webhooks.list({ headers: { "X-Name": "line\nbreak" } }), "headers", "type"],
    [() => webhooks.list({ timeOut: 1 }), "timeOut", "additionalProperties"],
    // A key that is not sent would protect nothing.
    [
      () => transfers.create(transfer, { idempotencykey: "order-1" }),
      "idempotencykey",
      "additionalProperties",
    ],
    [
      () => raw.GET("/api/v1/webhook", { idempotencyKey: "order-1" }),
      "idempotencyKey",
      "additionalProperties",
    ],
    [() => transfers.get("\ud800"), "transferId", "type"],
    [() => transfers.waitUntilFinal("trf_1", null), "options", "type"],
    [() => transfers.waitUntilFinal("trf_1", { interval: 5 }), "interval", "additionalProperties"],
    [() => raw.GET(path, { params: { path: null } }), "transferId", "type"],
    [() => raw.POST("/api/v1/pix/out/pixkey", { body: circular }), "body", "json"],
    [() => raw.request(undefined, path), "path", "enum"],
  ];
  for (const [call, field, rule] of cases)
    expect(await failure(call()), field).toMatchObject({
      name: "InvalidRequestError",
      field,
      rule,
    });
  expect(server.to("POST /api/auth").length).toBeLessThanOrEqual(1);
  expect(server.seen.filter(({ path }) => path !== "/api/auth")).toEqual([]);
});

test("what is no notification is about no wait", async () => {
  const { pix } = await setUpWaits({
    "GET /api/v1/transfers/trf_1": gives({ id: "1", status: "?" }),
  });
  const wait = pix.transfers.waitUntilFinal("trf_1", { timeout: 20 });
  for (const nothing of [null, undefined, "x", 5, []] as Untyped[])
    expect(pix.notify(nothing)).toBe(0);
  await failure(wait);
});

const event = "transaction_paid";

test.each([
  [null, "`options` must be of type object."],
  [{}, "`options.secrets` must be given."],
  [{ secret: "s" }, "`options.secret` must be one of secrets,on,"],
  [{ secrets: ["new", undefined] }, "`options.secrets` must be a secret or a list of secrets"],
  [{ secrets: "s" }, "`options.on` must be given."],
  [{ secrets: "s", on: { [event]: "x" } }, `\`options.on.${event}\` must be a function.`],
  // It would be accepted, and the payment's notification would go nowhere.
  [
    { secrets: "s", on: { transaction_payd: () => {} } },
    "`options.on.transaction_payd` must be one of transaction_",
  ],
  [{ secrets: "s", on: {}, onError: 5 }, "`options.onError` must be a function."],
  [{ secrets: "s", on: {}, seen: new Set() }, ""],
  [{ secrets: "s", on: {}, seen: {} }, "`options.seen` must have the methods has,add."],
  [{ secrets: "s", on: {}, header: 5 }, "`options.header` must be a non-empty string."],
  // No length is above a bound that is no number.
  [
    { secrets: "s", on: {}, maxBytes: Number.NaN },
    "`options.maxBytes` must be a finite number above 0.",
  ],
])("a receiver with a wrong option is not made: %j", (options, message) => {
  const handler = (): unknown => createNotificationHandler(options as Untyped);
  if (message === "") expect(handler()).toBeTypeOf("function");
  else expect(handler).toThrow(message);
});

const parsed = "`rawBody` must be the string or the bytes that came in, not parsed.";
const secrets =
  "`secrets` must be a secret or a list of secrets, none of them empty or with a line break at its end.";

test.each([
  ["parseNotification", () => (parseNotification as Untyped)({ id: "wh_1" }), parsed],
  [
    "verifyNotification, body",
    () => (verifyNotification as Untyped)({ id: "wh_1" }, "t=1", "s"),
    parsed,
  ],
  ["verifyNotification, secrets", () => (verifyNotification as Untyped)("{}", "t=1", []), secrets],
  [
    "verifyNotification, a tolerance",
    () => verifyNotification("{}", "t=1", "s", { tolerance: Number.NaN }),
    "`options.tolerance` must",
  ],
  [
    "verifyNotification, options",
    () => (verifyNotification as Untyped)("{}", "t=1", "s", null),
    "`options` must be",
  ],
  [
    "verifyNotification, a date",
    () => (verifyNotification as Untyped)("{}", "t=1", "s", { now: new Date() }),
    "`options.now` must be a finite number",
  ],
  [
    "signNotification, time",
    () => signNotification("{}", "s", Number.NaN),
    "`timestamp` must be a finite number",
  ],
  [
    "rememberInMemory",
    () => rememberInMemory(Number.NaN),
    "`size` must be a finite number above 0.",
  ],
  ["toNodeHandler", () => (toNodeHandler as Untyped)(), "`handler` must be a function."],
  [
    "toFastifyPlugin",
    () => (toFastifyPlugin as Untyped)(() => {}),
    "`path` must be a non-empty string.",
  ],
  ["imageDataUrl", () => (imageDataUrl as Untyped)(null), "This is not an image."],
  [
    "createPixHandlers",
    () => (createPixHandlers as Untyped)({ baseURL: "*" }),
    "`options.baseURL` must be one of",
  ],
  [
    "a mocked result",
    () => createPixHandlers().createTransfer.result(5 as Untyped),
    "`changes` must be an object.",
  ],
  [
    "a mocked list",
    () => createPixHandlers().listWebhooks.result({} as Untyped),
    "`changes` must be a list.",
  ],
  [
    "a mocked response",
    () => createPixHandlers().listWebhooks.result([], { dely: 5 } as Untyped),
    "`options.dely` must be one of",
  ],
])("%s says what is wrong", async (_name, call, message) => {
  await expect((async () => call())()).rejects.toThrow(message);
  await expect((async () => call())()).rejects.toBeInstanceOf(TypeError);
});
