import { inspect } from "node:util";
import { expect, test } from "vitest";
import { watch } from "../../generated/client/src/hooks.ts";
import { credentials, failure, setUp, transfer, transfers } from "./support/client.ts";
import { atFirst, json, refusal, refuses, reset } from "./support/server.ts";

const basic = btoa(`${credentials.apiKey}:${credentials.apiSecret}`);
const secrets = [credentials.apiKey, credentials.apiSecret, basic, "token-number-1"];

function expectNoSecret(value: unknown): void {
  const shown = [
    inspect(value, { depth: 10, showHidden: true }),
    String(value),
    JSON.stringify(value),
  ];
  for (const secret of secrets) for (const text of shown) expect(text ?? "").not.toContain(secret);
}

test("a client shows nothing of its credentials and tokens", async () => {
  const { pix } = await setUp({});
  await failure(pix.webhooks.list());
  expectNoSecret(pix);
  expectNoSecret(pix.webhooks);
});

test("nor one whose fetch quotes them", async () => {
  const { pix } = await setUp(
    {},
    {
      fetch: (url, init) => {
        if (url.endsWith("/api/auth")) return fetch(url, init);
        const cause = Object.assign(new Error(JSON.stringify(init)), {
          request: init,
          code: "EPIPE",
        });
        const all = new AggregateError([cause]);
        return Promise.reject(
          Object.assign(new TypeError("broken", { cause: all }), {
            config: { ...init, headers: {} },
          }),
        );
      },
    },
  );
  await failure(pix.webhooks.list({ retry: false }));
  const error = await failure(pix.webhooks.list({ retry: false }));
  expect(error).toMatchObject({
    name: "ConnectionError",
    cause: { message: "broken", cause: { cause: { code: "EPIPE" } } },
  });
  expectNoSecret(error);
});

test("nor one whose fetch quotes each header of each request, also of those for a token", async () => {
  const quoted: string[] = [];
  const { pix } = await setUp(
    {},
    {
      fetch: (_url, init) => {
        const headers = [...new Headers(init.headers)].map((one) => one.join(": ")).join("; ");
        quoted.push(headers);
        return Promise.reject(new TypeError(headers));
      },
    },
  );
  for (const call of [() => pix.webhooks.list({ retry: false }), () => pix.webhooks.list()])
    expectNoSecret(await failure(call()));
  expect(quoted.join()).toContain(basic);
});

test("nor a refused token, nor events of hooks", async () => {
  const events: unknown[] = [];
  const names = ["onCallStart", "onCallEnd", "onAttemptStart", "onAttemptEnd", "onRetry"];
  const hooks = Object.fromEntries(
    names.map((name) => [name, (event: unknown) => events.push(event)]),
  );
  const { pix } = await setUp(
    { "POST /api/auth": atFirst(reset, refuses(401, basic)) },
    { hooks: watch(hooks) },
  );
  const error = await failure(pix.webhooks.list());
  expect(error).toMatchObject({ operation: "issueToken", status: 401 });
  expectNoSecret(error);
  expect(events.length).toBeGreaterThan(3);
  expectNoSecret(events);
});

test("nor does one that quotes the token before the last, which a call may still have carried", async () => {
  let end = (): void => {};
  const { pix, server } = await setUp({
    [transfers]: (response, nth, { headers }) => {
      if (nth > 1) return json(response, 401, refusal("TOKEN_EXPIRED"));
      end = () => json(response, 402, refusal("SOME_CODE", { quote: headers.authorization }));
    },
  });
  const slow = failure(pix.transfers.create(transfer));
  await expect.poll(() => server.to(transfers).length).toBe(1);
  await failure(pix.transfers.create(transfer));
  end();
  expect(server.to("POST /api/auth")).toHaveLength(2);
  const error = await slow;
  expect(error.details).toEqual({ quote: "Bearer [redacted]" });
  expectNoSecret(error);
});

test("nor one whose service quotes them in its code, details and headers, nor what a hook sees of it", async () => {
  // In JSON, quotes and backslashes look otherwise.
  const apiSecret = 'pa"ss\\word';
  const pair = btoa(`${credentials.apiKey}:${apiSecret}`);
  const events: unknown[] = [];
  const { pix } = await setUp(
    {
      [transfers]: (response, _nth, { headers }) => {
        const quote = `${pair} ${apiSecret} ${headers.authorization}`;
        json(response, 422, refusal(`CODE ${quote}`, { apiSecret, [quote]: [quote] }), {
          "x-echo": String(headers.authorization),
          "x-request-id": `of ${headers.authorization}`,
        });
      },
    },
    {
      apiSecret,
      hooks: watch({
        onAttemptEnd: (event) => events.push(event),
        onCallEnd: (event) => events.push(event),
      }),
    },
  );
  const error = await failure(pix.transfers.create(transfer));
  expect(error).toMatchObject({
    requestId: "of Bearer [redacted]",
    details: { apiSecret: "[redacted]" },
  });
  expect(events.length).toBeGreaterThan(1);
  for (const shown of [error, events]) {
    expectNoSecret(shown);
    for (const secret of [pair, JSON.stringify(apiSecret).slice(1, -1)])
      expect(JSON.stringify(shown)).not.toContain(secret);
  }
});

test("an error that is nested too deeply to look for secrets says nothing, and settles nothing", async () => {
  const body = `{"success":false,"error":{"code":"CODE","details":${"[".repeat(1e5)}"token-number-1"${"]".repeat(1e5)}}}`;
  const { pix } = await setUp({ [transfers]: (response) => response.writeHead(402).end(body) });
  const error = await failure(pix.transfers.create(transfer));
  expect(error).toMatchObject({ name: "PixApiError", code: "HTTP_402", outcome: "unknown" });
  expectNoSecret(error);
});
