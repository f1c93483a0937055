import { expect, test } from "vitest";
import { basic, outcome, token, useMock } from "./mock.ts";

const mock = useMock();
const call = (path: string, init?: RequestInit) => fetch(mock.url + path, init);
const auth = (headers: Record<string, string>) => call("/api/auth", { method: "POST", headers });

test.for(["key:secret", "key:secret:with:colons", "key:ção", "key:::"])("%s are accepted", async (credentials) => {
  expect((await auth(basic(credentials))).status).toBe(200);
});

test.for<[string, Record<string, string>, string]>([
  ["none", {}, "401 INVALID_CREDENTIALS"],
  ["no colon", basic("key"), "400 MALFORMED_CREDENTIALS"],
  ["not Base64", { authorization: "Basic key:secret" }, "400 MALFORMED_CREDENTIALS"],
  ["nothing after the scheme", { authorization: "Basic" }, "400 MALFORMED_CREDENTIALS"],
  ["another scheme", token, "400 MALFORMED_CREDENTIALS"],
  ["no key", basic(":secret"), "401 INVALID_CREDENTIALS"],
  ["no secret", basic("key:"), "401 INVALID_CREDENTIALS"],
])("%s", async ([, headers, expected]) => {
  expect(await outcome(await auth(headers))).toBe(expected);
});

test("schemes are read in any case", async () => {
  expect((await auth({ authorization: basic("key:secret").authorization.replace("Basic", "bAsIc") })).status).toBe(200);
  expect((await call("/api/v1/webhook", { headers: { authorization: "bearer token" } })).status).toBe(200);
});

test.for([{}, { authorization: "Bearer" }, { authorization: "token" }, basic("key:secret")])(
  "an operation with a token refuses %j",
  async (headers) => {
    const response = await call("/api/v1/webhook", { headers: headers as Record<string, string> });
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect(await outcome(response)).toBe("401 INVALID_TOKEN");
  },
);

test.for<[string, RequestInit]>([
  ["broken JSON", { body: "{", headers: { "content-type": "application/json" } }],
  ["another type", { body: "{}", headers: { "content-type": "text/plain" } }],
  ["a large body", { body: "x".repeat(300_000), headers: { "content-type": "application/json" } }],
  ["an invalid body", { body: "{}", headers: { "content-type": "application/json" } }],
])("come before %s", async ([, init]) => {
  expect(await outcome(await call("/api/v1/pix/in/qrcode", { method: "POST", ...init }))).toBe("401 INVALID_TOKEN");
});
