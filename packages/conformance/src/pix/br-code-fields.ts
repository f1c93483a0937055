import { readTlv, type TlvField } from "./tlv.ts";

/** What the value of a tag has to look like. */
interface ValueRule {
  readonly pattern: RegExp;
  /** Completes "tag 59 is not …". */
  readonly is: string;
}

const url: ValueRule = {
  pattern: /^(?=.{1,77}$)[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::[0-9]{1,5})?(?:\/[\w.~!$&'()*+,;=:@/?%-]*)?$/,
  is: "a URL without scheme of 1 to 77 characters",
};

/**
 * Shape of the values of a BR Code, by tag; `26` stands for the PIX template wherever it is, `80` for the recurrence.
 * Source: PIX initiation manual 2.10.
 */
const valueRules: Readonly<Record<string, ValueRule>> = {
  "00": { pattern: /^01$/, is: "01" },
  "01": { pattern: /^1[12]$/, is: "11 or 12" },
  "26.03": { pattern: /^[0-9A-Z]{8}$/, is: "an ISPB of 8 characters" },
  "26.25": url,
  "52": { pattern: /^[0-9]{4}$/, is: "four digits" },
  "53": { pattern: /^986$/, is: "986 (the real)" },
  "54": { pattern: /^(?=.{1,13}$)[0-9]+(?:\.[0-9]{1,2})?$/, is: "an amount such as 10.00" },
  "58": { pattern: /^BR$/, is: "BR" },
  "59": { pattern: /^.{1,25}$/, is: "a name of 1 to 25 characters" },
  "60": { pattern: /^.{1,15}$/, is: "a city of 1 to 15 characters" },
  "61": { pattern: /^[0-9]{8}$/, is: "a CEP of 8 digits" },
  "62.05": { pattern: /^(?:\*{3}|[A-Za-z0-9]{1,25})$/, is: "*** or 1 to 25 letters and digits" },
  "63": { pattern: /^[0-9A-F]{4}$/, is: "four upper-case hex digits" },
  "80.25": url,
};

/** Names the scheme inside its templates. */
export const pixGui = "br.gov.bcb.pix";

/** Throws unless a text has at most 512 characters, printable ASCII all. Source: PIX initiation manual 2.10. */
export function checkCharacters(text: string): void {
  if (text.length > 512) throw new Error(`BR Code: ${text.length} characters, at most 512 are allowed`);
  const stranger = text.search(/[^ -~]/);
  if (stranger >= 0) {
    throw new Error(`BR Code: ${JSON.stringify(text.charAt(stranger))} at offset ${stranger} is not printable ASCII`);
  }
}

/**
 * Value of a tag, undefined when it is absent; throws when it breaks its rule. `path` is the rule's name: `26.25` is tag
 * 25 inside 26.
 */
export function optionalValue(fields: readonly TlvField[], tag: string, path = tag): string | undefined {
  const value = fields.find((field) => field.tag === tag)?.value;
  const rule = valueRules[path];
  if (value !== undefined && rule !== undefined && !rule.pattern.test(value)) {
    throw new Error(`BR Code: tag ${path} is not ${rule.is}: "${value}"`);
  }
  return value;
}

/** Value of a tag; throws when it is absent or breaks its rule. */
export function requiredValue(fields: readonly TlvField[], tag: string, path = tag): string {
  const value = optionalValue(fields, tag, path);
  if (value === undefined) throw new Error(`BR Code: tag ${path} is missing`);
  return value;
}

/** Data objects of a template, placed in the whole code. */
export function insideOf(template: TlvField): TlvField[] {
  return readTlv(template.value, { parent: template.tag, start: template.offset + 4 });
}

/** Objects of the one PIX template among the tags from `first` to `last`; other schemes may have theirs beside it. */
export function pixTemplate(fields: readonly TlvField[], first: string, last: string): TlvField[] | undefined {
  const found = fields
    .filter(({ tag }) => tag >= first && tag <= last)
    .map(insideOf)
    .filter((inside) => inside[0]?.tag === "00" && inside[0].value.toLowerCase() === pixGui);
  if (found.length > 1) throw new Error(`BR Code: more than one ${pixGui} template in tags ${first} to ${last}`);
  return found[0];
}
