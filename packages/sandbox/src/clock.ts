import type { Settings, SettingsStore } from "./settings.ts";
import type { Storage } from "./storage/storage.ts";

/** The sandbox's time in epoch milliseconds: the real one, moved as the control plane requested. */
export function makeClock(settings: SettingsStore, storage: Pick<Storage, "now">) {
  return { now: () => timeBy(settings.current, storage.now()) };
}

export type Clock = ReturnType<typeof makeClock>;

/**
 * The time that the clock shows at a moment of the real time. A clock that is held stands as long as somebody holds it; if
 * no process does any more, it runs on from there by itself.
 */
export function timeBy(settings: Settings, realTime: number): number {
  const { clockFrozenAt, clockMove } = settings;
  if (clockFrozenAt !== null) return clockFrozenAt;
  if (clockMove && clockMove.heldAt !== null && realTime < clockMove.until) return clockMove.heldAt;
  return realTime + offsetBy(settings);
}

/** The time of a clock and how it runs, by the settings. */
export function viewClock(settings: Settings, clock: Clock) {
  const frozen = settings.clockFrozenAt !== null;
  return { now: timestamp(clock.now()), offset: offsetBy(settings), frozen };
}

/** The offset from the real time while no caller holds the clock: at least that of a move that broke off. */
export function offsetBy({
  clockMove,
  clockOffset,
}: Pick<Settings, "clockMove" | "clockOffset">): number {
  if (!clockMove || clockMove.heldAt === null) return clockOffset;
  return Math.max(clockOffset, clockMove.heldAt - clockMove.until);
}

/**
 * The latest moment that the clock can be set to, epoch milliseconds: later moments, such as the end of a charge
 * that can be paid for ten years, still has a year of four digits.
 */
export const latestMoment = Date.UTC(9980, 0, 1);

let dayInSaoPaulo: Intl.DateTimeFormat | undefined;

/** The calendar day in São Paulo, `yyyy-MM-dd`. */
export function dayOf(time: number): string {
  // Made with the first transfer: a sandbox starts without it.
  dayInSaoPaulo ??= new Intl.DateTimeFormat("en-CA", {
    timeZone: "America/Sao_Paulo",
    dateStyle: "short",
  });
  return dayInSaoPaulo.format(time);
}

/** ISO 8601 in UTC. */
export function timestamp(time: number): string {
  return new Date(time).toISOString();
}
