import { type Check, inside, missing } from "./check.ts";
import { InvalidRequestError } from "./errors.ts";

/** What is known of a query or header parameter. */
export type Parameter = readonly [
  name: string,
  place: "query" | "header",
  required: boolean,
  rule: Check,
  /** What divides the items of a list that is one text. */
  separator?: string,
];

/**
 * Checks what a caller gives for query and headers, and separates the two. Throws an `InvalidRequestError` where there is a
 * mistake. The table has this only where its contract has such parameters.
 */
export function takeParameters(
  { id, parameters = [] }: { id: string; parameters?: Parameter[] },
  given: object = {},
): Record<"query" | "header", Record<string, unknown>> {
  const taken: Record<"query" | "header", Record<string, unknown>> = { query: {}, header: {} };
  for (const [name, place, required, rule, separator] of parameters) {
    const value = (given as Record<string, unknown>)[name];
    if (value === undefined && !required) continue;
    const mistake = inside(name, value === undefined ? missing : rule(value));
    if (mistake) throw new InvalidRequestError(id, mistake);
    taken[place][name] = separator !== undefined && Array.isArray(value) ? value.join(separator) : value;
  }
  return taken;
}
