import type { Delivery, Signature } from "../contract/behaviour.ts";
import { code, inline, list } from "./markdown.ts";
import { basisWords, duration } from "./words.ts";

/** How notifications are delivered, in words. */
export function deliveryParts(delivery: Delivery | undefined): string[] {
  if (!delivery) return [];
  const { guarantee, ordered, success, timeout, redirects, schedule, jitter, disabledAfter, basis } = delivery;
  const waits = schedule.map((seconds) => (seconds === 0 ? "at once" : `after ${duration(seconds)}`));
  return [
    "## Delivery",
    list([
      `Guarantee: ${inline(guarantee)}${guarantee === "at-least-once" ? "; a receiver has to expect repeats" : ""}`,
      `Order: ${ordered ? "that of the events" : "not promised"}`,
      `Received: an answer of ${inline(success)} within ${duration(timeout)}; redirects are ${redirects ? "followed" : "not followed"}`,
      `Attempts: ${waits.length}, each after the one before it has failed: ${waits.join(", ")}; each wait varies by ${Math.round(jitter * 100)} % either way`,
      `Given up: a registration is switched off after ${duration(disabledAfter)} of nothing but failures`,
      basisWords(basis),
    ]),
  ];
}

/** How a receiver checks that a notification is authentic, in words. */
export function signatureParts(signature: Signature | undefined): string[] {
  if (!signature) return [];
  const { header, algorithm, signed, timestamp, version, tolerance, basis } = signature;
  return [
    "## Signature",
    list([
      `Header: ${code(header)}, as ${code(`${timestamp}=<epoch seconds>,${version}=<hex>`)}; several ${code(version)} while a secret is replaced`,
      `Signed: ${code(signed)}, with the time of the header and the raw bytes of the body`,
      `Algorithm: ${inline(algorithm)}, in lower-case hexadecimal; compare in constant time`,
      `Tolerance: a time more than ${duration(tolerance)} from the receiver's clock is refused`,
      basisWords(basis),
    ]),
  ];
}
