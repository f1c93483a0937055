import { describe, expect, test } from "vitest";
import codes from "../../../../test/fixtures/vectors/br-codes.json" with { type: "json" };
import { assertDynamicChargeCode, parseBrCode } from "./br-code.ts";
import { accountOf, chargeWith } from "./br-code-samples.ts";

/** The vectors with all the marks of a dynamic charge: the example of the initiation manual, and no other. */
const charges = codes.valid.filter(({ source }) => source.endsWith("s.2.7.2"));
const others = codes.valid.filter((vector) => !charges.includes(vector));

describe("assertDynamicChargeCode", () => {
  test("finds the initiation manual's example among the vectors", () => {
    expect(charges).toHaveLength(1);
  });

  test.for(charges)("accepts the code of $source and returns what it says", ({ payload }) => {
    expect(assertDynamicChargeCode(payload)).toEqual(parseBrCode(payload));
  });

  test.for([
    ["with a CEP", { 61: "01310200" }],
    ["with a port in its URL", { 26: accountOf("pix.example.com:8443/a") }],
    ["with the shortest URL", { 26: accountOf("a") }],
    ["with the longest URL", { 26: accountOf("u".repeat(77)) }],
    ["with the longest name and city", { 59: "N".repeat(25), 60: "C".repeat(15) }],
  ] as const)("accepts a charge %s", ([, changes]) => {
    expect(assertDynamicChargeCode(chargeWith(changes)).kind).toBe("dynamic");
  });

  test.for(others)("refuses the $parsed.kind code of $source, which other rules allow", ({ payload }) => {
    expect(() => assertDynamicChargeCode(payload)).toThrow(/^dynamic charge: tag/);
  });

  test.for(codes.invalid)("refuses what is no BR Code: $reason", ({ payload }) => {
    expect(() => assertDynamicChargeCode(payload)).toThrow(/^(?:BR Code|tag|offset)/);
  });

  test.for(["https://pix.example.com/a", "https:pix.example.com/a", "//pix.example.com/a", "pix.example.com/a b"])(
    "refuses a charge with the URL %s",
    (url) => {
      expect(() => assertDynamicChargeCode(chargeWith({ 26: accountOf(url) }))).toThrow(
        /^BR Code: tag 26\.25 is not a URL without scheme/,
      );
    },
  );

  test.for([
    ["an amount", { 54: "10.00" }, /tags are .* 53 54 58/],
    ["no point of initiation", { "01": undefined }, /tags are 00 26/],
    ["a code for more than one use", { "01": "11" }, /tag 01 is "11", not "12"/],
    ["a category", { 52: "7521" }, /tag 52 is "7521"/],
    ["a txid", { 62: "0506abc123" }, /tag 62\.05 is "abc123"/],
    ["more data in tag 62", { 62: "0503***5004abcd" }, /62\{05,50\}/],
    ["more data in tag 26", { 26: `${accountOf("a")}2601x` }, /26\{00,25,26\}/],
    ["a GUI in upper case", { 26: accountOf("a").replace("br.gov.bcb.pix", "BR.GOV.BCB.PIX") }, /tag 26\.00 is "BR/],
    ["a key instead of a URL", { 26: "0014br.gov.bcb.pix0103a@b" }, /26\{00,01\}/],
    ["its template in tag 27", { 26: undefined, 27: accountOf("a") }, /tags are 00 01 27 52/],
    ["another scheme", { 27: "0007example0101x" }, /26\{00,25\} 27 52/],
    ["a recurrence", { 80: accountOf("a") }, /62\{05\} 80 63/],
    ["a tip indicator", { 55: "01" }, /53 55 58/],
    ["a name in another language", { 64: "0002PT" }, /62\{05\} 64 63/],
  ] as const)("refuses a charge with %s", ([, changes, message]) => {
    const text = chargeWith(changes);
    expect(() => parseBrCode(text)).not.toThrow();
    expect(() => assertDynamicChargeCode(text)).toThrow(message);
  });
});
