/** How a format is checked: a function for texts, or with the type that it is for. */
export type Format = ((text: string) => boolean) | { type: "number"; validate: (value: number) => boolean };

/**
 * Whether a text is an e-mail address with a domain: a dot-atom, `@` and host labels, ASCII, at most 254 characters.
 * Source: RFC 5321 and 5322 without quoted local parts and address literals.
 */
export function isEmail(text: string): boolean {
  return (
    text.length <= 254 &&
    text.indexOf("@") <= 64 &&
    /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(
      text,
    )
  );
}

/** Whether a text is a UUID of any version. Source: RFC 9562. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
}

/** Whether a text is a date that the calendar has, `yyyy-MM-dd`. Source: RFC 3339. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  // Some days, such as 30 February, roll over instead of failing.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Whether a text is a moment in time with its offset; a leap second only where there may be one. Source: RFC 3339. */
export function isDateTime(text: string): boolean {
  const parts = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|[+-](\d{2}):(\d{2}))$/.exec(text);
  if (!parts) return false;
  const [, date = "", hour, minute, second, offsetHour = 0, offsetMinute = 0] = parts;
  const atMost = (value: string | number | undefined, most: number): boolean => Number(value) <= most;
  const seconds = atMost(second, 59) || (Number(second) === 60 && Number(minute) === 59);
  return (
    isDate(date) &&
    atMost(hour, 23) &&
    atMost(minute, 59) &&
    seconds &&
    atMost(offsetHour, 23) &&
    atMost(offsetMinute, 59)
  );
}

/** The formats that OpenAPI and JSON Schema define, as far as contracts use them. */
export const standardFormats = {
  date: isDate,
  "date-time": isDateTime,
  email: isEmail,
  uri: (text: string) => /^[A-Za-z][A-Za-z0-9+.-]*:/.test(text) && URL.canParse(text),
  uuid: isUuid,
  int32: {
    type: "number",
    validate: (value: number) => Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31,
  },
  // Larger numbers were rounded by the JSON parser before any check could see them.
  int64: { type: "number", validate: (value: number) => Number.isSafeInteger(value) },
  double: { type: "number", validate: (value: number) => Number.isFinite(value) },
  float: { type: "number", validate: (value: number) => Number.isFinite(value) },
} satisfies Record<string, Format>;
