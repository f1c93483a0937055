import { PNG } from "pngjs";
import encodeQR, { type QrOpts } from "qr";
import { describe, expect, test } from "vitest";
import codes from "../../../../test/fixtures/vectors/br-codes.json" with { type: "json" };
import { readQrPng } from "./qr-png.ts";

interface Picture extends QrOpts {
  readonly inverted?: boolean;
}

/** Draws with another library than the one that reads. */
function drawQr(text: string, { inverted = false, ...options }: Picture = {}): Buffer {
  const rows = encodeQR(text, "raw", { scale: 4, border: 4, ...options });
  const image = new PNG({ width: rows.length, height: rows.length });
  rows.flat().forEach((dark, index) => {
    image.data.fill(dark !== inverted ? 0 : 255, index * 4, index * 4 + 3);
    image.data[index * 4 + 3] = 255;
  });
  return PNG.sync.write(image);
}

function drawBlank(width: number, height: number): string {
  const image = new PNG({ width, height });
  image.data.fill(255);
  return PNG.sync.write(image).toString("base64");
}

const text = codes.valid[0]?.payload ?? "";
const png = drawQr(text);
const base64 = png.toString("base64");
const brokenPng = Buffer.from(png);
brokenPng.fill(0, 60, 80);

describe("readQrPng", () => {
  test.for(codes.valid)("reads the code of $source back", ({ payload }) => {
    expect(readQrPng(drawQr(payload).toString("base64"))).toBe(payload);
  });

  test.for(["low", "medium", "quartile", "high"] as const)(
    "reads a code with %s error correction",
    (ecc) => {
      expect(readQrPng(drawQr(text, { ecc }).toString("base64"))).toBe(text);
    },
  );

  test("reads the same with a data: prefix", () => {
    expect(readQrPng(`data:image/png;base64,${base64}`)).toBe(text);
  });

  test.for([
    ["nothing", "", /not padded standard Base64/],
    ["a prefix alone", "data:image/png;base64,", /not padded standard Base64/],
    ["another type's prefix", `data:image/jpeg;base64,${base64}`, /not padded standard Base64/],
    [
      "the prefix twice",
      `data:image/png;base64,data:image/png;base64,${base64}`,
      /not padded standard Base64/,
    ],
    ["a trailing newline", `${base64}\n`, /not padded standard Base64/],
    ["line breaks", base64.replace(/.{76}/g, "$&\n"), /not padded standard Base64/],
    ["Base64 for URLs", png.toString("base64url"), /not padded standard Base64/],
    ["the text of the code instead of an image", text, /not padded standard Base64/],
    ["an image that is no PNG", Buffer.from("GIF89a, really").toString("base64"), /not a PNG/],
    ["the first bytes of a PNG", png.subarray(0, 8).toString("base64"), /the PNG is damaged/],
    ["a PNG cut in half", png.subarray(0, png.length / 2).toString("base64"), /the PNG is damaged/],
    ["a PNG with wrong bytes inside", brokenPng.toString("base64"), /the PNG is damaged/],
    ["a PNG without a code", drawBlank(100, 100), /no readable QR code in 100 x 100 pixels/],
    ["a PNG of one pixel", drawBlank(1, 1), /QR image: .*1 x 1 pixels/],
    [
      "an inverted code",
      drawQr(text, { inverted: true }).toString("base64"),
      /no readable QR code/,
    ],
  ] as const)("refuses %s", ([, value, message]) => {
    expect(() => readQrPng(value)).toThrow(message);
  });
});
