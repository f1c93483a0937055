import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checksum, readBrCode } from "@pix-contract/formats/br-code.ts";
import { expect, test } from "vitest";
import { readMinute } from "../../../packages/conformance/src/pix/object-checks.ts";
import { readQrPng } from "../../../packages/conformance/src/pix/qr-png.ts";
import { makeEndToEndId } from "../../../packages/sandbox/src/identifiers.ts";
import {
  chargeUrl,
  isPublicUrl,
  locationLength,
  withoutSlashes,
} from "../../../packages/sandbox/src/pix/charge-url.ts";
import { foldToAscii, makeBrCode } from "../../../spec/server/br-code.ts";
import { makeQrPng } from "../../../spec/server/qr-png.ts";

const vectors = join(import.meta.dirname, "../../fixtures/vectors");
const read = (name: string): unknown => JSON.parse(readFileSync(join(vectors, name), "utf8"));

interface Vector {
  payload: string;
  parsed: {
    kind: string;
    url: string;
    name: string;
    city: string;
    txid: string;
    cep: string | null;
    tags: string[];
  };
}

const { valid } = read("br-codes.json") as { valid: Vector[] };

/** Published codes of dynamic charges with just the fields that the sandbox writes. */
const dynamic = valid.filter(
  ({ payload, parsed }) =>
    parsed.kind === "dynamic" &&
    parsed.tags.join(" ") === "00 01 26 52 53 58 59 60 62 63" &&
    payload.startsWith("00020101021226") &&
    payload.includes("0014br.gov.bcb.pix25") &&
    payload.includes("52040000") &&
    parsed.txid === "***",
);

test("there are published codes to compare with", () => expect(dynamic.length).toBeGreaterThan(0));

test.for(dynamic)(
  "writes the published code of $parsed.url",
  ({ payload, parsed: { url, name, city } }) => {
    expect(makeBrCode({ url, merchantName: name, merchantCity: city })).toBe(payload);
  },
);

test("the checksum is CRC-16/CCITT-FALSE, with its leading zeros", () => {
  for (const { payload } of valid)
    expect(checksum(payload.slice(0, -4))).toBe(payload.slice(-4).toUpperCase());
});

test("names are folded to ASCII and cut", () => {
  expect(foldToAscii("Açaí & Cia — São João da Boa Vista", 25)).toBe("Acai & Cia Sao Joao da Bo");
  expect(foldToAscii("Łódź Straße", 25)).toBe("Lodz Strasse");
  expect(foldToAscii("\ufb01nança Ærø’s œuvre", 25)).toBe("financa AEro's oeuvre");
  expect(foldToAscii("東京", 15)).toBe("PIX");
  for (const merchantName of [
    "Ação",
    "É".repeat(40),
    "",
    "東京",
    "A\u0301",
    "naïve\nname",
    "🍕 Pizza",
  ]) {
    const code = makeBrCode({
      url: "pix.example/qr/v2/1",
      merchantName,
      merchantCity: merchantName,
    });
    expect(readBrCode(code).has("59")).toBe(true);
    expect(readQrPng(makeQrPng(code))).toBe(code);
  }
});

test.for([1, 60, 171, 700])("the image of a text of %i characters can be read", (length) => {
  const text = Array.from({ length }, (_, index) =>
    String.fromCharCode(33 + ((index * 7 + length) % 94)),
  ).join("");
  expect(readQrPng(makeQrPng(text))).toBe(text);
});

test("a public URL is one that leaves room for the code", () => {
  expect(withoutSlashes("https://pix.example.com/below//")).toBe("https://pix.example.com/below");
  const longest = `https://${"h".repeat(32)}.example.com`;
  expect([isPublicUrl(longest), isPublicUrl(`${longest}/`)]).toEqual([true, true]);
  const url = chargeUrl(longest, "x".repeat(locationLength));
  expect(url).toHaveLength(77);
  readBrCode(makeBrCode({ url, merchantName: "M".repeat(30), merchantCity: "C".repeat(30) }));
  expect(isPublicUrl(`https://h${"h".repeat(32)}.example.com`)).toBe(false);
  for (const wrong of [
    "",
    "pix.example.com",
    "ftp://pix.example.com",
    "https://são.example",
    "https://a b",
  ]) {
    expect(isPublicUrl(wrong), wrong).toBe(false);
  }
});

test("the identifier of a payment names its minute in UTC", () => {
  const time = Date.parse("2026-12-31T23:59:59.999Z");
  const ids = Array.from({ length: 100 }, () => makeEndToEndId(time));
  for (const id of ids) expect(readMinute(id)).toBe(Date.parse("2026-12-31T23:59:00Z"));
  expect(new Set(ids).size).toBe(100);
});
