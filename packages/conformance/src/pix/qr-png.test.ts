import { PNG } from "pngjs";
import encodeQR from "qr";
import { describe, expect, test } from "vitest";
import codes from "../../../../test/fixtures/vectors/br-codes.json" with { type: "json" };
import { readQrPng } from "./qr-png.ts";

/** Draws with another library than the one that reads. */
function drawQr(text: string, inverted = false): Buffer {
  const rows = encodeQR(text, "raw", { scale: 4, border: 4 });
  const image = new PNG({ width: rows.length, height: rows.length });
  rows.flat().forEach((dark, index) => {
    image.data.fill(dark !== inverted ? 0 : 255, index * 4, index * 4 + 3);
    image.data[index * 4 + 3] = 255;
  });
  return PNG.sync.write(image);
}

const text = codes.valid[0]?.payload ?? "";
const png = drawQr(text);
const blank = PNG.sync.write(new PNG({ width: 100, height: 100 }));
const base64 = png.toString("base64");

describe("readQrPng", () => {
  test.for(codes.valid)("reads the code of $source back", ({ payload }) => {
    expect(readQrPng(drawQr(payload).toString("base64"))).toBe(payload);
  });

  test("reads the same with a data: prefix", () => {
    expect(readQrPng(`data:image/png;base64,${base64}`)).toBe(text);
  });

  test.for([
    ["another type's prefix", `data:image/jpeg;base64,${base64}`, /not padded standard Base64/],
    ["a trailing newline", `${base64}\n`, /not padded standard Base64/],
    ["Base64 for URLs", png.toString("base64url"), /not padded standard Base64/],
    ["an image that is no PNG", Buffer.from("GIF89a, really").toString("base64"), /not a PNG/],
    ["a PNG cut in half", png.subarray(0, png.length / 2).toString("base64"), /the PNG is damaged/],
    ["a PNG without a code", blank.toString("base64"), /no readable QR code in 100 x 100 pixels/],
    ["an inverted code", drawQr(text, true).toString("base64"), /no readable QR code/],
  ] as const)("refuses %s", ([, value, message]) => {
    expect(() => readQrPng(value)).toThrow(message);
  });
});
