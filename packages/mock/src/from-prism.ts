import type { MockResponse } from "./mock-response.ts";
import type { PrismResponse, Selection, Violation } from "./prism.ts";

/**
 * The response that Prism gives.
 *
 * @param violations rules that the request breaks; with those that the response itself breaks they are in `sl-violations`,
 * as from Prism's own server
 */
export function fromPrism(
  given: PrismResponse,
  { example, dynamic }: Selection,
  violations: Violation[] = [],
): MockResponse {
  const headers: MockResponse["headers"] = violationsHeader({ request: violations, response: given.violations });
  for (const [name, value] of Object.entries(given.headers ?? {})) {
    if (value !== null && value !== undefined) headers[name.toLowerCase()] = `${value}`;
  }
  const { "content-type": type, ...others } = headers;
  const shows = example ?? (dynamic && "invented values");
  const response: MockResponse = { status: given.statusCode, headers: others, ...(shows && { shows }) };
  if (given.body === undefined) return response;
  return { ...response, headers, body: `${type}`.includes("json") ? JSON.stringify(given.body) : `${given.body}` };
}

function violationsHeader(violations: Record<"request" | "response", Violation[]>): Record<string, string> {
  const found = Object.entries(violations).flatMap(([part, list]) =>
    // A few say enough, and a header has to stay short.
    list.slice(0, 10).map(({ path = [], code, message }) => ({ location: [part, ...path], code, message })),
  );
  if (found.length === 0) return {};
  const asEscape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return { "sl-violations": JSON.stringify(found).replace(/[^ -~]/g, asEscape) };
}
