import type { Language } from "@packages/contract/src/translate.ts";

const timeOfDay = {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
} as const;

/** Date and time in the reader's zone, to the second. */
export function formatMoment(time: number, language: Language): string {
  return new Date(time).toLocaleString(language, {
    day: "2-digit",
    month: "short",
    year: "numeric",
    ...timeOfDay,
  });
}

/** Hours, minutes and seconds if it is the same day, else with the date. */
export function formatTime(time: number, now: number, language: Language): string {
  const isToday = new Date(time).toDateString() === new Date(now).toDateString();
  return isToday
    ? new Date(time).toLocaleString(language, timeOfDay)
    : formatMoment(time, language);
}

const spanUnits = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
] as const;

/** How long ago, or in how long: `há 5 minutos`, `in 2 hours`. */
export function formatDistance(time: number, now: number, language: Language): string {
  const distance = time - now;
  const [unit, size] =
    spanUnits.find((one) => Math.abs(distance) >= one[1]) ?? (["second", 1_000] as const);
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(
    Math.round(distance / size),
    unit,
  );
}

/** A length of time in its two largest units: `1 hour 29 minutes`, `5 horas`. */
export function formatLength(length: number, language: Language): string {
  let rest = Math.round(Math.abs(length) / 1_000) * 1_000;
  const parts = spanUnits.flatMap(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0
      ? [count.toLocaleString(language, { style: "unit", unit, unitDisplay: "long" })]
      : [];
  });
  return parts.slice(0, 2).join(" ") || "0";
}

/** A number as its input takes it, without groups: `0.5`, `0,5`. */
export function formatNumber(value: number, language: Language): string {
  return value.toLocaleString(language, { useGrouping: false, maximumFractionDigits: 6 });
}

/** Milliseconds as people read them: `8 ms`, `1,2 s`. */
export function formatDuration(duration: number, language: Language): string {
  if (duration < 1_000) return `${Math.round(duration)} ms`;
  return `${(duration / 1_000).toLocaleString(language, { maximumFractionDigits: 1 })} s`;
}
