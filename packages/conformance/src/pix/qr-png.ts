import jsqr from "jsqr";
import { PNG } from "pngjs";

const dataPrefix = "data:image/png;base64,";
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function decodeBase64(text: string): Buffer {
  const bytes = Buffer.from(text, "base64");
  // Buffer skips what is not Base64: only a text that comes back as it was is all Base64, padding included.
  if (text === "" || bytes.toString("base64") !== text) throw new Error("QR image: not padded standard Base64");
  return bytes;
}

function decodePng(bytes: Buffer): PNG {
  if (!bytes.subarray(0, pngSignature.length).equals(pngSignature)) throw new Error("QR image: not a PNG");
  try {
    return PNG.sync.read(bytes);
  } catch (cause) {
    throw new Error("QR image: the PNG is damaged", { cause });
  }
}

function scan({ data, width, height }: PNG): string | undefined {
  try {
    // Dark on light only: many banking apps do not read an inverted code.
    return jsqr.default(new Uint8ClampedArray(data), width, height, { inversionAttempts: "dontInvert" })?.data;
  } catch (cause) {
    throw new Error(`QR image: ${width} x ${height} pixels are not to be scanned`, { cause });
  }
}

/**
 * Text of the QR code in a PNG in Base64, with or without `data:image/png;base64,` in front. Throws when the Base64,
 * the PNG or the QR code cannot be read. Source: ISO/IEC 18004 for the symbol, RFC 4648 section 4 for Base64.
 */
export function readQrPng(base64: string): string {
  const image = decodePng(decodeBase64(base64.startsWith(dataPrefix) ? base64.slice(dataPrefix.length) : base64));
  const text = scan(image);
  if (!text) throw new Error(`QR image: no readable QR code in ${image.width} x ${image.height} pixels`);
  return text;
}

/** Whether two texts are pictures of the same QR code, with or without `data:` in front. */
export function isSamePicture(first: string, second: string): boolean {
  const isPicture = (text: string): boolean => text.length > 100 && /^(data:image\/png;base64,)?iVBORw0KGgo/.test(text);
  if (!isPicture(first) || !isPicture(second)) return false;
  try {
    return readQrPng(first) === readQrPng(second);
  } catch {
    return false;
  }
}
