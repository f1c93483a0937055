/** Identifier of PIX among the schemes of a BR Code, in whatever case. */
const gui = "br.gov.bcb.pix";

/** A URL without scheme. A colon stands before a port and nowhere else in front of the path, so that no scheme passes for a host. */
const url =
  /^(?=.{1,77}$)[A-Za-z0-9][A-Za-z0-9.-]*(?::[0-9]{1,5})?(?:\/[\w.~!$&'()*+,;=:@/?%-]*)?$/;

/** The value that a tag needs: a string, or a pattern in words. */
interface Form {
  value: string | RegExp;
  is: string;
  isOptional?: true;
}

const urlForm: Form = {
  value: url,
  is: "a URL without scheme of 1 to 77 characters",
  isOptional: true,
};

/**
 * Forms by tag. `2625` is tag 25 inside the PIX template, in whichever of the tags 26 to 51 it is, and `8025` that of a composite
 * code, in one of the tags 80 to 99. Source: PIX initiation manual 2.10, sections 2.5 to 2.8: the forms that every reader accepts.
 */
const forms = new Map<number, Form>([
  [0, { value: "01", is: "01" }],
  [1, { value: /^1[12]$/, is: "11 or 12", isOptional: true }],
  [2601, { value: /^.{1,77}$/, is: "a key of 1 to 77 characters", isOptional: true }],
  [2625, urlForm],
  [52, { value: /^[0-9]{4}$/, is: "four digits" }],
  [53, { value: "986", is: "986 (the real)" }],
  [
    54,
    {
      value: /^(?=.{1,13}$)[0-9]+(?:\.[0-9]{1,2})?$/,
      is: "an amount such as 10.00",
      isOptional: true,
    },
  ],
  [58, { value: "BR", is: "BR" }],
  [59, { value: /^.{1,25}$/, is: "a name of 1 to 25 characters" }],
  [60, { value: /^.{1,15}$/, is: "a city of 1 to 15 characters" }],
  [61, { value: /^[0-9]{5}-?[0-9]{3}$/, is: "a CEP of 8 digits", isOptional: true }],
  [6205, { value: /^(?:\*{3}|[A-Za-z0-9]{1,25})$/, is: "*** or 1 to 25 letters and digits" }],
  [63, { value: /^[0-9A-F]{4}$/, is: "four upper-case hex digits" }],
  [8025, urlForm],
]);
const required = [...forms].flatMap(([tag, { isOptional }]) => (isOptional ? [] : [tag]));

/**
 * Whether a string is a BR Code of PIX that every reader accepts: EMV tag-length-value of at most 512 printable ASCII characters
 * with one PIX template, which has a key, a URL or, in a composite code, neither; and a correct CRC.
 */
export function isBrCode(value: string): boolean {
  return typeof decode(value) !== "string";
}

/** The pattern that the contract has besides: a string that it does not match is not tried. */
isBrCode.implies = "^000201[\\x20-\\x7E]+6304[0-9A-F]{4}$";

/** The requirement of the format, for messages. */
isBrCode.demand = "a BR Code with its CRC, as the PIX initiation manual has it";

/**
 * Values by tag of a BR Code of PIX; `26.25` is tag 25 inside the PIX template.
 *
 * @throws {Error} with the mistake and its place
 */
export function readBrCode(brCode: string): ReadonlyMap<string, string> {
  const parts = decode(brCode);
  if (typeof parts === "string") throw new Error(`BR Code: ${parts}`);
  return new Map(parts.map((part) => [nameOf(part.tag), brCode.slice(part.start, part.end)]));
}

/** A value in a code, by its place. Every charge of a response is checked: strings are cut out only where they are needed. */
interface Part {
  tag: number;
  start: number;
  end: number;
}

/** The parts of a code, those in its templates by the tags of {@link forms}; or the mistake. */
function decode(brCode: string): Part[] | string {
  const parts =
    brCode.length > 512 ? "" : readParts(brCode, { tag: 0, start: 0, end: brCode.length });
  const mistake = typeof parts === "string" ? parts : findMistake(brCode, parts);
  if (mistake === undefined) return parts;
  const isOfCharacters = brCode.length <= 512 && !/[^ -~]/.test(brCode);
  return isOfCharacters ? mistake : "not 1 to 512 characters of printable ASCII";
}

function findMistake(brCode: string, parts: Part[]): string | undefined {
  const mistake = openTemplates(brCode, parts) ?? findWrong(brCode, parts);
  if (mistake !== undefined) return mistake;
  const given = brCode.slice(-4);
  const expected = checksum(brCode, brCode.length - 4);
  return given === expected
    ? undefined
    : `CRC mismatch, the code says ${given}, its characters give ${expected}`;
}

/** Adds the parts of templates, of PIX alone but in tag 62. Returns a mistake. */
function openTemplates(brCode: string, parts: Part[]): string | undefined {
  let accounts = 0;
  let isAimed = false;
  for (const part of parts.slice()) {
    const template = templateOf(part.tag);
    if (template === undefined) continue;
    const inside = readParts(brCode, part);
    if (typeof inside === "string") return inside;
    if (template !== 62 && !isOfPix(brCode, inside)) continue;
    if (template === 26) accounts++;
    for (const one of inside) {
      one.tag += 100 * template;
      isAimed ||= aims.includes(one.tag);
      parts.push(one);
    }
  }
  if (accounts !== 1) return `${accounts} ${gui} templates in tags 26 to 51, not one`;
  return isAimed ? undefined : "neither key nor URL";
}

/** Tags of a key and of URLs, one of which a code has. */
const aims = [2601, 2625, 8025];

function isOfPix(brCode: string, inside: readonly Part[]): boolean {
  const id = inside.find(({ tag }) => tag === 0);
  return id !== undefined && brCode.slice(id.start, id.end).toLowerCase() === gui;
}

/** The tag that the parts of a template are known by; undefined if the tag has no parts. */
function templateOf(tag: number): 26 | 62 | 80 | undefined {
  if (tag >= 26 && tag <= 51) return 26;
  if (tag === 62) return 62;
  return tag >= 80 ? 80 : undefined;
}

function findWrong(brCode: string, parts: readonly Part[]): string | undefined {
  let missing = required.length;
  for (const { tag, start, end } of parts) {
    const form = forms.get(tag);
    if (!form) continue;
    if (!form.isOptional) missing--;
    const value = brCode.slice(start, end);
    if (typeof form.value === "string" ? value !== form.value : !form.value.test(value))
      return `tag ${nameOf(tag)} is not ${form.is}: "${value}"`;
  }
  if (missing === 0) return undefined;
  return required
    .filter((tag) => !parts.some((part) => part.tag === tag))
    .map((tag) => `tag ${nameOf(tag)} is missing`)[0];
}

/**
 * Reads two digits of tag, two of length, and the value; each tag once. In the code itself the version (00) is first and the CRC
 * (63) last. Returns the mistake if there is one.
 *
 * @param within the template whose parts are read; tag 0 stands for the code itself
 */
function readParts(brCode: string, within: Part): Part[] | string {
  const isCode = within.tag === 0;
  const mistake = (tag: number, position: number, is: string): string =>
    `tag ${isCode ? "" : `${within.tag}.`}${nameOf(tag)} at offset ${position - within.start} is ${is}`;
  const parts: Part[] = [];
  for (let position = within.start; position < within.end; ) {
    const tag = twoDigits(brCode, position);
    const length = twoDigits(brCode, position + 2);
    const start = position + 4;
    const end = start + length;
    if (length < 0 || tag < 0 || start > within.end)
      return `no tag and length at offset ${position - within.start}${isCode ? "" : ` of tag ${within.tag}`}`;
    if (length === 0 || end > within.end) return mistake(tag, position, "empty or cut short");
    const isMisplaced = (tag === 0) !== (position === 0) || (tag === 63 && end < brCode.length);
    if ((isCode && isMisplaced) || parts.some((part) => part.tag === tag))
      return mistake(tag, position, "out of order");
    parts.push({ tag, start, end });
    position = end;
  }
  return parts;
}

/** A tag as it stands in a code, those of a template after its own: 2625 is `26.25`. */
function nameOf(tag: number): string {
  const own = String(tag % 100).padStart(2, "0");
  return tag < 100 ? own : `${Math.floor(tag / 100)}.${own}`;
}

/** The number that two digits stand for; -1 if there are none. */
function twoDigits(digits: string, position: number): number {
  const tens = digits.charCodeAt(position) - 48;
  const units = digits.charCodeAt(position + 1) - 48;
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
export function checksum(value: string, end = value.length): string {
  let crc = 0xffff;
  for (let index = 0; index < end; index++) {
    const code = value.charCodeAt(index);
    if (code < 0x20 || code > 0x7e) return "\n";
    crc = ((crc << 8) & 0xffff) ^ (crcTable[(crc >> 8) ^ code] as number);
  }
  return crc.toString(16).toUpperCase().padStart(4, "0");
}
