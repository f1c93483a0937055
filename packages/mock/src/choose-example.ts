import type { IncomingHttpHeaders } from "node:http";
import type { Contract, Operation } from "@packages/contract/src/model.ts";
import { errorResponse, type MockResponse, problemResponse } from "./mock-response.ts";
import type { Selection } from "./prism.ts";

/** The response to a valid request, or to one that selects its response. */
export type Choice =
  | { selection: Selection; isAskedFor: boolean; response?: undefined }
  | { response: MockResponse };

/** Finds the response that a request selects; for an unknown one, a 400 that lists the known ones. */
export function chooseExample(
  contract: Contract,
  operation: Operation,
  preference: Preference,
): Choice {
  const { code, example, dynamic, seed } = preference;
  if (dynamic !== undefined && !/^(true|false)$/.test(dynamic)) {
    return refuse(contract, operation, `dynamic=${dynamic} is neither true nor false.`);
  }
  const fits = (status: number, names: string[]) =>
    (code === undefined || code === `${status}`) &&
    (example === undefined || names.includes(example));
  // By ascending status: without a code, a success comes before an error with an example of the same name.
  const response = operation.responses.find(({ status, examples }) =>
    fits(status, namesOf(examples)),
  );
  if (response) {
    const isDynamic = dynamic === "true";
    const name = example ?? (isDynamic ? undefined : response.examples[0]?.name);
    return {
      selection: {
        status: response.status,
        dynamic: isDynamic,
        ...(name && { example: name }),
        ...(seed && { seed }),
      },
      isAskedFor: code !== undefined || example !== undefined,
    };
  }
  // Errors that may answer any request are listed by no operation, so Prism cannot show them.
  const error = contract.errors.find(
    (candidate) => candidate.anywhere && fits(candidate.status, [candidate.example]),
  );
  if (error) return { response: errorResponse(error) };
  const asked = [
    code !== undefined && `code=${code}`,
    example !== undefined && `example=${example}`,
  ].filter(Boolean);
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

/** What a request asks of the mock. */
interface Preference {
  /** Status. */
  code?: string;
  /** Name of an example. */
  example?: string;
  /** Whether values are invented from the schemas instead of taken from an example. */
  dynamic?: string;
  /** Makes invented values repeat. */
  seed?: string;
}

const names = ["code", "example", "dynamic", "seed"] as const;

/**
 * Reads the `Prefer` header, like `code=429` or `code=200, example=<name>`; where it asks for nothing, the query's
 * `__code`, `__example`, `__dynamic` and `__seed`, as Prism does. Preferences with other names are not for the mock.
 */
export function readPreference(headers: IncomingHttpHeaders, query: URLSearchParams): Preference {
  const header = [headers.prefer ?? []].flat().join(",");
  const asked: Preference = {};
  for (const [, written = "", quoted, plain] of header.matchAll(
    /([\w-]+)\s*=\s*(?:"([^"]*)"|([^\s,;]*))/g,
  )) {
    const name = names.find((candidate) => candidate === written.toLowerCase());
    // The first of several counts, as RFC 7240 demands.
    if (name) asked[name] ??= quoted ?? plain ?? "";
  }
  if (Object.keys(asked).length > 0) return asked;
  return Object.fromEntries(
    names.flatMap((name) => (query.has(`__${name}`) ? [[name, query.get(`__${name}`)]] : [])),
  );
}
