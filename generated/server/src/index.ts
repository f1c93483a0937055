// Generated from spec/ by `npm run generate`: edit the spec, not this file.

import type { Server } from "node:http";
import type { FastifyHttpOptions, FastifyInstance } from "fastify";
import { makeBodyCheck } from "../../../runtime/server/check-body.ts";
import type { AnyOptions } from "../../../runtime/server/options.ts";
import { registerContract } from "../../../runtime/server/plugin.ts";
import { makeRedactor } from "../../../runtime/server/redact.ts";
import type { ResponseChecks } from "../../../runtime/server/rules.ts";
import {
  createContractServer,
  makeFastifyOptions,
  prepareServer,
  type ServerSettings,
} from "../../../runtime/server/server.ts";
import { requests } from "./checks/requests.js";
import { contract } from "./contract.ts";
import type { PixPluginOptions, PixServerOptions } from "./handlers.ts";

const loadResponses = async (): Promise<ResponseChecks> => (await import("./checks/responses.js")).responses;
const bindings = { contract, requests, loadResponses };

/**
 * Fastify plugin: adds every operation of PIX payments to an instance.
 *
 * @throws {SetupError} where an authenticator is missing, or a handler without `partial`
 */
export async function pixServer<Company, Transaction = undefined>(
  app: FastifyInstance,
  options: PixPluginOptions<Company, Transaction>,
): Promise<void> {
  await registerContract(app, bindings, options as unknown as AnyOptions);
}

/**
 * Makes a server of its own, ready to `listen`; `close` waits for requests that still run.
 *
 * @throws {SetupError} where an authenticator is missing, or a handler without `partial`
 */
export async function createPixServer<Company, Transaction = undefined>(
  options: PixServerOptions<Company, Transaction>,
): Promise<FastifyInstance> {
  return createContractServer(bindings, options as unknown as AnyOptions & ServerSettings);
}

/** Fastify's options for those who make the instance themselves and register `pixServer` on it. */
export function fastifyOptions(settings: ServerSettings = {}): FastifyHttpOptions<Server> {
  return makeFastifyOptions(contract, settings);
}

/** Does the rest for them: the server answers tunnels and expectations too, and `close` leaves no connection open. */
export function prepareInstance(app: FastifyInstance, clock?: () => number): void {
  prepareServer(app, contract, clock);
}

/** Copies what is logged without credentials and personal fields; for pino's `formatters.log`. */
export const redactLog = makeRedactor(contract.sensitive);

/** Checks a value as the body of an operation's requests. Returns what is wrong, or nothing. */
export const checkBody = makeBodyCheck(contract, requests);

export type { Answer } from "../../../runtime/server/answer.ts";
export { SetupError } from "../../../runtime/server/check-boot.ts";
export type {
  Authenticated,
  Authentication,
  BasicAuthenticator,
  BasicCredentials,
  BearerAuthenticator,
  Refused,
} from "../../../runtime/server/credentials.ts";
export type { Context, Handler, OperationShape, Reply } from "../../../runtime/server/handler-types.ts";
export {
  type IdempotencyStore,
  type IdempotentOutcome,
  type IdempotentRequest,
  MemoryIdempotencyStore,
  type StoredAnswer,
  type Work,
} from "../../../runtime/server/idempotency.ts";
export { type Lifecycle, TransitionError } from "../../../runtime/server/lifecycle.ts";
export type { Breach, CommonOptions, Misfit } from "../../../runtime/server/options.ts";
export {
  MemoryRateLimitStore,
  type RateLimitHit,
  type RateLimitState,
  type RateLimitStore,
} from "../../../runtime/server/rate-limit.ts";
export type { ServerSettings, Timeouts } from "../../../runtime/server/server.ts";
export type { SigningOptions } from "../../../runtime/server/signature.ts";
export type { Violation } from "../../../runtime/server/violations.ts";
export type { components, operations, paths, webhooks } from "../../openapi/types.d.ts";
export * from "./handlers.ts";
export * from "./lifecycles.ts";
export * from "./notifications.ts";
export type {
  AccountSuspended,
  AccountType,
  Amount,
  AmountTooHigh,
  AmountTooLow,
  BillingAddress,
  BrCode,
  Centavos,
  Charge,
  ChargeEnvelope,
  ChargePix,
  ChargeRequest,
  CnpjKey,
  CompletedTransfer,
  CompletedTransferPix,
  CpfKey,
  CreatedWebhook,
  CreatedWebhookEnvelope,
  Currency,
  Customer,
  DailyLimitExceeded,
  DeletedWebhook,
  DeletedWebhookEnvelope,
  Description,
  DocumentType,
  DuplicateIdempotencyKey,
  EmailKey,
  EndToEndId,
  HeadersTooLarge,
  InsufficientBalance,
  InternalError,
  InvalidAmount,
  InvalidCredentials,
  InvalidDocument,
  InvalidEmail,
  InvalidField,
  InvalidPixKey,
  InvalidToken,
  Item,
  MalformedCredentials,
  MalformedJson,
  MalformedRequest,
  MethodNotAllowed,
  MissingIdempotencyKey,
  NotFound,
  NotImplemented,
  NotificationEvent,
  NotificationScope,
  NotificationUrl,
  NotifiedTransaction,
  NotifiedTransfer,
  PaidTransaction,
  PayerInfo,
  PayloadTooLarge,
  PaymentPix,
  PhoneKey,
  PixKey,
  RandomKey,
  RateLimitDetails,
  RateLimitExceeded,
  RecipientUnavailable,
  Refund,
  RequestTimeout,
  TokenExpired,
  TokenResponse,
  Transaction,
  TransactionCanceledNotification,
  TransactionCreatedNotification,
  TransactionEnvelope,
  TransactionNotFound,
  TransactionPaidNotification,
  TransactionPix,
  TransactionRefundedNotification,
  TransactionStatus,
  Transfer,
  TransferCanceledNotification,
  TransferCompletedNotification,
  TransferCreatedNotification,
  TransferEnvelope,
  TransferNotFound,
  TransferPix,
  TransferRequest,
  TransferStatus,
  TransferSummary,
  TransferSummaryEnvelope,
  TransferUpdatedNotification,
  UnsupportedMediaType,
  ValidationError,
  Webhook,
  WebhookLimitExceeded,
  WebhookListEnvelope,
  WebhookNotFound,
  WebhookRequest,
} from "./types.ts";
