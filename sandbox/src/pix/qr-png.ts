import { crc32, deflateSync } from "node:zlib";
import encodeQR from "qr";

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
  const side = modules.length * scale;
  const bytes = Math.ceil(side / 8);
  // Each line: the filter of PNG, then a bit for each pixel. A module is `scale` lines, and all but its first are the
  // same as the line above: filter 2 with zeros says so and packs to almost nothing.
  const lines = Buffer.alloc((bytes + 1) * side);
  for (const [y, row] of modules.entries()) {
    const start = y * scale * (bytes + 1);
    for (let x = 0; x < side; x++) {
      if (!row[Math.floor(x / scale)]) lines[start + 1 + (x >> 3)] = (lines[start + 1 + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
    }
    for (let copy = 1; copy < scale; copy++) lines[start + copy * (bytes + 1)] = 2;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(lines, { level: 6 })),
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
