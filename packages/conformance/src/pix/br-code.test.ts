import { expect, test } from "vitest";
import codes from "../../../../test/fixtures/vectors/br-codes.json" with { type: "json" };
import {
  accountOf,
  appendCrc,
  chargeTags,
  chargeWith,
  writeTlv,
} from "../../../../test/support/br-codes.ts";
import { readChargeCode } from "./br-code.ts";

/** The marks of a dynamic charge of this interface. */
const isCharge = ({ parsed }: (typeof codes.valid)[number]) =>
  parsed.kind === "dynamic" && parsed.txid === "***" && parsed.mcc === "0000";

test.for(codes.valid.filter(isCharge))("reads the charge of $source", ({ payload, parsed }) => {
  const code = readChargeCode(payload);
  const said = ["26.25", "54", "59", "60", "61", "63"].map((tag) => code.get(tag) ?? null);
  expect(said).toEqual([
    parsed.url,
    parsed.amount,
    parsed.name,
    parsed.city,
    parsed.cep,
    parsed.crc,
  ]);
  for (let index = 0; index < payload.length; index++) {
    const changed =
      payload.slice(0, index) + (payload[index] === "0" ? "1" : "0") + payload.slice(index + 1);
    expect(() => readChargeCode(changed), changed).toThrow(/^BR Code: /);
    expect(() => readChargeCode(payload.slice(0, index)), `${index} characters`).toThrow(
      /^BR Code: /,
    );
  }
});

test.for([...codes.valid.filter((one) => !isCharge(one)), ...codes.invalid])(
  "refuses $payload",
  ({ payload }) => {
    expect(() => readChargeCode(payload)).toThrow(/^BR Code: /);
  },
);

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
] as const)("reads a charge with %s", ([, changes]) => {
  expect(readChargeCode(chargeWith(changes)).get("58")).toBe("BR");
});

const charge = chargeWith({});
test.for([
  ["no CRC", writeTlv(chargeTags), /tag 63 is missing/],
  [
    "a CRC in lower case",
    charge.replace(/64E4$/, "64e4"),
    /tag 63 is not four upper-case hex digits: "64e4"/,
  ],
  ["another CRC", charge.replace(/64E4$/, "0000"), /the code says 0000, its text gives 64E4/],
  ["a trailing newline", `${charge}\n`, /printable ASCII/],
  ["513 characters", padded(513), /printable ASCII/],
  ["a second code behind the first", charge + charge, /tag 00 at offset 155 is out of order/],
  [
    "a tag twice",
    appendCrc(writeTlv([...chargeTags, ["62", "0503***"]])),
    /tag 62 at offset \d+ is out of order/,
  ],
  [
    "tags out of order",
    appendCrc(writeTlv(chargeTags.toSpliced(3, 2, ["53", "986"], ["52", "0000"]))),
    /tag 52 at offset 93/,
  ],
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
  ["a key instead of a URL", chargeWith({ 26: `${gui}0103a@b` }), /tag 26\.25 is missing/],
  ["a code for more than one use", chargeWith({ "01": "11" }), /tag 01 is not 12/],
  ["an amount with three decimals", chargeWith({ 54: "1.000" }), /tag 54 is not an amount/],
  ["another country", chargeWith({ 58: "AR" }), /tag 58 is not BR/],
  ["a city of 16 characters", chargeWith({ 60: "C".repeat(16) }), /tag 60 is not a city/],
  ["a txid", chargeWith({ 62: "0506abc123" }), /tag 62\.05 is not \*\*\*/],
  ["no txid", chargeWith({ 62: "5004abcd" }), /tag 62\.05 is missing/],
] as const)("refuses a charge with %s", ([, text, message]) => {
  expect(padded(512)).toHaveLength(512);
  expect(readChargeCode(padded(512)).size).toBeGreaterThan(10);
  expect(() => readChargeCode(text)).toThrow(message);
});

test.for(["00", "01", "52", "53", "58", "59", "60"])("refuses a charge without tag %s", (tag) => {
  expect(() => readChargeCode(chargeWith({ [tag]: undefined }))).toThrow(`tag ${tag} is missing`);
});
