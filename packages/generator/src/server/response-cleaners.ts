import type { Contract, Operation } from "../../../contract/src/model.ts";
import { followSchema } from "../../../contract/src/schemas.ts";
import { banner, key } from "../print-code.ts";
import { makeCleaners } from "./cleaners.ts";
import { detailsOf, successOf, successRule } from "./contract-rules.ts";

/** A module with the functions that copy what the contract knows of results, and of the details of errors. */
export function printResponseCleaners(contract: Contract): string {
  const cleaners = makeCleaners(contract, true);
  const entries = contract.operations.map((operation) => {
    const data = dataOf(contract, operation);
    const name = data && cleaners.add(data);
    const errors = operation.responses
      .flatMap((response) => response.errors)
      .flatMap((code) => {
        const details = detailsOf(contract, code);
        const cleaner = details && cleaners.add(details);
        return cleaner ? [`${key(code)}: ${cleaner}`] : [];
      });
    const parts = [
      ...(name ? [`data: ${name}`] : []),
      ...(errors.length > 0 ? [`errors: { ${errors.join(", ")} }`] : []),
    ];
    return `  ${key(operation.id)}: { ${parts.join(", ")} },`;
  });
  return [
    banner,
    cleaners.print(),
    "/** By operation: what copies its results, and the details of its errors. */",
    "export const cleaners = {",
    ...entries,
    "};",
    "",
  ].join("\n");
}

/** The schema of what a handler gives as the result of a success. */
function dataOf(contract: Contract, operation: Operation) {
  const schema = successOf(operation)?.schema;
  if (!schema || !successRule(contract, operation)?.envelope) return schema;
  return followSchema(contract, schema).properties?.data;
}
