import { describe, expect, test } from "vitest";
import { decodeJwt } from "./jwt.ts";

const encode = (text: string | Uint8Array) => Buffer.from(text).toString("base64url");
const header = encode('{"alg":"HS256","typ":"JWT"}');
const claims = encode('{"type":"COMPANY","iat":1795186931,"exp":1795188731}');
const signature = encode(new Uint8Array(32));

describe("decodeJwt", () => {
  test("reads the example of RFC 7515, appendix A.1", () => {
    const token =
      "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    expect(decodeJwt(token)).toEqual({
      header: { typ: "JWT", alg: "HS256" },
      claims: { iss: "joe", exp: 1300819380, "http://example.com/is_root": true },
      signature: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
    });
  });

  test("reads the claims of a company", () => {
    expect(decodeJwt(`${header}.${claims}.${signature}`).claims).toEqual({
      type: "COMPANY",
      iat: 1795186931,
      exp: 1795188731,
    });
  });

  test("reads claims as UTF-8", () => {
    expect(decodeJwt(`${header}.${encode('{"name":"São João"}')}.${signature}`).claims).toEqual({ name: "São João" });
  });

  test.for([
    ["nothing", "", /1 part\(s\) between dots/],
    ["two parts", `${header}.${claims}`, /2 part\(s\)/],
    ["four parts", `${header}.${claims}.${signature}.`, /4 part\(s\)/],
    ["an empty header", `.${claims}.${signature}`, /the header is not Base64url/],
    ["empty claims", `${header}..${signature}`, /the payload is not Base64url/],
    ["an empty signature", `${header}.${claims}.`, /the signature is not Base64url/],
    ["padding", `${header}.${claims}.${Buffer.from("ab").toString("base64")}`, /the signature is not Base64url/],
    ["standard Base64", `${header}.${claims}.+/+/`, /the signature is not Base64url/],
    ["a trailing newline", `${header}.${claims}.${signature}\n`, /the signature is not Base64url/],
    ["the scheme in front", `Bearer ${header}.${claims}.${signature}`, /the header is not Base64url/],
    ["a header that is no JSON", `${encode("{alg:1}")}.${claims}.${signature}`, /the header is not JSON/],
    ["claims that are no JSON", `${header}.${encode("hello")}.${signature}`, /the payload is not JSON/],
    [
      "claims that are no UTF-8",
      `${header}.${encode(Uint8Array.of(0x22, 0xff, 0x22))}.${signature}`,
      /not JSON in UTF-8/,
    ],
    ["a byte order mark", `${header}.${encode("\uFEFF{}")}.${signature}`, /the payload is not JSON/],
    ["an array", `${header}.${encode("[]")}.${signature}`, /the payload is not a JSON object/],
    ["null", `${header}.${encode("null")}.${signature}`, /the payload is not a JSON object/],
    ["a text", `${header}.${encode('"a"')}.${signature}`, /the payload is not a JSON object/],
    ["no algorithm", `${encode('{"typ":"JWT"}')}.${claims}.${signature}`, /names no signature algorithm/],
    ["an empty algorithm", `${encode('{"alg":""}')}.${claims}.${signature}`, /names no signature algorithm/],
    ["the algorithm none", `${encode('{"alg":"None"}')}.${claims}.${signature}`, /names no signature algorithm/],
    [
      "an algorithm that is a number",
      `${encode('{"alg":256}')}.${claims}.${signature}`,
      /names no signature algorithm/,
    ],
  ] as const)("refuses %s", ([, token, message]) => {
    expect(() => decodeJwt(token)).toThrow(message);
  });
});
