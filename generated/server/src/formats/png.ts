// Copied from spec/formats/png.ts by `npm run generate`: edit that, not this file.
const signature = "89504e470d0a1a0a";

/**
 * Whether a text is a PNG in Base64 with its padding, with or without `data:image/png;base64,` in front: the signature,
 * a header with a size, then chunk after chunk with some picture in it, up to the end and no further. What the picture
 * shows is not read. Source: PNG (W3C), 5.2 and 5.3.
 */
export function isPngBase64(text: string): boolean {
  const base64 = text.replace(/^data:image\/png;base64,/, "");
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return false;
  const bytes = Buffer.from(base64, "base64");
  if (bytes.toString("hex", 0, 8) !== signature) return false;
  const names: string[] = [];
  let place = 8;
  // A chunk: its length in four bytes, its name in four, its data, a checksum in four.
  while (place + 12 <= bytes.length && names.at(-1) !== "IEND") {
    names.push(bytes.toString("latin1", place + 4, place + 8));
    place += 12 + bytes.readUInt32BE(place);
  }
  const hasSize = bytes.length > 24 && bytes.readUInt32BE(16) > 0 && bytes.readUInt32BE(20) > 0;
  const isWhole = place === bytes.length && names[0] === "IHDR" && names.at(-1) === "IEND";
  return hasSize && isWhole && names.includes("IDAT");
}
