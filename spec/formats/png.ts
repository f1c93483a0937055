const prefix = "data:image/png;base64,";
const signature = [0x89504e47, 0x0d0a1a0a];
/** Names of chunks as the numbers that their letters are. */
const headerChunk = 0x49484452;
const picture = 0x49444154;
const end = 0x49454e44;

/**
 * Whether a string is a PNG in Base64 with its padding, with or without `data:image/png;base64,` in front: the signature,
 * a header with a size, then chunk after chunk with some picture in it, up to the end and no further. What the picture
 * shows is not read. Source: PNG (W3C), 5.2 and 5.3.
 */
export function isPngBase64(value: string): boolean {
  const base64 = value.startsWith(prefix) ? value.slice(prefix.length) : value;
  const padding = countPadding(base64);
  const bytes = Buffer.from(base64, "base64");
  // Node skips characters that are not Base64, so that fewer bytes come out, and takes the letters of Base64 for URLs.
  if (base64.length % 4 !== 0 || bytes.length !== (base64.length / 4) * 3 - padding) return false;
  if (base64.includes("-") || base64.includes("_")) return false;
  if (
    bytes.length < 25 ||
    bytes.readUInt32BE(0) !== signature[0] ||
    bytes.readUInt32BE(4) !== signature[1]
  )
    return false;
  if (
    bytes.readUInt32BE(12) !== headerChunk ||
    bytes.readUInt32BE(16) === 0 ||
    bytes.readUInt32BE(20) === 0
  )
    return false;
  let hasPicture = false;
  // A chunk: its length in four bytes, its name in four, its data, a checksum in four.
  for (let place = 8; place + 12 <= bytes.length; ) {
    const name = bytes.readUInt32BE(place + 4);
    hasPicture ||= name === picture;
    place += 12 + bytes.readUInt32BE(place);
    if (name === end) return hasPicture && place === bytes.length;
  }
  return false;
}

/** The pattern that the contract has besides: a string that it does not match is not tried. */
isPngBase64.implies = "^(data:image/png;base64,)?[A-Za-z0-9+/]+={0,2}$";

function countPadding(base64: string): number {
  if (base64.endsWith("==")) return 2;
  return base64.endsWith("=") ? 1 : 0;
}
