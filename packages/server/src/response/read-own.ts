import type { CheckOptions, Reader, Reading } from "@packages/contract/src/check/read.ts";

/**
 * Reads a value that the provider is about to send. A form, a length or a bound that the provider's document does not state
 * is tolerated. A list of values is not: it may grow, so receivers take further values, and senders send none.
 */
export function readOwn(read: Reader, value: unknown, options: CheckOptions): Reading {
  const reading = read(value, { ...options, tolerant: true });
  if (reading.mismatches.length === 0) return reading;
  const findings = reading.mismatches.filter(({ rule }) => rule === "enum");
  return {
    value: reading.value,
    findings: [...reading.findings, ...findings],
    mismatches: reading.mismatches.filter(({ rule }) => rule !== "enum"),
  };
}
