/** One data object of an EMV code. */
export interface TlvField {
  /** Two digits. */
  readonly tag: string;
  readonly value: string;
  /** Where the object starts in the whole code, for messages. */
  readonly offset: number;
}

/** Where a text to read sits in the code: inside which tag, from which character on. */
export interface TlvPlace {
  readonly parent?: string;
  readonly start?: number;
}

const headerLength = 4;

/** The CRC closes the code whatever the other tags are, so its number says nothing about its place. */
function rankOf(tag: string, parent: string): number {
  return parent === "" && tag === "63" ? 100 : Number(tag);
}

/**
 * Data objects of an EMV code or of a template inside it: two digits of tag, two of length (01..99), the value; tags
 * ascending, each once, the CRC last. Throws on anything else. Source: EMV QR Code specification (merchant-presented)
 * for the objects, PIX initiation manual 2.10 for their order.
 */
export function readTlv(text: string, { parent = "", start = 0 }: TlvPlace = {}): TlvField[] {
  const where = parent === "" ? "" : ` inside tag ${parent}`;
  const fields: TlvField[] = [];
  let position = 0;
  while (position < text.length) {
    const offset = start + position;
    const header = text.slice(position, position + headerLength);
    if (!/^[0-9]{4}$/.test(header)) {
      throw new Error(`offset ${offset}${where}: "${header}" is not two digits of tag and two of length`);
    }
    const tag = header.slice(0, 2);
    const length = Number(header.slice(2));
    const value = text.slice(position + headerLength, position + headerLength + length);
    const at = `tag ${tag} at offset ${offset}${where}`;
    if (length === 0) throw new Error(`${at}: is empty`);
    if (value.length < length)
      throw new Error(`${at}: is truncated, ${value.length} of ${length} characters are there`);

    const previous = fields.at(-1)?.tag;
    if (fields.some((field) => field.tag === tag)) throw new Error(`${at}: is there twice`);
    if (previous !== undefined && rankOf(previous, parent) > rankOf(tag, parent)) {
      throw new Error(`${at}: is out of order, it follows tag ${previous}`);
    }
    fields.push({ tag, value, offset });
    position += headerLength + length;
  }
  return fields;
}
