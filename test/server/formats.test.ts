import { checksum, readBrCode } from "@pix-contract/formats/br-code.ts";
import { formats } from "@pix-contract/formats/index.ts";
import { PNG } from "pngjs";
import { describe, expect, test } from "vitest";
import brCodes from "../fixtures/vectors/br-codes.json" with { type: "json" };
import crc from "../fixtures/vectors/crc16.json" with { type: "json" };
import documents from "../fixtures/vectors/documents.json" with { type: "json" };
import endToEndIds from "../fixtures/vectors/end-to-end-ids.json" with { type: "json" };
import keys from "../fixtures/vectors/pix-keys.json" with { type: "json" };
import { accountOf, chargeWith, writeTlv } from "../support/br-codes.ts";

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

/** Whether the format takes a value of each length. */
function takes(name: keyof typeof formats, make: (length: number) => string, lengths: number[]) {
  return lengths.map((length) => formats[name](make(length)));
}

const id = writeTlv([["00", "br.gov.bcb.pix"]]);
const withKey = (length: number) => `${id}${writeTlv([["01", "k".repeat(length)]])}`;
const key = withKey(5);
/** A BR Code padded to a length in characters with tags that readers ignore. */
function fillUp(length: number, changes: Record<string, string> = {}): string {
  const rest = length - chargeWith(changes).length;
  const tags = ["02", "03", "04", "05"];
  const each = Math.floor(rest / tags.length) - 4;
  const filling = tags.map((tag, index): [string, string] => [
    tag,
    "x".repeat(index === 0 ? rest - 12 - 3 * each - 4 : each),
  ]);
  return chargeWith({ ...changes, ...Object.fromEntries(filling) });
}

// One length below each bound, the bound itself, and one above.
test.for<[string, keyof typeof formats, (length: number) => string, number[], boolean[]]>([
  ["a BR Code", "br-code", (length) => fillUp(length), [511, 512, 513], [true, true, false]],
  [
    "a key in a BR Code",
    "br-code",
    (length) => chargeWith({ 26: withKey(length) }),
    [0, 1, 76, 77, 78],
    [false, true, true, true, false],
  ],
  [
    "a URL in a BR Code",
    "br-code",
    (length) => chargeWith({ 26: accountOf("x".repeat(length)) }),
    [0, 1, 76, 77, 78],
    [false, true, true, true, false],
  ],
  [
    "an amount in a BR Code",
    "br-code",
    (length) => chargeWith({ 54: "1".repeat(length) }),
    [0, 1, 12, 13, 14],
    [false, true, true, true, false],
  ],
  [
    "a name in a BR Code",
    "br-code",
    (length) => chargeWith({ 59: "N".repeat(length) }),
    [0, 1, 24, 25, 26],
    [false, true, true, true, false],
  ],
  [
    "a city in a BR Code",
    "br-code",
    (length) => chargeWith({ 60: "C".repeat(length) }),
    [0, 1, 14, 15, 16],
    [false, true, true, true, false],
  ],
  [
    "an identifier in a BR Code",
    "br-code",
    (length) => chargeWith({ 62: writeTlv([["05", "x".repeat(length)]]) }),
    [0, 1, 24, 25, 26],
    [false, true, true, true, false],
  ],
  [
    "fractions of an amount",
    "br-code",
    (length) => chargeWith({ 54: `1.${"5".repeat(length)}` }),
    [0, 1, 2, 3],
    [false, true, true, false],
  ],
  [
    "the tag of the PIX template",
    "br-code",
    (tag) => chargeWith({ 26: undefined, [tag]: key }),
    [25, 26, 27, 50, 51, 52],
    [false, true, true, true, true, false],
  ],
  [
    "the tag of a composite code's URL",
    "br-code",
    (tag) => chargeWith({ 26: id, [tag]: accountOf("pix.example.com/a") }),
    [79, 80, 81, 98, 99],
    [false, true, true, true, true],
  ],
  [
    "a phone number, without its plus sign",
    "pix-phone",
    (length) => `+4${"9".repeat(length - 1)}`,
    [2, 3, 4, 15, 16, 17],
    [false, true, true, true, true, false],
  ],
  [
    "a mobile number of Brazil",
    "pix-phone",
    (length) => `+55119${"8".repeat(length - 3)}`,
    [10, 11, 12],
    [false, true, false],
  ],
  [
    "a label of an address",
    "pix-email",
    (length) => `a@${"b".repeat(length)}.c`,
    [0, 1, 62, 63, 64],
    [false, true, true, true, false],
  ],
  [
    "a CPF",
    "cpf",
    (length) => "52998224725".padEnd(12, "0").slice(0, length),
    [10, 11, 12],
    [false, true, false],
  ],
  [
    "a CNPJ",
    "cnpj",
    (length) => "11222333000181".padEnd(15, "0").slice(0, length),
    [13, 14, 15],
    [false, true, false],
  ],
  [
    "an end-to-end identifier",
    "end-to-end-id",
    (length) => "E12345678202401312359abcdefghijkl".slice(0, length),
    [31, 32, 33],
    [false, true, false],
  ],
])("%s (%s) of each length at its bounds", ([, name, make, lengths, expected]) => {
  expect(
    Object.fromEntries(lengths.map((length, at) => [length, takes(name, make, lengths)[at]])),
  ).toEqual(Object.fromEntries(lengths.map((length, at) => [length, expected[at]])));
});

// A century has a leap year if 400 divides it; the other bounds of a moment are those of its parts.
test.for([
  ["202402292359", true],
  ["202302290000", false],
  ["200002290000", true],
  ["190002290000", false],
  ["202401000000", false],
  ["202401010000", true],
  ["202401310000", true],
  ["202401320000", false],
  ["202404300000", true],
  ["202404310000", false],
  ["202400010000", false],
  ["202412312359", true],
  ["202413010000", false],
  ["202401012400", false],
  ["202401012360", false],
] as const)("the minute %s in an end-to-end identifier: %s", ([minute, valid]) => {
  expect(formats["end-to-end-id"](`E12345678${minute}abcdefghijk`)).toBe(valid);
});

test("a PNG is refused whichever of its bytes is its last, until it is whole", () => {
  const bytes = PNG.sync.write(new PNG({ width: 1, height: 1 }));
  const taken = Array.from({ length: bytes.length + 1 }, (_, length) => length).filter((length) =>
    formats["png-base64"](bytes.subarray(0, length).toString("base64")),
  );
  expect(taken).toEqual([bytes.length]);
});

test.for([
  [511, "tag 59 is not a name"],
  [512, "tag 59 is not a name"],
  [513, "not 1 to 512 characters"],
] as const)("the mistake in a BR Code of %d characters: %s", ([length, mistake]) => {
  const wrong = fillUp(length, { 59: "x".repeat(26) });
  expect(wrong).toHaveLength(length);
  expect(() => readBrCode(wrong)).toThrow(mistake);
});
