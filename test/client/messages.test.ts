// What an error says to somebody who reads the log.
import { expect, onTestFinished, test, vi } from "vitest";
import { watch } from "../../generated/client/src/hooks.ts";
import { createPixClient } from "../../generated/client/src/index.ts";
import { logTo } from "../../generated/client/src/logger.ts";
import { findPort } from "../support/find-port.ts";
import { credentials, failure, setUp } from "./support/client.ts";
import { refuses } from "./support/server.ts";

const list = "GET /api/v1/webhook";
const retry = false;

test("where nothing listens, or a name leads nowhere, address and cause are named, in the log too", async () => {
  const port = await findPort();
  const lines: object[] = [];
  const line = (facts: object) => lines.push(facts);
  const hooks = watch(logTo({ debug: () => {}, info: line, warn: line, error: line }));
  for (const [baseUrl, cause] of [
    [`http://127.0.0.1:${port}`, "ECONNREFUSED"],
    ["https://pix.invalid", "ENOTFOUND"],
  ] as const) {
    const pix = createPixClient({ baseUrl, ...credentials, retry, hooks });
    const message = `issueToken: no response came from ${baseUrl}: ${cause}`;
    expect((await failure(pix.webhooks.list())).message).toContain(message);
    expect(lines.at(-1)).toMatchObject({ reason: expect.stringContaining(message) });
  }
});

test("the cause that has no code is named by its words, not by those of `fetch`", async () => {
  const { pix } = await setUp(
    {},
    {
      retry,
      fetch: () => {
        throw new TypeError("fetch failed", { cause: new Error("bad port") });
      },
    },
  );
  expect((await failure(pix.webhooks.list())).message).toMatch(
    /no response came from .*: bad port/,
  );
});

test("a wrong address is named", async () => {
  const { pix, server } = await setUp({
    "POST /api/auth": (response) => response.writeHead(404).end(),
  });
  expect((await failure(pix.webhooks.list())).message).toBe(
    `issueToken: 404 HTTP_404, from POST ${server.url}/api/auth`,
  );
});

test("the contract's own 404 is as it was", async () => {
  const { pix } = await setUp({ "GET /api/v1/transfers/x": refuses(404, "TRANSFER_NOT_FOUND") });
  expect((await failure(pix.transfers.get("x"))).message).toBe(
    "getTransfer: 404 TRANSFER_NOT_FOUND: It is TRANSFER_NOT_FOUND.",
  );
});

test("a redirect names its target, without a secret in it", async () => {
  const location = `https://other.example/?key=${credentials.apiSecret}`;
  const { pix } = await setUp({
    [list]: (response) => response.writeHead(302, { location }).end(),
  });
  expect((await failure(pix.webhooks.list({ retry }))).message).toBe(
    "listWebhooks: 302 HTTP_302: redirects are not followed, here to https://other.example/?key=[redacted]",
  );
});

test("a success without a body says so", async () => {
  const { pix } = await setUp({ [list]: (response) => response.writeHead(200).end() });
  expect((await failure(pix.webhooks.list({ retry }))).message).toBe(
    "listWebhooks: the response with status 200 is empty",
  );
});

test.each([
  ["gzip", { "content-encoding": "gzip", "content-type": "application/json" }],
  ["text/html", { "content-type": "text/html" }],
])("a success that is not JSON says that it is %s", async (kind, headers) => {
  const { pix } = await setUp({
    [list]: (response) => response.writeHead(200, headers).end("\u001f\u008b"),
  });
  expect((await failure(pix.webhooks.list({ retry }))).message).toBe(
    `listWebhooks: the response with status 200 is not JSON, but ${kind}`,
  );
});

test("on a Node without `crypto` the error names the versions that it runs on", () => {
  vi.stubGlobal("crypto", undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
  const make = () => createPixClient({ baseUrl: "https://pix.example", ...credentials });
  expect(make).toThrow("options: `node` must be Node 20 or later");
});

test("key and secret may be functions: a new secret is taken without a new client, and none is shown", async () => {
  let secret = "secret-of-before";
  const seen: string[] = [];
  const { another } = await setUp({
    "POST /api/auth": (response, _nth, { headers }) => {
      const pair = Buffer.from(headers.authorization?.split(" ")[1] ?? "", "base64").toString();
      seen.push(pair);
      response.writeHead(500, { "x-echo": pair }).end(JSON.stringify({ message: pair }));
    },
  });
  const pix = another({ apiKey: () => "key-of-vault", apiSecret: async () => secret, retry });
  const first = await failure(pix.webhooks.list());
  secret = "secret-of-after";
  const second = await failure(pix.webhooks.list());
  expect(seen).toEqual(["key-of-vault:secret-of-before", "key-of-vault:secret-of-after"]);
  expect(first.message + second.message).not.toMatch(/vault|before|after/);
  for (const broken of [() => "a\n", () => "", () => Promise.reject(new Error("sealed"))]) {
    const client = another({ apiKey: "key-7f3a9c", apiSecret: broken as () => string, retry });
    expect(await failure(client.webhooks.list())).toMatchObject({
      message: "issueToken: the credentials cannot be sent",
      outcome: "not-sent",
    });
  }
});
