import type { IncomingHttpHeaders } from "node:http";
import { suggestName } from "@packages/contract/src/command-line.ts";
import type { Contract, Operation } from "@packages/contract/src/model.ts";
import { errorResponse, type MockResponse, problemResponse } from "./mock-response.ts";
import type { Selection } from "./prism.ts";

/** The response to a valid request, or to one that selects its response, and how many milliseconds later it is sent. */
export type Choice = (ChosenExample | { response: MockResponse }) & { delay?: number };

/** An example of the contract. */
export interface ChosenExample {
  selection: Selection;
  isAskedFor: boolean;
  response?: undefined;
}

/** Milliseconds of the longest delay that a request may set. */
export const maxDelay = 60_000;

/** Finds the response that a request selects; for an unknown one, a 400 that lists the known ones. */
export function chooseExample(
  contract: Contract,
  operation: Operation,
  preference: Preference,
): Choice {
  const { code, example, dynamic, seed, delay, unknown = [] } = preference;
  if (unknown.length > 0) {
    const nearest = suggestName(unknown[0] ?? "", preferenceNames);
    return chooseRefusal(
      contract,
      operation,
      `Unknown preference: ${unknown.join(", ")}.`,
      nearest,
    );
  }
  if (delay !== undefined && !(/^\d+$/.test(delay) && Number(delay) <= maxDelay)) {
    return chooseRefusal(
      contract,
      operation,
      `delay=${delay} is not from 0 to ${maxDelay} milliseconds.`,
    );
  }
  if (dynamic !== undefined && !/^(true|false)$/.test(dynamic)) {
    return chooseRefusal(contract, operation, `dynamic=${dynamic} is neither true nor false.`);
  }
  const wait = delay === undefined ? {} : { delay: Number(delay) };
  const fits = (status: number, names: string[]) =>
    (code === undefined || code === `${status}`) &&
    (example === undefined || names.includes(example));
  // Ascending by status: without a code, a success comes before an error with an example of the same name.
  const response = operation.responses.find(({ status, examples }) =>
    fits(status, exampleNames(examples)),
  );
  if (response) {
    const isDynamic = dynamic === "true";
    return {
      selection: {
        status: response.status,
        dynamic: isDynamic,
        example: example ?? (isDynamic ? undefined : response.examples[0]?.name),
        seed,
      },
      isAskedFor: code !== undefined || example !== undefined,
      ...wait,
    };
  }
  // Errors that may answer any request are listed by no operation, so Prism cannot show them.
  const error = contract.errors.find(
    (candidate) => candidate.anywhere && fits(candidate.status, [candidate.example]),
  );
  if (error) return { response: errorResponse(error), ...wait };
  const asked = Object.entries({ code, example })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`);
  const names = Object.values(listExamples(contract, operation)).flat();
  return chooseRefusal(
    contract,
    operation,
    `${operation.id} has no response with ${asked.join(", ")}.`,
    suggestName(example ?? "", names),
  );
}

function chooseRefusal(
  contract: Contract,
  operation: Operation,
  detail: string,
  suggestion = "",
): Choice {
  const available = listExamples(contract, operation);
  const facts = { operation: operation.id, preferences: preferenceNames, available };
  return { response: problemResponse(400, detail + suggestion, facts), delay: 0 };
}

/** Names of the examples that may answer an operation, by status. */
function listExamples(contract: Contract, operation: Operation): Record<number, string[]> {
  const available: Record<number, string[]> = {};
  for (const { status, examples } of operation.responses)
    available[status] = exampleNames(examples);
  for (const { status, example, anywhere } of contract.errors) {
    if (anywhere) available[status] = [...(available[status] ?? []), example];
  }
  return available;
}

function exampleNames(examples: { name: string }[]): string[] {
  return examples.map(({ name }) => name);
}

/** The request's wishes for the mock's response, and names that the mock does not know. */
type Preference = Partial<Record<(typeof preferenceNames)[number], string>> & {
  unknown?: string[];
};

/** Preferences of RFC 7240 and its registry, which are not for the mock. */
const standardPreferences = ["respond-async", "return", "wait", "handling", "depth-noroot", "safe"];

/**
 * The wishes of a request: a status, the name of an example, values that are invented from the schemas, a seed that makes
 * them repeat, milliseconds before the response.
 */
const preferenceNames = ["code", "example", "dynamic", "seed", "delay"] as const;

/**
 * Reads the `Prefer` header, like `code=429` or `code=200, example=<name>`; if it is empty, the query's
 * `__code`, `__example`, `__dynamic` and `__seed`, as Prism does, and `__delay`.
 */
export function readPreference(headers: IncomingHttpHeaders, query: URLSearchParams): Preference {
  const header = [headers.prefer ?? []].flat().join(",");
  const written = [...header.matchAll(/([\w-]+)(?:\s*=\s*(?:"([^"]*)"|([^\s,;]*)))?/g)].map(
    ([, name = "", quoted, plain]) => ({ name: name.toLowerCase(), value: quoted ?? plain }),
  );
  const asked = collectPreferences(written);
  if (Object.keys(asked).length > 0) return asked;
  return collectPreferences(
    [...query].flatMap(([name, value]) =>
      /^__[a-z-]+$/i.test(name) ? [{ name: name.slice(2), value }] : [],
    ),
  );
}

/** A preference without a value counts as absent. */
function collectPreferences(
  written: readonly { name: string; value: string | undefined }[],
): Preference {
  const asked: Preference = {};
  const unknown: string[] = [];
  for (const { name, value } of written) {
    const known = preferenceNames.find((candidate) => candidate === name);
    // The first of several counts, as RFC 7240 demands.
    if (known && value !== undefined) asked[known] ??= value;
    else if (!known && !standardPreferences.includes(name)) unknown.push(name);
  }
  return { ...asked, ...(unknown.length > 0 && { unknown }) };
}
