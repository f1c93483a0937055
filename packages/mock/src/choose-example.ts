import type { Contract, Operation } from "../../contract/src/model.ts";
import { errorResponse, type MockResponse, problemResponse } from "./mock-response.ts";
import type { Preference } from "./prefer.ts";
import type { Selection } from "./prism.ts";

/** The response to a valid request, or to one that selects its response. */
export type Choice = { selection: Selection; isAskedFor: boolean; response?: undefined } | { response: MockResponse };

/** Finds the response that a request selects; for an unknown one, a 400 that lists the known ones. */
export function chooseExample(contract: Contract, operation: Operation, preference: Preference): Choice {
  const { code, example, dynamic, seed } = preference;
  if (dynamic !== undefined && !/^(true|false)$/.test(dynamic)) {
    return refuse(contract, operation, `dynamic=${dynamic} is neither true nor false.`);
  }
  const fits = (status: number, names: string[]) =>
    (code === undefined || code === `${status}`) && (example === undefined || names.includes(example));
  // By ascending status: without a code, a success comes before an error with an example of the same name.
  const response = operation.responses.find(({ status, examples }) => fits(status, namesOf(examples)));
  if (response) {
    const isDynamic = dynamic === "true";
    const name = example ?? (isDynamic ? undefined : response.examples[0]?.name);
    return {
      selection: { status: response.status, dynamic: isDynamic, ...(name && { example: name }), ...(seed && { seed }) },
      isAskedFor: code !== undefined || example !== undefined,
    };
  }
  // Errors that may answer any request are listed by no operation, so Prism cannot show them.
  const error = contract.errors.find((candidate) => candidate.anywhere && fits(candidate.status, [candidate.example]));
  if (error) return { response: errorResponse(error) };
  const asked = [code !== undefined && `code=${code}`, example !== undefined && `example=${example}`].filter(Boolean);
  return refuse(contract, operation, `${operation.id} has no answer with ${asked.join(", ")}.`);
}

function refuse(contract: Contract, operation: Operation, detail: string): Choice {
  const available: Record<number, string[]> = {};
  for (const { status, examples } of operation.responses) available[status] = namesOf(examples);
  for (const { status, example, anywhere } of contract.errors) {
    if (anywhere) available[status] = [...(available[status] ?? []), example];
  }
  return { response: problemResponse(400, detail, { operation: operation.id, available }) };
}

function namesOf(examples: { name: string }[]): string[] {
  return examples.map(({ name }) => name);
}
