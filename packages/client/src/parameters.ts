import { createQuerySerializer } from "openapi-fetch";
import { atField, type Check, missing } from "./check.ts";
import { InvalidRequestError } from "./errors.ts";

/** A query or header parameter. */
export type Parameter = readonly [
  name: string,
  place: "query" | "header",
  required: boolean,
  rule: Check,
  /** Separator of the items of a list that is one string. */
  separator?: string,
];

/** Parameters as they are sent. */
export interface TakenParameters {
  /** The query with its question mark; empty if there is none. */
  query: string;
  headers: Record<string, unknown>;
}

/**
 * Checks a caller's query and headers, and separates the two. Throws an `InvalidRequestError` if there is a
 * mistake. The table has this only if its contract has such parameters.
 */
export function takeParameters(
  { id, parameters = [] }: { id: string; parameters?: Parameter[] },
  given: object = {},
): TakenParameters {
  const taken: Record<"query" | "header", Record<string, unknown>> = { query: {}, header: {} };
  for (const [name, place, required, rule, separator] of parameters) {
    const value = (given as Record<string, unknown>)[name];
    if (value === undefined && !required) continue;
    const mistake = atField(name, value === undefined ? missing : rule(value));
    if (mistake) throw new InvalidRequestError(id, mistake);
    const isString = separator !== undefined && Array.isArray(value);
    // The service would take it for two items.
    if (isString && value.some((item) => `${item}`.includes(separator)))
      throw new InvalidRequestError(id, [
        name,
        "separator",
        `have no ${JSON.stringify(separator)} in an item`,
      ]);
    taken[place][name] = isString ? value.join(separator) : value;
  }
  const query = createQuerySerializer()(taken.query);
  return { query: query && `?${query}`, headers: taken.header };
}
