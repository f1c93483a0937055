import type { Operation, Response } from "./model.ts";

/** Responses of an operation that are no errors. */
export function successesOf({ responses }: Operation): Response[] {
  return responses.filter(({ status }) => status >= 200 && status < 300);
}
