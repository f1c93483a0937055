// The choice among several media types of one body.
import type { Content, Operation, Parameter, Response } from "./model.ts";
import { listSuccesses } from "./successes.ts";

/** An operation as it is with other media types than the preferred ones. */
export interface MediaChoice {
  /** Media type of the request's body, if it is chosen. */
  contentType?: string;
  /** Media type of a success, if it is chosen. */
  accept?: string;
  operation: Operation;
}

/** Media types of an operation's requests, the preferred one first; empty without a choice. */
export function listContentTypes({ body }: Operation): string[] {
  return body?.others ? [body.mediaType, ...body.others.map(({ mediaType }) => mediaType)] : [];
}

/** Media types of an operation's successes, the preferred one first; empty without a choice. */
export function listAccepted(operation: Operation): string[] {
  const successes = listSuccesses(operation);
  if (!successes.some(({ others }) => others)) return [];
  const types = [
    ...successes.map(({ mediaType }) => mediaType),
    ...successes.flatMap(({ others = [] }) => others.map((one) => one.mediaType)),
  ];
  return [...new Set(types.filter((type) => type !== undefined))];
}

/** The operation with one of its media types for the body of requests. */
export function withContentType(operation: Operation, type: string): Operation {
  const { body } = operation;
  return body ? { ...operation, body: choose(body, type) } : operation;
}

/** The operation with one of its media types for successes. */
export function withAccepted(operation: Operation, type: string): Operation {
  const responses = operation.responses.map(
    (response): Response => (response.status < 300 ? choose(response, type) : response),
  );
  return { ...operation, responses };
}

/** A body, or a response with one, with another of its contents; itself if it has no such content. */
function choose<Chosen extends { others?: Content[] }>(one: Chosen, type: string): Chosen {
  const content = one.others?.find(({ mediaType }) => mediaType === type);
  const { others: _, ...rest } = one;
  return content ? ({ ...rest, form: undefined, ...content } as unknown as Chosen) : one;
}

/** Whether a header only names the media type that is chosen. */
export function isMediaChoice(
  operation: Operation,
  { in: place, name, schema }: Parameter,
): boolean {
  const header = place === "header" ? name.toLowerCase() : "";
  const types = header === "accept" ? listAccepted(operation) : [];
  const values = [schema.const, schema.enum ?? []].flat().filter((value) => value !== undefined);
  return values.length > 0 && values.every((value) => types.includes(String(value)));
}
