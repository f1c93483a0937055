import type { Contract, Operation, Response } from "../../../contract/src/model.ts";
import { curlFor, mockUrl } from "./curl.ts";
import { code, fence, inline, table } from "./markdown.ts";
import { replaceRegion } from "./region.ts";

const columns = ["Response", "Header", "Meaning"];

/**
 * Fills the region `answers` of the guide to the mock: for each operation a call to paste, and every answer that can be
 * asked for.
 *
 * @param text the guide as it is; what stands outside of the region is kept
 * @throws where the guide lacks the region
 */
export function mockGuide(contract: Contract, text: string): string {
  const parts = contract.groups.flatMap(({ operations }) =>
    operations.flatMap(({ id }) => {
      const operation = contract.operations.find((candidate) => candidate.id === id);
      return operation ? operationParts(contract, operation) : [];
    }),
  );
  return replaceRegion(text, "answers", [...parts, ...anywhereParts(contract)].join("\n\n"));
}

/** Errors that may answer any request, so that no operation lists them. */
function anywhereParts(contract: Contract): string[] {
  const rows = contract.errors
    .filter(({ anywhere }) => anywhere)
    .map((error) => row(error.status, error.example, error.condition, error.code));
  return rows.length > 0 ? ["### Any call", table(columns, rows)] : [];
}

function operationParts(contract: Contract, operation: Operation): string[] {
  return [
    `### ${inline(operation.summary)}`,
    `${code(`${operation.method} ${operation.path}`)} (${code(operation.id)})`,
    fence("sh", curlFor(operation, contract, mockUrl)),
    table(
      columns,
      operation.responses.flatMap((response) => answerRows(contract, response)),
    ),
  ];
}

function answerRows(contract: Contract, { status, errors, examples }: Response): string[][] {
  return examples.map(({ name, summary }) => {
    const error = contract.errors.find((candidate) => candidate.example === name && errors.includes(candidate.code));
    return row(status, name, summary, error?.code);
  });
}

function row(status: number, example: string, meaning: string, errorCode?: string): string[] {
  const answer = errorCode === undefined ? `${status}` : `${status} ${code(errorCode)}`;
  return [answer, code(`Prefer: code=${status}, example=${example}`), inline(meaning)];
}
