import { expect, test } from "vitest";
import {
  basicAuthorization,
  hideCredentials,
  placeApiKey,
  toCurl,
  toRequest,
  unauthenticated,
} from "./requests.ts";

test("credentials are hidden in whatever form they were sent", () => {
  const caller = { name: "first", apiKey: "key", apiSecret: "secret" };
  const known = { callers: [caller], secrets: new Map([["abc.def.ghi", "a token"]]) };
  const shown = (authorization: string, as?: typeof caller) =>
    hideCredentials({ method: "GET", url: "", headers: { authorization } }, as, known).headers
      .authorization;
  expect(shown(basicAuthorization(caller))).toBe("Basic $CREDENTIALS");
  expect(shown(`Bearer ${basicAuthorization(caller)}`)).toBe("Bearer Basic $CREDENTIALS");
  expect(shown("Token abc.def.ghi")).toBe("Token $TOKEN");
  expect(shown("bearer other", caller)).toBe("bearer $TOKEN");
});

test("a command repeats the request: quotes, bytes and long bodies included, credentials left out", () => {
  const request = {
    method: "POST",
    url: "http://x/it's",
    headers: { authorization: "Bearer $TOKEN", "x-key": "$1" },
  };
  expect(toCurl({ ...request, body: `{"a":"it's"}` })).toBe(
    `curl -i -X POST 'http://x/it'\\''s' -H "authorization: Bearer $TOKEN" -H 'x-key: $1' --data-raw '{"a":"it'\\''s"}'`,
  );
  // curl -X HEAD waits for a body.
  expect(toCurl({ method: "HEAD", url: "http://x", headers: {} })).toBe("curl --head 'http://x'");
  expect(toCurl({ ...request, body: "", bytes: Buffer.from([0x61, 0xff, 0x27, 0x0a]) })).toContain(
    "--data-binary $'a\\xff\\'\\x0a'",
  );
  const shown = (length: number) => toCurl({ ...request, body: "x".repeat(length) });
  expect(shown(4_000)).toContain("x".repeat(4_000));
  expect(shown(4_001)).toContain(`${"x".repeat(200)}… (4001 characters)`);
});

const operation = {
  method: "POST",
  path: "/a/{id}",
  parameters: [
    { name: "x-key", in: "header", required: true, example: "e" },
    { name: "x-other", in: "header", required: true, example: 5 },
    { name: "x-free", in: "header", required: false, example: "f" },
    { name: "Accept-Language", in: "header", required: false, schema: { enum: ["es", "en"] } },
    { name: "user-agent", in: "header", required: false, schema: {} },
    { name: "id", in: "path", required: true },
  ],
  idempotency: { header: "x-key" },
  body: { mediaType: "application/json" },
} as never;

test.for([
  ["header", "http://x/a?city=S%C3%A3o%20Paulo&unknown=1", '-H "k: $TOKEN"'],
  ["cookie", "http://x/a?city=S%C3%A3o%20Paulo&unknown=1", '-H "cookie: k=$TOKEN"'],
  [
    "query",
    "http://x/a?city=S%C3%A3o%20Paulo&unknown=1&k=very-secret",
    'GET "http://x/a?city=S%C3%A3o%20Paulo&unknown=1&k=$TOKEN"',
  ],
] as const)(
  "a key in a %s is sent with the required query, and hidden in reports",
  ([place, wanted, command]) => {
    const search = {
      method: "GET",
      path: "/a",
      parameters: [
        { name: "city", in: "query", required: true, schema: { enum: ["São Paulo"] } },
        { name: "page", in: "query", required: false, schema: { default: 1 } },
      ],
    } as never;
    const credentials = placeApiKey({ in: place, name: "k" }, "very-secret");
    const own = { url: "http://x", credentials, body: undefined };
    const request = toRequest(search, { label: "a", query: "?unknown=1" }, own);
    expect(request.url).toBe(wanted);
    const secrets = new Map([["very-secret", "an API secret"]]);
    const shown = hideCredentials(request, undefined, { callers: [], secrets });
    expect(toCurl(shown)).toContain(command);
  },
);

test("a call is the operation's own request with its changes", () => {
  const own = {
    url: "http://x/",
    credentials: { headers: { authorization: "Bearer t" } },
    body: { a: 1 },
  };
  const first = toRequest(operation, { label: "a" }, own);
  expect(first).toMatchObject({ method: "POST", url: "http://x/a/unknown_0", body: '{"a":1}' });
  expect(first.headers).toEqual({
    "x-key": expect.stringMatching(/^[0-9a-f-]{36}$/),
    "x-other": "5",
    // Otherwise `fetch` sends `*`.
    "Accept-Language": "es",
    authorization: "Bearer t",
    "content-type": "application/json",
  });
  expect(toRequest(operation, { label: "a" }, own).headers["x-key"]).not.toBe(
    first.headers["x-key"],
  );
  const changed = toRequest(
    operation,
    {
      label: "b",
      id: "a/b",
      query: "?c=1",
      headers: { "x-other": undefined, "x-key": "k" },
      body: null,
    },
    own,
  );
  expect(changed).toMatchObject({ url: "http://x/a/a%2Fb?c=1", body: "null" });
  expect(Object.keys(changed.headers)).not.toContain("x-other");
  expect(toRequest(operation, { label: "c", writtenId: "%61" }, own).url).toBe("http://x/a/%61");
  expect(toRequest(operation, { label: "d", method: "GET" }, own)).not.toHaveProperty("body");
});

test.for([
  [`Basic ${btoa("key:se:cret")}`, "key"],
  [`Basic ${btoa("key")}`, ""],
  ["Bearer abc", ""],
] as const)("a wrong login as %s counts for the caller %j", ([authorization, apiKey]) => {
  const request = { method: "POST", url: "", headers: { authorization } };
  expect(unauthenticated({ token: {} } as never, request)?.apiKey).toBe(apiKey);
  expect(unauthenticated({} as never, request)).toBeUndefined();
});
