// `makeBrCode({ url, merchantName, merchantCity })`: the BR Code of a dynamic charge
import { checksum } from "../formats/br-code.ts";

/** The values of a dynamic charge's BR Code. */
export interface BrCodeFields {
  /** Where the payer's bank reads the charge, without scheme; at most 77 characters. */
  url: string;
  merchantName: string;
  merchantCity: string;
}

const maxUrlLength = 77;

/**
 * The BR Code of a dynamic charge: EMV tag-length-value with a CRC. The amount stays behind the URL.
 *
 * @throws {RangeError} where the URL is empty, too long or not ASCII
 * @see PIX initiation manual 2.10
 */
export function makeBrCode({ url, merchantName, merchantCity }: BrCodeFields): string {
  if (url.length === 0 || url.length > maxUrlLength || !/^[!-~]+$/.test(url)) {
    throw new RangeError(`The URL of a BR Code has 1 to 77 ASCII characters: ${url}`);
  }
  const fields = [
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
  return fields + checksum(fields);
}

function field(tag: string, value: string): string {
  return tag + String(value.length).padStart(2, "0") + value;
}

/** Latin letters and marks that Unicode does not decompose, each followed by its ASCII form. */
const asciiForms = new Map(
  "Æ AE,æ ae,Œ OE,œ oe,ẞ SS,ß ss,Þ Th,þ th,Đ D,đ d,Ð D,ð d,Ħ H,ħ h,ı i,Ł L,ł l,Ŋ N,ŋ n,Ø O,ø o,Ŧ T,ŧ t,‘ ',’ ',“ \",” \""
    .split(",")
    .map((pair) => [pair[0], pair.slice(2)]),
);

/** Strips accents and resolves ligatures, because lengths and checksum are counted in characters of one byte. */
export function foldToAscii(value: string, maxLength: number): string {
  const folded = value
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^ -~]/g, (character) => asciiForms.get(character) ?? character)
    .replace(/[^ -~]/g, " ")
    .replace(/ +/g, " ")
    .trim()
    .slice(0, maxLength)
    .trim();
  return folded || "PIX";
}
