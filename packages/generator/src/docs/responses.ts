import type { Contract, Operation, Response, ResponseHeader } from "../../../contract/src/model.ts";
import { shapesOf } from "../../../contract/src/shapes/normalise.ts";
import { fieldList, fieldsOf } from "./fields.ts";
import { anchor, code, inline, link, table } from "./markdown.ts";
import { codes } from "./words.ts";

/** The responses of an operation: its successes with their fields, then its errors, each linked to what to do about it. */
export function responseParts(contract: Contract, operation: Operation): string[] {
  const successes = operation.responses.filter(({ status }) => status < 400);
  const rows = operation.responses.flatMap((response) => errorRows(contract, response));
  return [
    "## Response",
    ...successes.flatMap((response) => successParts(contract, response)),
    ...(rows.length > 0 ? ["## Errors", table(["Status", "Code", "Given when"], rows)] : []),
  ];
}

function successParts(contract: Contract, { status, description, schema, headers, examples }: Response): string[] {
  const fields = schema ? fieldsOf(shapesOf(contract).shapeOf(schema)) : [];
  return [
    `**${status}**: ${inline(description)}`,
    headers.length > 0 ? `Headers: ${headerWords(headers)}.` : "",
    examples.length > 0
      ? `Examples, for the mock's \`Prefer: example=\`: ${codes(examples.map(({ name }) => name))}.`
      : "",
    fields.length > 0 ? fieldList(fields, `response-${status}`) : "",
  ];
}

function errorRows(contract: Contract, { status, errors }: Response): string[][] {
  return errors.flatMap((name) => {
    const error = contract.errors.find(({ code }) => code === name);
    return error ? [[String(status), errorLink(name), inline(error.condition)]] : [];
  });
}

function errorLink(name: string): string {
  return link(code(name), `errors.md#${anchor(name)}`);
}

/** Headers by name; the ones that report the state of a rate limit always come together and are named once. */
function headerWords(headers: ResponseHeader[]): string {
  const state = ["limit", "remaining", "reset", "window"];
  const isState = ({ rateLimitPart }: ResponseHeader): boolean => state.includes(rateLimitPart ?? "");
  const others = headers
    .filter((header) => !isState(header))
    .map(({ name, required }) => code(name) + (required ? "" : " (not always)"));
  return [...(headers.some(isState) ? [link("rate limit", "limits.md#headers")] : []), ...others].join(", ");
}
