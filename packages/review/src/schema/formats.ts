// Formats: the form of their strings, the numbers that they hold, and a value of each.

/** A format of strings. */
interface TextFormat {
  /** A pattern that all of its strings match; others may match it, too. */
  pattern?: string;
  /** A string of the format. */
  sample: string;
  /** Whether no other string matches the pattern. */
  isExact?: true;
}

const day = "\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])";
const time = "\\d{2}:\\d{2}:\\d{2}(?:\\.\\d+)?(?:[Zz]|[+-]\\d{2}:\\d{2})";
const hex = (length: number): string => `[0-9a-fA-F]{${length}}`;
const octet = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";

/** Sources: RFC 3339 (dates and times), 9562 (uuid), 2673 (ipv4), 4291 (ipv6), 4648 (byte). */
const textFormats: Record<string, TextFormat> = {
  date: { pattern: `^${day}$`, sample: "2024-01-31" },
  "date-time": { pattern: `^${day}[Tt ]${time}$`, sample: "2024-01-31T12:00:00Z" },
  time: { pattern: `^${time}$`, sample: "12:00:00Z" },
  uuid: {
    pattern: `^${[8, 4, 4, 4, 12].map(hex).join("-")}$`,
    sample: "3f2b8c1e-5d4a-4c6b-9e7f-0a1b2c3d4e5f",
    isExact: true,
  },
  ipv4: {
    pattern: `^${[octet, octet, octet, octet].join("\\.")}$`,
    sample: "192.0.2.1",
    isExact: true,
  },
  ipv6: { pattern: "^[0-9a-fA-F:.]{2,45}$", sample: "2001:db8::1" },
  email: { pattern: "^.+@.+$", sample: "ana@example.com" },
  "idn-email": { pattern: "^.+@.+$", sample: "ana@example.com" },
  hostname: { sample: "example.com" },
  "idn-hostname": { sample: "example.com" },
  uri: { pattern: "^[A-Za-z][A-Za-z0-9+.-]*:", sample: "https://example.com/" },
  "uri-reference": { sample: "https://example.com/" },
  iri: { pattern: "^[A-Za-z][A-Za-z0-9+.-]*:", sample: "https://example.com/" },
  "iri-reference": { sample: "https://example.com/" },
  byte: { pattern: "^[A-Za-z0-9+/=]*$", sample: "YQ==" },
};

/** Whether a string is Base64 by the format of OpenAPI 3.0 or by the encoding of JSON Schema, which both mean the same. */
export const base64Names = {
  byFormat: ({ value }: { value: unknown }): boolean => value === "byte",
  byEncoding: ({ value }: { value: unknown }): boolean => value === "base64",
};

export function knownFormat(name: string): TextFormat | undefined {
  return Object.hasOwn(textFormats, name) ? textFormats[name] : undefined;
}

/** Formats of numbers that hold each other, with the bits of the whole numbers that they hold. */
export const formatBits: Record<string, number> = {
  int8: 7,
  uint8: 8,
  int16: 15,
  uint16: 16,
  int32: 31,
  uint32: 32,
  safeint: 53,
  int64: 63,
  uint64: 64,
  float: 24,
  double: 53,
};
