import type { FastifyRequest } from "fastify";

const callers = new WeakMap<FastifyRequest, string>();

/** Notes whose request it is, for code outside of handlers. */
export function noteCaller(request: FastifyRequest, companyId: string): void {
  callers.set(request, companyId);
}

/** Company of a request; undefined if the caller is unknown. */
export function callerOf(request: FastifyRequest): string | undefined {
  return callers.get(request);
}

/** Operation of a request; undefined where no operation has its path. */
export function operationOf(request: FastifyRequest): string | undefined {
  const { operation } = (request.routeOptions.config ?? {}) as { operation?: { id: string } };
  return operation?.id;
}
