import { expect, test, vi } from "vitest";
import { createPixClient, InvalidRequestError } from "../../generated/client/src/index.ts";
import { credentials, failure, setUp } from "./support/client.ts";
import { gives, reset } from "./support/server.ts";
import { setUpWaits } from "./support/waits.ts";

const baseUrl = "https://pix.example";
const numbers = [
  "timeout",
  "retry.attempts",
  "retry.attemptTimeout",
  "retry.firstDelay",
  "retry.maxDelay",
];
const wrong = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  0,
  -1,
  "5" as unknown as number,
  null as unknown as number,
];
/** An object with a value at a path. */
function nest(path: string, value: unknown): object {
  const [first = "", ...rest] = path.split(".");
  return { [first]: rest.length > 0 ? nest(rest.join("."), value) : value };
}

test.each(numbers)(
  "%s has to be a number above 0, for a client, a call and a wait, and nothing is sent",
  async (name) => {
    const { pix, server } = await setUpWaits({});
    for (const value of wrong) {
      const make = (): unknown =>
        createPixClient({ baseUrl, ...credentials, ...nest(name, value) });
      expect(make).toThrow(InvalidRequestError);
      expect(make).toThrow(new RegExp(`^options: \`${name}\` must be a finite number above 0`));
      const refused = {
        name: "InvalidRequestError",
        operation: "listWebhooks",
        field: name,
        outcome: "not-sent",
      };
      expect(await failure(pix.webhooks.list(nest(name, value)))).toMatchObject(refused);
      for (const field of ["timeout", "firstInterval", "maxInterval"]) {
        const wait = pix.transfers.waitUntilFinal("trf_1", { [field]: value });
        expect(await failure(wait)).toMatchObject({
          name: "InvalidRequestError",
          operation: "getTransfer",
          field,
        });
      }
    }
    expect(server.seen).toHaveLength(0);
  },
);

test.each([
  ["retry", true],
  ["fetch", {}],
  ["hooks", { onRetry: () => {} }],
  ["appInfo", {}],
  ["defaultHeaders", { "a b": "c" }],
  ["allowBrowser", "yes"],
  ["apiKey", ""],
  ["apiKey", "a:b"],
  ["apiSecret", undefined, "PIX_API_SECRET"],
  ["baseUrl", undefined, "PIX_BASE_URL"],
  ["apiSecret", "secret\n", "without line breaks"],
  ["baseUrl", "http://pix.example", "`allowInsecure` allows http:"],
  ["timout", 5, "did you mean `timeout`?"],
  ["retry.attempt", 5, "did you mean `attempts`?"],
  ["whatever", 5, "be one of"],
])("`%s` is refused when a client is made: %s", (name, value, words = "") => {
  const make = (): unknown => createPixClient({ baseUrl, ...credentials, ...nest(name, value) });
  expect(make).toThrow(new RegExp(`^options: \`${name}\` must `));
  expect(make).toThrow(words);
});

test("what is not given is read from the environment", async () => {
  const { server } = await setUp({ "GET /api/v1/webhook": gives([]) });
  vi.stubEnv("PIX_BASE_URL", server.url);
  vi.stubEnv("PIX_API_KEY", "key-of-the-environment");
  vi.stubEnv("PIX_API_SECRET", "secret");
  expect(await createPixClient().webhooks.list()).toEqual([]);
  expect(server.seen[0]?.headers.authorization).toBe(
    `Basic ${btoa("key-of-the-environment:secret")}`,
  );
});

test.each([
  ["a page", { location: {}, document: {} }],
  ["a worker of a page", { location: {}, document: undefined }],
])(
  "%s is no place for a secret, unless somebody says so; with jsdom on Node it is one",
  (_name, globals) => {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
    expect(createPixClient({ baseUrl, ...credentials })).toBeTypeOf("object");
    vi.stubGlobal("process", { env: {} });
    expect(() => createPixClient({ baseUrl, ...credentials })).toThrow(/allowBrowser/);
    expect(createPixClient({ baseUrl, ...credentials, allowBrowser: true })).toBeTypeOf("object");
  },
);

const elsewhere = [
  "http://localhost.evil.example",
  "https://user:password@pix.example",
  "ftp://localhost",
];
const addresses = [
  "",
  "pix.example",
  "http://pix.example",
  "https://pix.example?a=b",
  "https://:80",
  "https://[",
];
test.each([...addresses, ...elsewhere, "https://a%zz", 5, null, new URL("https://pix.example")])(
  "an address that is none is refused: %s",
  (value) => {
    const make = (): unknown => createPixClient({ ...credentials, baseUrl: value as string });
    expect(make).toThrow(/^options: `baseUrl` must be (?!.*password)/);
  },
);

test.each([{}, 5, "5", () => {}])(
  "a signal that is none is refused, and nothing is sent: %s",
  async (value) => {
    const { pix, server } = await setUpWaits({});
    const signal = value as AbortSignal;
    for (const call of [
      pix.webhooks.list({ signal }),
      pix.transfers.waitUntilFinal("trf_1", { signal }),
    ])
      expect(await failure(call)).toMatchObject({
        name: "InvalidRequestError",
        field: "signal",
        outcome: "not-sent",
      });
    expect(server.seen).toHaveLength(0);
  },
);

test("an option of repetition that is undefined is as good as none", async () => {
  const retry = { attempts: undefined, firstDelay: 2, maxDelay: 10 };
  const { pix } = await setUp({ "GET /api/v1/webhook": reset }, { retry });
  expect(await failure(pix.webhooks.list({ retry: { attempts: undefined } }))).toMatchObject({
    attempts: 4,
  });
});
