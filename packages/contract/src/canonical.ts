/** JSON with the keys of every object in order, so that equal values give equal strings. */
export function canonical(value: unknown): string {
  return write(value) ?? "null";
}

/** Undefined for a value that JSON does not have. */
function write(value: unknown): string | undefined {
  if (typeof value === "string") return quoteText(value);
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (typeof (value as { toJSON?: unknown }).toJSON === "function")
    return write(JSON.parse(JSON.stringify(value)));
  let parts = "";
  if (Array.isArray(value)) {
    for (const item of value) parts += `${parts && ","}${write(item) ?? "null"}`;
    return `[${parts}]`;
  }
  for (const name of Object.keys(value).sort()) {
    const field = write((value as Record<string, unknown>)[name]);
    if (field !== undefined) parts += `${parts && ","}${quoteText(name)}:${field}`;
  }
  return `{${parts}}`;
}

/** Most names and values need no escapes, which is found out sooner than `JSON.stringify` begins. */
const quoteText = (string: string): string =>
  /^[ !#-[\]-~]*$/.test(string) ? `"${string}"` : JSON.stringify(string);
