/** What a BR Code of a dynamic charge says. */
export interface BrCodeFields {
  /** Where the payer's bank reads the charge, without scheme; at most 77 characters. */
  url: string;
  merchantName: string;
  merchantCity: string;
}

/** The path that a charge's BR Code names, without the random part at its end. */
export const chargePath = "/qr/v2/";

/** Letters and digits at the end of the path. */
export const locationLength = 26;

const longestUrl = 77;

/**
 * The URL at which a sandbox is reached, without slashes at its end.
 *
 * @throws {RangeError} where it is no http or https URL, or too long to stand in a BR Code
 */
export function checkPublicUrl(publicUrl: string): string {
  const url = publicUrl.replace(/\/+$/, "");
  if (!/^https?:\/\/[!-~]+$/.test(url) || !URL.canParse(url)) {
    throw new RangeError(`The public URL has to be an http: or https: URL in ASCII: ${publicUrl}`);
  }
  const most = longestUrl - chargePath.length - locationLength;
  const { length } = withoutScheme(url);
  if (length > most) {
    throw new RangeError(
      `The public URL may have ${most} characters after its scheme, for BR Codes; it has ${length}.`,
    );
  }
  return url;
}

/** Where the payer's bank reads a charge, as its BR Code has it. */
export function chargeUrl(publicUrl: string, location: string): string {
  return withoutScheme(publicUrl) + chargePath + location;
}

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, "");
}

/**
 * The BR Code of a dynamic charge: EMV tag-length-value with a CRC. The amount stays behind the URL.
 *
 * @throws {RangeError} where the URL is empty, too long or not ASCII
 * @see PIX initiation manual 2.10
 */
export function makeBrCode({ url, merchantName, merchantCity }: BrCodeFields): string {
  if (url.length === 0 || url.length > longestUrl || !/^[!-~]+$/.test(url)) {
    throw new RangeError(`The URL of a BR Code has 1 to 77 ASCII characters: ${url}`);
  }
  const text = [
    field("00", "01"),
    field("01", "12"),
    field("26", field("00", "br.gov.bcb.pix") + field("25", url)),
    field("52", "0000"),
    field("53", "986"),
    field("58", "BR"),
    field("59", foldToAscii(merchantName, 25)),
    field("60", foldToAscii(merchantCity, 15)),
    field("62", field("05", "***")),
    "6304",
  ].join("");
  return text + checksum(text);
}

function field(tag: string, value: string): string {
  return tag + String(value.length).padStart(2, "0") + value;
}

/** Text without accents, because lengths and checksum are counted in characters of one byte. */
export function foldToAscii(text: string, longest: number): string {
  const folded = text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^ -~]/g, " ")
    .replace(/ +/g, " ")
    .trim()
    .slice(0, longest)
    .trim();
  return folded || "PIX";
}

/** CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF; four upper-case hex digits. */
export function checksum(text: string): string {
  let crc = 0xffff;
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index) << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1;
  }
  return crc.toString(16).toUpperCase().padStart(4, "0");
}
