// Every error of a call with a key of the caller's has that key.
import { expect, test } from "vitest";
import { createRaw } from "../../generated/client/src/raw.ts";
import { failure, setUp, transfer, transfers } from "./support/client.ts";
import { answers, gives, refuses, reset } from "./support/server.ts";

const path = "/api/v1/pix/out/pixkey";
const idempotencyKey = "payout-1";
type Setting = Parameters<typeof setUp>;

const bodies: [name: string, body: unknown][] = [
  ["a body that does not pass the check", { ...transfer, amount: 0.5 }],
  ["a body that is no JSON", { ...transfer, toJSON: () => 1n }],
  ["no body", undefined],
];
const options: [name: string, options: object][] = [
  ["a wrong timeout", { timeout: -1 }],
  ["a mistyped option", { timout: 1 }],
  ["a wrong header", { headers: { "a b": "c" } }],
  ["a key among the headers too", { headers: { "x-idempotency-key": "other" } }],
  ["a key that is too long", { idempotencyKey: "k".repeat(256) }],
  ["a signal that has ended", { signal: AbortSignal.abort() }],
];
const routes: [name: string, setting: Setting][] = [
  ["a refusal", [{ [transfers]: refuses(402, "INSUFFICIENT_BALANCE") }]],
  ["a broken connection", [{ [transfers]: reset }]],
  ["a success that is none", [{ [transfers]: answers(200, {}) }]],
  ["no token", [{ "POST /api/auth": refuses(401, "INVALID_CREDENTIALS") }]],
  ["no answer in time", [{ [transfers]: () => {} }, { timeout: 100 }]],
  [
    "a key store that fails",
    [
      {},
      {
        keyStore: {
          begin: () => Promise.reject(new Error("full")),
          withdraw: () => 0,
          settle: () => {},
        },
      },
    ],
  ],
  [
    "a pacing that fails",
    [{}, { pacing: { admit: () => Promise.reject(new Error("none")), observe: () => {} } }],
  ],
];

test.each([
  ...bodies.map(([name, body]) => [name, [{}] as Setting, body, {}] as const),
  ...options.map(([name, more]) => [name, [{}] as Setting, transfer, more] as const),
  ...routes.map(([name, setting]) => [name, setting, transfer, {}] as const),
])("%s", async (_name, setting, body, more) => {
  const { pix } = await setUp(...setting);
  const given = { idempotencyKey, ...more };
  const error = await failure(pix.transfers.create(body as typeof transfer, given));
  expect(error.idempotencyKey).toBe(given.idempotencyKey);
});

test("another body under the key", async () => {
  const { pix } = await setUp({ [transfers]: reset }, { retry: false });
  await failure(pix.transfers.create(transfer, { idempotencyKey }));
  const other = pix.transfers.create({ ...transfer, amount: 1 }, { idempotencyKey });
  expect(await failure(other)).toMatchObject({ name: "InvalidRequestError", idempotencyKey });
});

const givenAs: [name: string, init: object][] = [
  ["as an option", { idempotencyKey }],
  ["as a parameter", { params: { header: { "x-idempotency-key": idempotencyKey } } }],
  ["as a header", { headers: { "X-Idempotency-Key": idempotencyKey } }],
  ["in `Headers`", { headers: new Headers({ "X-Idempotency-Key": idempotencyKey }) }],
];
test.each(givenAs)(
  "of a raw request, %s: a middleware that throws, a wrong option, an unknown path",
  async (_name, init) => {
    const { pix, server } = await setUp({ [transfers]: gives({}) });
    const raw = createRaw(pix);
    const wrong = { body: transfer, ...init, timeout: -1 } as never;
    expect(await failure(raw.POST(path, wrong))).toMatchObject({
      field: "timeout",
      idempotencyKey,
    });
    const lost = raw.POST("/api/v1/nowhere" as never, { body: transfer, ...init } as never);
    expect(await failure(lost)).toMatchObject({ field: "path", idempotencyKey });
    raw.use({ onRequest: () => Promise.reject(new Error("full")) });
    expect(await failure(raw.POST(path, { body: transfer, ...init } as never))).toMatchObject({
      name: "PixError",
      outcome: "not-sent",
      idempotencyKey,
    });
    expect(server.to(transfers)).toHaveLength(0);
  },
);

test("of a raw request whose middleware fails after the response: the key that was sent", async () => {
  const { pix, server } = await setUp({ [transfers]: gives({}) }, { retry: false });
  const raw = createRaw(pix);
  raw.use({
    onRequest({ request }) {
      request.headers.set("x-idempotency-key", "changed");
      return request;
    },
    onResponse: () => Promise.reject(new Error("full")),
  });
  const init = { params: { header: { "x-idempotency-key": idempotencyKey } }, body: transfer };
  expect(await failure(raw.POST(path, init))).toMatchObject({ idempotencyKey: "changed" });
  expect(server.to(transfers)[0]?.headers["x-idempotency-key"]).toBe("changed");
});

test("of a raw request whose middleware sets a key that breaks a rule", async () => {
  const { pix } = await setUp({});
  const raw = createRaw(pix);
  raw.use({ onRequest: ({ request }) => request.headers.set("x-idempotency-key", "a b") });
  const error = await failure(raw.POST(path, { body: transfer } as never));
  expect(error).toMatchObject({ field: "idempotencyKey", idempotencyKey: "a b" });
});

test("a key that was not given is not invented", async () => {
  const { pix } = await setUp({});
  const error = await failure(pix.transfers.create({ ...transfer, amount: 0.5 }));
  expect(error.idempotencyKey).toBeUndefined();
});
