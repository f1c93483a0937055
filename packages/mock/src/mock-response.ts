import { type ServerResponse, STATUS_CODES } from "node:http";
import type { CataloguedError, Contract } from "@packages/contract/src/model.ts";

/** A response before it is written. */
export interface MockResponse {
  status: number;
  headers: Record<string, string>;
  body?: string;
  /** The response's content, for the log: the name of an example, or the mistake. */
  shows?: string;
}

/** Writes a response; a HEAD request gets its headers alone. */
export function writeResponse(
  response: ServerResponse,
  { status, headers, body = "" }: MockResponse,
): void {
  // A 204 has no length.
  const length = status === 204 ? {} : { "content-length": Buffer.byteLength(body) };
  response.writeHead(status, { ...headers, ...length }).end(body);
}

/** A response that is not in the contract: it names the limit of the mock. */
export function problemResponse(status: number, detail: string, facts: object = {}): MockResponse {
  const problem = { type: "about:blank", title: STATUS_CODES[status], status, detail, ...facts };
  const headers = { "content-type": "application/problem+json" };
  return { status, headers, body: JSON.stringify(problem, null, 2), shows: detail };
}

/** The response for an error that no operation lists, as the contract shows it. */
export function errorResponse(error: CataloguedError): MockResponse {
  return {
    status: error.status,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(error.sample),
    shows: error.example,
  };
}

/** The response for a cause of errors that concerns no operation. */
export function responseForCause(contract: Contract, cause: string, status: number): MockResponse {
  const error = contract.errors.find(({ causes }) => causes?.includes(cause));
  return error
    ? errorResponse(error)
    : problemResponse(status, `The contract has no error for ${cause}.`);
}
