import { computed, signal } from "@preact/signals";

/** The sandbox's time at the last response, in epoch milliseconds, and `performance.now()` then. */
const sample = signal({ now: Date.now(), at: performance.now(), frozen: false });
const tick = signal(0);

setInterval(() => {
  if (!document.hidden) tick.value++;
}, 1_000);

/** Takes over the sandbox's clock. */
export function setTime(now: number, frozen: boolean): void {
  sample.value = { now, at: performance.now(), frozen };
}

export const isFrozen = computed(() => sample.value.frozen);

/** The sandbox's time now, epoch milliseconds; a new value every second. */
export const sandboxNow = computed(() => {
  void tick.value;
  const { now, at, frozen } = sample.value;
  return frozen ? now : Math.round(now + performance.now() - at);
});
