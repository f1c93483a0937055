import type { FastifyRequest } from "fastify";
import type { Company } from "../storage/tables.ts";

/** Keyed by Node's own request, which hooks and authenticators share. */
const callers = new WeakMap<object, string>();

/** Companies that were read before their callers were authenticated, by the same. */
export const companiesRead = new WeakMap<object, Company>();

/** Notes whose request it is, for code outside of handlers. */
export function noteCaller({ raw }: { raw: unknown }, companyId: string): void {
  callers.set(raw as object, companyId);
}

/** Company of a request; undefined if the caller is unknown. */
export function callerOf(request: FastifyRequest): string | undefined {
  return callers.get(request.raw);
}

/** The name in the log of requests that the inbox got. */
export const inboxOperation = "inbox";

/** Operation of a request; undefined if no operation has its path. */
export function getOperation(request: FastifyRequest): string | undefined {
  const { operation } = (request.routeOptions.config ?? {}) as { operation?: { id: string } };
  return operation?.id;
}
