export type Bytes = Uint8Array<ArrayBuffer>;

/** Reads a body part by part. */
export interface BodyReader {
  read(): Promise<{ value?: Bytes | undefined }>;
  cancel(): Promise<unknown>;
}

/** Reads a body to its end. Undefined if it has more bytes than `max`. */
export async function readParts(
  reader: BodyReader | undefined,
  max: number,
): Promise<Bytes[] | undefined> {
  const parts: Bytes[] = [];
  let length = 0;
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (!value) return parts;
    parts.push(value);
    // Parts without bytes come to an end too.
    length += Math.max(1, value.length);
    if (length > max) {
      reader?.cancel().catch(() => {});
      return undefined;
    }
  }
}

/** The bytes of all parts, one after the other. */
export function joinBytes(parts: readonly Uint8Array[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let length = 0;
  for (const part of parts) {
    bytes.set(part, length);
    length += part.length;
  }
  return bytes;
}
