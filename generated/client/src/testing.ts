// Generated from spec/ by `npm run generate`: edit the spec, not this file.

import { createHandlers, type HandlersOptions, type OperationHandlers } from "@packages/client/src/testing/handlers.ts";
import type { HttpHandler } from "msw";
import { errors, operations } from "./samples.js";
import type {
  Charge,
  CreatedWebhook,
  DeletedWebhook,
  ErrorDetails,
  TokenResponse,
  Transaction,
  Transfer,
  TransferSummary,
  Webhook,
} from "./types.ts";

export type {
  Changes,
  ErrorOptions,
  HandledRequest,
  HandlersOptions,
  OperationHandlers,
  ResponseOptions,
} from "@packages/client/src/testing/handlers.ts";

/** Codes of errors that any operation may have. */
export type CommonErrorCode =
  | "MALFORMED_REQUEST"
  | "NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "REQUEST_TIMEOUT"
  | "HEADERS_TOO_LARGE"
  | "INTERNAL_ERROR"
  | "NOT_IMPLEMENTED";

/** Makers of handlers, by operation. */
export interface PixHandlers {
  /** A handler for each operation, which responds with its first example of success. */
  readonly all: HttpHandler[];

  /** Issue a token. */
  readonly issueToken: OperationHandlers<
    TokenResponse,
    "issued",
    Pick<
      ErrorDetails,
      CommonErrorCode | "MALFORMED_CREDENTIALS" | "INVALID_CREDENTIALS" | "ACCOUNT_SUSPENDED" | "RATE_LIMIT_EXCEEDED"
    >
  >;

  /** Create a charge (PIX IN). */
  readonly createCharge: OperationHandlers<
    Charge,
    "complete",
    Pick<
      ErrorDetails,
      | CommonErrorCode
      | "VALIDATION_ERROR"
      | "MALFORMED_JSON"
      | "INVALID_DOCUMENT"
      | "INVALID_EMAIL"
      | "INVALID_TOKEN"
      | "TOKEN_EXPIRED"
      | "PAYLOAD_TOO_LARGE"
      | "UNSUPPORTED_MEDIA_TYPE"
      | "AMOUNT_TOO_LOW"
      | "AMOUNT_TOO_HIGH"
      | "RATE_LIMIT_EXCEEDED"
    >
  >;

  /** Send a transfer (PIX OUT). */
  readonly createTransfer: OperationHandlers<
    TransferSummary,
    "complete",
    Pick<
      ErrorDetails,
      | CommonErrorCode
      | "VALIDATION_ERROR"
      | "MALFORMED_JSON"
      | "INVALID_PIX_KEY"
      | "INVALID_AMOUNT"
      | "MISSING_IDEMPOTENCY_KEY"
      | "INVALID_TOKEN"
      | "TOKEN_EXPIRED"
      | "INSUFFICIENT_BALANCE"
      | "DUPLICATE_IDEMPOTENCY_KEY"
      | "PAYLOAD_TOO_LARGE"
      | "UNSUPPORTED_MEDIA_TYPE"
      | "DAILY_LIMIT_EXCEEDED"
      | "RECIPIENT_UNAVAILABLE"
      | "RATE_LIMIT_EXCEEDED"
    >
  >;

  /** Look up a charge. */
  readonly getTransaction: OperationHandlers<
    Transaction,
    "pending" | "paid" | "canceled" | "refunded",
    Pick<ErrorDetails, CommonErrorCode | "INVALID_TOKEN" | "TOKEN_EXPIRED" | "TRANSACTION_NOT_FOUND">
  >;

  /** Look up a transfer. */
  readonly getTransfer: OperationHandlers<
    Transfer,
    "queued" | "processing" | "completed" | "refused" | "canceled",
    Pick<ErrorDetails, CommonErrorCode | "INVALID_TOKEN" | "TOKEN_EXPIRED" | "TRANSFER_NOT_FOUND">
  >;

  /** List webhooks. */
  readonly listWebhooks: OperationHandlers<
    Webhook[],
    "registered" | "none",
    Pick<ErrorDetails, CommonErrorCode | "INVALID_TOKEN" | "TOKEN_EXPIRED" | "RATE_LIMIT_EXCEEDED">
  >;

  /** Create a webhook. */
  readonly createWebhook: OperationHandlers<
    CreatedWebhook,
    "complete",
    Pick<
      ErrorDetails,
      | CommonErrorCode
      | "VALIDATION_ERROR"
      | "MALFORMED_JSON"
      | "INVALID_TOKEN"
      | "TOKEN_EXPIRED"
      | "PAYLOAD_TOO_LARGE"
      | "UNSUPPORTED_MEDIA_TYPE"
      | "WEBHOOK_LIMIT_EXCEEDED"
      | "RATE_LIMIT_EXCEEDED"
    >
  >;

  /** Delete a webhook. */
  readonly deleteWebhook: OperationHandlers<
    DeletedWebhook,
    "deleted",
    Pick<
      ErrorDetails,
      CommonErrorCode | "INVALID_TOKEN" | "TOKEN_EXPIRED" | "WEBHOOK_NOT_FOUND" | "RATE_LIMIT_EXCEEDED"
    >
  >;
}

/**
 * Makes handlers for msw, which respond as the contract's examples do.
 *
 * @example
 * const pix = createPixHandlers();
 * const server = setupServer(...pix.all);
 * server.use(pix.issueToken.error("MALFORMED_CREDENTIALS"));
 */
export function createPixHandlers(options?: HandlersOptions): PixHandlers {
  return createHandlers(operations, errors, options) as unknown as PixHandlers;
}
