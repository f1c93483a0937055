import { EventEmitter } from "node:events";

/** Fields that no log shows, whatever the contract: what opens doors. */
const secrets = [
  "authorization",
  "proxy-authorization",
  "cookie",
  "set-cookie",
  "password",
  "secret",
  "token",
  "apikey",
  "apisecret",
  "api_key",
  "api_secret",
];

const redacted = "[redacted]";

/**
 * Makes a function that copies what is logged without the values of sensitive fields, however deep. For pino's
 * `formatters.log`. Of errors it keeps name, code, message and stack: drivers of databases put whole rows into their
 * other fields, and values into their messages, where digits, addresses and quoted texts are replaced; so they are in
 * every text of several words.
 *
 * @param names fields besides credentials; upper and lower case are the same
 * @param serialized fields whose objects stay as they are, because the log has serializers for them
 */
export function makeRedactor(
  names: readonly string[],
  serialized: readonly string[] = ["req", "res"],
): (entry: Record<string, unknown>) => Record<string, unknown> {
  const sensitive = new Set([...secrets, ...names].map((name) => name.toLowerCase()));
  return (entry) => {
    const seen = new Map<object, unknown>();
    const fields = Object.entries(entry).map(([name, value]) => [
      name,
      sensitive.has(name.toLowerCase())
        ? redacted
        : serialized.includes(name) && isForeign(value)
          ? value
          : copy(value, 1, seen),
    ]);
    return Object.fromEntries(fields) as Record<string, unknown>;
  };

  function copy(value: unknown, depth: number, seen: Map<object, unknown>): unknown {
    if (typeof value === "bigint") return String(value);
    if (typeof value === "string") return /\s/.test(value) ? redactText(value) : value;
    if (value === null || typeof value !== "object") return value;
    if (depth > 12) return "[too deep]";
    // Each object is copied once: what is within itself, or in many places, is no more work than anything else.
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
    // What an entity says of itself.
    const { toJSON } = value as { toJSON?: unknown };
    if (typeof toJSON === "function") return copy(toJSON.call(value), depth + 1, seen);
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [
        name,
        sensitive.has(name.toLowerCase()) ? redacted : copy(field, depth + 1, seen),
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
      stack: stackOf(error),
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

/** A text for people without what may be a value: quoted texts, addresses of mail, runs of digits. */
export function redactText(text: string): string {
  return text
    .replace(/"(?:[^"\\]|\\.)*"|(?<!\w)'(?:[^'\\]|\\.)*'|=\([^)]*\)/g, redacted)
    .replace(/[\w.%+-]+@[\w-]+(?:\.[\w-]+)+/g, redacted)
    .replace(/\d[\d.\-/() ]{3,}\d/g, redacted);
}

/** The places that a stack names, without the message above them. */
function stackOf({ name, message, stack = "" }: Error): string {
  const frames = stack.split("\n").filter((line) => /^ +at /.test(line));
  return [`${name}: ${redactText(message)}`, ...frames].join("\n");
}
