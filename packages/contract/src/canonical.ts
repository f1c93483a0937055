/** JSON with the keys of every object in order, so that equal values give equal strings. */
export function canonical(value: unknown): string {
  return write(value) ?? "null";
}

/** Undefined for a value that JSON does not have. */
function write(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (typeof (value as { toJSON?: unknown }).toJSON === "function")
    return write(JSON.parse(JSON.stringify(value)));
  if (Array.isArray(value)) return `[${value.map((item) => write(item) ?? "null").join()}]`;
  let fields = "";
  for (const name of Object.keys(value).sort()) {
    const field = write((value as Record<string, unknown>)[name]);
    if (field !== undefined) fields += `${fields && ","}${quoteName(name)}:${field}`;
  }
  return `{${fields}}`;
}

/** Most names need no escapes, which is found out sooner than `JSON.stringify` begins. */
const quoteName = (name: string): string =>
  /^[\w-]*$/.test(name) ? `"${name}"` : JSON.stringify(name);
