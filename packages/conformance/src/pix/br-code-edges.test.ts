import { describe, expect, test } from "vitest";
import { parseBrCode } from "./br-code.ts";
import { accountOf, chargeTags, chargeWith, seal, writeTlv } from "./br-code-samples.ts";

const gui = "0014br.gov.bcb.pix";
const zeroCrc =
  "00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5909LOJA 33736008BRASILIA62070503***63040006";
const otherScheme = (length: number) => `0007example01${length}${"x".repeat(length)}`;
/** Four templates of another scheme fill the charge up to a length. */
const padded = (length: number) => {
  const rest = length - chargeWith({}).length - 3 * 99 - 4 * 4 - 15;
  return chargeWith({ 27: otherScheme(84), 28: otherScheme(84), 29: otherScheme(84), 30: otherScheme(rest) });
};

describe("parseBrCode accepts", () => {
  test.for([
    ["a CRC with leading zeros", zeroCrc],
    ["a URL of 77 characters", chargeWith({ 26: accountOf(`pix.example.com/${"a".repeat(61)}`) })],
    ["a URL of one character", chargeWith({ 26: accountOf("a") })],
    ["a URL with a port and a query", chargeWith({ 26: accountOf("pix.example.com:8443/qr?id=1&v=2") })],
    ["a name of 25 characters", chargeWith({ 59: "N".repeat(25) })],
    ["a city of 15 characters", chargeWith({ 60: "C".repeat(15) })],
    ["a txid of 25 characters", chargeWith({ 62: `0525${"a".repeat(25)}` })],
    ["a code for more than one use", chargeWith({ "01": "11" })],
    ["an amount without cents", chargeWith({ 54: "10" })],
    ["an amount of 13 characters", chargeWith({ 54: "1234567890.12" })],
    ["a PIX template in tag 51", chargeWith({ 26: undefined, 51: accountOf("pix.example.com/1") })],
    ["another scheme beside PIX", chargeWith({ 27: otherScheme(10) })],
    ["more data in tag 62", chargeWith({ 62: "0503***5004abcd" })],
    ["a withdrawal's ISPB in a static code", chargeWith({ "01": undefined, 26: `${gui}0103a@b030812345678` })],
    ["512 characters", padded(512)],
  ] as const)("%s", ([, text]) => {
    expect(parseBrCode(text).crc).toBe(text.slice(-4));
  });

  test("codes that are as long as the edge cases claim", () => {
    expect([padded(512).length, padded(513).length]).toEqual([512, 513]);
  });
});

describe("parseBrCode refuses", () => {
  const charge = chargeWith({});
  const swapped = chargeTags.toSpliced(3, 2, ["53", "986"], ["52", "0000"]);
  test.for([
    ["nothing", "", /tag 63 is missing/],
    ["a code without CRC", writeTlv(chargeTags), /tag 63 is missing/],
    ["a CRC in lower case", charge.replace(/64E4$/, "64e4"), /tag 63 is not four upper-case hex digits: "64e4"/],
    ["a CRC without its zeros", zeroCrc.replace(/63040006$/, "63016"), /tag 63 is not four upper-case/],
    ["a CRC of zeros instead of its own", charge.replace(/64E4$/, "0000"), /CRC mismatch, the code says 0000/],
    ["a trailing newline", `${charge}\n`, /"\\n" at offset 155 is not printable ASCII/],
    ["a trailing blank", `${charge} `, /^offset 155: " " is not two digits/],
    ["a leading blank", ` ${charge}`, /^offset 0: " 000" is not two digits/],
    ["a second code behind the first", charge + charge, /^tag 00 at offset 155: is there twice/],
    ["an accent", chargeWith({ 60: "BRASÍLIA" }), /"Í" at offset 132 is not printable ASCII/],
    ["a digit that only looks like one", chargeWith({ 52: "000０" }), /"０" at offset \d+ is not printable ASCII/],
    ["513 characters", padded(513), /513 characters, at most 512/],
    ["tags out of order", seal(writeTlv(swapped)), /^tag 52 at offset 93: is out of order, it follows tag 53/],
    ["a format indicator of 02", chargeWith({ "00": "02" }), /tag 00 is not 01/],
    ["a point of initiation of 13", chargeWith({ "01": "13" }), /tag 01 is not 11 or 12/],
    ["another scheme alone", chargeWith({ 26: "0014br.gov.bcb.xyz2501a" }), /no br\.gov\.bcb\.pix template/],
    ["a template without GUI", chargeWith({ 26: "2501a" }), /no br\.gov\.bcb\.pix template/],
    ["two PIX templates", chargeWith({ 27: accountOf("a") }), /more than one br\.gov\.bcb\.pix template in tags 26/],
    ["a URL twice", chargeWith({ 26: `${gui}2501a2501b` }), /^tag 25 at offset 39 inside tag 26: is there twice/],
    ["a template whose last object is cut", chargeWith({ 26: `${gui}2509a` }), /inside tag 26: is truncated, 1 of 9/],
    ["a URL of 78 characters, which does not fit", chargeWith({ 26: accountOf("a".repeat(78)) }), /^offset \d+: /],
    ["an empty URL", chargeWith({ 26: `${gui}2500` }), /^tag 25 at offset 34 inside tag 26: is empty/],
    ["a URL with a scheme", chargeWith({ 26: accountOf("https://pix.example.com/1") }), /tag 26\.25 is not a URL/],
    ["a URL without host", chargeWith({ 26: accountOf("/qr/1") }), /tag 26\.25 is not a URL/],
    ["a URL with a blank", chargeWith({ 26: accountOf("pix.example.com/a b") }), /tag 26\.25 is not a URL/],
    ["a URL with a user", chargeWith({ 26: accountOf("me@pix.example.com") }), /tag 26\.25 is not a URL/],
    ["a key and a URL", chargeWith({ 26: `${gui}0103a@b2501a` }), /both a key \(01\) and a URL/],
    ["neither a key nor a URL", chargeWith({ 26: gui }), /neither a key \(01\) nor a URL/],
    ["an ISPB of 7 characters", chargeWith({ 26: `${gui}0103a@b03071234567` }), /tag 26\.03 is not an ISPB/],
    ["a recurrence with a scheme", chargeWith({ 80: accountOf("https://example.com") }), /tag 80\.25 is not a URL/],
    ["a recurrence without URL", chargeWith({ 80: gui }), /tag 80\.25 is missing/],
    ["a category that is no number", chargeWith({ 52: "00A0" }), /tag 52 is not four digits/],
    ["an amount with three decimals", chargeWith({ 54: "1.000" }), /tag 54 is not an amount/],
    ["an amount below zero", chargeWith({ 54: "-1.00" }), /tag 54 is not an amount/],
    ["an amount of 14 characters", chargeWith({ 54: "12345678901.12" }), /tag 54 is not an amount/],
    ["another country", chargeWith({ 58: "AR" }), /tag 58 is not BR/],
    ["a city of 16 characters", chargeWith({ 60: "C".repeat(16) }), /tag 60 is not a city of 1 to 15/],
    ["a CEP with a hyphen", chargeWith({ 61: "01310-200" }), /tag 61 is not a CEP of 8 digits/],
    ["a txid of 26 characters", chargeWith({ 62: `0526${"a".repeat(26)}` }), /tag 62\.05 is not/],
    ["a txid of four asterisks", chargeWith({ 62: "0504****" }), /tag 62\.05 is not/],
    ["no txid", chargeWith({ 62: "5004abcd" }), /tag 62\.05 is missing/],
  ] as const)("%s", ([, text, message]) => {
    expect(() => parseBrCode(text)).toThrow(message);
  });

  test.for(["00", "26", "52", "53", "58", "59", "60", "62"])("a code without tag %s", (tag) => {
    const message = tag === "26" ? /no br\.gov\.bcb\.pix template/ : `tag ${tag} is missing`;
    expect(() => parseBrCode(chargeWith({ [tag]: undefined }))).toThrow(message);
  });
});
