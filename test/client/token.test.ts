import { expect, test, vi } from "vitest";
import { PixApiError } from "../../generated/client/src/index.ts";
import { credentials, failure, setUp, transfer, transfers } from "./support/client.ts";
import { issue, json, ok, refusal } from "./support/server.ts";

const list = "GET /api/v1/webhook";
const auth = "POST /api/auth";

test("one request for a token, however many calls wait", async () => {
  const { pix, server } = await setUp({
    [auth]: (response) => setTimeout(() => issue(response, "token-a"), 30),
    [list]: (response) => ok(response, []),
  });
  await Promise.all(Array.from({ length: 20 }, () => pix.webhooks.list()));
  expect(server.to(auth)).toHaveLength(1);
  expect(server.to(auth)[0]?.headers.authorization).toBe(
    `Basic ${btoa(`${credentials.apiKey}:${credentials.apiSecret}`)}`,
  );
  expect(server.to(auth)[0]?.body).toBe("");
  expect(new Set(server.to(list).map(({ headers }) => headers.authorization))).toEqual(new Set(["Bearer token-a"]));
});

test("credentials may hold any character but a colon in the key", async () => {
  const { pix, server } = await setUp({ [list]: (response) => ok(response, []) }, { apiSecret: "ção:€" });
  await pix.webhooks.list();
  const [, base64 = ""] = server.to(auth)[0]?.headers.authorization?.split(" ") ?? [];
  expect(Buffer.from(base64, "base64").toString()).toBe(`${credentials.apiKey}:ção:€`);
});

test("renews a minute before the end of the token's own life, by the monotonic clock", async () => {
  const now = vi.spyOn(performance, "now");
  try {
    // A wall clock that is wrong by a day must not matter.
    vi.spyOn(Date, "now").mockReturnValue(0);
    const { pix, server } = await setUp({
      [auth]: (response, nth) => issue(response, `token-${nth}`, 600_000),
      [list]: (response) => ok(response, []),
    });
    now.mockReturnValue(1_000);
    await pix.webhooks.list();
    now.mockReturnValue(1_000 + 539_000);
    await pix.webhooks.list();
    expect(server.to(auth)).toHaveLength(1);
    now.mockReturnValue(1_000 + 540_001);
    await pix.webhooks.list();
    expect(server.to(auth)).toHaveLength(2);
  } finally {
    vi.restoreAllMocks();
  }
});

test("a token that lives shorter than the margin is used for half its life", async () => {
  const { pix, server } = await setUp({
    [auth]: (response, nth) => issue(response, `token-${nth}`, 30_000),
    [list]: (response) => ok(response, []),
  });
  await pix.webhooks.list();
  await pix.webhooks.list();
  expect(server.to(auth)).toHaveLength(1);
});

test.each(["TOKEN_EXPIRED", "INVALID_TOKEN"])(
  "a 401 %s renews once and repeats the call once, body and all",
  async (code) => {
    const { pix, server } = await setUp(
      {
        [transfers]: (response, nth) =>
          nth === 1 ? json(response, 401, refusal(code)) : ok(response, { id: "trf_1" }),
      },
      { retry: false },
    );
    await pix.transfers.create(transfer);
    expect(server.to(auth)).toHaveLength(2);
    const [first, second] = server.to(transfers);
    expect(second?.body).toBe(first?.body);
    expect(second?.headers["x-idempotency-key"]).toBe(first?.headers["x-idempotency-key"]);
    expect(second?.headers.authorization).not.toBe(first?.headers.authorization);
  },
);

test("a token that is refused twice is an error", async () => {
  const { pix, server } = await setUp({ [list]: (response) => json(response, 401, refusal("INVALID_TOKEN")) });
  expect(await failure(pix.webhooks.list())).toMatchObject({ status: 401, code: "INVALID_TOKEN", outcome: "refused" });
  expect(server.to(list)).toHaveLength(2);
});

test("another 401 renews nothing", async () => {
  const { pix, server } = await setUp({ [list]: (response) => json(response, 401, refusal("SOMETHING_ELSE")) });
  await failure(pix.webhooks.list());
  expect(server.to(auth)).toHaveLength(1);
  expect(server.to(list)).toHaveLength(1);
});

test("calls that are refused together share one renewal", async () => {
  const { pix, server } = await setUp({
    [list]: (response, _nth, { headers }) =>
      headers.authorization === "Bearer token-number-1"
        ? json(response, 401, refusal("TOKEN_EXPIRED"))
        : ok(response, []),
  });
  await Promise.all(Array.from({ length: 10 }, () => pix.webhooks.list()));
  expect(server.to(auth)).toHaveLength(2);
});

test("a failing renewal fails all who wait with the same error, and the next call tries again", async () => {
  const { pix, server } = await setUp({
    [auth]: (response, nth) =>
      nth === 1 ? json(response, 403, refusal("ACCOUNT_SUSPENDED")) : issue(response, "token-b"),
    [list]: (response) => ok(response, []),
    [transfers]: (response) => ok(response, { id: "trf_1" }),
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
  expect(server.to(auth)).toHaveLength(1);
  await pix.webhooks.list();
  expect(server.to(auth)).toHaveLength(2);
});

test("one caller who gives up leaves the token to the others", async () => {
  const { pix } = await setUp({
    [auth]: (response) => setTimeout(() => issue(response, "token-c"), 60),
    [list]: (response) => ok(response, []),
  });
  const controller = new AbortController();
  const one = failure(pix.webhooks.list({ signal: controller.signal }));
  const two = pix.webhooks.list();
  setTimeout(() => controller.abort(), 10);
  expect(await one).toMatchObject({ name: "AbortedError", outcome: "not-sent" });
  expect(await two).toEqual([]);
});
