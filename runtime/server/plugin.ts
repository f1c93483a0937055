import type { FastifyContentTypeParser, FastifyInstance, HTTPMethods } from "fastify";
import { makeAdmission } from "./admit.ts";
import { type Service, sendInternal, sendJson } from "./call.ts";
import { checkSetup } from "./check-boot.ts";
import { errorBody, errorFor } from "./error-body.ts";
import { findAllowed } from "./match-path.ts";
import type { AnyOptions } from "./options.ts";
import { makePerformer } from "./perform.ts";
import { MemoryRateLimitStore } from "./rate-limit.ts";
import { isMediaType, readJson, UnreadBody } from "./read-body.ts";
import type { ContractRules, OperationRule, RequestChecks, ResponseChecks } from "./rules.ts";

/** What a contract brings to a server. */
export interface Bindings {
  contract: ContractRules;
  requests: Readonly<Record<string, RequestChecks>>;
  /** Loaded only where answers are checked. */
  loadResponses: () => Promise<ResponseChecks>;
}

const megabyte = 1024 * 1024;

/** Adds every operation of a contract to a Fastify instance, and answers its errors in the contract's shape. */
export async function registerContract(
  app: FastifyInstance,
  { contract, requests, loadResponses }: Bindings,
  options: AnyOptions,
): Promise<void> {
  const missing = checkSetup(contract, options);
  const checked = shareToCheck(options.checkResponses);
  const service: Service = {
    contract,
    options,
    requests,
    checked,
    bodyLimit: options.bodyLimit ?? contract.bodyLimit ?? megabyte,
    rateLimits: options.rateLimits ?? new MemoryRateLimitStore(),
    clock: options.clock ?? Date.now,
    ...(checked > 0 && { responses: await loadResponses() }),
  };
  if (missing.length > 0) app.log.warn({ operations: missing }, "These operations have no handler and answer 501.");

  app.removeAllContentTypeParsers();
  const parse: FastifyContentTypeParser = (request, payload, done) => {
    const { body } = (request.routeOptions.config as { operation?: OperationRule }).operation ?? { body: null };
    if (body === null) done(null, undefined);
    else if (!isMediaType(request.raw.headers, body)) done(null, new UnreadBody("media-type"));
    else readJson(payload, service.bodyLimit, (read) => done(null, read));
  };
  // By their names, because Fastify finds a parser for every type by trying all others first.
  app.addContentTypeParser([...new Set(contract.operations.flatMap(({ body }) => body ?? []))], parse);
  app.addContentTypeParser("*", parse);
  for (const operation of contract.operations) addOperation(app, service, operation);
  if (options.notFound !== false) answerUnknown(app, service);
}

function addOperation(app: FastifyInstance, service: Service, operation: OperationRule): void {
  const perform = makePerformer(service, operation);
  app.route({
    method: operation.method as HTTPMethods,
    url: operation.path.replaceAll(":", "::").replace(/\{([^}]+)\}/g, ":$1"),
    config: { operation },
    ...(operation.method === "GET" && { exposeHeadRoute: true }),
    onRequest: makeAdmission(service, operation),
    handler: perform,
    errorHandler: (error, request, reply) => {
      if (isUnreadableType(error)) {
        // A header that Fastify cannot take apart; the body was not read.
        request.body = new UnreadBody("media-type");
        perform(request, reply);
      } else {
        sendInternal(service, operation, reply, error);
      }
    },
  });
}

function isUnreadableType(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === "FST_ERR_CTP_INVALID_MEDIA_TYPE";
}

function answerUnknown(app: FastifyInstance, { contract, clock }: Service): void {
  app.setNotFoundHandler((request, reply) => {
    const allowed = findAllowed(contract.operations, request.url, app.prefix);
    if (allowed.length > 0) reply.header("allow", allowed.join(", "));
    const error = errorFor(contract, allowed.length > 0 ? "unknown-method" : "unknown-path");
    sendJson(reply, error.status, JSON.stringify(errorBody(error, clock())));
  });
  app.setErrorHandler((failure, request, reply) => {
    request.log.error({ err: failure }, "A request failed.");
    const error = errorFor(contract, "internal");
    sendJson(reply, error.status, JSON.stringify(errorBody(error, clock(), undefined, { requestId: request.id })));
  });
}

function shareToCheck(asked: boolean | number | undefined): number {
  if (asked === undefined) return process.env.NODE_ENV === "production" ? 0 : 1;
  return Math.min(1, Math.max(0, Number(asked)));
}
