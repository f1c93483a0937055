import jsqr from "jsqr";
import { PNG } from "pngjs";

const dataPrefix = "data:image/png;base64,";
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The result of a step. @throws {Error} with the mistake in the picture */
function runStep<Result>(wrong: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    throw new Error(`QR image: ${wrong}`, { cause });
  }
}

/**
 * Content of the QR code in a PNG in Base64, with or without `data:image/png;base64,` in front. Throws when the Base64,
 * the PNG or the QR code cannot be read. Source: ISO/IEC 18004 for the symbol, RFC 4648 section 4 for Base64.
 */
export function readQrPng(base64: string): string {
  const given = base64.startsWith(dataPrefix) ? base64.slice(dataPrefix.length) : base64;
  const bytes = Buffer.from(given, "base64");
  // Buffer skips characters that are not Base64: only a string that encodes to itself again is all Base64, padding included.
  if (given === "" || bytes.toString("base64") !== given)
    throw new Error("QR image: not padded standard Base64");
  if (!bytes.subarray(0, pngSignature.length).equals(pngSignature))
    throw new Error("QR image: not a PNG");
  const { data, width, height } = runStep("the PNG is damaged", () => PNG.sync.read(bytes));
  // Dark on light only: many banking apps do not read an inverted code.
  const code = runStep(`${width} x ${height} pixels are not to be scanned`, () =>
    jsqr.default(new Uint8ClampedArray(data), width, height, { inversionAttempts: "dontInvert" }),
  );
  if (!code?.data) throw new Error(`QR image: no readable QR code in ${width} x ${height} pixels`);
  return code.data;
}
