import type { Check } from "./checks.ts";
import type { Mistake } from "./errors/invalid-request-error.ts";

/** Query and header parameters, told apart. */
export interface Parameters {
  query: Record<string, unknown>;
  header: Record<string, unknown>;
}

/** Checks what a caller gives for query and headers, and tells the two apart. */
export type TakeParameters = (given: object | undefined, refuse: (mistake: Mistake | undefined) => void) => Parameters;

/** What is known of a query or header parameter. */
export type Parameter = [
  name: string,
  place: "query" | "header",
  required: boolean,
  check: Check,
  /** What divides the items of a list that is one text. */
  separator?: string,
];

/** Takes query and header parameters. The table has this only where its contract has such parameters. */
export function takeParameters(...known: Parameter[]): TakeParameters {
  return (given, refuse) => {
    const taken: Parameters = { query: {}, header: {} };
    for (const [name, place, required, check, separator] of known) {
      const value = (given as Record<string, unknown> | undefined)?.[name];
      if (value !== undefined) {
        refuse(check(value, name));
        taken[place][name] = separator !== undefined && Array.isArray(value) ? value.join(separator) : value;
      } else if (required) refuse([name, "required", "be given"]);
    }
    return taken;
  };
}
