import { describe, expect, test } from "vitest";
import codes from "../../../../test/fixtures/vectors/br-codes.json" with { type: "json" };
import { parseBrCode } from "./br-code.ts";

const messages: Readonly<Record<string, RegExp>> = {
  "CRC mismatch (expected DAA5)": /CRC mismatch, the code says DAA6, its text gives DAA5/,
  "62-05 txid charset/length": /tag 62\.05 is not .*"BAE-12345678-2020"/,
  "truncated tag 62": /^tag 62 at offset 128: is truncated, 15 of 41/,
  // Its tag 26 is too short for the key inside, so that the rest is read as an object 05 behind 26.
  "truncated tag 05": /^tag 05 at offset 46: is out of order/,
  "bad TLV header at 115": /^offset 115: "(?:009S|NCIA)" is not/,
  "CRC mismatch (expected 2275)": /CRC mismatch, the code says ABCD, its text gives 2275/,
  "bad TLV header at 122": /^offset 122: "009S" is not/,
  "CRC mismatch (expected 1D3D)": /CRC mismatch, the code says 1D3E, its text gives 1D3D/,
  // Wrong in two ways: 58 follows 60, which is found first. The other has a case of its own among the edge cases.
  "no br.gov.bcb.pix template in 26-51": /^tag 58 at offset 65: is out of order, it follows tag 60/,
  "tag 53 != 986": /tag 53 is not 986/,
  "tag 59 length": /tag 59 is not a name of 1 to 25/,
  "missing mandatory tag 62": /tag 62 is missing/,
  "tag 54 format": /tag 54 is not an amount/,
};

describe("parseBrCode on the vectors", () => {
  test.for(codes.valid)("reads a $parsed.kind code of $source", ({ payload, parsed }) => {
    const code = parseBrCode(payload);
    expect(code).toEqual({
      kind: parsed.kind,
      tags: parsed.tags,
      poi: parsed.poi ?? undefined,
      gui: parsed.gui,
      key: parsed.key ?? undefined,
      info: parsed.info ?? undefined,
      fss: parsed.fss ?? undefined,
      url: parsed.url ?? undefined,
      recurrenceUrl: parsed.recurrence ?? undefined,
      mcc: parsed.mcc,
      amount: parsed.amount ?? undefined,
      merchantName: parsed.name,
      merchantCity: parsed.city,
      postalCode: parsed.cep ?? undefined,
      txid: parsed.txid,
      crc: parsed.crc,
    });
    expect(code.recurrenceUrl !== undefined).toBe(parsed.composite);
    expect(payload).toHaveLength(parsed.length);
  });

  test.for(codes.invalid)("refuses a code for: $reason ($source)", ({ payload, reason }) => {
    const message = messages[reason];
    expect(message).toBeInstanceOf(RegExp);
    expect(() => parseBrCode(payload)).toThrow(message);
  });

  test.for(codes.valid)("refuses every change of one character in the code of $source", ({ payload }) => {
    const accepted = [...payload].flatMap((character, index) => {
      const changed = payload.slice(0, index) + (character === "0" ? "1" : "0") + payload.slice(index + 1);
      try {
        return [parseBrCode(changed)];
      } catch {
        return [];
      }
    });
    expect(accepted).toEqual([]);
  });

  test.for(codes.valid)("refuses every beginning of the code of $source", ({ payload }) => {
    for (let length = 0; length < payload.length; length++) {
      expect(() => parseBrCode(payload.slice(0, length)), `${length} characters`).toThrow(Error);
    }
  });
});
