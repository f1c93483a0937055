export type Bytes = Uint8Array<ArrayBuffer>;

/** Reads a body part by part: what `fetch` has, and what Node's `http` is made to have. */
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
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    parts.push(part.value);
    // Parts without bytes come to an end too.
    length += part.value.length || 1;
    if (length > max) {
      reader?.cancel().catch(() => {});
      return undefined;
    }
  }
  return parts;
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
