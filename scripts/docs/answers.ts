import type { Contract, Operation, Response, ResponseHeader } from "../contract/model.ts";
import { fieldsOf, fieldTable } from "./fields.ts";
import { code, inline, link, table } from "./markdown.ts";
import { codes } from "./words.ts";

/** What an operation answers: a table of every status, and the fields of its successes. */
export function answerParts(contract: Contract, operation: Operation): string[] {
  const rows = operation.responses.map((response) => [
    String(response.status),
    meaning(contract, response),
    headerWords(response.headers),
    codes(response.examples.map(({ name }) => name)),
  ]);
  const successes = operation.responses.filter(({ status, schema }) => status < 400 && schema !== undefined);
  return [
    "**Answers**",
    table(["Status", "Meaning", "Headers", "Examples"], rows),
    ...successes.flatMap(({ status, schema }) => {
      const fields = fieldsOf(contract, schema ?? {});
      return fields.length > 0 ? [`**Body of a ${status}**`, fieldTable(contract, fields)] : [];
    }),
  ];
}

function meaning(contract: Contract, response: Response): string {
  if (response.errors.length === 0) return inline(response.description);
  return response.errors
    .map((name) => {
      const condition = contract.errors.find((error) => error.code === name)?.condition ?? "";
      return `${code(name)}: ${inline(condition)}`;
    })
    .join("\n");
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
