import { checksum, readBrCode } from "@pix-contract/formats/br-code.ts";
import { formats } from "@pix-contract/formats/index.ts";
import { PNG } from "pngjs";
import { describe, expect, test } from "vitest";
import brCodes from "../fixtures/vectors/br-codes.json" with { type: "json" };
import crc from "../fixtures/vectors/crc16.json" with { type: "json" };
import documents from "../fixtures/vectors/documents.json" with { type: "json" };
import endToEndIds from "../fixtures/vectors/end-to-end-ids.json" with { type: "json" };
import keys from "../fixtures/vectors/pix-keys.json" with { type: "json" };
import { accountOf, chargeWith } from "../support/br-codes.ts";

interface Vectors {
  valid: { value: string; source?: string }[];
  invalid: { value: string; source?: string }[];
}

/** Published values that fit the directory's pattern and that this contract judges by a stricter or looser rule. */
const isAmbiguous = ({ source = "" }: { source?: string }): boolean =>
  source.startsWith("ambiguous");

const asVectors = (valid: readonly string[], invalid: readonly string[]): Vectors => ({
  valid: valid.map((value) => ({ value })),
  invalid: invalid.map((value) => ({ value })),
});

const charge = brCodes.valid.find(({ payload }) => formats["br-code"](payload))?.payload ?? "";
const picture = PNG.sync.write(new PNG({ width: 8, height: 8 })).toString("base64");

/** Values of each format. A format of `spec/formats` that is missing here does not compile. */
const vectors: Readonly<Record<keyof typeof formats, Vectors>> = {
  cpf: documents.cpf,
  cnpj: documents.cnpj,
  "pix-phone": keys.PHONE,
  "pix-email": keys.EMAIL,
  "end-to-end-id": endToEndIds,
  "br-code": asVectors([charge], ["", `${charge}0`, charge.toLowerCase()]),
  "https-url": asVectors(
    [
      "https://example.com",
      "https://example.com/a?b=c#d",
      "https://user:secret@example.com:8443/",
      "HTTPS://example.com",
      "HttpS://example.com/a",
    ],
    [
      "http://example.com",
      "https://",
      "https:example.com",
      "https://exa mple.com",
      "https://example.com/\t",
      "https://example.com\\evil",
    ],
  ),
  "png-base64": asVectors(
    [picture],
    ["", "iVBORw0KGgo=", "data:image/jpeg;base64,iVBORw0KGgo=", picture.slice(4)],
  ),
};

describe.for(Object.entries(vectors))("%s", ([name, { valid, invalid }]) => {
  const isValid = formats[name as keyof typeof formats];
  test("has valid and invalid values", () => {
    expect(valid).not.toEqual([]);
    expect(invalid).not.toEqual([]);
  });
  test.for(valid)("takes $value", ({ value }) => expect(isValid(value)).toBe(true));
  test.for(invalid.filter((vector) => !isAmbiguous(vector)))("refuses $value", ({ value }) =>
    expect(isValid(value)).toBe(false),
  );
});

test("every format has an entry in `vectors`", () =>
  expect(Object.keys(vectors).sort()).toEqual(Object.keys(formats).sort()));

describe("br-code", () => {
  test("takes the published charge, and not with one character changed", () => {
    expect(charge).not.toBe("");
    for (let index = 0; index < charge.length; index++) {
      const changed =
        charge.slice(0, index) + (charge[index] === "7" ? "8" : "7") + charge.slice(index + 1);
      expect(formats["br-code"](changed), changed).toBe(false);
    }
  });

  test.for([
    ["pix.example.com", true],
    ["pix.example.com:8443/a/b?c=d", true],
    ["pix.example.com/a?next=https://example.com", true],
    ["x".repeat(77), true],
    ["https://pix.example.com/a", false],
    ["HTTPS://pix.example.com/a", false],
    ["https:pix.example.com/a", false],
    ["//pix.example.com/a", false],
    ["pix.example.com:/a", false],
    ["pix example.com/a", false],
    ["pix.example.com/a#b", false],
  ] as const)("with the URL %s: %s", ([url, valid]) => {
    const text = chargeWith({ 26: accountOf(url) });
    expect(formats["br-code"](text)).toBe(valid);
    if (valid) expect(readBrCode(text).get("26.25")).toBe(url);
    else expect(() => readBrCode(text)).toThrow("BR Code");
  });

  test("has the published check value", () =>
    expect(checksum("123456789")).toBe(crc.check_123456789));
});

describe("png-base64, cut up", () => {
  const bytes = PNG.sync.write(new PNG({ width: 8, height: 8 }));
  const isPng = (parts: readonly Uint8Array[]): boolean =>
    formats["png-base64"](Buffer.concat(parts).toString("base64"));
  const end = bytes.subarray(-12);
  const head = bytes.subarray(0, 33);
  const noSize = Buffer.from(head);
  noSize.writeUInt32BE(0, 16);
  test.for<[string, readonly Uint8Array[], boolean]>([
    ["whole", [bytes], true],
    ["without its end", [bytes.subarray(0, -12)], false],
    ["without its last byte", [bytes.subarray(0, -1)], false],
    ["with something behind it", [bytes, Buffer.from("more")], false],
    ["without a picture", [head, end], false],
    ["with its end first", [bytes.subarray(0, 8), end, bytes.subarray(8)], false],
    ["without a size", [noSize, bytes.subarray(33)], false],
    [
      "with a length beyond the end",
      [head, Buffer.from([0xff, 0xff, 0xff, 0xff]), bytes.subarray(37)],
      false,
    ],
    ["with another signature", [Buffer.from("GIF89a00"), bytes.subarray(8)], false],
  ])("%s", ([, parts, valid]) => expect(isPng(parts)).toBe(valid));
});

test.for([
  ["png-base64", picture],
  ["br-code", charge],
] as const)("no text has the format %s that its pattern does not match", ([name, text]) => {
  const isValid = formats[name];
  const pattern = new RegExp(isValid.implies, "u");
  expect([isValid(text), pattern.test(text)]).toEqual([true, true]);
  for (const sign of [..."\0\n\x1f\x7f -_=.aé😀"]) {
    for (let at = 0; at <= text.length; at++) {
      const changed = text.slice(0, at) + sign + text.slice(at + (at % 2));
      if (!pattern.test(changed)) expect(isValid(changed), changed).toBe(false);
    }
  }
});
