// Options of a client and of a call in pairs: any two values of any two options meet. Each does what it does alone.
import { expect, test } from "vitest";
import { watch } from "../../generated/client/src/hooks.ts";
import { createPixClient, type StoredToken } from "../../generated/client/src/index.ts";
import { pairwise } from "../support/pairwise.ts";
import { accepted, credentials, failure, transfer } from "./support/client.ts";

const rows = pairwise({
  baseUrl: ["https://pix.example", "https://pix.example/", "https://pix.example/v2/"],
  retry: [{ firstDelay: 1 }, { attempts: 1 }, { attempts: 2, firstDelay: 1 }, false],
  callRetry: [undefined, { attempts: 3, firstDelay: 1 }, false],
  failures: [0, 1, 2],
  defaultHeaders: [undefined, { "X-Tenant": "a" }],
  headers: [undefined, { "x-tenant": "b" }],
  timeout: [undefined, 20_000],
  callTimeout: [undefined, 25_000],
  idempotencyKey: [undefined, "payout-1"],
  signal: [undefined, new AbortController().signal],
  stores: [false, true],
  watched: [false, true],
});
type Row = (typeof rows)[number];

/** How often a request is sent, by the documentation of the options. */
function expectedSends({ retry, callRetry, failures }: Row): number {
  const chosen = callRetry ?? retry;
  const most = chosen === false ? 1 : "attempts" in chosen ? (chosen.attempts ?? 4) : 4;
  return Math.min(most, failures + 1);
}

interface Sent {
  url: string;
  headers: Headers;
}

/** A client whose requests are kept; the first ones fail. */
function makeClient({ baseUrl, retry, defaultHeaders, timeout, stores, watched, failures }: Row) {
  const sent: Sent[] = [];
  const events: string[] = [];
  let stored: StoredToken | undefined;
  const pix = createPixClient({
    ...credentials,
    baseUrl,
    retry,
    defaultHeaders,
    timeout,
    ...(stores && {
      tokenStore: {
        get: () => stored,
        set: (token) => {
          stored = token;
        },
      },
    }),
    ...(watched && {
      hooks: watch({
        onCallStart: ({ operation }) => events.push(`${operation} start`),
        onAttemptStart: ({ operation }) => events.push(`${operation} attempt`),
        onCallEnd: ({ operation }) => events.push(`${operation} end`),
      }),
    }),
    fetch: async (url, init) => {
      if (url.endsWith("/auth"))
        return Response.json({
          success: true,
          token: "t",
          tokenType: "Bearer",
          expiresIn: 1_800_000,
        });
      sent.push({ url, headers: new Headers(init.headers) });
      return sent.length > failures
        ? Response.json({ success: true, message: "Done.", data: accepted })
        : new Response("", { status: 503 });
    },
  });
  return { pix, sent, events, token: () => stored?.token };
}

test.for(rows)("%j", async (row) => {
  const { pix, sent, events, token } = makeClient(row);
  const { callRetry, callTimeout, idempotencyKey, signal, headers, failures } = row;
  const call = pix.transfers.create(transfer, {
    ...(callRetry !== undefined && { retry: callRetry }),
    timeout: callTimeout,
    idempotencyKey,
    signal,
    headers,
  });
  const sends = expectedSends(row);
  if (failures < sends) expect(await call).toMatchObject({ id: "trf_1" });
  else expect(await failure(call)).toMatchObject({ status: 503, attempts: sends });
  const base = row.baseUrl.replace(/\/$/, "");
  expect(sent.map(({ url }) => url)).toEqual(Array(sends).fill(`${base}/api/v1/pix/out/pixkey`));
  const keys = new Set(sent.map((one) => one.headers.get("x-idempotency-key")));
  expect([...keys]).toEqual([idempotencyKey ?? expect.stringMatching(/^[\da-f-]{36}$/)]);
  const tenant = row.headers ? "b" : row.defaultHeaders ? "a" : null;
  for (const one of sent) {
    expect(one.headers.get("x-tenant")).toBe(tenant);
    expect(one.headers.get("authorization")).toBe("Bearer t");
  }
  expect(token()).toBe(row.stores ? "t" : undefined);
  const steps = ["start", ...Array(sends).fill("attempt"), "end"];
  expect(events.filter((event) => !event.startsWith("issueToken "))).toEqual(
    row.watched ? steps.map((step) => `createTransfer ${step}`) : [],
  );
});
