// BR Codes: which codes every reader accepts. Stub, suite and sandbox use this one definition.
import { isBrCode, readBrCode } from "@pix-contract/formats/br-code.ts";
import { expect, test } from "vitest";
import codes from "../fixtures/vectors/br-codes.json" with { type: "json" };
import { accountOf, appendCrc, chargeTags, chargeWith, writeTlv } from "../support/br-codes.ts";

test.for(codes.valid)("reads the code of $source", ({ payload, parsed }) => {
  const code = readBrCode(payload);
  const tags = [
    "01",
    "26.01",
    "26.02",
    "26.25",
    "80.25",
    "52",
    "54",
    "59",
    "60",
    "61",
    "62.05",
    "63",
  ];
  expect(tags.map((tag) => code.get(tag) ?? null)).toEqual([
    parsed.poi,
    parsed.key,
    parsed.info,
    parsed.url,
    parsed.recurrence,
    parsed.mcc,
    parsed.amount,
    parsed.name,
    parsed.city,
    parsed.cep,
    parsed.txid,
    parsed.crc,
  ]);
  for (let index = 0; index < payload.length; index++) {
    const changed =
      payload.slice(0, index) + (payload[index] === "0" ? "1" : "0") + payload.slice(index + 1);
    expect(isBrCode(changed), changed).toBe(false);
    expect(isBrCode(payload.slice(0, index)), `${index} characters`).toBe(false);
  }
});

test.for(codes.invalid)("refuses $payload: $reason", ({ payload }) => {
  expect(isBrCode(payload)).toBe(false);
  expect(() => readBrCode(payload)).toThrow(/^BR Code: /);
});

const gui = "0014br.gov.bcb.pix";
const otherScheme = (length: number) => `0007example01${length}${"x".repeat(length)}`;
/** Four templates of another scheme fill the charge up to a length. */
const padded = (length: number) => {
  const rest = length - chargeWith({}).length - 3 * 99 - 4 * 4 - 15;
  return chargeWith({
    27: otherScheme(84),
    28: otherScheme(84),
    29: otherScheme(84),
    30: otherScheme(rest),
  });
};

test.for([
  [
    "the longest URL, name and city",
    { 26: accountOf("u".repeat(77)), 59: "N".repeat(25), 60: "C".repeat(15) },
  ],
  ["a URL with a port and a query", { 26: accountOf("pix.example.com:8443/qr?id=1&v=2") }],
  ["a CEP", { 61: "01310200" }],
  ["an amount", { 54: "1234567890.12" }],
  ["the template in tag 51", { 26: undefined, 51: accountOf("pix.example.com/1") }],
  ["another scheme next to PIX", { 27: otherScheme(10) }],
  ["more data in tag 62", { 62: "0503***5004abcd" }],
  ["a reference label", { 62: "0506abc123" }],
  ["a key instead of a URL", { 26: `${gui}0103a@b` }],
  ["a code for more than one use", { "01": "11" }],
  ["no point of initiation", { "01": undefined }],
  ["a merchant category", { 52: "5411" }],
  [
    "the identifier in capitals",
    { 26: accountOf("pix.example.com/1").replace(/br.gov/, "BR.GOV") },
  ],
  ["a recurrence", { 80: accountOf("pix.example.com/rec/1") }],
] as const)("reads a charge with %s", ([, changes]) => {
  expect(readBrCode(chargeWith(changes)).get("58")).toBe("BR");
});

const charge = chargeWith({});
test.for([
  ["no CRC", writeTlv(chargeTags), /tag 63 is missing/],
  [
    "a CRC in lower case",
    charge.replace(/64E4$/, "64e4"),
    /tag 63 is not four upper-case hex digits: "64e4"/,
  ],
  ["another CRC", charge.replace(/64E4$/, "0000"), /the code says 0000, its characters give 64E4/],
  ["a trailing newline", `${charge}\n`, /printable ASCII/],
  ["513 characters", padded(513), /printable ASCII/],
  ["a second code behind the first", charge + charge, /tag 63 at offset 147 is out of order/],
  [
    "a tag twice",
    appendCrc(writeTlv([...chargeTags, ["62", "0503***"]])),
    /tag 62 at offset \d+ is out of order/,
  ],
  [
    "another tag before the version",
    appendCrc(`0102${"12"}${writeTlv(chargeTags)}`),
    /tag 01 at offset 0/,
  ],
  ["a tag behind the CRC", `${charge}800100`, /tag 63 at offset 147 is out of order/],
  ["an accent", chargeWith({ 60: "BRASÍLIA" }), /printable ASCII/],
  [
    "another scheme alone",
    chargeWith({ 26: "0014br.gov.bcb.xyz2501a" }),
    /0 br\.gov\.bcb\.pix templates/,
  ],
  ["two PIX templates", chargeWith({ 27: accountOf("a") }), /2 br\.gov\.bcb\.pix templates/],
  [
    "a template that is cut short",
    chargeWith({ 26: `${gui}2509a` }),
    /tag 26\.25 at offset 18 is empty or cut short/,
  ],
  [
    "a URL with a scheme",
    chargeWith({ 26: accountOf("https://pix.example.com/1") }),
    /tag 26\.25 is not a URL/,
  ],
  [
    "a URL with a blank",
    chargeWith({ 26: accountOf("pix.example.com/a b") }),
    /tag 26\.25 is not a URL/,
  ],
  ["neither key nor URL", chargeWith({ 26: gui }), /neither key nor URL/],
  ["another point of initiation", chargeWith({ "01": "13" }), /tag 01 is not 11 or 12/],
  ["a category of three digits", chargeWith({ 52: "541" }), /tag 52 is not four digits/],
  ["an amount with three decimals", chargeWith({ 54: "1.000" }), /tag 54 is not an amount/],
  ["another country", chargeWith({ 58: "AR" }), /tag 58 is not BR/],
  ["a city of 16 characters", chargeWith({ 60: "C".repeat(16) }), /tag 60 is not a city/],
  ["a txid with a hyphen", chargeWith({ 62: "0506abc-23" }), /tag 62\.05 is not \*\*\* or/],
  ["no txid", chargeWith({ 62: "5004abcd" }), /tag 62\.05 is missing/],
] as const)("refuses a charge with %s", ([, text, message]) => {
  expect(padded(512)).toHaveLength(512);
  expect(readBrCode(padded(512)).size).toBeGreaterThan(10);
  expect(() => readBrCode(text)).toThrow(message);
});

test.for(["52", "53", "58", "59", "60"])("refuses a charge without tag %s", (tag) => {
  expect(() => readBrCode(chargeWith({ [tag]: undefined }))).toThrow(`tag ${tag} is missing`);
});
