import { describe, expect, test } from "vitest";
import { readTlv } from "./tlv.ts";

describe("readTlv", () => {
  test("returns tags, values and where each object starts", () => {
    expect(readTlv("000201520400005802BR")).toEqual([
      { tag: "00", value: "01", offset: 0 },
      { tag: "52", value: "0000", offset: 6 },
      { tag: "58", value: "BR", offset: 14 },
    ]);
  });

  test("counts offsets from the start of the whole code inside a template", () => {
    expect(readTlv("0503***", { parent: "62", start: 40 })).toEqual([{ tag: "05", value: "***", offset: 40 }]);
  });

  test("reads nothing from nothing", () => {
    expect(readTlv("")).toEqual([]);
  });

  test("takes the longest value, 99 characters", () => {
    expect(readTlv(`5999${"N".repeat(99)}`)[0]?.value).toHaveLength(99);
  });

  test("takes the CRC behind every other tag, whatever its number", () => {
    expect(readTlv("8001A6304FFFF").map(({ tag }) => tag)).toEqual(["80", "63"]);
  });

  test.for([
    ["0", "a cut tag", /^offset 0: "0" is not two digits of tag/],
    ["000", "a cut length", /^offset 0: "000" is not/],
    ["0002015", "a cut tag behind an object", /^offset 6: "5" is not/],
    ["0x0201", "a tag that is no number", /^offset 0: "0x02" is not/],
    ["00+201", "a length with a sign", /^offset 0: "00\+2" is not/],
    ["00 201", "a length with a blank", /^offset 0: "00 2" is not/],
    ["00０２01", "a length in full-width digits", /^offset 0: "00０２" is not/],
    ["0000", "an empty value", /^tag 00 at offset 0: is empty/],
    ["000301", "a value shorter than its length", /^tag 00 at offset 0: is truncated, 2 of 3/],
    ["000201520400", "a cut value behind an object", /^tag 52 at offset 6: is truncated, 2 of 4/],
    ["000201000201", "a tag that comes twice in a row", /^tag 00 at offset 6: is there twice/],
    ["00020152040000000201", "a tag that comes again later", /^tag 00 at offset 14: is there twice/],
    ["5802BR5303986", "descending tags", /^tag 53 at offset 6: is out of order, it follows tag 58/],
    ["6304FFFF8001A", "an object behind the CRC", /^tag 80 at offset 8: is out of order, it follows tag 63/],
  ] as const)("refuses %j: %s", ([text, , message]) => {
    expect(() => readTlv(text)).toThrow(message);
  });

  test("says inside which tag an object is wrong", () => {
    expect(() => readTlv("2548pix", { parent: "26", start: 12 })).toThrow(
      /^tag 25 at offset 12 inside tag 26: is truncated, 3 of 48/,
    );
  });

  test("gives tag 63 no special place inside a template", () => {
    expect(() => readTlv("6304FFFF6401A", { parent: "62" })).not.toThrow();
    expect(() => readTlv("6401A6304FFFF", { parent: "62" })).toThrow(
      /^tag 63 at offset 5 inside tag 62: is out of order/,
    );
  });
});
