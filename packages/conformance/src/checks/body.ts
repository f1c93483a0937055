import { isUtf8 } from "node:buffer";
import { type Contract, errorSchema, type Schema } from "../contract.ts";
import { type Answered, codeOf, documented } from "../exchange.ts";
import type { ExchangeCheck } from "../session.ts";
import { valueAt } from "../texts.ts";
import { describeViolation } from "../validate.ts";

/** Schema of the body: the operation's, or that of an error that may come from anywhere. */
function schemaFor(exchange: Answered, contract: Contract): Schema | undefined {
  const code = codeOf(exchange);
  const found = contract.errors.find((error) => error.code === code && error.status === exchange.response.status);
  // The schema of the one error says better what is wrong than that of any error.
  const isListed = exchange.operation?.responses.some(({ errors }) => found && errors.includes(found.code));
  return found && (found.anywhere || isListed) ? errorSchema(contract, found) : documented(exchange)?.schema;
}

const jsonType = /^application\/json *(;.*)?$/i;

export const checkContentType: ExchangeCheck = (exchange) => {
  const { headers, json, text } = exchange.response;
  const expected = documented(exchange)?.mediaType ?? "application/json";
  const given = headers.get("content-type");
  const same = given?.split(";")[0]?.trim().toLowerCase() === expected;
  const charset = /charset="?([^";]+)/i.exec(given ?? "")?.[1];
  return [
    ...(same ? [] : [`The content type is ${given ?? "missing"}, not ${expected}.`]),
    ...(charset === undefined || /^utf-?8$/i.test(charset.trim()) ? [] : [`The charset of JSON is ${charset}.`]),
    ...(json === undefined && jsonType.test(expected)
      ? [`The body is not JSON: ${JSON.stringify(text.slice(0, 60))}.`]
      : []),
  ];
};

/** What a parser of JSON passes over: marks, bytes that are no text, names that stand twice. */
export const checkBytes: ExchangeCheck = ({ response: { bytes, text, json, headers } }) => {
  if (!jsonType.test(headers.get("content-type") ?? "")) return undefined;
  return [
    ...(text.startsWith("\ufeff") ? ["The body begins with a byte order mark."] : []),
    ...(isUtf8(bytes) ? [] : ["The body is not UTF-8."]),
    ...(json === undefined ? [] : namesTwice(text)).map((name) => `${name} stands twice in one object.`),
  ];
};

/** Names that an object in a text of JSON has more than once. */
export function namesTwice(text: string): string[] {
  const open: Set<unknown>[] = [];
  const tokens = text.match(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g) ?? [];
  return tokens.flatMap((token, index) => {
    if (token === "{" || token === "[") open.push(new Set());
    if (token === "}" || token === "]") open.pop();
    if (tokens[index + 1] !== ":") return [];
    const [names, name] = [open.at(-1), String(JSON.parse(token))];
    if (names?.has(name)) return [name];
    names?.add(name);
    return [];
  });
}

/** The error belongs to the operation and the status. */
export const checkErrorCode: ExchangeCheck = (exchange, { contract }) => {
  const { status } = exchange.response;
  if (status < 400) return undefined;
  const code = codeOf(exchange);
  if (code === undefined) return [`The ${status} carries no error code.`];
  const found = contract.errors.find((error) => error.code === code);
  if (!found) return [`The contract knows no error ${code}.`];
  if (found.status !== status) return [`${code} has the status ${status}, not ${found.status}.`];
  const isListed = exchange.operation?.responses.some(({ errors }) => errors.includes(code));
  // What answers unknown paths and methods does not answer an operation.
  const isElsewhere =
    found.anywhere && !(exchange.operation && found.causes?.some((cause) => cause.startsWith("unknown-")));
  return isListed || isElsewhere
    ? []
    : [`${exchange.operation?.id ?? "This request"} does not list the error ${code}.`];
};

export const checkBody: ExchangeCheck = (exchange, { contract, validator, listener }) => {
  const schema = schemaFor(exchange, contract);
  const { json } = exchange.response;
  // Other checks report a body that is not JSON, and an error that does not belong there.
  if (!schema || json === undefined) return undefined;
  return (
    validator
      .violations(schema, json)
      // A sandbox that takes the address of a listener on its own machine shows it, though it is http:.
      .filter(({ path }) => !String(valueAt(json, path)).startsWith(listener.url))
      .slice(0, 5)
      .map((violation) => `In the body of the ${exchange.response.status}, ${describeViolation(violation)}.`)
  );
};
