import { checksum } from "@pix-contract/formats/br-code.ts";

const gui = "br.gov.bcb.pix";

/**
 * Values of a charge's BR Code by tag, with the form of each; `26.25` is tag 25 inside the PIX template, in
 * whichever of the tags 26 to 51 it is. Source: PIX initiation manual 2.10, as the charges of this interface use it.
 */
const fieldRules: Readonly<Record<string, readonly [pattern: RegExp, is: string]>> = {
  "00": [/^01$/, "01"],
  "01": [/^12$/, "12 (a dynamic charge)"],
  "26.25": [
    /^(?=.{1,77}$)[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::[0-9]{1,5})?(?:\/[\w.~!$&'()*+,;=:@/?%-]*)?$/,
    "a URL without scheme of 1 to 77 characters",
  ],
  "52": [/^0000$/, "0000"],
  "53": [/^986$/, "986 (the real)"],
  "54": [/^(?=.{1,13}$)[0-9]+(?:\.[0-9]{1,2})?$/, "an amount such as 10.00"],
  "58": [/^BR$/, "BR"],
  "59": [/^.{1,25}$/, "a name of 1 to 25 characters"],
  "60": [/^.{1,15}$/, "a city of 1 to 15 characters"],
  "61": [/^[0-9]{8}$/, "a CEP of 8 digits"],
  "62.05": [/^\*{3}$/, "***"],
  "63": [/^[0-9A-F]{4}$/, "four upper-case hex digits"],
};
const optional = ["54", "61"];

/**
 * Values by tag of the BR Code of a dynamic charge: EMV tag-length-value of at most 512 printable ASCII characters with a
 * PIX template and a correct CRC. Tags that the manual allows besides those of a charge are left alone.
 *
 * @throws {Error} with the mistake and its place
 */
export function readChargeCode(text: string): ReadonlyMap<string, string> {
  if (!/^[ -~]{1,512}$/.test(text))
    throw new Error("BR Code: not 1 to 512 characters of printable ASCII");
  const outer = readTlv(text);
  const values = new Map(outer);
  const templates = [...outer]
    .filter(([tag]) => tag >= "26" && tag <= "51")
    .map(([tag, value]) => readTlv(value, tag));
  const accounts = templates.filter((inside) => inside.get("00")?.toLowerCase() === gui);
  if (accounts.length !== 1)
    throw new Error(`BR Code: ${accounts.length} ${gui} templates in tags 26 to 51, not one`);
  for (const [tag, value] of accounts[0] ?? []) values.set(`26.${tag}`, value);
  for (const [tag, value] of readTlv(outer.get("62") ?? "", "62")) values.set(`62.${tag}`, value);
  for (const [tag, [pattern, is]] of Object.entries(fieldRules)) {
    const value = values.get(tag);
    if (value === undefined && !optional.includes(tag))
      throw new Error(`BR Code: tag ${tag} is missing`);
    if (value !== undefined && !pattern.test(value))
      throw new Error(`BR Code: tag ${tag} is not ${is}: "${value}"`);
  }
  const expected = checksum(text.slice(0, -4));
  if (values.get("63") !== expected)
    throw new Error(
      `BR Code: CRC mismatch, the code says ${values.get("63")}, its text gives ${expected}`,
    );
  return values;
}

/** Values by tag: two digits of tag, two of length, the value; tags ascending, each once, the CRC (63) last. */
function readTlv(text: string, parent = ""): Map<string, string> {
  const fields = new Map<string, string>();
  const rank = (tag: string) => (parent === "" && tag === "63" ? 100 : Number(tag));
  let last = -1;
  for (let position = 0; position < text.length; ) {
    const [, tag = "", length = ""] =
      /^([0-9]{2})([0-9]{2})$/.exec(text.slice(position, position + 4)) ?? [];
    const value = text.slice(position + 4, position + 4 + Number(length));
    const at = `BR Code: tag ${parent === "" ? tag : `${parent}.${tag}`} at offset ${position}`;
    if (tag === "")
      throw new Error(
        `BR Code: no tag and length at offset ${position}${parent && ` of tag ${parent}`}`,
      );
    if (value === "" || value.length < Number(length))
      throw new Error(`${at} is empty or cut short`);
    if (rank(tag) <= last) throw new Error(`${at} is out of order`);
    last = rank(tag);
    fields.set(tag, value);
    position += 4 + value.length;
  }
  return fields;
}
