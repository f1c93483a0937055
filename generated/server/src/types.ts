// Generated from spec/ by `npm run generate`: edit the spec, not this file.

import type { components } from "../../openapi/types.d.ts";

/** The account of the company is suspended. */
export type AccountSuspended = components["schemas"]["AccountSuspended"];

/** Kind of a bank account. */
export type AccountType = components["schemas"]["AccountType"];

/** Amount of a payment in centavos (1/100 of a real): from 1 (R$ 0.01) to 1000000000 (R$ 10,000,000.00). */
export type Amount = components["schemas"]["Amount"];

/** The amount of a charge is above the maximum. On PIX OUT the same mistake is a 400 `INVALID_AMOUNT`. */
export type AmountTooHigh = components["schemas"]["AmountTooHigh"];

/** The amount of a charge is below the minimum. On PIX OUT the same mistake is a 400 `INVALID_AMOUNT`. */
export type AmountTooLow = components["schemas"]["AmountTooLow"];

/** Where a customer is billed. */
export type BillingAddress = components["schemas"]["BillingAddress"];

/**
 * PIX copy-and-paste code: the BR Code of a dynamic charge, at most 512 characters, with the CRC in its last four.
 * The amount is not in it: the payer's bank reads it behind the URL inside.
 */
export type BrCode = components["schemas"]["BrCode"];

/** Money in centavos (1/100 of a real). */
export type Centavos = components["schemas"]["Centavos"];

/** A charge, as the answer to its creation shows it. */
export type Charge = components["schemas"]["Charge"];

/** Every success but that of the auth call. */
export type ChargeEnvelope = components["schemas"]["ChargeEnvelope"];

/** How a charge can be paid. */
export type ChargePix = components["schemas"]["ChargePix"];

/** A charge to create. */
export type ChargeRequest = components["schemas"]["ChargeRequest"];

/** PIX key that is a CNPJ: 12 digits or upper-case letters and two check digits. */
export type CnpjKey = components["schemas"]["CnpjKey"];

/** A transfer that was completed. */
export type CompletedTransfer = components["schemas"]["CompletedTransfer"];

/** A completed transfer in the PIX scheme. */
export type CompletedTransferPix = components["schemas"]["CompletedTransferPix"];

/** PIX key that is a CPF: 11 digits, the last two of which are check digits. */
export type CpfKey = components["schemas"]["CpfKey"];

/** A registered URL with the secret that signs its notifications, which is shown this once. */
export type CreatedWebhook = components["schemas"]["CreatedWebhook"];

/** Every success but that of the auth call. */
export type CreatedWebhookEnvelope = components["schemas"]["CreatedWebhookEnvelope"];

/** Currency of an amount. */
export type Currency = components["schemas"]["Currency"];

/** Who is to pay a charge. */
export type Customer = components["schemas"]["Customer"];

/** The transfer would exceed the daily limit, whose figure is not documented. */
export type DailyLimitExceeded = components["schemas"]["DailyLimitExceeded"];

/** What is left of a deleted registration. */
export type DeletedWebhook = components["schemas"]["DeletedWebhook"];

/** Every success but that of the auth call. */
export type DeletedWebhookEnvelope = components["schemas"]["DeletedWebhookEnvelope"];

/** Free text of a payment, at most 140 characters. */
export type Description = components["schemas"]["Description"];

/** Kind of a Brazilian tax document. */
export type DocumentType = components["schemas"]["DocumentType"];

/**
 * The idempotency key was used before. After a failure that leaves the outcome open, this means that the first request
 * was accepted, never that nothing happened.
 */
export type DuplicateIdempotencyKey = components["schemas"]["DuplicateIdempotencyKey"];

/** PIX key that is an e-mail address, in lower case and of at most 77 characters. */
export type EmailKey = components["schemas"]["EmailKey"];

/**
 * Identifier of a payment in the PIX scheme: `E`, the ISPB of the paying institution (8), the minute of the payment
 * in UTC as `yyyyMMddHHmm` (12) and 11 letters or digits: 32 characters, upper and lower case distinct.
 */
export type EndToEndId = components["schemas"]["EndToEndId"];

/** The headers of the request are too large. No operation promises it. */
export type HeadersTooLarge = components["schemas"]["HeadersTooLarge"];

/** The balance does not cover the transfer. */
export type InsufficientBalance = components["schemas"]["InsufficientBalance"];

/** Something went wrong inside the service. No operation promises it. */
export type InternalError = components["schemas"]["InternalError"];

/** The amount of a transfer is out of bounds. On PIX IN the same mistake is a 422. */
export type InvalidAmount = components["schemas"]["InvalidAmount"];

/** API key or secret are missing or wrong. */
export type InvalidCredentials = components["schemas"]["InvalidCredentials"];

/** The customer's document is not a valid CPF or CNPJ. */
export type InvalidDocument = components["schemas"]["InvalidDocument"];

/** The customer's e-mail address is malformed. */
export type InvalidEmail = components["schemas"]["InvalidEmail"];

/** A field that a request got wrong. */
export type InvalidField = components["schemas"]["InvalidField"];

/** The destination key is not a PIX key. */
export type InvalidPixKey = components["schemas"]["InvalidPixKey"];

/** The token is missing or was never valid. */
export type InvalidToken = components["schemas"]["InvalidToken"];

/** Something that is sold with a charge. The items' sum need not equal the amount of the charge. */
export type Item = components["schemas"]["Item"];

/** The `Authorization` header of the auth call cannot be read. */
export type MalformedCredentials = components["schemas"]["MalformedCredentials"];

/** The body is not JSON. */
export type MalformedJson = components["schemas"]["MalformedJson"];

/** What arrived is not HTTP. No operation promises it. */
export type MalformedRequest = components["schemas"]["MalformedRequest"];

/** The path has no operation with this method; the `Allow` header lists those that it has. */
export type MethodNotAllowed = components["schemas"]["MethodNotAllowed"];

/** The idempotency key is missing. */
export type MissingIdempotencyKey = components["schemas"]["MissingIdempotencyKey"];

/** No operation has this path. */
export type NotFound = components["schemas"]["NotFound"];

/** The service does not offer the operation yet. No operation promises it. */
export type NotImplemented = components["schemas"]["NotImplemented"];

/** What a notification tells of. A receiver has to ignore events that it does not know. */
export type NotificationEvent = components["schemas"]["NotificationEvent"];

/** Why a URL receives a notification. */
export type NotificationScope = components["schemas"]["NotificationScope"];

/** URL that receives notifications: `https:` only, at most 2048 characters. */
export type NotificationUrl = components["schemas"]["NotificationUrl"];

/** A charge that a notification tells of. */
export type NotifiedTransaction = components["schemas"]["NotifiedTransaction"];

/** A transfer that a notification tells of. */
export type NotifiedTransfer = components["schemas"]["NotifiedTransfer"];

/** A charge that was paid. */
export type PaidTransaction = components["schemas"]["PaidTransaction"];

/** Who paid a charge, and from which account. */
export type PayerInfo = components["schemas"]["PayerInfo"];

/** The body is too large. */
export type PayloadTooLarge = components["schemas"]["PayloadTooLarge"];

/** A payment in the PIX scheme. */
export type PaymentPix = components["schemas"]["PaymentPix"];

/** PIX key that is a phone number, in international form with a leading plus sign. */
export type PhoneKey = components["schemas"]["PhoneKey"];

/** Key under which an account is known in the PIX directory: CPF, CNPJ, phone, e-mail or random. */
export type PixKey = components["schemas"]["PixKey"];

/** Random PIX key: a lower-case UUID of any version. */
export type RandomKey = components["schemas"]["RandomKey"];

/** State of the limit that was reached. */
export type RateLimitDetails = components["schemas"]["RateLimitDetails"];

/** The limit of the operation is reached; `message` names the seconds to wait. */
export type RateLimitExceeded = components["schemas"]["RateLimitExceeded"];

/** The recipient cannot receive the transfer. */
export type RecipientUnavailable = components["schemas"]["RecipientUnavailable"];

/** How a payment was returned to the payer. */
export type Refund = components["schemas"]["Refund"];

/** The request took too long to arrive. No operation promises it. */
export type RequestTimeout = components["schemas"]["RequestTimeout"];

/** The token has expired: obtain a new one and repeat the call. */
export type TokenExpired = components["schemas"]["TokenExpired"];

/** A token and how long it lives. This answer has no envelope. */
export type TokenResponse = components["schemas"]["TokenResponse"];

/** A charge, as a lookup shows it. */
export type Transaction = components["schemas"]["Transaction"];

/** A charge was canceled, or expired without payment. */
export type TransactionCanceledNotification = components["schemas"]["TransactionCanceledNotification"];

/** A charge was created. */
export type TransactionCreatedNotification = components["schemas"]["TransactionCreatedNotification"];

/** Every success but that of the auth call. */
export type TransactionEnvelope = components["schemas"]["TransactionEnvelope"];

/** The company has no charge with this id. */
export type TransactionNotFound = components["schemas"]["TransactionNotFound"];

/** A charge was paid. */
export type TransactionPaidNotification = components["schemas"]["TransactionPaidNotification"];

/** How a charge can be paid and, once it is, by whom it was. */
export type TransactionPix = components["schemas"]["TransactionPix"];

/** A paid charge was refunded. */
export type TransactionRefundedNotification = components["schemas"]["TransactionRefundedNotification"];

/** Where a charge stands. */
export type TransactionStatus = components["schemas"]["TransactionStatus"];

/** A transfer, as a lookup shows it. */
export type Transfer = components["schemas"]["Transfer"];

/** A transfer was canceled. */
export type TransferCanceledNotification = components["schemas"]["TransferCanceledNotification"];

/** A transfer was completed. */
export type TransferCompletedNotification = components["schemas"]["TransferCompletedNotification"];

/** A transfer was created and validated. */
export type TransferCreatedNotification = components["schemas"]["TransferCreatedNotification"];

/** Every success but that of the auth call. */
export type TransferEnvelope = components["schemas"]["TransferEnvelope"];

/** The company has no transfer with this id. */
export type TransferNotFound = components["schemas"]["TransferNotFound"];

/** How a transfer appears in the PIX scheme. */
export type TransferPix = components["schemas"]["TransferPix"];

/** A transfer to send. */
export type TransferRequest = components["schemas"]["TransferRequest"];

/** Where a transfer stands. */
export type TransferStatus = components["schemas"]["TransferStatus"];

/** A transfer, as the answer to its creation shows it. */
export type TransferSummary = components["schemas"]["TransferSummary"];

/** Every success but that of the auth call. */
export type TransferSummaryEnvelope = components["schemas"]["TransferSummaryEnvelope"];

/** A transfer changed its status. */
export type TransferUpdatedNotification = components["schemas"]["TransferUpdatedNotification"];

/** The body is not declared as JSON. */
export type UnsupportedMediaType = components["schemas"]["UnsupportedMediaType"];

/** The request is invalid; `details` lists the fields. */
export type ValidationError = components["schemas"]["ValidationError"];

/** A registered URL. */
export type Webhook = components["schemas"]["Webhook"];

/** The company has as many webhooks as it may have. */
export type WebhookLimitExceeded = components["schemas"]["WebhookLimitExceeded"];

/** Every success but that of the auth call. */
export type WebhookListEnvelope = components["schemas"]["WebhookListEnvelope"];

/** The company has no webhook with this id. */
export type WebhookNotFound = components["schemas"]["WebhookNotFound"];

/** A URL to register. At most 10 for each company. */
export type WebhookRequest = components["schemas"]["WebhookRequest"];
