import { type ServerResponse, STATUS_CODES } from "node:http";
import type { CataloguedError, Contract } from "../../scripts/contract/model.ts";

/** An answer before it is written. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body?: string;
  /** What the answer shows; for the log: the name of an example, or what is wrong. */
  shows?: string;
}

/** Writes an answer; a HEAD request gets its headers alone. */
export function writeAnswer(response: ServerResponse, { status, headers, body = "" }: Answer): void {
  // A 204 has no length.
  const length = status === 204 ? {} : { "content-length": Buffer.byteLength(body) };
  response.writeHead(status, { ...headers, ...length }).end(body);
}

/** An answer that the contract knows nothing of: it tells a developer what the mock cannot do. */
export function problemAnswer(status: number, detail: string, facts: object = {}): Answer {
  const problem = { type: "about:blank", title: STATUS_CODES[status], status, detail, ...facts };
  const headers = { "content-type": "application/problem+json" };
  return { status, headers, body: JSON.stringify(problem, null, 2), shows: detail };
}

/** The answer for an error that no operation lists, as the contract shows it. */
export function catalogueAnswer(error: CataloguedError): Answer {
  return {
    status: error.status,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(error.sample),
    shows: error.example,
  };
}

/** The answer for a cause of errors that concerns no operation. */
export function causeAnswer(contract: Contract, cause: string, status: number): Answer {
  const error = contract.errors.find(({ causes }) => causes?.includes(cause));
  return error ? catalogueAnswer(error) : problemAnswer(status, `The contract has no error for ${cause}.`);
}
