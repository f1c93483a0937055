// Generated from spec/ by `npm run generate`: edit the spec, not this file.

import type { components } from "../../openapi/types.d.ts";

/** Amount of a payment in centavos (1/100 of a real). */
export type Amount = components["schemas"]["Amount"];

/** Billing address of a customer. */
export type BillingAddress = components["schemas"]["BillingAddress"];

/**
 * PIX copy-and-paste code: a BR Code of at most 512 characters, with the CRC in its last four. Amount, point of
 * initiation and reference label may be in it or not, and so may a recurrence: accept every code that the manual of the
 * scheme allows.
 */
export type BrCode = components["schemas"]["BrCode"];

/** A charge in the notification that it was canceled. */
export type CanceledTransaction = components["schemas"]["CanceledTransaction"];

/** A transfer in the notification that it was canceled: the fields of the response to its creation, and the reason. */
export type CanceledTransfer = components["schemas"]["CanceledTransfer"];

/** Money in centavos (1/100 of a real). */
export type Centavos = components["schemas"]["Centavos"];

/**
 * A charge in the response to its creation: what the payer needs to pay it. `Transaction` is the same charge with every
 * field.
 */
export type Charge = components["schemas"]["Charge"];

/** A charge that was created. */
export type ChargeEnvelope = components["schemas"]["ChargeEnvelope"];

/** How a charge can be paid. */
export type ChargePix = components["schemas"]["ChargePix"];

/** A charge to create. */
export type ChargeRequest = components["schemas"]["ChargeRequest"];

/** PIX key that is a CNPJ: 12 digits or upper-case letters and two check digits. */
export type CnpjKey = components["schemas"]["CnpjKey"];

/** A transfer in the notification of its completion. The end-to-end identifier is always present. */
export type CompletedTransfer = components["schemas"]["CompletedTransfer"];

/** A completed transfer in the PIX scheme. */
export type CompletedTransferPix = components["schemas"]["CompletedTransferPix"];

/** PIX key that is a CPF: 11 digits, the last two of which are check digits. */
export type CpfKey = components["schemas"]["CpfKey"];

/** A registered URL with the secret that signs its notifications, which no other response shows. */
export type CreatedWebhook = components["schemas"]["CreatedWebhook"];

/** A registration that was created. */
export type CreatedWebhookEnvelope = components["schemas"]["CreatedWebhookEnvelope"];

/** Currency of an amount. */
export type Currency = components["schemas"]["Currency"];

/** Customer of a charge: the expected payer. */
export type Customer = components["schemas"]["Customer"];

/** Confirmation that a registration was deleted. A service may leave out every field. */
export type DeletedWebhook = components["schemas"]["DeletedWebhook"];

/** The confirmation that a registration was deleted. */
export type DeletedWebhookEnvelope = components["schemas"]["DeletedWebhookEnvelope"];

/** Free text of a payment. */
export type Description = components["schemas"]["Description"];

/** Kind of a Brazilian tax document. */
export type DocumentType = components["schemas"]["DocumentType"];

/**
 * PIX key that is an e-mail address of at most 77 characters. Its case means nothing: the service shows it in lower
 * case.
 */
export type EmailKey = components["schemas"]["EmailKey"];

/**
 * Identifier of a payment in the PIX scheme: `E`, the ISPB of the paying institution (8), the minute of the payment
 * in UTC as `yyyyMMddHHmm` (12) and 11 letters or digits: 32 characters, upper and lower case distinct.
 */
export type EndToEndId = components["schemas"]["EndToEndId"];

/** The form of every error: `error.code` names the error. */
export type ErrorBody = components["schemas"]["ErrorBody"];

/** Code of an error, for programs. */
export type ErrorCode = components["schemas"]["ErrorCode"];

/** An invalid field of the request. */
export type InvalidField = components["schemas"]["InvalidField"];

/** A purchase item. The sum of the items need not equal the amount of the charge. */
export type Item = components["schemas"]["Item"];

/** Any notification, named by its event. */
export type Notification = components["schemas"]["Notification"];

/** Name of the event. */
export type NotificationEvent = components["schemas"]["NotificationEvent"];

/** Why a URL receives a notification. */
export type NotificationScope = components["schemas"]["NotificationScope"];

/** URL that receives notifications: `https:` only. */
export type NotificationUrl = components["schemas"]["NotificationUrl"];

/**
 * A charge in every notification but that of its payment. It has no codes to pay with: `Transaction` has them. `pix` is
 * present once the charge was paid, `refund` once it was refunded.
 */
export type NotifiedTransaction = components["schemas"]["NotifiedTransaction"];

/**
 * A transfer in every notification but that of its completion: the fields of the response to its creation and, if it
 * was refused or canceled, the reason.
 */
export type NotifiedTransfer = components["schemas"]["NotifiedTransfer"];

/** A charge in the notification of its payment. The end-to-end identifier and the payer are always present. */
export type PaidTransaction = components["schemas"]["PaidTransaction"];

/** Who paid a charge, and from which account. */
export type PayerInfo = components["schemas"]["PayerInfo"];

/** A payment in the PIX scheme. */
export type PaymentPix = components["schemas"]["PaymentPix"];

/**
 * PIX key that is a phone number, in international form with a leading plus sign. A number of Brazil is a mobile one:
 * `+55`, an area code without zeros, and a number that begins with `9`.
 */
export type PhoneKey = components["schemas"]["PhoneKey"];

/** Key of an account in the PIX directory: CPF, CNPJ, phone, e-mail or random key. */
export type PixKey = components["schemas"]["PixKey"];

/** Random PIX key: a UUID of any version. Its case means nothing: the service shows it in lower case. */
export type RandomKey = components["schemas"]["RandomKey"];

/** State of the limit that was reached. */
export type RateLimitDetails = components["schemas"]["RateLimitDetails"];

/** The refund of a payment. */
export type Refund = components["schemas"]["Refund"];

/**
 * Moment in time, ISO 8601 with an offset. Strings with other offsets, or with and without fractions of a second, may
 * name the same moment: compare moments, not strings. The service sends UTC with `Z`.
 */
export type Timestamp = components["schemas"]["Timestamp"];

/** A token and how long it lives. This response has no envelope. */
export type TokenResponse = components["schemas"]["TokenResponse"];

/** A charge with every field, as the lookup shows it. A service may leave out every field but the status. */
export type Transaction = components["schemas"]["Transaction"];

/** A charge was canceled, or expired without payment. */
export type TransactionCanceledNotification = components["schemas"]["TransactionCanceledNotification"];

/** A charge was created. */
export type TransactionCreatedNotification = components["schemas"]["TransactionCreatedNotification"];

/** A charge that was looked up. */
export type TransactionEnvelope = components["schemas"]["TransactionEnvelope"];

/** A charge was paid. */
export type TransactionPaidNotification = components["schemas"]["TransactionPaidNotification"];

/** How a charge can be paid and, once paid, who paid it. */
export type TransactionPix = components["schemas"]["TransactionPix"];

/** A paid charge was refunded. */
export type TransactionRefundedNotification = components["schemas"]["TransactionRefundedNotification"];

/** Status of a charge. */
export type TransactionStatus = components["schemas"]["TransactionStatus"];

/** A transfer with every field, as the lookup shows it. A service may leave out every field but the status. */
export type Transfer = components["schemas"]["Transfer"];

/** A transfer was canceled. */
export type TransferCanceledNotification = components["schemas"]["TransferCanceledNotification"];

/** A transfer was completed. */
export type TransferCompletedNotification = components["schemas"]["TransferCompletedNotification"];

/** A transfer was created and validated. */
export type TransferCreatedNotification = components["schemas"]["TransferCreatedNotification"];

/** A transfer that was looked up. */
export type TransferEnvelope = components["schemas"]["TransferEnvelope"];

/** A transfer in the PIX scheme. */
export type TransferPix = components["schemas"]["TransferPix"];

/** A transfer to send. */
export type TransferRequest = components["schemas"]["TransferRequest"];

/** Status of a transfer. */
export type TransferStatus = components["schemas"]["TransferStatus"];

/** A transfer in the response to its creation. `Transfer` is the same transfer with every field. */
export type TransferSummary = components["schemas"]["TransferSummary"];

/** A transfer that was created. */
export type TransferSummaryEnvelope = components["schemas"]["TransferSummaryEnvelope"];

/** The status of a transfer changed. */
export type TransferUpdatedNotification = components["schemas"]["TransferUpdatedNotification"];

/** A registered URL. A service may leave out every field but the identifier. */
export type Webhook = components["schemas"]["Webhook"];

/** The registrations of the company. */
export type WebhookListEnvelope = components["schemas"]["WebhookListEnvelope"];

/** A URL to register. At most 10 for each company. */
export type WebhookRequest = components["schemas"]["WebhookRequest"];
