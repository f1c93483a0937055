// The choice among several media types. Only clients whose contract has it load this.
import type { ChosenFacts, Operation } from "./contract-table.ts";
import { InvalidRequestError } from "./errors.ts";
import type { KeyedCallOptions } from "./options.ts";

/** Options of a call that chooses. */
interface ChoosingOptions extends KeyedCallOptions {
  contentType?: string;
  accept?: string;
}

/**
 * The operation with the media types that the options choose, and the other options. Throws an `InvalidRequestError` if the
 * contract does not have one of them.
 */
export function chooseMediaTypes(
  operation: Operation,
  { contentType, accept, ...options }: ChoosingOptions = {},
): [Operation, KeyedCallOptions] {
  const { id, bodies, results } = operation;
  const find = (
    name: string,
    all: Record<string, ChosenFacts> = {},
    type?: string,
  ): ChosenFacts => {
    if (type === undefined) return {};
    if (Object.hasOwn(all, type)) return all[type] as ChosenFacts;
    const types = Object.keys(all).join(", ");
    throw new InvalidRequestError(id, [name, "enum", types ? `be one of ${types}` : "be left out"]);
  };
  const body = find("contentType", bodies, contentType);
  const result = find("accept", results, accept);
  const headers = { ...operation.headers, ...body.headers, ...result.headers };
  return [{ ...operation, ...body, ...result, headers } as Operation, options];
}
