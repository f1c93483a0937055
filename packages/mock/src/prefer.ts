import type { IncomingHttpHeaders } from "node:http";

/** What a request asks of the mock. */
export interface Preference {
  /** Status. */
  code?: string;
  /** Name of an example. */
  example?: string;
  /** Whether values are invented from the schemas instead of taken from an example. */
  dynamic?: string;
  /** Makes invented values repeat. */
  seed?: string;
}

const names = ["code", "example", "dynamic", "seed"] as const;

/**
 * Reads the `Prefer` header, like `code=429` or `code=200, example=<name>`; where it asks for nothing, the query's
 * `__code`, `__example`, `__dynamic` and `__seed`, as Prism does. Preferences with other names are not for the mock.
 */
export function readPreference(headers: IncomingHttpHeaders, query: URLSearchParams): Preference {
  const header = [headers.prefer ?? []].flat().join(",");
  const asked: Preference = {};
  for (const [, written = "", quoted, plain] of header.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|([^\s,;]*))/g)) {
    const name = names.find((candidate) => candidate === written.toLowerCase());
    // The first of several counts, as RFC 7240 demands.
    if (name) asked[name] ??= quoted ?? plain ?? "";
  }
  if (Object.keys(asked).length > 0) return asked;
  return Object.fromEntries(names.flatMap((name) => (query.has(`__${name}`) ? [[name, query.get(`__${name}`)]] : [])));
}
