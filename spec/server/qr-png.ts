// `makeQrPng(text)`: a text as the picture of a QR code, PNG in Base64
import { crc32 } from "node:zlib";
import encodeQR from "qr";
import { Bits, literals, putRepetition, putTables } from "./png/deflate.ts";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Pixels of a module's side. */
const scale = 4;
/** Modules of white around the code; the standard asks for four. */
const border = 4;

/** The last images by their text: a lookup shows the same code as the creation. */
const made = new Map<string, string>();
const most = 500;

/** A text as a QR code: a PNG of one bit a pixel, in Base64. */
export function makeQrPng(text: string): string {
  const known = made.get(text);
  if (known !== undefined) return known;
  const image = drawPng(encodeQR(text, "raw", { ecc: "medium", border })).toString("base64");
  if (made.size >= most) made.delete(made.keys().next().value as string);
  made.set(text, image);
  return image;
}

/** @param modules rows of modules, true where dark */
function drawPng(modules: readonly (readonly boolean[])[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(modules.length * scale, 0);
  header.writeUInt32BE(modules.length * scale, 4);
  header[8] = 1;
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", packLines(modules)), end]);
}

/**
 * The lines of the picture, packed. A module is a square of four pixels' side, so that a byte of a line holds two of them.
 * It is known here that each line comes four times and which few bytes are in it: `zlib`, which has to find that out,
 * takes twice as long, and that is a tenth of what the creation of a charge takes.
 */
function packLines(modules: readonly (readonly boolean[])[]): Buffer {
  const count = modules.length;
  const length = Math.ceil(count / 2) + 1;
  const bits = new Bits(256 + count * length);
  bits.put(0x0178, 16);
  putTables(bits);
  // Adler-32 of the lines before they are packed.
  let low = 1;
  let high = 0;
  for (const row of modules) {
    let sum = 0;
    let weighted = 0;
    // Each line begins with the filter of PNG: none.
    bits.putCode(literals, 0);
    for (let x = 0; x < count; x += 2) {
      const byte = (row[x] ? 0 : 0xf0) | (row[x + 1] ? 0 : 0x0f);
      bits.putCode(literals, byte);
      sum += byte;
      weighted += sum;
    }
    for (let copy = 0; copy < scale; copy++) {
      high = (high + length * low + weighted) % 65_521;
      low = (low + sum) % 65_521;
    }
    // The line again, and twice what there is then: one repetition may not be as long as three lines of a large code.
    putRepetition(bits, length, length);
    putRepetition(bits, 2 * length, length);
  }
  bits.putCode(literals, 256);
  return bits.end(high * 65_536 + low);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

const end = chunk("IEND", Buffer.alloc(0));
