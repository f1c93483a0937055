import { parse } from "node:querystring";

/** Parameters of the query of a path; repeated ones are lists. */
export function readQuery(url: string): Record<string, unknown> {
  const start = url.indexOf("?");
  return start < 0 ? {} : parse(url.slice(start + 1));
}
