// Bodies of forms. Only clients whose contract has them load this.
import { type ValueLayout, writePairs } from "@packages/contract/src/layout.ts";
import type { FormLayout } from "@packages/contract/src/read-form.ts";
import type { Check } from "./check.ts";

/** Makes the function that writes `application/x-www-form-urlencoded`. */
export function writeForm(
  layouts: Readonly<Record<string, ValueLayout>> = {},
): (body: unknown) => unknown {
  return (body) =>
    Object.entries(body ?? {})
      .flatMap(([name, value]) => writePairs(name, value, layouts[name]))
      .join("&");
}

/**
 * Makes the function that writes `multipart/form-data`: a part for each field, and for each item of a list, unless the
 * contract has the list itself as JSON.
 */
export function writeMultipart({ types = {}, layouts = {} }: FormLayout = {}) {
  return async (body: unknown, headers: Headers): Promise<unknown> => {
    if (body === undefined) return undefined;
    const boundary = `part-${crypto.randomUUID()}`;
    const parts: (string | Blob)[] = [];
    const add = (name: string, value: unknown): void => {
      if (value === undefined || value === null) return;
      if (Array.isArray(value) && !/json$/.test(types[name] ?? "")) {
        for (const item of value) add(name, item);
        return;
      }
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"`;
      if (value instanceof Blob) {
        const { name: file = name } = value as Partial<File>;
        const type = value.type || types[name] || "application/octet-stream";
        parts.push(
          `${head}; filename="${escapeName(file)}"\r\nContent-Type: ${type}\r\n\r\n`,
          value,
        );
      } else {
        const isJson = typeof value === "object" || layouts[name] === "json";
        const type = types[name] ?? (isJson ? "application/json" : undefined);
        const string = isJson ? JSON.stringify(value) : String(value);
        parts.push(`${head}${type ? `\r\nContent-Type: ${type}` : ""}\r\n\r\n${string}`);
      }
      parts.push("\r\n");
    };
    for (const [name, value] of Object.entries(body as object)) {
      if (layouts[name] !== "brackets") add(name, value);
      // A name and a value of a URL are escaped, and those of a part are not.
      else
        for (const pair of writePairs(name, value, "brackets")) {
          const [key = "", part = ""] = pair.split("=").map(decodeURIComponent);
          add(key, part);
        }
    }
    headers.set("Content-Type", `multipart/form-data; boundary=${boundary}`);
    return new Uint8Array(await new Blob([...parts, `--${boundary}--\r\n`]).arrayBuffer());
  };
}

/** A name as it stands in quotes in the head of a part. */
function escapeName(name: string): string {
  return name.replace(/[\r\n"]/g, encodeURIComponent);
}

/** A file of a form: a `Blob`, or a `File` if it has a name. */
export const file: Check = (value) =>
  value instanceof Blob ? undefined : ["", "type", "be a Blob or a File"];
