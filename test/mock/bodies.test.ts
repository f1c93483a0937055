import { expect, test } from "vitest";
import { basic, json, outcome, useMock } from "./mock.ts";

const mock = useMock();
const call = (path: string, init?: RequestInit) => fetch(mock.url + path, init);
const charges = "/api/v1/pix/in/qrcode";
const charge = {
  amountInCents: 4990,
  customer: { name: "Maria", email: "maria@example.com", documentType: "cpf", document: "52998224725" },
};
const post = (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  call(path, { method: "POST", body, headers: { ...json, ...headers } });

test.for<[string, string | Buffer]>([
  ["cut off", '{"amountInCents":'],
  ["not UTF-8", Buffer.from([0x22, 0xff, 0x22])],
  ["two values", "{}{}"],
])("%s is malformed", async ([, body]) => {
  const response = await post(charges, body);
  expect(response.headers.get("x-ratelimit-limit")).toBe("100");
  expect(await outcome(response)).toBe("400 MALFORMED_JSON");
});

test.for(["text/plain", "application/jsonp", "application/x-www-form-urlencoded", "foo", ""])(
  "the type '%s' is refused",
  async (type) => {
    const response = await post(charges, JSON.stringify(charge), { "content-type": type });
    expect(await outcome(response)).toBe("415 UNSUPPORTED_MEDIA_TYPE");
  },
);

test.for(["application/json; charset=utf-8", "Application/JSON"])("the type %s is accepted", async (type) => {
  expect((await post(charges, JSON.stringify(charge), { "content-type": type })).status).toBe(200);
});

test("a compressed body is refused", async () => {
  const response = await post(charges, "…", { "content-encoding": "gzip" });
  expect(await outcome(response)).toBe("415 UNSUPPORTED_MEDIA_TYPE");
});

test("256 KiB are accepted, one byte more is not", async () => {
  const fill = (size: number) => JSON.stringify(charge).padEnd(size, " ");
  expect((await post(charges, fill(256 * 1024))).status).toBe(200);
  expect(await outcome(await post(charges, fill(256 * 1024 + 1)))).toBe("413 PAYLOAD_TOO_LARGE");
});

test.for(["", "null", "[]", '"text"', "0", "false"])("'%s' is invalid", async (body) => {
  expect(await outcome(await post(charges, body))).toBe("400 VALIDATION_ERROR");
});

test("a body that an operation does not ask for is ignored", async () => {
  const init = { method: "POST", body: "{", headers: { ...basic("key:secret"), "content-type": "text/plain" } };
  expect((await call("/api/auth", init)).status).toBe(200);
});
