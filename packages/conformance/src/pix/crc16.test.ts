import { describe, expect, test } from "vitest";
import codes from "../../../../test/fixtures/vectors/br-codes.json" with { type: "json" };
import parameters from "../../../../test/fixtures/vectors/crc16.json" with { type: "json" };
import { crc16 } from "./crc16.ts";

describe("crc16", () => {
  test.for([
    ["123456789", parameters.check_123456789, "the algorithm's check value"],
    ["", "FFFF", "the start value, for no text"],
    ["A", "B915", "one byte"],
    ["\u0000\u0000", "1D0F", "bytes of zero, which count"],
    ["ç", "9B05", "UTF-8 bytes, not UTF-16 units"],
  ] as const)("of %j is %s: %s", ([text, expected]) => {
    expect(crc16(text)).toBe(expected);
  });

  test.for(codes.valid)("closes the published code of $source", ({ payload }) => {
    expect(crc16(payload.slice(0, -4))).toBe(payload.slice(-4));
  });

  test.for(codes.invalid.filter(({ crc_ok }) => crc_ok))("is right in the refused code: $reason", ({ payload }) => {
    expect(crc16(payload.slice(0, -4))).toBe(payload.slice(-4));
  });

  // Expected values from another implementation (Python's binascii.crc_hqx with start 0xFFFF).
  test.for([
    ["5909LOJA 3373", "0006"],
    ["5909LOJA 4598", "0004"],
    ["5910LOJA 16525", "0000"],
  ] as const)("keeps the leading zeros with %s: %s", ([name, expected]) => {
    const head = "00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd441";
    expect(crc16(`${head}5204000053039865802BR${name}6008BRASILIA62070503***6304`)).toBe(expected);
  });
});
