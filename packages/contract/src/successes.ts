import { STATUS_CODES } from "node:http";
import type { Operation, Response, ResponseHeader } from "./model.ts";
import type { Schema } from "./openapi.ts";

/** Success responses of an operation; of one without any, its redirects, which lead to the result. */
export function listSuccesses({ responses }: Pick<Operation, "responses">): Response[] {
  const successes = responses.filter(({ status }) => status >= 200 && status < 300);
  return successes.length > 0 ? successes : responses.filter(isRedirect);
}

/** Whether a response leads elsewhere by its header Location. */
export function isRedirect({ status }: Pick<Response, "status">): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** Errors of an operation that have a JSON or plain text body, and no code of the catalogue. */
export function listPlainErrors({ responses }: Operation): (Response & { schema: Schema })[] {
  return responses.flatMap((response) => {
    const { status, mediaType = "", schema, errors } = response;
    if (status < 400 || errors.length > 0) return [];
    return schema && /json$|^text\//.test(mediaType) ? [{ ...response, schema }] : [];
  });
}

/** The statuses that a response of an operation stands for; of a range those that HTTP has names for. */
export function listStatuses({ responses }: Operation, { status, range }: Response): number[] {
  if (!range) return [status];
  return Object.keys(STATUS_CODES)
    .map(Number)
    .filter((one) => status <= one && one <= range.to)
    .filter((one) => !responses.some((other) => other.status === one && !other.range));
}

/**
 * Whether a service that sends everything sends a header with each response of its status: one that is required, and those that
 * report a rate limit.
 */
export function isUsualHeader({ required, rateLimitPart }: ResponseHeader): boolean {
  return required || rateLimitPart !== undefined;
}
