// Bodies of forms, as servers read them: the values of their fields are strings or files.
import { isSeparator, readLayouts, splitItems, type ValueLayout } from "./layout.ts";

/** How the fields of a form stand in it. */
export interface FormLayout {
  /** Layouts of the fields of several parts. */
  readonly layouts?: Readonly<Record<string, ValueLayout>>;
  /** Names of the fields that are files. */
  readonly files?: readonly string[];
  /** Content types of the parts of a multipart form, if they are not the usual ones. */
  readonly types?: Readonly<Record<string, string>>;
}

/** Fields that a form in `application/x-www-form-urlencoded` may have. */
const maxPairs = 10_000;

/** The fields of a form in `application/x-www-form-urlencoded`; undefined if they cannot be read. */
export function readUrlEncoded(
  body: string,
  { layouts = {} }: FormLayout,
): Record<string, unknown> | undefined {
  const fields: Record<string, unknown> = Object.create(null);
  const pairs = body === "" ? [] : body.split("&");
  if (pairs.length > maxPairs) return undefined;
  for (const pair of pairs) {
    try {
      const [start = "", value = ""] = pair.split(/=(.*)/s);
      const name = decodeField(start);
      const { [name]: layout = "repeated" } = layouts;
      addField(
        fields,
        name,
        isSeparator(layout) ? splitItems(value, layout, decodeField) : decodeField(value),
      );
    } catch {
      return undefined;
    }
  }
  return readLayouts(fields, layouts);
}

/** The fields of a form in `multipart/form-data`, files as `File`; undefined if they cannot be read. */
export async function readMultipart(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  { layouts = {}, files = [] }: FormLayout,
): Promise<Record<string, unknown> | undefined> {
  const fields: Record<string, unknown> = Object.create(null);
  try {
    const form = await new Response(bytes, { headers: { "content-type": contentType } }).formData();
    for (const [name, part] of form) {
      const isFile = files.includes(name);
      // A part of JSON may have the name of a file, and a file may lack it.
      if (isFile && typeof part !== "string") {
        addField(fields, name, part);
        continue;
      }
      const text = typeof part === "string" ? part : await part.text();
      if (isReplaced(text, bytes)) return undefined;
      addField(fields, name, isFile ? new File([text], name) : text);
    }
  } catch {
    return undefined;
  }
  return readLayouts(fields, layouts);
}

/** Whether a string of a form was made of bytes that are not UTF-8, which the platform replaces. */
function isReplaced(string: string, bytes: Uint8Array): boolean {
  return (
    string.includes("\ufffd") &&
    !Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(string)
  );
}

/** @throws {URIError} if it is not encoded UTF-8 */
function decodeField(encoded: string): string {
  return decodeURIComponent(encoded.replaceAll("+", " "));
}

function addField(fields: Record<string, unknown>, name: string, value: unknown): void {
  const known = fields[name];
  if (known === undefined) fields[name] = value;
  else if (Array.isArray(known)) known.push(value);
  else fields[name] = [known, value];
}
