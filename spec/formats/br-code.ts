/** Identifier of PIX among the schemes of a BR Code, in whatever case. */
const gui = "br.gov.bcb.pix";

/** A URL without scheme. A colon stands before a port and nowhere else in front of the path, so that no scheme passes for a host. */
const url =
  /^(?=.{1,77}$)[A-Za-z0-9][A-Za-z0-9.-]*(?::[0-9]{1,5})?(?:\/[\w.~!$&'()*+,;=:@/?%-]*)?$/;

/**
 * Values by tag, with the form of each; `26.25` is tag 25 inside the PIX template, in whichever of the tags 26 to 51 it is, and
 * `80.25` that of a composite code, in one of the tags 80 to 99. Source: PIX initiation manual 2.10, sections 2.5 to 2.8: the
 * forms that every reader accepts.
 */
const forms: readonly (readonly [tag: string, pattern: RegExp, is: string])[] = [
  ["00", /^01$/, "01"],
  ["01", /^1[12]$/, "11 or 12"],
  ["26.01", /^.{1,77}$/, "a key of 1 to 77 characters"],
  ["26.25", url, "a URL without scheme of 1 to 77 characters"],
  ["52", /^[0-9]{4}$/, "four digits"],
  ["53", /^986$/, "986 (the real)"],
  ["54", /^(?=.{1,13}$)[0-9]+(?:\.[0-9]{1,2})?$/, "an amount such as 10.00"],
  ["58", /^BR$/, "BR"],
  ["59", /^.{1,25}$/, "a name of 1 to 25 characters"],
  ["60", /^.{1,15}$/, "a city of 1 to 15 characters"],
  ["61", /^[0-9]{5}-?[0-9]{3}$/, "a CEP of 8 digits"],
  ["62.05", /^(?:\*{3}|[A-Za-z0-9]{1,25})$/, "*** or 1 to 25 letters and digits"],
  ["63", /^[0-9A-F]{4}$/, "four upper-case hex digits"],
  ["80.25", url, "a URL without scheme of 1 to 77 characters"],
];
const optional = new Set(["01", "26.01", "26.25", "54", "61", "80.25"]);

/**
 * Whether a string is a BR Code of PIX that every reader accepts: EMV tag-length-value of at most 512 printable ASCII characters
 * with one PIX template, which has a key, a URL or, in a composite code, neither; and a correct CRC.
 */
export function isBrCode(text: string): boolean {
  return !isMistake(decode(text));
}

/** The pattern that the contract has besides: a string that it does not match is not tried. */
isBrCode.implies = "^000201[\\x20-\\x7E]+6304[0-9A-F]{4}$";

/** What the format demands, for messages. */
isBrCode.demand = "a BR Code with its CRC, as the PIX initiation manual has it";

/**
 * Values by tag of a BR Code of PIX.
 *
 * @throws {Error} with the mistake and its place
 */
export function readBrCode(text: string): ReadonlyMap<string, string> {
  const values = decode(text);
  if (isMistake(values)) throw new Error(`BR Code: ${values}`);
  return values;
}

type Values = Map<string, string>;

/** Values by tag, or the mistake. */
function decode(text: string): Values | string {
  if (text.length > 512 || /[^ -~]/.test(text)) return "not 1 to 512 characters of printable ASCII";
  const values: Values = new Map();
  const mistake = readTlv(text, values, "") ?? readTemplates(values) ?? findWrong(values);
  if (mistake !== undefined) return mistake;
  const expected = checksum(text, text.length - 4);
  return values.get("63") === expected
    ? values
    : `CRC mismatch, the code says ${values.get("63")}, its characters give ${expected}`;
}

function isMistake(values: Values | string): values is string {
  return typeof values === "string";
}

/** Reads the parts of templates, of PIX alone but in tag 62. Returns a mistake. */
function readTemplates(values: Values): string | undefined {
  let accounts = 0;
  for (const [tag, value] of values) {
    const name = templateName(tag);
    if (name === undefined) continue;
    const inside: Values = new Map();
    const mistake = readTlv(value, inside, tag);
    if (mistake !== undefined) return mistake;
    if (name !== "62" && inside.get("00")?.toLowerCase() !== gui) continue;
    if (name === "26") accounts++;
    for (const [inner, content] of inside) values.set(`${name}.${inner}`, content);
  }
  if (accounts !== 1) return `${accounts} ${gui} templates in tags 26 to 51, not one`;
  const isAimed = values.has("26.25") || values.has("26.01") || values.has("80.25");
  return isAimed ? undefined : "neither key nor URL";
}

/** The name under which the parts of a template are known; undefined for a tag that is no template, or a part of one. */
function templateName(tag: string): "26" | "62" | "80" | undefined {
  if (tag.length > 2) return undefined;
  if (tag >= "26" && tag <= "51") return "26";
  if (tag === "62") return "62";
  return tag >= "80" ? "80" : undefined;
}

function findWrong(values: Values): string | undefined {
  for (const [tag, pattern, is] of forms) {
    const value = values.get(tag);
    if (value === undefined && !optional.has(tag)) return `tag ${tag} is missing`;
    if (value !== undefined && !pattern.test(value)) return `tag ${tag} is not ${is}: "${value}"`;
  }
  return undefined;
}

/**
 * Reads two digits of tag, two of length, and the value; each tag once, the version (00) first and the CRC (63) last. Returns a
 * mistake.
 */
function readTlv(text: string, fields: Values, parent: string): string | undefined {
  const name = (tag: string): string => `tag ${parent && `${parent}.`}${tag}`;
  for (let position = 0; position < text.length; ) {
    const start = position + 4;
    const length = twoDigits(text, position + 2);
    const end = start + length;
    if (length < 0 || twoDigits(text, position) < 0)
      return `no tag and length at offset ${position}${parent && ` of tag ${parent}`}`;
    const tag = text.slice(position, position + 2);
    if (length === 0 || end > text.length)
      return `${name(tag)} at offset ${position} is empty or cut short`;
    const isMisplaced = (tag === "00") !== (position === 0) || (tag === "63" && end < text.length);
    if (fields.has(tag) || (parent === "" && isMisplaced))
      return `${name(tag)} at offset ${position} is out of order`;
    fields.set(tag, text.slice(start, end));
    position = end;
  }
  return undefined;
}

/** The number that two digits stand for; -1 if there are none. */
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

/** CRC-16/CCITT-FALSE of a string up to a position, as four upper-case hex digits; a line break if it is not printable ASCII. */
export function checksum(text: string, end = text.length): string {
  let crc = 0xffff;
  for (let index = 0; index < end; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code > 0x7e) return "\n";
    crc = ((crc << 8) & 0xffff) ^ (crcTable[(crc >> 8) ^ code] as number);
  }
  return crc.toString(16).toUpperCase().padStart(4, "0");
}
