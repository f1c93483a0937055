import type { Language } from "../names.ts";

const timeOfDay = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const;

/** Date and time in the reader's zone, to the second. */
export function formatMoment(time: number, language: Language): string {
  return new Date(time).toLocaleString(language, { day: "2-digit", month: "short", year: "numeric", ...timeOfDay });
}

/** Hours, minutes and seconds where it is the same day, else with the date. */
export function formatTime(time: number, now: number, language: Language): string {
  const isToday = new Date(time).toDateString() === new Date(now).toDateString();
  return isToday ? new Date(time).toLocaleString(language, timeOfDay) : formatMoment(time, language);
}

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
] as const;

/** How long ago, or in how long: `há 5 minutos`, `in 2 hours`. */
export function formatDistance(time: number, now: number, language: Language): string {
  const distance = time - now;
  const [unit, size] = unitFor(distance);
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(Math.round(distance / size), unit);
}

/** A length of time in one unit: `2 days`, `5 horas`. */
export function formatLength(length: number, language: Language): string {
  const [unit, size] = unitFor(length);
  const style = { style: "unit", unit, unitDisplay: "long", maximumFractionDigits: 0 } as const;
  return (Math.abs(length) / size).toLocaleString(language, style);
}

/** The largest unit that fits. */
function unitFor(length: number): (typeof units)[number] {
  return units.find(([, size]) => Math.abs(length) >= size) ?? ["second", 1_000];
}

/** Milliseconds as people read them: `8 ms`, `1,2 s`. */
export function formatDuration(duration: number, language: Language): string {
  if (duration < 1_000) return `${Math.round(duration)} ms`;
  return `${(duration / 1_000).toLocaleString(language, { maximumFractionDigits: 1 })} s`;
}
