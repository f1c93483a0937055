import type { FormatCheck } from "./run.ts";

type NumberFormat = Extract<FormatCheck, { type: "number" }>;

/**
 * Whether a string is an e-mail address with a domain: a dot-atom, `@` and host labels, ASCII, at most 254 characters.
 * Source: RFC 5321 and 5322 without quoted local parts and address literals.
 */
export function isEmail(value: string): boolean {
  return (
    value.length <= 254 &&
    value.indexOf("@") <= 64 &&
    /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(
      value,
    )
  );
}

/** Whether a string is a UUID of any version. Source: RFC 9562. */
export function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value);
}

/** The number of two digits at a position of a string, or -1. */
function digitsAt(value: string, at: number): number {
  const tens = value.charCodeAt(at) - 0x30;
  const ones = value.charCodeAt(at + 1) - 0x30;
  const areDigits = tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9;
  return areDigits ? 10 * tens + ones : -1;
}

/** Days of each month of a year without a leap day; January is 1. */
const daysOfMonth = [undefined, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether a string begins with a date that the calendar has, `yyyy-MM-dd`. */
function startsWithDate(value: string): boolean {
  const century = digitsAt(value, 0);
  const year = digitsAt(value, 2);
  const month = digitsAt(value, 5);
  const day = digitsAt(value, 8);
  const hasDashes = value[4] === "-" && value[7] === "-";
  if (century < 0 || year < 0 || !hasDashes) return false;
  const isLeap = (year === 0 ? century : year) % 4 === 0;
  const days = month === 2 && isLeap ? 29 : daysOfMonth[month];
  return days !== undefined && day >= 1 && day <= days;
}

/** Whether a string is a date that the calendar has, `yyyy-MM-dd`. Source: RFC 3339. */
function isDate(value: string): boolean {
  return value.length === 10 && startsWithDate(value);
}

/** Whether a string has the usual form of a moment: `yyyy-MM-ddThh:mm:ssZ`, to the millisecond or not. */
function isUsualMoment(value: string): boolean {
  const { length } = value;
  if (length === 24) {
    const isFraction = value[19] === "." && digitsAt(value, 20) >= 0 && digitsAt(value, 21) >= 0;
    if (!isFraction) return false;
  } else if (length !== 20) return false;
  const hour = digitsAt(value, 11);
  const minute = digitsAt(value, 14);
  const second = digitsAt(value, 17);
  const isTimeOfDay =
    hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 && second >= 0 && second <= 59;
  const hasSigns =
    value[10] === "T" && value[13] === ":" && value[16] === ":" && value[length - 1] === "Z";
  return isTimeOfDay && hasSigns && startsWithDate(value);
}

/** Whether a string is a moment in time with its offset. A leap second is taken at 23:59:60 UTC alone. Source: RFC 3339. */
function isDateTime(moment: string): boolean {
  if (isUsualMoment(moment)) return true;
  const parts =
    /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|([+-]\d{2}):(\d{2}))$/.exec(
      moment,
    );
  if (!parts) return false;
  const [, date = "", hour, minute, second, offsetHour = "+00", offsetMinute = 0] = parts;
  const isAtMost = (value: string | number | undefined, max: number): boolean =>
    Math.abs(Number(value)) <= max;
  const ahead =
    Number(offsetHour) * 60 + (offsetHour.startsWith("-") ? -1 : 1) * Number(offsetMinute);
  const minuteOfDay = (Number(hour) * 60 + Number(minute) - ahead + 1440) % 1440;
  return (
    isDate(date) &&
    isAtMost(hour, 23) &&
    isAtMost(minute, 59) &&
    isAtMost(second, minuteOfDay === 1439 ? 60 : 59) &&
    isAtMost(offsetHour, 23) &&
    isAtMost(offsetMinute, 59)
  );
}

/** Whether a string is a time of day, `hh:mm:ss`, with or without an offset. Source: RFC 3339 and ISO 8601. */
export function isTime(value: string): boolean {
  return isDateTime(`2000-01-01T${/(?:[Zz]|[+-]\d{2}:\d{2})$/.test(value) ? value : `${value}Z`}`);
}

/** Whether a string is a duration, such as `P1DT12H`, `PT0.5S` or `P2W`. Source: ISO 8601, which TypeSpec refers to; RFC 3339 has no fractions and no gaps. */
function isDuration(value: string): boolean {
  return (
    /^P(?=[\dT])(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+(?:\.\d+)?H)?(?:\d+(?:\.\d+)?M)?(?:\d+(?:\.\d+)?S)?)?$/.test(
      value,
    ) || /^P\d+W$/.test(value)
  );
}

/** Whether a string is a moment in time as headers have it, `Sun, 06 Nov 1994 08:49:37 GMT`. Source: RFC 9110, section 5.6.7. */
function isHttpDate(value: string): boolean {
  const date = new Date(value);
  return !Number.isNaN(date.getTime()) && date.toUTCString() === value;
}

/** Whether a string is Base64 with its padding. Source: RFC 4648, section 4. */
function isBase64(value: string): boolean {
  return /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(value);
}

/** Whether a string is Base64 for URLs, with or without padding. Source: RFC 4648, section 5. */
function isBase64Url(value: string): boolean {
  return /^(?:[\w-]{4})*(?:[\w-]{2}(?:==)?|[\w-]{3}=?)?$/.test(value);
}

const inPath = "(?:[\\w.~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})";
const inHost = inPath.replace(":@", "");
const authority = `(?:${inPath.replace("@", "")}*@)?(?:(\\[[0-9A-Fa-f:.]+\\])|${inHost}*)(?::\\d*)?`;
const uri = new RegExp(
  `^[A-Za-z][A-Za-z0-9+.-]*:(?://${authority}(?:/${inPath}*)*|/?(?:${inPath}+(?:/${inPath}*)*)?)(?:[?](?:${inPath}|[/?])*)?(?:#(?:${inPath}|[/?])*)?$`,
);

/** Whether a string is a URI with its scheme, in ASCII. Source: RFC 3986. */
function isUri(value: string): boolean {
  const [match, address] = uri.exec(value) ?? [];
  return match !== undefined && (address === undefined || URL.canParse(`http://${address}`));
}

/** Whole numbers between two bounds; larger ones than JavaScript can count to were rounded before any check saw them. */
function whole(min: number, max: number): NumberFormat {
  return {
    type: "number",
    validate: (value) => Number.isSafeInteger(value) && value >= min && value <= max,
  };
}

const finite: NumberFormat = { type: "number", validate: (value) => Number.isFinite(value) };

/** The formats that OpenAPI, its registry of formats and JSON Schema define, as far as contracts use them. */
export const standardFormats = {
  date: isDate,
  "date-time": isDateTime,
  time: isTime,
  duration: isDuration,
  "http-date": isHttpDate,
  email: isEmail,
  uri: isUri,
  uuid: isUuid,
  // A secret that a person types: any string.
  password: () => true,
  // Lists in one string, as TypeSpec encodes them: any string.
  "ArrayEncoding.commaDelimited": () => true,
  "ArrayEncoding.newlineDelimited": () => true,
  "ArrayEncoding.pipeDelimited": () => true,
  "ArrayEncoding.spaceDelimited": () => true,
  base64: isBase64,
  base64url: isBase64Url,
  int8: whole(-128, 127),
  int16: whole(-(2 ** 15), 2 ** 15 - 1),
  int32: whole(-(2 ** 31), 2 ** 31 - 1),
  int64: whole(-Infinity, Infinity),
  uint8: whole(0, 255),
  uint16: whole(0, 2 ** 16 - 1),
  uint32: whole(0, 2 ** 32 - 1),
  uint64: whole(0, Infinity),
  seconds: finite,
  milliseconds: finite,
  // Seconds since 1970.
  unixtime: whole(-Infinity, Infinity),
  double: finite,
  float: finite,
  decimal: finite,
  decimal128: finite,
} satisfies Record<string, FormatCheck>;
