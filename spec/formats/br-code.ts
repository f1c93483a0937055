/** Tags of the BR Code of a dynamic charge, in their order; tag 61 may be left out. Source: PIX initiation manual 2.10. */
const tags = [0, 1, 26, 52, 53, 58, 59, 60, 61, 62, 63];

/** Values that are the same in every charge, by tag. */
const fixed: Readonly<Record<number, string>> = {
  0: "01",
  1: "12",
  52: "0000",
  53: "986",
  58: "BR",
  62: "0503***",
};

/** Start of the account information under tag 26, before the length of the URL. */
const account = "0014br.gov.bcb.pix25";

/**
 * Whether a text is the BR Code of a dynamic charge: EMV tag-length-value of printable ASCII characters with
 * exactly the tags of a charge, no amount, a URL under 26 and a correct CRC. Source: PIX initiation manual 2.10.
 */
export function isChargeCode(text: string): boolean {
  let next = 0;
  // Read in place: every response with a charge is checked.
  for (let position = 0; position < text.length; ) {
    const tag = twoDigits(text, position);
    const start = position + 4;
    const end = start + twoDigits(text, position + 2);
    if (tag < 0 || end <= start || end > text.length) return false;
    if (tags[next] === 61 && tag !== 61) next++;
    if (tags[next] !== tag || !isValue(tag, text, start, end)) return false;
    next++;
    position = end;
  }
  return next === tags.length && text.endsWith(checksum(text, text.length - 4));
}

/** The pattern that the contract has besides: a text that it does not match is not tried. */
isChargeCode.implies = "^000201[\\x20-\\x7E]+6304[0-9A-F]{4}$";

/** Whether a part of a text is a value of a tag; the CRC is checked with the whole. */
function isValue(tag: number, text: string, start: number, end: number): boolean {
  const length = end - start;
  switch (tag) {
    case 26: {
      const url = start + account.length + 2;
      const isWhole = text.startsWith(account, start) && twoDigits(text, url - 2) === end - url;
      return isWhole && isUrlWithoutScheme(text.slice(url, end));
    }
    case 59:
      return length <= 25;
    case 60:
      return length <= 15;
    case 61:
      return /^[0-9]{8}$/.test(text.slice(start, end));
    case 63:
      return length === 4;
    default:
      return length === fixed[tag]?.length && text.startsWith(fixed[tag], start);
  }
}

/** A colon stands before a port and nowhere else in front of the path, so that no scheme passes for a host. */
function isUrlWithoutScheme(text: string): boolean {
  return (
    text.length <= 77 &&
    /^[A-Za-z0-9][A-Za-z0-9.-]*(?::[0-9]{1,5})?(?:\/[\w.~!$&'()*+,;=:@/?%-]*)?$/.test(text)
  );
}

/** The number that two digits stand for; -1 where they are none. */
function twoDigits(text: string, position: number): number {
  const tens = text.charCodeAt(position) - 48;
  const units = text.charCodeAt(position + 1) - 48;
  return isDigit(tens) && isDigit(units) ? 10 * tens + units : -1;
}

function isDigit(value: number): boolean {
  return value >= 0 && value <= 9;
}

/** The change of a CRC by a byte. */
const crcTable = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
  return crc;
});

/** CRC-16/CCITT-FALSE of a text up to a position, as four upper-case hex digits; a line break if it is not printable ASCII. */
export function checksum(text: string, end = text.length): string {
  let crc = 0xffff;
  for (let index = 0; index < end; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code > 0x7e) return "\n";
    crc = ((crc << 8) & 0xffff) ^ (crcTable[(crc >> 8) ^ code] as number);
  }
  return crc.toString(16).toUpperCase().padStart(4, "0");
}
