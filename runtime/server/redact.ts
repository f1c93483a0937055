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
 * other fields, and values into their messages, where digits, addresses and quoted texts are replaced.
 *
 * @param names fields beside credentials; upper and lower case are the same
 */
export function makeRedactor(names: readonly string[]): (entry: Record<string, unknown>) => Record<string, unknown> {
  const sensitive = new Set([...secrets, ...names].map((name) => name.toLowerCase()));
  const copy = (value: unknown, depth: number): unknown => {
    if (value === null || typeof value !== "object") return value;
    if (depth > 12) return "[too deep]";
    if (Array.isArray(value)) return value.map((entry) => copy(entry, depth + 1));
    if (value instanceof Error) return copyError(value, depth);
    const prototype: unknown = Object.getPrototypeOf(value);
    // Requests and the like have serializers of their own.
    if (prototype !== Object.prototype && prototype !== null) return value;
    return copyFields(value as Record<string, unknown>, depth);
  };
  const copyFields = (fields: Record<string, unknown>, depth: number): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        sensitive.has(name.toLowerCase()) ? redacted : copy(value, depth + 1),
      ]),
    );
  const copyError = (error: Error, depth: number): object => {
    const { code } = error as { code?: unknown };
    // Without a prototype, so that pino's serializer of errors takes the name from here.
    return Object.assign(Object.create(null) as object, {
      name: error.name,
      type: error.name,
      ...((typeof code === "string" || typeof code === "number") && { code }),
      message: redactText(error.message),
      stack: stackOf(error),
      ...(error.cause !== undefined && { reason: copy(error.cause, depth + 1) }),
    });
  };
  return (entry) => copyFields(entry, 0);
}

/** A message of an error without what may be a value: quoted texts, addresses of mail, runs of digits. */
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
