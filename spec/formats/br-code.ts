/** Tags of the BR Code of a dynamic charge, in their order; tag 61 may be left out. Source: PIX initiation manual 2.10. */
const tags = ["00", "01", "26", "52", "53", "58", "59", "60", "61", "62", "63"];

const fixed: Readonly<Record<string, string>> = { "00": "01", "01": "12", "52": "0000", "53": "986", "58": "BR" };

/**
 * Whether a text is the BR Code of a dynamic charge: EMV tag-length-value of at most 512 printable ASCII characters with
 * exactly the tags of a charge, no amount, a URL under 26 and a correct CRC. Source: PIX initiation manual 2.10.
 */
export function isChargeCode(text: string): boolean {
  if (text.length > 512 || !/^[ -~]+$/.test(text)) return false;
  const fields = readFields(text);
  if (!fields) return false;
  const expected = tags.filter((tag) => tag !== "61" || fields.has(tag));
  if ([...fields.keys()].join() !== expected.join()) return false;
  if (Object.entries(fixed).some(([tag, value]) => fields.get(tag) !== value)) return false;
  const url = readFields(fields.get("26") ?? "");
  const additional = readFields(fields.get("62") ?? "");
  return (
    url !== undefined &&
    [...url.keys()].join() === "00,25" &&
    url.get("00") === "br.gov.bcb.pix" &&
    isUrlWithoutScheme(url.get("25") ?? "") &&
    additional !== undefined &&
    [...additional.keys()].join() === "05" &&
    additional.get("05") === "***" &&
    (fields.get("59") ?? "").length <= 25 &&
    (fields.get("60") ?? "").length <= 15 &&
    /^[0-9]{8}$/.test(fields.get("61") ?? "00000000") &&
    fields.get("63") === checksum(text.slice(0, -4))
  );
}

/** A colon stands before a port and nowhere else in front of the path, so that no scheme passes for a host. */
function isUrlWithoutScheme(text: string): boolean {
  return text.length <= 77 && /^[A-Za-z0-9][A-Za-z0-9.-]*(?::[0-9]{1,5})?(?:\/[\w.~!$&'()*+,;=:@/?%-]*)?$/.test(text);
}

/** Values by tag, or undefined where the text is no tag-length-value or has a tag twice. */
function readFields(text: string): Map<string, string> | undefined {
  const fields = new Map<string, string>();
  for (let position = 0; position < text.length; ) {
    const header = /^([0-9]{2})([0-9]{2})$/.exec(text.slice(position, position + 4));
    const [, tag = "", length = "00"] = header ?? [];
    const value = text.slice(position + 4, position + 4 + Number(length));
    if (!header || value === "" || value.length < Number(length) || fields.has(tag)) return undefined;
    fields.set(tag, value);
    position += 4 + value.length;
  }
  return fields;
}

/** CRC-16/CCITT-FALSE of an ASCII text, as four upper-case hex digits. */
export function checksum(text: string): string {
  let crc = 0xffff;
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index) << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, "0");
}
