import type { Answer } from "./answer.ts";
import type { PrismAnswer, Selection, Violation } from "./prism.ts";

/**
 * The answer that Prism gives.
 *
 * @param violations rules that the request breaks; with those that the answer itself breaks they are in `sl-violations`,
 * as from Prism's own server
 */
export function fromPrism(given: PrismAnswer, { example, dynamic }: Selection, violations: Violation[] = []): Answer {
  const headers: Answer["headers"] = violationsHeader({ request: violations, response: given.violations });
  for (const [name, value] of Object.entries(given.headers ?? {})) {
    if (value !== null && value !== undefined) headers[name.toLowerCase()] = `${value}`;
  }
  const { "content-type": type, ...others } = headers;
  const shows = example ?? (dynamic && "invented values");
  const answer: Answer = { status: given.statusCode, headers: others, ...(shows && { shows }) };
  if (given.body === undefined) return answer;
  return { ...answer, headers, body: `${type}`.includes("json") ? JSON.stringify(given.body) : `${given.body}` };
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
