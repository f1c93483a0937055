// How long something is promised to work: its deprecation, its last day and its stability level.
import type { Calendar } from "./comparison.ts";
import { type At, quoteValue, type SchemaDifference, type Sides } from "./difference.ts";

/** Compares the deprecation and the last day of anything that can have one. */
export function compareDeprecation(
  calendar: Calendar,
  deprecated: Sides,
  sunset: Sides,
  at: At,
): SchemaDifference[] {
  const was = deprecated.base?.value === true;
  const is = deprecated.head?.value === true;
  const from = sunset.base && quoteValue(sunset.base.value);
  const until = sunset.head && quoteValue(sunset.head.value);
  const about = { ...at, headAt: sunset.head?.at ?? deprecated.head?.at ?? at.headAt };
  if (was && !is)
    return [{ kind: "deprecation-withdrawn", ...about, before: "deprecated", after: "current" }];
  if (!is || (was && from === until)) return [];
  const kind = kindOfDate(calendar, was ? from : undefined, until, was);
  const { noticeMonths } = calendar;
  const notice = noticeMonths > 0 ? `in less than ${noticeMonths} months` : "which is past";
  const before = was ? (from ?? "no date") : "current";
  const after = kind === "deprecated" ? `deprecated until ${until}` : (until ?? "no date");
  return [{ kind, name: notice, ...about, before, after }];
}

/** The last day of a deprecated part, if it is past. */
export function readPastSunset(
  { today }: Calendar,
  deprecated: unknown,
  sunset: unknown,
): string | undefined {
  const isPast =
    deprecated === true &&
    typeof sunset === "string" &&
    isCalendarDate(sunset) &&
    datePart(sunset) < today;
  return isPast ? sunset : undefined;
}

function kindOfDate(
  { today, noticeMonths }: Calendar,
  from: string | undefined,
  until: string | undefined,
  wasDeprecated: boolean,
): string {
  if (until === undefined) return wasDeprecated ? "sunset-removed" : "deprecated-without-date";
  if (!isCalendarDate(until)) return "sunset-unreadable";
  const known = from !== undefined && isCalendarDate(from) ? datePart(from) : undefined;
  if (known !== undefined) return datePart(until) < known ? "sunset-earlier" : "sunset-later";
  const earliest = new Date(today);
  earliest.setUTCMonth(earliest.getUTCMonth() + noticeMonths);
  if (datePart(until) < datePart(earliest.toISOString())) return "notice-too-short";
  return wasDeprecated ? "sunset-announced" : "deprecated";
}

function datePart(date: string): string {
  return date.slice(0, 10);
}

/** Whether a string is a date of RFC 3339, with or without a time, that the calendar has. */
export function isCalendarDate(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d(T.*)?$/i.test(value)) return false;
  const day = new Date(datePart(value));
  return !Number.isNaN(Date.parse(value)) && datePart(day.toISOString()) === datePart(value);
}

/** The least stable first. Source: `x-stability-level` of oasdiff and of Google's API design guide. */
const stabilityLevels = ["draft", "alpha", "beta", "stable"];

/** Compares stability levels; without one, a part of a contract is stable. */
export function compareStability({ base, head }: Sides, at: At): SchemaDifference[] {
  const before = base ? quoteValue(base.value) : "stable";
  const after = head ? quoteValue(head.value) : "stable";
  if (before === after) return [];
  const own = { before, after, baseAt: base?.at ?? at.baseAt, headAt: head?.at ?? at.headAt };
  if (!stabilityLevels.includes(after)) return [{ kind: "stability-unknown", ...own }];
  const isLess = stabilityLevels.indexOf(after) < stabilityLevels.indexOf(before);
  return [{ kind: isLess ? "stability-decreased" : "stability-increased", ...own }];
}
