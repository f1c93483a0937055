import type { Check } from "./checks.ts";
import type { Mistake } from "./errors/invalid-request-error.ts";

/**
 * Puts what a caller gives for query and headers where it belongs: headers into `headers`, the rest into the query that
 * is returned, with its question mark.
 */
export type TakeParameters = (
  given: object | undefined,
  headers: Headers,
  refuse: (mistake: Mistake | undefined) => void,
) => string;

/** What is known of a query or header parameter. */
export type Parameter = [name: string, place: "query" | "header", required: boolean, check: Check];

/** Takes query and header parameters. The table has this only where its contract has such parameters. */
export function takeParameters(...known: Parameter[]): TakeParameters {
  return (given, headers, refuse) => {
    const query: string[] = [];
    for (const [name, place, required, check] of known) {
      const value = (given as Record<string, unknown> | undefined)?.[name];
      if (value === undefined) {
        if (required) refuse([name, "required", "be given"]);
        continue;
      }
      refuse(check(value, name));
      for (const one of [value].flat())
        if (place === "header") headers.append(name, String(one));
        else query.push(`${encodeURIComponent(name)}=${encodeURIComponent(String(one))}`);
    }
    return query.length > 0 ? `?${query.join("&")}` : "";
  };
}
