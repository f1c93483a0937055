import { checkCharacters, insideOf, optionalValue, pixGui, pixTemplate, requiredValue } from "./br-code-fields.ts";
import { crc16 } from "./crc16.ts";
import { readTlv, type TlvField } from "./tlv.ts";

/** What a BR Code says; a part that it does not have is undefined. */
export interface BrCode {
  /** `static` has a key, `dynamic` a URL, `recurrence-only` neither. */
  readonly kind: "static" | "dynamic" | "recurrence-only";
  /** Tags of the outermost level, in the order of the code. */
  readonly tags: readonly string[];
  readonly poi?: string | undefined;
  /** As written: upper and lower case are the same to a reader. */
  readonly gui: string;
  readonly key?: string | undefined;
  readonly info?: string | undefined;
  readonly fss?: string | undefined;
  readonly url?: string | undefined;
  readonly recurrenceUrl?: string | undefined;
  readonly mcc: string;
  /** In reais, as written. */
  readonly amount?: string | undefined;
  readonly merchantName: string;
  readonly merchantCity: string;
  readonly postalCode?: string | undefined;
  readonly txid: string;
  readonly crc: string;
}

/**
 * Reads the text of a BR Code: EMV tag-length-value of at most 512 ASCII characters with a PIX template and a correct
 * CRC, for static, dynamic and recurring payments. Throws an Error that says what is wrong and where. Source: PIX
 * initiation manual 2.10.
 */
export function parseBrCode(text: string): BrCode {
  checkCharacters(text);
  const fields = readTlv(text);
  const crc = requiredValue(fields, "63");
  const expected = crc16(text.slice(0, -4));
  if (crc !== expected) throw new Error(`BR Code: CRC mismatch, the code says ${crc}, its text gives ${expected}`);

  for (const tag of ["00", "53", "58"]) requiredValue(fields, tag);
  const account = pixTemplate(fields, "26", "51");
  if (account === undefined) throw new Error(`BR Code: no ${pixGui} template in tags 26 to 51`);
  const recurrence = pixTemplate(fields, "80", "99");
  const key = optionalValue(account, "01", "26.01");
  const url = optionalValue(account, "25", "26.25");
  if (key !== undefined && url !== undefined) throw new Error("BR Code: tag 26 has both a key (01) and a URL (25)");
  if (key === undefined && url === undefined && recurrence === undefined) {
    throw new Error("BR Code: tag 26 has neither a key (01) nor a URL (25)");
  }
  requiredValue(fields, "62");
  const additional = fields.filter(({ tag }) => tag === "62").flatMap(insideOf);
  return {
    kind: url !== undefined ? "dynamic" : key !== undefined ? "static" : "recurrence-only",
    tags: fields.map(({ tag }) => tag),
    poi: optionalValue(fields, "01"),
    gui: requiredValue(account, "00", "26.00"),
    key,
    info: optionalValue(account, "02", "26.02"),
    fss: optionalValue(account, "03", "26.03"),
    url,
    recurrenceUrl: recurrence && requiredValue(recurrence, "25", "80.25"),
    mcc: requiredValue(fields, "52"),
    amount: optionalValue(fields, "54"),
    merchantName: requiredValue(fields, "59"),
    merchantCity: requiredValue(fields, "60"),
    postalCode: optionalValue(fields, "61"),
    txid: requiredValue(additional, "05", "62.05"),
    crc,
  };
}

const templates = ["26", "62"];
const shape = /^00 01 26\{00,25\} 52 53 58 59 60 (?:61 )?62\{05\} 63$/;

/** The code's tags, with those inside the templates of a charge. */
function shapeOf(fields: readonly TlvField[]): string {
  const tagsOf = (inside: readonly TlvField[]) => inside.map(({ tag }) => tag).join(",");
  return fields
    .map((field) => (templates.includes(field.tag) ? `${field.tag}{${tagsOf(insideOf(field))}}` : field.tag))
    .join(" ");
}

/**
 * Asserts that a text is the BR Code of a dynamic charge and returns what it says: exactly the tags
 * `00 01 26{00,25} 52 53 58 59 60 [61] 62{05} 63`, `01`=`12`, the GUI in lower case, `52`=`0000`, `62.05`=`***`; no
 * amount. Source: PIX initiation manual 2.10, as the charges of this interface use it.
 */
export function assertDynamicChargeCode(text: string): BrCode {
  const code = parseBrCode(text);
  const found = shapeOf(readTlv(text));
  if (!shape.test(found)) {
    throw new Error(`dynamic charge: tags are ${found}, not 00 01 26{00,25} 52 53 58 59 60 [61] 62{05} 63`);
  }
  const fixed = [
    ["01", code.poi, "12"],
    ["26.00", code.gui, "br.gov.bcb.pix"],
    ["52", code.mcc, "0000"],
    ["62.05", code.txid, "***"],
  ] as const;
  for (const [tag, value, expected] of fixed) {
    if (value !== expected) throw new Error(`dynamic charge: tag ${tag} is "${value}", not "${expected}"`);
  }
  return code;
}
