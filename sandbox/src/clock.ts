import type { SettingsStore } from "./settings.ts";

/** The sandbox's time: the real one, moved by what the control plane asked for. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}

export function makeClock(settings: SettingsStore): Clock {
  return {
    now: () => {
      const { clockFrozenAt, clockOffset } = settings.current;
      return clockFrozenAt ?? Date.now() + clockOffset;
    },
  };
}

/**
 * The latest moment that the clock can be set to, epoch milliseconds: what lies ahead of it, such as the end of a charge
 * that can be paid for ten years, still has a year of four digits.
 */
export const latestMoment = Date.UTC(9980, 0, 1);

const dayInSaoPaulo = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/Sao_Paulo",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

let lastHour = Number.NaN;
let lastDay = "";

/** The calendar day in São Paulo, `yyyy-MM-dd`. */
export function dayOf(time: number): string {
  // Days begin on a whole hour, and formatting a date costs more than a look-up.
  const hour = Math.floor(time / 3_600_000);
  if (hour !== lastHour) {
    lastHour = hour;
    lastDay = dayInSaoPaulo.format(hour * 3_600_000);
  }
  return lastDay;
}

/** ISO 8601 in UTC. */
export function timestamp(time: number): string {
  return new Date(time).toISOString();
}
