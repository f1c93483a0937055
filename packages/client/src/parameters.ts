import { type ValueLayout, writePairs } from "@packages/contract/src/layout.ts";
import { atField, type Check, missing } from "./check.ts";
import { InvalidRequestError } from "./errors.ts";

/** A query, header or cookie parameter. */
export type Parameter = readonly [
  name: string,
  place: "query" | "header" | "cookie",
  required: boolean,
  rule: Check,
  /** How a list or an object stands in it. */
  layout?: ValueLayout,
];

/** Parameters as they are sent. */
export interface TakenParameters {
  /** The query with its question mark; empty if there is none. */
  query: string;
  headers: Record<string, unknown>;
}

/**
 * Checks a user's query and headers, and separates the two. Throws an `InvalidRequestError` if there is a
 * mistake. The table has this only if its contract has such parameters.
 */
export function takeParameters(
  { id, parameters = [] }: { id: string; parameters?: Parameter[] },
  given: object = {},
): TakenParameters {
  const query: string[] = [];
  const cookies: string[] = [];
  const headers: Record<string, unknown> = {};
  for (const [name, place, required, rule, layout] of parameters) {
    const value = (given as Record<string, unknown>)[name];
    if (value === undefined && !required) continue;
    const mistake = atField(name, value === undefined ? missing : rule(value));
    if (mistake) throw new InvalidRequestError(id, mistake);
    // The service would take it for two items. In a query, a comma is escaped.
    const isOneString = place === "header" ? layout === "," : / |\|/.test(layout ?? "");
    if (isOneString && [value].flat().some((item) => `${item}`.includes(layout as string)))
      throw new InvalidRequestError(id, [
        name,
        "separator",
        `have no ${JSON.stringify(layout)} in an item`,
      ]);
    if (place === "header") headers[name] = layout === "json" ? JSON.stringify(value) : `${value}`;
    else (place === "query" ? query : cookies).push(...writePairs(name, value, layout));
  }
  if (cookies.length > 0) headers.Cookie = cookies.join("; ");
  return { query: query.length > 0 ? `?${query.join("&")}` : "", headers };
}
