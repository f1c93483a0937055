// `makeQrPng(text)`: a string as the picture of a QR code, PNG in Base64
import { constants, crc32, deflateSync } from "node:zlib";
import encodeQR from "qr";

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Pixels of a module's side. */
const scale = 4;
/** A window no larger than the image: to set up a larger one takes longer than to pack with it. */
const packing = { level: constants.Z_BEST_SPEED, windowBits: 12, memLevel: 5 };
/** Modules of white around the code; the standard requires four. */
const border = 4;

/** The last images by their content: a lookup shows the same code as the creation. */
const knownPictures = new Map<string, string>();
const maxPictures = 500;

/** A string as a QR code: a PNG of one bit a pixel, in Base64. */
export function makeQrPng(brCode: string): string {
  const known = knownPictures.get(brCode);
  if (known !== undefined) return known;
  const image = drawPng(encodeQR(brCode, "raw", { ecc: "medium", border })).toString("base64");
  if (knownPictures.size >= maxPictures)
    knownPictures.delete(knownPictures.keys().next().value as string);
  knownPictures.set(brCode, image);
  return image;
}

/**
 * A module is a square of four pixels' side, so that a byte of a line holds two of them.
 *
 * @param modules rows of modules, true where dark
 */
function drawPng(modules: readonly (readonly boolean[])[]): Buffer {
  const count = modules.length;
  const bytes = Math.ceil(count / 2);
  // Each line: the filter of PNG, then a bit for each pixel. All lines of a row but the first are the same as the line
  // above: filter 2 with zeros stands for that and packs to almost nothing.
  const lines = Buffer.alloc((bytes + 1) * count * scale);
  let at = 0;
  for (const row of modules) {
    for (let x = 0; x < count; x += 2) {
      at += 1;
      lines[at] = (row[x] ? 0 : 0xf0) | (row[x + 1] ? 0 : 0x0f);
    }
    at += 1;
    for (let copy = 1; copy < scale; copy++) {
      lines[at] = 2;
      at += bytes + 1;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(count * scale, 0);
  header.writeUInt32BE(count * scale, 4);
  header[8] = 1;
  return Buffer.concat([
    pngSignature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(lines, packing)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
