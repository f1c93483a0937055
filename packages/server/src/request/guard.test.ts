import { expect, test } from "vitest";
import {
  type CoreSetup,
  now,
  openCore,
  secured,
  type TestRequest,
} from "../../../../test/server/support/core.ts";
import type { OperationEntry, RateLimitEntry } from "../contract-table.ts";
import type { RateLimitHit, RateLimitState } from "../limits/rate-limit.ts";

const limit: RateLimitEntry = {
  limit: 2,
  window: 60,
  scope: ["ip", "apiKey"],
  countsUnauthenticated: false,
  headers: { limit: "X-Limit", remaining: "X-Remaining", reset: "X-Reset", window: "X-Window" },
  details: { limit: "limit", window: "window", retryAfter: "seconds" },
};
const errors = { WRONG: 401, NONE: 401, BROKEN: 400, LIMITED: 429, SHUT: 403, OTHER: 409 };
const { security, headers } = secured;
const causes: OperationEntry["causes"] = {
  "credentials-missing": "NONE",
  "credentials-malformed": "BROKEN",
  "credentials-invalid": "WRONG",
  "rate-limit": "LIMITED",
};

interface Setup {
  operation?: Partial<OperationEntry>;
  /** How the window stands after the request. */
  state?: Partial<RateLimitState>;
  // biome-ignore lint/suspicious/noExplicitAny: authenticators of every kind
  authenticate?: (credentials: any) => any;
  options?: CoreSetup["options"];
}

/** Sends requests to a limited operation, and gives the last response, what happened in turn, and what was counted. */
async function admit(
  { operation, state = {}, authenticate, options }: Setup,
  ...requests: TestRequest[]
) {
  const events: string[] = [];
  const hits: RateLimitHit[] = [];
  const seen: unknown[] = [];
  const opened = await openCore({
    errors,
    handle: ({ reply }) => {
      events.push("handled");
      return reply.ok({});
    },
    operation: {
      security,
      rateLimit: limit,
      causes,
      errors: ["NONE", "BROKEN", "WRONG", "LIMITED", "SHUT"],
      ...operation,
    },
    options: {
      authenticators: {
        Key: (credentials: unknown) => {
          events.push("authenticated");
          seen.push(credentials);
          return authenticate ? authenticate(credentials) : { caller: {}, callerId: "cmp_1" };
        },
      } as never,
      rateLimits: {
        hit: (hit) => {
          events.push("counted");
          hits.push(hit);
          return { count: 1, resetsAt: now + 60_000, ...state };
        },
      },
      ...options,
    },
  });
  const responses = [];
  for (const request of requests.length > 0 ? requests : [{ headers }])
    responses.push(await opened.call(request));
  const response = responses.at(-1) as (typeof responses)[number];
  return { ...opened, response, code: response.body.error?.code, events, hits, seen };
}

test("where guessing is limited, the request counts before credentials are looked at", async () => {
  const operation = { rateLimit: { ...limit, countsUnauthenticated: true } };
  expect((await admit({ operation })).events).toEqual(["counted", "authenticated", "handled"]);
  const beyond = await admit({ operation, state: { count: 3 } });
  expect([beyond.code, beyond.events]).toEqual(["LIMITED", ["counted"]]);
  const wrong = await admit({ operation, authenticate: () => null });
  expect([wrong.code, wrong.response.headers["x-remaining"]]).toEqual(["WRONG", "1"]);
  expect(wrong.events).toEqual(["counted", "authenticated"]);
  // Those without credentials that can be read count as one.
  const { hits } = await admit(
    { operation },
    { headers: {} },
    { headers: { authorization: "Basic %" } },
  );
  expect(new Set(hits.map((hit) => hit.key)).size).toBe(1);
  // Elsewhere what is refused counts for nobody.
  expect((await admit({ authenticate: () => null })).events).toEqual(["authenticated"]);
});

test("a limit of an operation that anybody may call counts by address", async () => {
  const operation = { security: null, rateLimit: { ...limit, scope: ["ip"] } };
  const { hits, events } = await admit({ operation }, {}, {}, { ip: "192.0.2.2" });
  expect(events.slice(0, 2)).toEqual(["counted", "handled"]);
  expect(hits.map((hit) => hit.key === hits[0]?.key)).toEqual([true, true, false]);
});

const here = "192.0.2.1";
const both = ["ip", "apiKey"];

test.for<[scope: string[], string, string, string, string, isSame: boolean]>([
  [both, "key", here, "key", here, true],
  [both, "key", here, "other", here, false],
  [both, "key", here, "key", "192.0.2.2", false],
  // Where one part of a scope ends is part of it.
  [both, "1a", here, "a", "192.0.2.11", false],
  [["apiKey"], "cmp_1", here, "cmp_1", "192.0.2.2", true],
  [["apiKey"], "cmp_1", here, "cmp_1/key", here, false],
  [["apiKey"], "cmp_1/key", here, "cmp_2/key", here, true],
  [["apiKey"], "cmp_2/key", here, "key", here, true],
  [["apiKey"], "key", here, "k".repeat(300), here, false],
  // A scope that the contract names is counted by what the server says that it is.
  [["tenant"], "key", here, "key", "192.0.2.2", true],
  [["tenant"], "key", here, "key", "10.0.0.1", false],
])(
  "by %j %s at %s and %s at %s count as one: %s",
  async ([scope, one, ip, other, otherIp, same]) => {
    const named = (name: string) => ({ authorization: `Basic ${btoa(`${name}:secret`)}` });
    const { hits } = await admit(
      {
        operation: { rateLimit: { ...limit, scope, countsUnauthenticated: scope === both } },
        authenticate: ({ username }: { username: string }) => {
          const [callerId, apiKey] = username.split("/");
          return { caller: {}, callerId, apiKey };
        },
        options: { scopes: { tenant: ({ ip }: { ip: string }) => ip.split(".")[0] ?? "" } },
      },
      { headers: named(one), ip },
      { headers: named(other), ip: otherIp },
    );
    // No store learns a key.
    for (const { key, ...figures } of hits) {
      expect(key).toMatch(/^makeThing:[\w-]{43}$/);
      expect(figures).toEqual({ limit: 2, window: 60_000, now });
    }
    expect(hits.map(({ key }) => key === hits[0]?.key)).toEqual([true, same]);
  },
);

test("the values of two scopes count apart, wherever the first one ends", async () => {
  const part =
    (nth: number) =>
    ({ ip }: { ip: string }) =>
      ip.split("/")[nth] ?? "";
  const { hits } = await admit(
    {
      operation: { rateLimit: { ...limit, scope: ["tenant", "user"] } },
      options: { scopes: { tenant: part(0), user: part(1) } as never },
    },
    ...["a\nb/c", "a/b\nc", "a,b/c", 'a","b/c', "a\nb/c"].map((ip) => ({ headers, ip })),
  );
  const keys = hits.map(({ key }) => key);
  expect(new Set(keys).size, "five requests, two of them with equal values").toBe(4);
  expect(keys[4]).toBe(keys[0]);
});

test("a colon in the name of an operation does not end it in the key that its requests count under", async () => {
  const starts = await Promise.all(
    ["GET /things:count", "GET /things:sum", "GET /things"].map(async (id) => {
      const { hits } = await admit({ operation: { id } });
      return hits[0]?.key.split(":")[0];
    }),
  );
  expect(new Set(starts).size, `the starts are ${starts}`).toBe(3);
});

test("a scope of the provider's own sees the caller, unless the request is counted before its credentials are checked", async () => {
  for (const countsUnauthenticated of [false, true]) {
    const seen: unknown[] = [];
    const company = { name: "Loja" };
    await admit(
      {
        operation: { rateLimit: { ...limit, scope: ["company"], countsUnauthenticated } },
        authenticate: () => ({ caller: company, callerId: "cmp_1" }),
        options: {
          scopes: {
            company: ({ ip }: { ip: string }, caller: unknown) => {
              seen.push([ip, caller]);
              return "c";
            },
          } as never,
        },
      },
      { ip: "10.0.0.1", headers },
    );
    expect(seen).toEqual([["10.0.0.1", countsUnauthenticated ? undefined : company]]);
  }
});

test("no server starts without the value of a scope that the contract names", async () => {
  const operation = { rateLimit: { ...limit, scope: ["tenant"] } };
  await expect(admit({ operation })).rejects.toThrow("set option `scopes.tenant`");
});

test("the last request of a limit is let in, and the next one learns when to come again", async () => {
  const last = await admit({ state: { count: 2, resetsAt: now + 1200 } });
  expect(last.response.status).toBe(201);
  const shown = (remaining: string, reset: number) => ({
    "x-limit": "2",
    "x-remaining": remaining,
    "x-reset": String(reset),
    "x-window": "60",
  });
  // Rounded up: 15:00:01.450 is no moment to come again where the window ends at it.
  expect(last.response.headers).toEqual(shown("0", Math.floor(now / 1000) + 2));
  const { response, events, code } = await admit({ state: { count: 4, resetsAt: now + 1200 } });
  expect([response.status, code, events.includes("handled")]).toEqual([429, "LIMITED", false]);
  expect(response.headers).toEqual({
    ...shown("0", Math.floor(now / 1000) + 2),
    "retry-after": "2",
  });
  expect(response.body.error).toMatchObject({
    message: "Too many requests. Try again in 2 seconds.",
    details: { limit: 2, window: 60, seconds: 2 },
  });
  // A store whose clock is behind: never less than a second.
  expect(
    (await admit({ state: { count: 3, resetsAt: now - 5000 } })).response.headers["retry-after"],
  ).toBe("1");
});

test("a limit is reported under the contract's names, and under no others", async () => {
  const { response } = await admit({
    operation: { rateLimit: { ...limit, headers: {}, details: {} } },
  });
  expect(response.headers).toEqual({});
  const beyond = await admit({
    operation: {
      rateLimit: { ...limit, headers: { reset: "X-Reset" }, details: { window: "per" } },
    },
    state: { count: 3 },
  });
  expect(Object.keys(beyond.response.headers).sort()).toEqual(["retry-after", "x-reset"]);
  expect(beyond.response.body.error.details).toEqual({ per: 60 });
});
