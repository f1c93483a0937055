import type { ServerResponse } from "node:http";
import { inspect } from "node:util";
import type { TokenStore } from "@packages/client/src/options.ts";
import { createTokenSource } from "@packages/client/src/token-source.ts";
import { expect, test, vi } from "vitest";
import { watch } from "../../generated/client/src/hooks.ts";
import { PixApiError, type StoredToken } from "../../generated/client/src/index.ts";
import { logTo } from "../../generated/client/src/logger.ts";
import { useManualTime } from "../support/time.ts";
import { accepted, credentials, failure, setUp, transfer, transfers } from "./support/client.ts";
import {
  answers,
  atFirst,
  gives,
  issue,
  issues,
  json,
  ok,
  refusal,
  refuses,
  type Seen,
} from "./support/server.ts";
import { tokenFacts } from "./support/token-facts.ts";

const list = "GET /api/v1/webhook";
const auth = "POST /api/auth";
test("credentials may hold any character but a colon in the key", async () => {
  const { pix, server } = await setUp({ [list]: gives([]) }, { apiSecret: "ção:€" });
  await pix.webhooks.list();
  const [, base64 = ""] = server.to(auth)[0]?.headers.authorization?.split(" ") ?? [];
  expect(Buffer.from(base64, "base64").toString()).toBe(`${credentials.apiKey}:ção:€`);
});

/** A source whose tokens live so many seconds, and how many it has asked for. */
function openSource(seconds: number, store?: TokenStore) {
  let count = 0;
  const issue = async () => {
    count += 1;
    return { status: 200, data: { card: `card-${count}`, seconds } };
  };
  return { ...createTokenSource({ ...tokenFacts, store, issue }), count: () => count };
}

test("a shared token that another process has used for long is renewed in its last minute", async () => {
  useManualTime();
  const held = { token: "shared", issued: Date.now() - 1_760_000, expires: Date.now() + 40_000 };
  const source = openSource(1_800, { get: () => held, set: () => {} });
  expect(await source.obtain(4)).toBe("shared");
  expect(source.current()).toBe("shared");
  await vi.advanceTimersByTimeAsync(0);
  expect(source.count()).toBe(1);
});

test("a 401 with an unknown code, or with none, renews the token once", async () => {
  const faults = [
    refuses(401, "SOMETHING_ELSE"),
    (response: ServerResponse) => response.writeHead(401).end("<html>"),
  ];
  for (const fault of faults) {
    const { pix, server } = await setUp({ [list]: atFirst(fault, gives([])) });
    expect(await pix.webhooks.list()).toEqual([]);
    expect(server.to(auth)).toHaveLength(2);
    expect(server.to(list)).toHaveLength(2);
  }
});

test.each([
  ["no token", { expiresIn: 1_800_000 }],
  ["an empty token", { token: "", expiresIn: 1_800_000 }],
  ["a token with a line break", { token: "half-a-secret\nother-half", expiresIn: 1_800_000 }],
  ["no lifetime", { token: "a-token" }],
  ["a lifetime of zero", { token: "a-token", expiresIn: 0 }],
  ["a lifetime in quotes", { token: "a-token", expiresIn: "1800" }],
])("a response to a request for a token with %s is an error", async (_name, body) => {
  const { pix, server } = await setUp({ [auth]: answers(200, { success: true, ...body }) });
  const error = await failure(pix.transfers.create(transfer, { idempotencyKey: "payout-1" }));
  expect(error).toMatchObject({
    name: "InvalidResponseError",
    operation: "issueToken",
    outcome: "not-sent",
  });
  expect(inspect(error, { depth: 9 })).not.toContain("half");
  expect(server.to(transfers)).toHaveLength(0);
});

test("`retry: false` reaches the request for a token, of a client and of one call", async () => {
  for (const [options, call] of [
    [{ retry: false }, {}],
    [{}, { retry: false }],
  ] as const) {
    const { pix, server } = await setUp({ [auth]: answers(503, {}) }, options);
    await failure(pix.webhooks.list(call));
    expect(server.to(auth)).toHaveLength(1);
  }
});

test("a failing renewal fails all who wait with the same error; calls soon after fail without another request", async () => {
  const { pix, server } = await setUp({
    [auth]: atFirst(refuses(403, "ACCOUNT_SUSPENDED"), issues("token-b")),
    [list]: gives([]),
    [transfers]: gives({ id: "trf_1" }),
  });
  const [one, two] = await Promise.all([
    failure(pix.webhooks.list()),
    failure(pix.transfers.create(transfer, { idempotencyKey: "payout-1" })),
  ]);
  for (const error of [one, two]) {
    expect(error).toBeInstanceOf(PixApiError);
    expect(error).toMatchObject({
      operation: "issueToken",
      status: 403,
      code: "ACCOUNT_SUSPENDED",
      outcome: "not-sent",
    });
  }
  expect(two.idempotencyKey).toBe("payout-1");
  for (let call = 0; call < 9; call++)
    expect(await failure(pix.webhooks.list())).toMatchObject({
      code: "ACCOUNT_SUSPENDED",
      outcome: "not-sent",
    });
  expect(server.to(auth)).toHaveLength(1);
  const later = performance.now() + 12_001;
  vi.spyOn(performance, "now").mockImplementation(() => later);
  await pix.webhooks.list({ timeout: 5_000 });
  expect(server.to(auth)).toHaveLength(2);
});

test("processes that share a store share a token, its renewal too", async () => {
  let stored: StoredToken | undefined;
  const set = (token: StoredToken): void => {
    stored = token;
  };
  const tokenStore = { get: async () => stored, set };
  const routes = {
    [list]: (response: ServerResponse, _nth: number, { headers }: Seen) =>
      headers.authorization === "Bearer token-number-1" && stored?.token.endsWith("-2")
        ? json(response, 401, refusal("TOKEN_EXPIRED"))
        : ok(response, []),
  };
  const { pix, server, another } = await setUp(routes, { tokenStore });
  const others = [1, 2, 3].map(() => another({ tokenStore }));
  await pix.webhooks.list();
  for (const other of others) await other.webhooks.list();
  expect(server.to(auth)).toHaveLength(1);
  expect(
    Number(stored?.expires) - Number(stored?.issued),
    "in milliseconds, as the contract says",
  ).toBe(1_800_000);
  stored = { token: "token-number-2", issued: Date.now(), expires: Date.now() + 1_800_000 };
  for (const one of [pix, ...others]) expect(await one.webhooks.list()).toEqual([]);
  expect(server.to(auth)).toHaveLength(1);
  // A store that fails costs a request for a token, and no call.
  const broken = {
    get: () => Promise.reject(new Error("away")),
    set: () => Promise.reject(new Error("away")),
  };
  await another({ tokenStore: broken }).webhooks.list();
  expect(server.to(auth)).toHaveLength(2);
});

test("a shared store that hangs costs a call some seconds", async () => {
  useManualTime();
  const hang = () => new Promise<never>(() => {});
  const obtained = vi.fn();
  void openSource(30, { get: hang, set: hang }).obtain(4).then(obtained);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(obtained).toHaveBeenCalledWith("card-1");
});

test("what a shared store holds that is no token is not sent", async () => {
  const { server, another } = await setUp({ [list]: gives([]) });
  const good = { issued: Date.now(), expires: Date.now() + 1_800_000 };
  const held: unknown[] = [5, "", "two words", "line\nbreak", "ção", null, {}, undefined].map(
    (token) => ({
      ...good,
      token,
    }),
  );
  held.push(
    null,
    "token",
    { token: "old", issued: 0, expires: 1 },
    { token: "no-time" },
    { token: "t", expires: "never" },
  );
  for (const entry of held) {
    const tokenStore = { get: () => entry as never, set: () => {} };
    expect(await another({ tokenStore }).webhooks.list()).toEqual([]);
  }
  expect(server.to(auth)).toHaveLength(held.length);
});

test.each([
  ["a page", (response: ServerResponse) => response.writeHead(401).end("<html>")],
  ["a code of its own", refuses(403, "GATEWAY_403")],
  ["nothing", (response: ServerResponse) => response.writeHead(400).end()],
])("a login that a gateway answers with %s refuses no later call", async (_name, answer) => {
  const { pix, server } = await setUp({
    [auth]: atFirst(answer, issues("token-d")),
    [transfers]: gives(accepted),
  });
  const error = await failure(pix.transfers.create(transfer, { idempotencyKey: "payout-1" }));
  expect(error).toMatchObject({
    operation: "issueToken",
    outcome: "not-sent",
    idempotencyKey: "payout-1",
  });
  expect(await pix.transfers.create(transfer, { idempotencyKey: "payout-1" })).toMatchObject({
    id: "trf_1",
  });
  expect(server.to(auth)).toHaveLength(2);
});

test("one caller who gives up leaves the token to the others", async () => {
  let end = (): void => {};
  const { pix, server } = await setUp({
    [auth]: (response) => (end = () => issue(response, "token-c")),
    [list]: gives([]),
  });
  const controller = new AbortController();
  const one = failure(pix.webhooks.list({ signal: controller.signal }));
  const two = pix.webhooks.list();
  await expect.poll(() => server.to(auth).length).toBe(1);
  controller.abort();
  expect(await one).toMatchObject({ name: "AbortedError", outcome: "not-sent" });
  end();
  expect(await two).toEqual([]);
});

test("the error of a token that cannot be had says where it was made, as any other does", async () => {
  const { pix } = await setUp({ "POST /api/auth": refuses(401, "INVALID_CREDENTIALS") });
  const error = await failure(pix.webhooks.list());
  expect(error).toMatchObject({ name: "PixApiError", operation: "issueToken" });
  expect(error.stack).toMatch(/issueToken: 401 INVALID_CREDENTIALS.*\n +at /);
  expect(Object.keys(error)).not.toContain("stack");
});

test("a service that refuses each fresh token is asked for five in a minute, and its own words are the error", async () => {
  const { pix, server } = await setUp({ [list]: refuses(401, "INVALID_TOKEN") });
  for (let nth = 0; nth < 10; nth++)
    expect(await failure(pix.webhooks.list())).toMatchObject({
      operation: "listWebhooks",
      code: "INVALID_TOKEN",
      outcome: "refused",
    });
  expect(server.to(auth)).toHaveLength(5);
});

test("a service whose tokens end at once is asked for five in a minute; calls go on with the last, and the log says so", async () => {
  const lines: string[] = [];
  const note = (_facts: object, message: string) => lines.push(message);
  const hooks = watch(logTo({ debug: () => {}, info: () => {}, warn: note, error: note }));
  const ends = (response: ServerResponse, nth: number) =>
    json(response, 200, {
      success: true,
      token: `opaque-token-${nth}`,
      tokenType: "Bearer",
      expiresIn: 1,
    });
  const { pix, server } = await setUp({ [auth]: ends, [list]: gives([]) }, { hooks });
  for (let nth = 0; nth < 20; nth++) {
    expect(await pix.webhooks.list()).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  expect(server.to(auth)).toHaveLength(5);
  expect(lines).toEqual([expect.stringContaining("no further one is requested")]);
});

test("a token endpoint that fails is asked five times in a minute, whoever asks; one that is away, each time", async () => {
  const { pix, server } = await setUp(
    { [auth]: answers(503, {}) },
    { retry: { firstDelay: 1, maxDelay: 2 } },
  );
  for (let nth = 0; nth < 6; nth++)
    expect(await failure(pix.webhooks.list())).toMatchObject({
      operation: "issueToken",
      status: 503,
      outcome: "not-sent",
    });
  expect(server.to(auth)).toHaveLength(5);
  server.close();
  const { server: another, another: make } = await setUp({ [list]: gives([]) });
  let isAway = true;
  const late = make({
    retry: false,
    fetch: (url, init) =>
      isAway
        ? Promise.reject(Object.assign(new Error("away"), { neverSent: true }))
        : fetch(url, init),
  });
  for (let nth = 0; nth < 6; nth++)
    expect(await failure(late.webhooks.list())).toMatchObject({ name: "ConnectionError" });
  isAway = false;
  expect(await late.webhooks.list()).toEqual([]);
  expect(another.to(auth)).toHaveLength(1);
});

test("a lifetime in seconds by mistake is seen by the token's own claims", async () => {
  const claims = (life: number): string =>
    Buffer.from(JSON.stringify({ iat: 1_795_186_931, exp: 1_795_186_931 + life })).toString(
      "base64url",
    );
  const onMismatch = vi.fn();
  const ask = async (expiresIn: number, life: number): Promise<number> => {
    const source = createTokenSource({
      ...tokenFacts,
      onMismatch,
      issue: async () => ({
        status: 200,
        data: { card: `a.${claims(life)}.c`, seconds: expiresIn },
      }),
    });
    useManualTime();
    await source.obtain(4);
    await vi.advanceTimersByTimeAsync(60_000);
    return source.current() === undefined ? 0 : 1;
  };
  expect(await ask(1.8, 1_800)).toBe(1);
  expect(onMismatch).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ operation: "issue", pointer: "/seconds", rule: "unit" }),
  );
  // Any other difference is the service's will.
  expect(await ask(30, 1_800)).toBe(0);
});
