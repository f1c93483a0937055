// Generated from spec/ by `npm run generate`: edit the spec, not this file.

import type { Call } from "@packages/client/src/call.ts";
import type { CallOptions, ClientOptions, KeyedCallOptions } from "@packages/client/src/options.ts";
import { createRuntime } from "@packages/client/src/runtime.ts";
import { createContractTable } from "./contract.ts";
import type {
  Charge,
  ChargeRequest,
  CreatedWebhook,
  DeletedWebhook,
  Transaction,
  Transfer,
  TransferRequest,
  TransferSummary,
  Webhook,
  WebhookRequest,
} from "./types.ts";

/** PIX IN: charges that a payer pays by QR code or copy-and-paste code. */
export interface Transactions {
  /**
   * Create a charge that a payer can pay by QR code or copy-and-paste code.
   *
   * An amount that is too low or too high is answered with 422 here, and with 400 on PIX OUT.
   *
   * Rate limit: 100 requests in 1 minute for each API key. A window starts with its first request. **Assumed.** The
   * document states the length of a window, not when it starts. Documented: `limit`, `window` and `scope`.
   *
   * Without an idempotency key, a failure is repeated only if nothing can have been sent.
   *
   * @param body The charge to create.
   * @param options signal, timeout, repetition
   * @returns The charge, waiting for payment.
   * @throws {PixApiError} `VALIDATION_ERROR` (400): The request is invalid. A field is missing, has the wrong JSON type
   *   or breaks a rule without a code.
   * @throws {PixApiError} `MALFORMED_JSON` (400): The body is not valid JSON. A service may also refuse an object that
   *   has the same member twice; if it does not, the last one counts.
   * @throws {PixApiError} `INVALID_DOCUMENT` (400): The customer's document is not a valid CPF or CNPJ, or not of the
   *   kind that `documentType` names.
   * @throws {PixApiError} `INVALID_EMAIL` (400): The customer's e-mail address is malformed.
   * @throws {PixApiError} `INVALID_TOKEN` (401): The token is missing, cannot be read or was not issued by the service.
   * @throws {PixApiError} `TOKEN_EXPIRED` (401): The token has expired.
   * @throws {PixApiError} `PAYLOAD_TOO_LARGE` (413): The body is larger than 256 KiB.
   * @throws {PixApiError} `UNSUPPORTED_MEDIA_TYPE` (415): The `Content-Type` is not `application/json`, or the body has
   *   a `Content-Encoding`, such as gzip.
   * @throws {PixApiError} `AMOUNT_TOO_LOW` (422): The amount of the charge is below 1 centavo.
   * @throws {PixApiError} `AMOUNT_TOO_HIGH` (422): The amount of the charge is above 1000000000 centavos.
   * @throws {PixApiError} `RATE_LIMIT_EXCEEDED` (429): The caller made more requests than the operation allows in a
   *   window.
   * @example
   * const data = await pix.transactions.create({
   *   amountInCents: 4990,
   *   customer: {
   *     name: "Comércio Exemplo Ltda",
   *     email: "financeiro@example.com",
   *     documentType: "cnpj",
   *     document: "11222333000181",
   *   },
   * });
   */
  create(body: ChargeRequest, options?: CallOptions): Call<Charge>;

  /**
   * Look up a charge, to learn whether it was paid.
   *
   * **Assumed.** The document names the call without showing its answer or its limit. Documented: `call`.
   *
   * @param transactionId Identifier of the charge.
   * @param options signal, timeout, repetition
   * @returns The charge as it stands.
   * @throws {PixApiError} `INVALID_TOKEN` (401): The token is missing, cannot be read or was not issued by the service.
   * @throws {PixApiError} `TOKEN_EXPIRED` (401): The token has expired.
   * @throws {PixApiError} `TRANSACTION_NOT_FOUND` (404): There is no charge with this id. Charges of other companies
   *   are not found, nor is an id that is not valid UTF-8 text.
   * @example
   * const data = await pix.transactions.get("txn_2pQ8Lk5vYx0RbZcN");
   */
  get(transactionId: string, options?: CallOptions): Call<Transaction>;
}

/** PIX OUT: transfers to a PIX key. */
export interface Transfers {
  /**
   * Send a transfer to a PIX key.
   *
   * The idempotency key makes the call safe to repeat. The document states that a repeat has no side effects, and that
   * a used key is a 409, so a client must cope with a provider that answers every repeat with 409.
   *
   * A refusal of the request's own form, such as `INVALID_PIX_KEY`, leaves the key free: the corrected request may have
   * the same key.
   *
   * A 409 says only that the service has seen the key. It does not say whether the first request was accepted or
   * refused. With `Retry-After` the first request is still running: wait and repeat it. Without `Retry-After` the
   * outcome is unknown until a notification or the provider says it: never send the transfer again with a new key. A
   * key that is used again after the service has forgotten it sends a second transfer.
   *
   * An error settles the transfer, so that no money moves, only with a code and a status that the errors of this
   * operation list together. A listed code with another status, or a code that is not listed, settles nothing.
   *
   * An amount that is too low or too high is answered with 400 here, and with 422 on PIX IN.
   *
   * **Assumed.** The document does not state what a 409 tells about the first request, nor which errors settle a
   * transfer. Documented: `call`, `rateLimit` and `responses`.
   *
   * Rate limit: 50 requests in 1 minute for each API key. A window starts with its first request. **Assumed.** The
   * document states the length of a window, not when it starts. Documented: `limit`, `window` and `scope`.
   *
   * Idempotency: The service stores the key in `x-idempotency-key` for 24 hours, separately for each caller; afterwards
   * the same key makes a new request. No key: `MISSING_IDEMPOTENCY_KEY`. Same key, same request: the first response
   * again, with `Idempotent-Replayed`, and no second effect. The service stores successes and `INSUFFICIENT_BALANCE`,
   * `DAILY_LIMIT_EXCEEDED` and `RECIPIENT_UNAVAILABLE`; after any other error the key is free. Same key, other request:
   * `DUPLICATE_IDEMPOTENCY_KEY`. While the first request still runs: the same error with `Retry-After`. **Assumed.**
   * The document states that a repeat has no side effects, and that a used key is a 409. The rest is decided here.
   * Documented: `header`.
   *
   * The idempotency key is made once, before the first try, unless the options give one. Failures are repeated with the
   * same key.
   *
   * @param body The transfer to send.
   * @param options signal, timeout, repetition
   * @returns The transfer, queued; or, for a key that was used before, the first response again.
   * @throws {PixApiError} `VALIDATION_ERROR` (400): The request is invalid. A field is missing, has the wrong JSON type
   *   or breaks a rule without a code.
   * @throws {PixApiError} `MALFORMED_JSON` (400): The body is not valid JSON. A service may also refuse an object that
   *   has the same member twice; if it does not, the last one counts.
   * @throws {PixApiError} `INVALID_PIX_KEY` (400): The destination is not a valid PIX key.
   * @throws {PixApiError} `INVALID_AMOUNT` (400): The amount of the transfer is below 1 or above 1000000000 centavos.
   * @throws {PixApiError} `MISSING_IDEMPOTENCY_KEY` (400): The header `x-idempotency-key` is missing.
   * @throws {PixApiError} `INVALID_TOKEN` (401): The token is missing, cannot be read or was not issued by the service.
   * @throws {PixApiError} `TOKEN_EXPIRED` (401): The token has expired.
   * @throws {PixApiError} `INSUFFICIENT_BALANCE` (402): The balance is too low for the transfer.
   * @throws {PixApiError} `DUPLICATE_IDEMPOTENCY_KEY` (409): The idempotency key was already used. If its first request
   *   is still running, the response has `Retry-After`. Neither says whether the first request was accepted or refused.
   * @throws {PixApiError} `PAYLOAD_TOO_LARGE` (413): The body is larger than 256 KiB.
   * @throws {PixApiError} `UNSUPPORTED_MEDIA_TYPE` (415): The `Content-Type` is not `application/json`, or the body has
   *   a `Content-Encoding`, such as gzip.
   * @throws {PixApiError} `DAILY_LIMIT_EXCEEDED` (422): The transfer would exceed the company's daily limit.
   * @throws {PixApiError} `RECIPIENT_UNAVAILABLE` (422): The recipient is unavailable.
   * @throws {PixApiError} `RATE_LIMIT_EXCEEDED` (429): The caller made more requests than the operation allows in a
   *   window.
   * @example
   * const data = await pix.transfers.create({
   *   pixKey: "destino@example.com",
   *   amount: 150000,
   * });
   */
  create(body: TransferRequest, options?: KeyedCallOptions): Call<TransferSummary>;

  /**
   * Look up a transfer, to learn how it ended.
   *
   * **Assumed.** Of this answer the document shows the status and the reason alone. It shows no limit. Documented:
   * `call`.
   *
   * @param transferId Identifier of the transfer.
   * @param options signal, timeout, repetition
   * @returns The transfer as it stands.
   * @throws {PixApiError} `INVALID_TOKEN` (401): The token is missing, cannot be read or was not issued by the service.
   * @throws {PixApiError} `TOKEN_EXPIRED` (401): The token has expired.
   * @throws {PixApiError} `TRANSFER_NOT_FOUND` (404): There is no transfer with this id. Transfers of other companies
   *   are not found, nor is an id that is not valid UTF-8 text.
   * @example
   * const data = await pix.transfers.get("trf_8Hn3WsT6yJq1VdKe");
   */
  get(transferId: string, options?: CallOptions): Call<Transfer>;
}

/** Registrations of URLs that receive notifications of every change of status. */
export interface Webhooks {
  /**
   * List the company's registrations. Whether the call takes query parameters is not documented.
   *
   * **Assumed.** The document names the call without showing its answer. Documented: `call` and `rateLimit`.
   *
   * Rate limit: 30 requests in 1 minute for each API key. A window starts with its first request. **Assumed.** The
   * document states the length of a window, not when it starts. Documented: `limit`, `window` and `scope`.
   *
   * @param options signal, timeout, repetition
   * @returns Every registration of the company.
   * @throws {PixApiError} `INVALID_TOKEN` (401): The token is missing, cannot be read or was not issued by the service.
   * @throws {PixApiError} `TOKEN_EXPIRED` (401): The token has expired.
   * @throws {PixApiError} `RATE_LIMIT_EXCEEDED` (429): The caller made more requests than the operation allows in a
   *   window.
   * @example
   * const data = await pix.webhooks.list();
   */
  list(options?: CallOptions): Call<Webhook[]>;

  /**
   * Register a URL that receives every notification, or those of the events that are listed.
   *
   * A notification goes to the `postbackUrl` of its operation and to every active registration for its event. A company
   * may have at most 10 registrations.
   *
   * **Assumed.** The document names the call without showing its body and its answer, shows no limit on registrations,
   * and leaves open which URL is notified when a registration and a postbackUrl both exist. Documented: `call` and
   * `rateLimit`.
   *
   * Rate limit: 10 requests in 1 minute for each API key. A window starts with its first request. **Assumed.** The
   * document states the length of a window, not when it starts. Documented: `limit`, `window` and `scope`.
   *
   * Without an idempotency key, a failure is repeated only if nothing can have been sent.
   *
   * @param body The URL to register.
   * @param options signal, timeout, repetition
   * @returns The registration, with its secret.
   * @throws {PixApiError} `VALIDATION_ERROR` (400): The request is invalid. A field is missing, has the wrong JSON type
   *   or breaks a rule without a code.
   * @throws {PixApiError} `MALFORMED_JSON` (400): The body is not valid JSON. A service may also refuse an object that
   *   has the same member twice; if it does not, the last one counts.
   * @throws {PixApiError} `INVALID_TOKEN` (401): The token is missing, cannot be read or was not issued by the service.
   * @throws {PixApiError} `TOKEN_EXPIRED` (401): The token has expired.
   * @throws {PixApiError} `PAYLOAD_TOO_LARGE` (413): The body is larger than 256 KiB.
   * @throws {PixApiError} `UNSUPPORTED_MEDIA_TYPE` (415): The `Content-Type` is not `application/json`, or the body has
   *   a `Content-Encoding`, such as gzip.
   * @throws {PixApiError} `WEBHOOK_LIMIT_EXCEEDED` (422): The company has reached its limit of webhook registrations:
   *   10.
   * @throws {PixApiError} `RATE_LIMIT_EXCEEDED` (429): The caller made more requests than the operation allows in a
   *   window.
   * @example
   * const data = await pix.webhooks.create({
   *   url: "https://shop.example.com/pix/notifications",
   * });
   */
  create(body: WebhookRequest, options?: CallOptions): Call<CreatedWebhook>;

  /**
   * Delete a registration. Nothing is sent to its URL from then on.
   *
   * **Assumed.** The document names the call without showing its answer. Documented: `call` and `rateLimit`.
   *
   * Rate limit: 10 requests in 1 minute for each API key. A window starts with its first request. **Assumed.** The
   * document states the length of a window, not when it starts. Documented: `limit`, `window` and `scope`.
   *
   * @param id Identifier of the registration.
   * @param options signal, timeout, repetition
   * @returns The identifier of the deleted registration.
   * @throws {PixApiError} `INVALID_TOKEN` (401): The token is missing, cannot be read or was not issued by the service.
   * @throws {PixApiError} `TOKEN_EXPIRED` (401): The token has expired.
   * @throws {PixApiError} `WEBHOOK_NOT_FOUND` (404): There is no webhook with this id. Webhooks of other companies are
   *   not found, nor is an id that is not valid UTF-8 text.
   * @throws {PixApiError} `RATE_LIMIT_EXCEEDED` (429): The caller made more requests than the operation allows in a
   *   window.
   * @example
   * const data = await pix.webhooks.delete("wh_4Zr7NcX1mPq9TsGb");
   */
  delete(id: string, options?: CallOptions): Call<DeletedWebhook>;
}

/** Client of PIX payments. */
export interface PixClient {
  /** PIX IN: charges that a payer pays by QR code or copy-and-paste code. */
  readonly transactions: Transactions;

  /** PIX OUT: transfers to a PIX key. */
  readonly transfers: Transfers;

  /** Registrations of URLs that receive notifications of every change of status. */
  readonly webhooks: Webhooks;
}

/**
 * Makes a client. It obtains its tokens itself, and shows neither credentials nor tokens. Address, key and secret that
 * are not given are read from `PIX_BASE_URL`, `PIX_API_KEY` and `PIX_API_SECRET`.
 *
 * @throws {InvalidRequestError} if an option is wrong
 * @example
 * const pix = createPixClient({ baseUrl: "https://pix.example", apiKey, apiSecret });
 */
export function createPixClient(options: ClientOptions = {}): PixClient {
  const { call, ...rest } = createRuntime(createContractTable(), options);
  return {
    transactions: {
      create: (body, options) => call("createCharge", { body }, options),
      get: (transactionId, options) => call("getTransaction", { path: { transactionId } }, options),
    },
    transfers: {
      create: (body, options) => call("createTransfer", { body }, options),
      get: (transferId, options) => call("getTransfer", { path: { transferId } }, options),
    },
    webhooks: {
      list: (options) => call("listWebhooks", {}, options),
      create: (body, options) => call("createWebhook", { body }, options),
      delete: (id, options) => call("deleteWebhook", { path: { id } }, options),
    },
    ...rest,
  };
}
