import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** Requests that a target answers in another way than the contract says, and why. */
interface Divergence {
  reason: string;
  /** By operation: the requests' names, and what is answered: `200`, `400 VALIDATION_ERROR`. */
  requests: Record<string, Record<string, string | number>>;
}

/** A target's divergences, by operation and request: what it answers. */
export function readDivergences(target: string): Map<string, string> {
  const file = join(import.meta.dirname, "divergences", `${target}.yaml`);
  const found = existsSync(file) ? (parse(readFileSync(file, "utf8")) as Divergence[]) : [];
  return new Map(
    found.flatMap(({ requests }) =>
      Object.entries(requests).flatMap(([operation, byName]) =>
        Object.entries(byName).map(([name, answer]): [string, string] => [`${operation} › ${name}`, String(answer)]),
      ),
    ),
  );
}
