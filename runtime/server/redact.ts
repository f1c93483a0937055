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
 * `formatters.log`.
 *
 * @param names fields beside credentials; upper and lower case are the same
 */
export function makeRedactor(names: readonly string[]): (entry: Record<string, unknown>) => Record<string, unknown> {
  const sensitive = new Set([...secrets, ...names].map((name) => name.toLowerCase()));
  const copy = (value: unknown, depth: number): unknown => {
    if (value === null || typeof value !== "object") return value;
    if (depth > 12) return "[too deep]";
    if (Array.isArray(value)) return value.map((entry) => copy(entry, depth + 1));
    const prototype: unknown = Object.getPrototypeOf(value);
    // Requests, errors and the like have serializers of their own.
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
  return (entry) => copyFields(entry, 0);
}
