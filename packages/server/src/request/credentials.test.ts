import { describe, expect, test } from "vitest";
import type { Exchange } from "../http/exchange.ts";
import { readApiKey, readBasic, readBearer } from "./credentials.ts";

const basic = (text: string | Uint8Array): string => Buffer.from(text).toString("base64");

describe("Basic", () => {
  test.each<[string, string, string]>([
    [`Basic ${basic("key:secret")}`, "key", "secret"],
    [`bAsIc   ${basic("key:a:b:")}`, "key", "a:b:"],
    [`Basic ${basic(":secret")}`, "", "secret"],
    [`Basic ${basic("key:")}`, "key", ""],
    [`Basic ${basic("ção:🙂")}`, "ção", "🙂"],
  ])("%s", (header, username, password) =>
    expect(readBasic(header)).toEqual({ username, password }),
  );

  test.each([
    ["another scheme before it", `x Basic ${basic("a:b")}`],
    ["more behind it", `Basic ${basic("key:secret")} x`],
    ["no space", `Basic${basic("a:b")}`],
    ["another scheme", `Bearer ${basic("a:b")}`],
    ["nothing", "Basic "],
    ["no Base64", "Basic a-b_"],
    ["no colon", `Basic ${basic("secret")}`],
    ["no UTF-8", `Basic ${basic(Uint8Array.of(0x61, 0x3a, 0xff))}`],
    ["U+0000", `Basic ${basic("a\0:b")}`],
    ["a control character", `Basic ${basic("a:b\u0085")}`],
  ])("not with %s", (_, header) =>
    expect(readBasic(header)).toEqual({ unreadable: "credentials-malformed" }),
  );

  test("none at all", () =>
    expect(readBasic(undefined)).toEqual({ unreadable: "credentials-missing" }));
});

describe("Bearer", () => {
  test.each([
    ["Bearer abc.def-_~+/9==", "abc.def-_~+/9=="],
    ["bEARER    abc", "abc"],
  ])("%s", (header, token) => expect(readBearer(header)).toBe(token));

  test.each([
    "x Bearer abc",
    "Bearer abc x",
    "Bearer abc=d",
    "Bearerabc",
    "Bearer ",
    "Bearer ===",
    "Basic abc",
    "Bearer ç",
  ])("not %j", (header) =>
    expect(readBearer(header)).toEqual({ unreadable: "credentials-malformed" }),
  );

  test("none at all", () =>
    expect(readBearer(undefined)).toEqual({ unreadable: "credentials-missing" }));
});

describe("an API key", () => {
  const from = ({
    headers = {},
    query = {},
  }: {
    headers?: Record<string, string>;
    query?: object;
  }): Exchange =>
    ({ header: (name: string) => headers[name], query: () => query }) as unknown as Exchange;
  const everywhere = {
    headers: { key: "of header", cookie: "key=of cookie" },
    query: { key: "of query" },
  };
  const missing = { unreadable: "credentials-missing" };

  test("is read where it stands, and nowhere else", () => {
    for (const place of ["header", "query", "cookie"] as const) {
      expect(readApiKey({ in: place, name: "key" }, from(everywhere))).toBe(`of ${place}`);
      const { headers, query } = everywhere;
      const others = {
        header: { query, headers: { cookie: headers.cookie } },
        query: { headers },
        cookie: { query, headers: { key: headers.key } },
      };
      expect(readApiKey({ in: place, name: "key" }, from(others[place]))).toEqual(missing);
    }
  });

  test("is none where it is empty, and bad where it comes twice", () => {
    expect(readApiKey({ in: "header", name: "key" }, from({ headers: { key: "" } }))).toEqual(
      missing,
    );
    expect(readApiKey({ in: "query", name: "key" }, from({ query: { key: ["a", "b"] } }))).toEqual({
      unreadable: "credentials-malformed",
    });
  });

  test.each([
    ["a=1;  key=x=y ; b=2", "x=y"],
    ["xkey=1; key=2; key=3", "2"],
    ["mykey=; key=2", "2"],
    ["key=a%2Bb%20c", "a+b c"],
    ["key=50%", "50%"],
  ])("among the cookies %j is %s", (cookie, key) => {
    expect(readApiKey({ in: "cookie", name: "key" }, from({ headers: { cookie } }))).toBe(key);
  });

  test.each(["other=1", "keys=1", "key", "key=", "x; monkey="])(
    "is not among the cookies %j",
    (cookie) => {
      expect(readApiKey({ in: "cookie", name: "key" }, from({ headers: { cookie } }))).toEqual(
        missing,
      );
    },
  );
});
