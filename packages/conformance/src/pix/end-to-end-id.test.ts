import { describe, expect, test } from "vitest";
import ids from "../../../../test/fixtures/vectors/end-to-end-ids.json" with { type: "json" };
import { parseEndToEndId } from "./end-to-end-id.ts";

const at = (minute: string) => `E12345678${minute}abcdef12345`;

describe("parseEndToEndId", () => {
  test("takes the id of a payment apart", () => {
    expect(parseEndToEndId("E12345678202009091221kkkkkkkkkkk")).toEqual({
      kind: "payment",
      ispb: "12345678",
      minute: new Date("2020-09-09T12:21:00Z"),
      suffix: "kkkkkkkkkkk",
    });
  });

  test("takes the id of a return apart", () => {
    expect(parseEndToEndId("D12345678202009091000abcde123456")).toEqual({
      kind: "return",
      ispb: "12345678",
      minute: new Date("2020-09-09T10:00:00Z"),
      suffix: "abcde123456",
    });
  });

  test.for(ids.valid)("accepts $value as a payment ($source)", ({ value }) => {
    expect(value).toMatch(new RegExp(ids.regex));
    expect(parseEndToEndId(value).kind).toBe("payment");
  });

  test.for(ids.valid_return)("accepts $value as a return ($source)", ({ value }) => {
    expect(value).toMatch(new RegExp(ids.return_regex));
    expect(parseEndToEndId(value).kind).toBe("return");
  });

  test.for(ids.invalid)("refuses $value ($source)", ({ value }) => {
    expect(() => parseEndToEndId(value)).toThrow(/^endToEndId: /);
  });

  test.for(ids.notes)("refuses the published sample $value of $length characters ($source)", ({ value, length }) => {
    expect(value).toHaveLength(length);
    expect(() => parseEndToEndId(value)).toThrow(`(${length} characters)`);
  });

  test.for([
    ["202402290000", "29 February of a leap year"],
    ["200002292359", "29 February of a century that is a leap year"],
    ["202412312359", "the last minute of a year"],
    ["202401010000", "the first minute of a year"],
  ] as const)("accepts %s: %s", ([minute]) => {
    expect(parseEndToEndId(at(minute)).minute.toISOString().replace(/\D/g, "").slice(0, 12)).toBe(minute);
  });

  test.for([
    ["202302290000", "29 February of a common year"],
    ["210002290000", "29 February of a century"],
    ["202402300000", "30 February"],
    ["202404310000", "31 April"],
    ["202413010000", "month 13"],
    ["202400010000", "month 0"],
    ["202401000000", "day 0"],
    ["202401320000", "day 32"],
    ["202401012400", "hour 24"],
    ["202401010060", "minute 60"],
  ] as const)("refuses %s: %s", ([minute]) => {
    expect(() => parseEndToEndId(at(minute))).toThrow(/is not a date and time$/);
  });

  test.for([
    ["", "nothing"],
    ["F12345678202009091221abcdef12345", "another prefix"],
    ["e12345678202009091221abcdef12345", "a prefix in lower case"],
    ["E1234567a202009091221abcdef12345", "an ISPB in lower case"],
    ["E12345678202009091221abcdef1234-", "a hyphen in the suffix"],
    ["E12345678202009091221abcdef123456", "33 characters"],
    ["E12345678202009091221abcdef12345\n", "a trailing newline"],
    [" E12345678202009091221abcdef12345", "a leading blank"],
    ["E1234567820200909122１abcdef12345", "a full-width digit"],
    ["E12345678202009091221abcdéf12345", "an accent"],
  ] as const)("refuses %j: %s", ([id]) => {
    expect(() => parseEndToEndId(id)).toThrow(/is not E or D, an ISPB/);
  });
});
