import { EventEmitter } from "node:events";

/** Endings of the names of fields that no log shows, whatever the contract: credentials. */
const secrets =
  "authorization|cookie|credentials?|jwt|passwd|password|passphrase|pwd|secret|senha|token|(?:api|access|private|secret)[-_]?key";
const secretName = new RegExp(`(?:${secrets})$`, "i");

const redacted = "[redacted]";

/**
 * Makes a function that copies a value for a log, without the values of sensitive fields, however deep. For pino's
 * `formatters.log`. Errors keep name, code, message and stack: drivers of databases put whole rows into their
 * other fields, and values into their messages. Digits, addresses and quoted strings are replaced in messages and in every
 * other string of several words.
 *
 * @param names fields besides credentials; `lastName`, `LASTNAME` and `last_name` are the same
 * @param serialized fields whose objects stay as they are, because the log has serializers for them
 */
export function makeRedactor(
  names: readonly string[],
  serialized: readonly string[] = ["req", "res"],
): (entry: Record<string, unknown>) => Record<string, unknown> {
  const own = new Set(names.map(plainName));
  const isSensitive = (name: string): boolean => secretName.test(name) || own.has(plainName(name));
  return (entry) => {
    const seen = new Map<object, unknown>();
    const fields = Object.entries(entry).map(([name, value]) => {
      if (isSensitive(name)) return [name, redacted];
      const isSerialized = serialized.includes(name) && isForeign(value);
      return [name, isSerialized ? value : copy(value, 1, seen)];
    });
    return Object.fromEntries(fields) as Record<string, unknown>;
  };

  function copy(value: unknown, depth: number, seen: Map<object, unknown>): unknown {
    if (typeof value === "bigint") return String(value);
    if (typeof value === "string")
      return /\s/.test(value) ? redactText(value) : redactValues(value);
    if (value === null || typeof value !== "object") return value;
    if (depth > 12) return "[too deep]";
    // Each object is copied once, even one that holds itself or stands in many places.
    if (seen.has(value)) return seen.get(value);
    seen.set(value, "[within itself]");
    const copied = copyObject(value, depth, seen);
    seen.set(value, copied);
    return copied;
  }

  function copyObject(value: object, depth: number, seen: Map<object, unknown>): unknown {
    if (Array.isArray(value)) return value.map((entry) => copy(entry, depth + 1, seen));
    if (value instanceof Error) return copyError(value, depth, seen);
    if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
    // Sockets, requests and the like hold everything that there is.
    if (value instanceof EventEmitter) return `[${value.constructor.name}]`;
    if (value instanceof Date) return value;
    // An object with `toJSON` decides on its own form in a log.
    const { toJSON } = value as { toJSON?: unknown };
    if (typeof toJSON === "function") return copy(toJSON.call(value), depth + 1, seen);
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [
        name,
        isSensitive(name) ? redacted : copy(field, depth + 1, seen),
      ]),
    );
  }

  function copyError(error: Error, depth: number, seen: Map<object, unknown>): object {
    const { code } = error as { code?: unknown };
    // Without a prototype, so that pino's serializer of errors takes the name from here.
    return Object.assign(Object.create(null) as object, {
      name: error.name,
      type: error.name,
      ...((typeof code === "string" || typeof code === "number") && { code }),
      message: redactText(error.message),
      stack: listFrames(error),
      ...(error.cause !== undefined && { reason: copy(error.cause, depth + 1, seen) }),
    });
  }
}

/** Whether a value is an object of a class, such as a request. */
function isForeign(value: unknown): boolean {
  if (typeof value !== "object" || value === null || value instanceof Error) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype !== Object.prototype && prototype !== Array.prototype && prototype !== null;
}

const plainName = (name: string): string => name.toLowerCase().replace(/[-_]/g, "");

/** `token=x`, `"password": "x"`: up to the end of the value. */
const namedSecret = new RegExp(
  `((?:${secrets})["']?\\s*[:=]\\s*)(?:"[^"]{0,2000}"|(?:(?:bearer|basic)\\s+)?[^\\s"',;&})]+)`,
  "gi",
);

/** Characters of a string that are logged: a caller may send a long one, on which some patterns take long. */
const maxTextLength = 10_000;

/**
 * Strings that are sensitive wherever they stand: named secrets, tokens, parts of URLs, addresses of mail and numbers of
 * documents.
 */
export function redactValues(given: string): string {
  const string = given.length > maxTextLength ? `${given.slice(0, maxTextLength)}…` : given;
  return string
    .replace(/([a-z]:\/\/)[^\s/]*@/gi, `$1${redacted}@`)
    .replace(/([a-z]:\/\/[^\s?]{0,2000}\?)[^\s"']+/gi, `$1${redacted}`)
    .replace(namedSecret, `$1${redacted}`)
    .replace(/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${redacted}`)
    .replace(/\beyJ[\w-]{0,2000}\.[\w.-]+|\b(?:sk|pk|rk|whsec)_\w{8,}/g, redacted)
    .replace(/[\p{L}\d._%+-]{1,64}@\p{L}[\p{L}\d-]*(?:\.[\p{L}\d-]+)*/gu, redacted)
    .replace(/\b[A-Z\d]{2}\.?[A-Z\d]{3}\.?[A-Z\d]{3}\/?[A-Z\d]{4}-?\d{2}\b/g, redacted)
    .replace(/\b\d{3}\.?\d{3}\.?\d{3}-?\d{2}\b|\+\d{10,}/g, redacted);
}

/** A message without possible values: also without quoted strings, UUIDs, long words with figures and runs of digits. */
export function redactText(string: string): string {
  return redactValues(string)
    .replace(
      /"(?:[^"\\]|\\.){0,2000}"|(?<!\w)'(?:[^'\\]|\\.){0,2000}'|=\([^)]{0,2000}\)/g,
      redacted,
    )
    .replace(
      /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|\b(?=\w*\d)(?=\w*[a-z])\w{32,}\b/gi,
      redacted,
    )
    .replace(/\d[\d.\-/() _\u00a0]{3,}\d/g, redacted);
}

/** The places that a stack names, without the message above them. */
function listFrames({ name, message, stack = "" }: Error): string {
  const frames = stack.split("\n").filter((line) => /^ +at /.test(line));
  return [`${name}: ${redactText(message)}`, ...frames].join("\n");
}
