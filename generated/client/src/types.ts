// Generated from spec/ by `npm run generate`: edit the spec, not this file.
import type * as errors from "@packages/client/src/errors.ts";

/**
 * Amount of a payment in centavos (1/100 of a real).
 *
 * A whole number, 1 to 1000000000.
 */
export type Amount = number;

/** Billing address of a customer. */
export interface BillingAddress {
  /**
   * Street, without the number.
   *
   * @example "Avenida Paulista"
   */
  street?: string | undefined;

  /**
   * House number; a string, because it may contain letters.
   *
   * @example "1578"
   */
  number?: string | undefined;

  /**
   * Neighbourhood (bairro).
   *
   * @example "Bela Vista"
   */
  neighborhood?: string | undefined;

  /**
   * City.
   *
   * @example "São Paulo"
   */
  city?: string | undefined;

  /**
   * State, as its two-letter code.
   *
   * Pattern `^[A-Za-z]{2}$`.
   *
   * @example "SP"
   */
  state?: string | undefined;

  /**
   * Postal code (CEP).
   *
   * @example "01310200"
   */
  zipCode?: string | undefined;
}

/**
 * PIX copy-and-paste code: a BR Code of at most 512 characters, with the CRC in its last four. Amount, point of
 * initiation and reference label may be in it or not, and so may a recurrence: accept every code that the manual of the
 * scheme allows.
 *
 * At most 512 characters, pattern `^000201[\x20-\x7E]+6304[0-9A-F]{4}$`.
 */
export type BrCode = string;

/** A charge in the notification that it was canceled. */
export interface CanceledTransaction {
  /**
   * Identifier of the charge, unique.
   *
   * At least 1 character.
   *
   * @example "txn_2pQ8Lk5vYx0RbZcN"
   */
  id: string;

  /**
   * Amount of the charge, in centavos.
   *
   * @example 4990
   */
  amount?: Centavos | undefined;

  /**
   * Fee that the service takes, in centavos. It may be above the amount.
   *
   * @example 75
   */
  fees?: Centavos | undefined;

  /** `canceled`. */
  status: "canceled";
}

/** A transfer in the notification that it was canceled: the fields of the response to its creation, and the reason. */
export interface CanceledTransfer {
  /**
   * Identifier of the transfer, unique.
   *
   * At least 1 character.
   *
   * @example "trf_8Hn3WsT6yJq1VdKe"
   */
  id: string;

  /**
   * Total amount of the transfer, in centavos.
   *
   * @example 150000
   */
  amount?: Centavos | undefined;

  /**
   * Amount after fees, in centavos: `amount` less `fees`, never below zero.
   *
   * @example 149900
   */
  netAmount?: Centavos | undefined;

  /**
   * Fee that the service takes, in centavos.
   *
   * @example 100
   */
  fees?: Centavos | undefined;

  /**
   * PIX key of the recipient.
   *
   * @example "destino@example.com"
   */
  pixKey?: PixKey | undefined;

  /**
   * Why the transfer was refused or canceled. Present on such transfers only.
   *
   * @example "Conta do destinatário encerrada"
   */
  reason?: string | undefined;

  /** The transfer in the PIX scheme. Present once it is there. */
  pix?: TransferPix | undefined;

  /** `canceled`. */
  status: "canceled";
}

/**
 * Money in centavos (1/100 of a real).
 *
 * A whole number, 0 to 1000000000.
 */
export type Centavos = number;

/**
 * A charge in the response to its creation: what the payer needs to pay it. `Transaction` is the same charge with every
 * field.
 */
export interface Charge {
  /**
   * Identifier of the charge, unique.
   *
   * At least 1 character.
   *
   * @example "txn_2pQ8Lk5vYx0RbZcN"
   */
  id: string;

  /** How the charge can be paid. */
  pix: ChargePix;

  /** `pending`: the charge waits for payment. */
  status: TransactionStatus;

  /**
   * Fee that the service takes, in centavos. It may be above the amount.
   *
   * @example 75
   */
  fees: Centavos;

  /**
   * Amount of the charge, in centavos.
   *
   * @example 4990
   */
  amount?: Centavos | undefined;
}

/** A charge that was created. */
export interface ChargeEnvelope {
  /** Always `true`. */
  success: true;

  /** Text for people to read; programs should not depend on it. */
  message: string;

  /** The result. */
  data: Charge;
}

/** How a charge can be paid. */
export interface ChargePix {
  /** PIX copy-and-paste code, for the payer's bank app. */
  emv: BrCode;

  /**
   * The same code as a QR code: a PNG image in Base64, without a `data:` prefix. A client accepts either form.
   *
   * At least 1 character, pattern `^(data:image/png;base64,)?[A-Za-z0-9+/]+={0,2}$`.
   */
  qrCode: string;
}

/** A charge to create. */
export interface ChargeRequest {
  /**
   * Amount of the charge in centavos (1/100 of a real).
   *
   * @example 4990
   */
  amountInCents: Amount;

  /** Customer of the charge: the expected payer. */
  customer: Customer;

  /**
   * Description of the charge; may be empty.
   *
   * @default ""
   *
   * @example "Pedido 1042"
   */
  description?: Description | undefined;

  /**
   * URL that receives the notifications of this charge.
   *
   * @example "https://shop.example.com/pix/notifications"
   */
  postbackUrl?: NotificationUrl | undefined;

  /**
   * Items that the charge is for.
   *
   * At most 100 items.
   */
  items?: readonly Item[] | undefined;
}

/**
 * PIX key that is a CNPJ: 12 digits or upper-case letters and two check digits.
 *
 * Pattern `^[0-9A-Z]{12}[0-9]{2}$`.
 *
 * @example "12ABC34501DE35"
 */
export type CnpjKey = string;

/** A transfer in the notification of its completion. The end-to-end identifier is always present. */
export interface CompletedTransfer {
  /**
   * Identifier of the transfer.
   *
   * At least 1 character.
   *
   * @example "trf_8Hn3WsT6yJq1VdKe"
   */
  id: string;

  /**
   * Total amount of the transfer, in centavos.
   *
   * @example 150000
   */
  amount: Centavos;

  /** `completed`. */
  status: "completed";

  /** The transfer in the PIX scheme. */
  pix: CompletedTransferPix;

  /**
   * Amount after fees, in centavos.
   *
   * @example 149900
   */
  netAmount?: Centavos | undefined;

  /**
   * Fee that the service takes, in centavos.
   *
   * @example 100
   */
  fees?: Centavos | undefined;

  /**
   * PIX key of the recipient.
   *
   * @example "destino@example.com"
   */
  pixKey?: PixKey | undefined;
}

/** A completed transfer in the PIX scheme. */
export interface CompletedTransferPix {
  /** End-to-end identifier of the payment in the PIX scheme. */
  endToEndId: EndToEndId;

  /** Account that received the transfer, or `null`. */
  creditorAccount: { [name: string]: unknown } | null;
}

/**
 * PIX key that is a CPF: 11 digits, the last two of which are check digits.
 *
 * Pattern `^[0-9]{11}$`.
 *
 * @example "52998224725"
 */
export type CpfKey = string;

/** A registered URL with the secret that signs its notifications, which no other response shows. */
export interface CreatedWebhook {
  /**
   * Identifier of the registration, unique; with the prefix `wh_`.
   *
   * At least 1 character.
   *
   * @example "wh_4Zr7NcX1mPq9TsGb"
   */
  id: string;

  /**
   * URL that receives the notifications.
   *
   * @example "https://shop.example.com/pix/notifications"
   */
  url?: NotificationUrl | undefined;

  /**
   * Events that the URL receives; all of them if the list is empty.
   *
   * At most 100 items.
   */
  events?: NotificationEvent[] | undefined;

  /**
   * Name of the registration, for people to read.
   *
   * @example "Loja"
   */
  name?: string | undefined;

  /**
   * Whether notifications are sent. The service switches this off when every delivery has failed for 5 days.
   *
   * @example true
   */
  active?: boolean | undefined;

  /**
   * When the URL was registered, ISO 8601 in UTC.
   *
   * @example "2026-11-20T15:00:00Z"
   */
  createdAt?: Timestamp | undefined;

  /**
   * Secret that signs the notifications of this registration. No other response shows it.
   *
   * At least 1 character.
   *
   * @example "whsec_9fT2kLmV7xQ4bNzR8sYc1WdHpJ6aEu30"
   */
  secret?: string | undefined;
}

/** A registration that was created. */
export interface CreatedWebhookEnvelope {
  /** Always `true`. */
  success: true;

  /** Text for people to read; programs should not depend on it. */
  message: string;

  /** The result. */
  data: CreatedWebhook;
}

/**
 * Currency of an amount.
 *
 * - `BRL`: Brazilian real.
 */
export type Currency = "BRL";

/** Customer of a charge: the expected payer. */
export interface Customer {
  /**
   * Full name.
   *
   * At least 1 character.
   *
   * @example "Maria Aparecida de Souza"
   */
  name: string;

  /**
   * E-mail address.
   *
   * @example "maria.souza@example.com"
   */
  email: string;

  /** Kind of `document`. */
  documentType: DocumentType;

  /**
   * CPF (11 digits) or CNPJ (14 digits) by `documentType`, digits only, with correct check digits.
   *
   * Pattern `^([0-9]{11}|[0-9]{14})$`.
   *
   * @example "52998224725"
   */
  document: string;

  /**
   * Phone with area code and number, as `(DD) 9XXXX-XXXX` or digits only.
   *
   * Pattern `^(\([1-9][0-9]\) 9?[0-9]{4}-[0-9]{4}|[0-9]{10,13})$`.
   *
   * @example "(11) 98765-4321"
   */
  phone?: string | undefined;

  /** Billing address. */
  billingAddress?: BillingAddress | undefined;
}

/** Confirmation that a registration was deleted. A service may leave out every field. */
export interface DeletedWebhook {
  /**
   * Identifier of the registration that was deleted.
   *
   * At least 1 character.
   *
   * @example "wh_4Zr7NcX1mPq9TsGb"
   */
  id?: string | undefined;

  /** Always `true`. */
  deleted?: true | undefined;
}

/** The confirmation that a registration was deleted. */
export interface DeletedWebhookEnvelope {
  /** Always `true`. */
  success: true;

  /** Text for people to read; programs should not depend on it. */
  message: string;

  /** The result. */
  data: DeletedWebhook;
}

/**
 * Free text of a payment.
 *
 * At most 140 characters.
 */
export type Description = string;

/**
 * Kind of a Brazilian tax document.
 *
 * - `cpf`: Cadastro de Pessoas Físicas: a person.
 * - `cnpj`: Cadastro Nacional da Pessoa Jurídica: a company.
 */
export type DocumentType = "cpf" | "cnpj";

/**
 * PIX key that is an e-mail address of at most 77 characters. Its case means nothing: the service shows it in lower
 * case.
 *
 * At most 77 characters, pattern
 * `^[A-Za-z0-9.!#$&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$`.
 *
 * @example "destino@example.com"
 */
export type EmailKey = string;

/**
 * Identifier of a payment in the PIX scheme: `E`, the ISPB of the paying institution (8), the minute of the payment
 * in UTC as `yyyyMMddHHmm` (12) and 11 letters or digits: 32 characters, upper and lower case distinct.
 *
 * 32 characters, pattern `^E[0-9A-Z]{8}[0-9]{12}[0-9A-Za-z]{11}$`.
 */
export type EndToEndId = string;

/** The form of every error: `error.code` names the error. */
export interface ErrorBody {
  /** Always `false`. */
  success: false;

  /** The error. */
  error: {
    /** Code for programs. */
    code: ErrorCode;

    /**
     * Text for people to read. Its wording is free and programs should not depend on it, but that of
     * `RATE_LIMIT_EXCEEDED` names the seconds to wait, in digits.
     */
    message: string;

    /** More about the error, if there is more. */
    details?: { [name: string]: unknown } | InvalidField[] | RateLimitDetails | undefined;
  };

  /**
   * When the error occurred, ISO 8601.
   *
   * @example "2026-11-20T15:00:00Z"
   */
  timestamp: Timestamp;
}

/**
 * Code of an error, for programs.
 *
 * - `INVALID_AMOUNT`: 400: The amount of the transfer is below 1 or above 1000000000 centavos.
 * - `INVALID_DOCUMENT`: 400: The customer's document is not a valid CPF or CNPJ, or not of the kind that `documentType`
 *   names.
 * - `INVALID_EMAIL`: 400: The customer's e-mail address is malformed.
 * - `INVALID_PIX_KEY`: 400: The destination is not a valid PIX key.
 * - `MALFORMED_CREDENTIALS`: 400: The `Authorization` header is not `Basic`, not Base64, or has no colon inside.
 * - `MALFORMED_JSON`: 400: The body is not valid JSON. A service may also refuse an object that has the same member
 *   twice; if it does not, the last one counts.
 * - `MALFORMED_REQUEST`: 400: The request is not valid HTTP.
 * - `MISSING_IDEMPOTENCY_KEY`: 400: The header `x-idempotency-key` is missing.
 * - `VALIDATION_ERROR`: 400: The request is invalid. A field is missing, has the wrong JSON type or breaks a rule
 *   without a code.
 * - `INVALID_CREDENTIALS`: 401: The API key or the secret is wrong, or the `Authorization` header is missing.
 * - `INVALID_TOKEN`: 401: The token is missing, cannot be read or was not issued by the service.
 * - `TOKEN_EXPIRED`: 401: The token has expired.
 * - `INSUFFICIENT_BALANCE`: 402: The balance is too low for the transfer.
 * - `ACCOUNT_SUSPENDED`: 403: The account of the company is suspended.
 * - `NOT_FOUND`: 404: No operation has this path.
 * - `TRANSACTION_NOT_FOUND`: 404: There is no charge with this id. Charges of other companies are not found, nor is an
 *   id that is not valid UTF-8 text.
 * - `TRANSFER_NOT_FOUND`: 404: There is no transfer with this id. Transfers of other companies are not found, nor is an
 *   id that is not valid UTF-8 text.
 * - `WEBHOOK_NOT_FOUND`: 404: There is no webhook with this id. Webhooks of other companies are not found, nor is an id
 *   that is not valid UTF-8 text.
 * - `METHOD_NOT_ALLOWED`: 405: The path exists, but not with this method. The header `Allow` lists the methods that it
 *   has.
 * - `REQUEST_TIMEOUT`: 408: The request took too long to arrive; nothing was done.
 * - `DUPLICATE_IDEMPOTENCY_KEY`: 409: The idempotency key was already used. If its first request is still running, the
 *   response has `Retry-After`. Neither says whether the first request was accepted or refused.
 * - `PAYLOAD_TOO_LARGE`: 413: The body is larger than 256 KiB.
 * - `UNSUPPORTED_MEDIA_TYPE`: 415: The `Content-Type` is not `application/json`, or the body has a `Content-Encoding`,
 *   such as gzip.
 * - `AMOUNT_TOO_HIGH`: 422: The amount of the charge is above 1000000000 centavos.
 * - `AMOUNT_TOO_LOW`: 422: The amount of the charge is below 1 centavo.
 * - `DAILY_LIMIT_EXCEEDED`: 422: The transfer would exceed the company's daily limit.
 * - `RECIPIENT_UNAVAILABLE`: 422: The recipient is unavailable.
 * - `WEBHOOK_LIMIT_EXCEEDED`: 422: The company has reached its limit of webhook registrations: 10.
 * - `RATE_LIMIT_EXCEEDED`: 429: The caller made more requests than the operation allows in a window.
 * - `HEADERS_TOO_LARGE`: 431: The headers of the request are larger than the service reads.
 * - `INTERNAL_ERROR`: 500: Something went wrong inside the service.
 * - `NOT_IMPLEMENTED`: 501: The service does not implement the operation yet; nothing was done.
 */
export type ErrorCode =
  | "INVALID_AMOUNT"
  | "INVALID_DOCUMENT"
  | "INVALID_EMAIL"
  | "INVALID_PIX_KEY"
  | "MALFORMED_CREDENTIALS"
  | "MALFORMED_JSON"
  | "MALFORMED_REQUEST"
  | "MISSING_IDEMPOTENCY_KEY"
  | "VALIDATION_ERROR"
  | "INVALID_CREDENTIALS"
  | "INVALID_TOKEN"
  | "TOKEN_EXPIRED"
  | "INSUFFICIENT_BALANCE"
  | "ACCOUNT_SUSPENDED"
  | "NOT_FOUND"
  | "TRANSACTION_NOT_FOUND"
  | "TRANSFER_NOT_FOUND"
  | "WEBHOOK_NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "REQUEST_TIMEOUT"
  | "DUPLICATE_IDEMPOTENCY_KEY"
  | "PAYLOAD_TOO_LARGE"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "AMOUNT_TOO_HIGH"
  | "AMOUNT_TOO_LOW"
  | "DAILY_LIMIT_EXCEEDED"
  | "RECIPIENT_UNAVAILABLE"
  | "WEBHOOK_LIMIT_EXCEEDED"
  | "RATE_LIMIT_EXCEEDED"
  | "HEADERS_TOO_LARGE"
  | "INTERNAL_ERROR"
  | "NOT_IMPLEMENTED"
  | (string & {});

/** An invalid field of the request. */
export interface InvalidField {
  /**
   * Path of the field: names and positions joined by dots, like `customer.email` or `items.0.title`.
   *
   * @example "customer.name"
   */
  path: string;

  /**
   * Rule that the field breaks, as the JSON Schema keyword; `text` if it holds U+0000 or a lone surrogate.
   *
   * @example "required"
   */
  rule?: string | undefined;

  /**
   * The mistake, in words for people.
   *
   * @example "is required"
   */
  message: string;
}

/** A purchase item. The sum of the items need not equal the amount of the charge. */
export interface Item {
  /**
   * Name of the item; not empty.
   *
   * At least 1 character.
   *
   * @example "Caderno universitário"
   */
  title: string;

  /**
   * Whether it is a physical good.
   *
   * @example true
   */
  tangible: boolean;

  /**
   * Number of pieces.
   *
   * A whole number, at least 1.
   *
   * @example 2
   */
  quantity: number;

  /**
   * Price in centavos; the maximum is the largest integer that every JSON reader keeps exact.
   *
   * A whole number, 0 to 9007199254740991.
   *
   * @example 2495
   */
  amountInCents: number;
}

/**
 * Name of the event.
 *
 * - `transaction_created`: A charge was created.
 * - `transaction_paid`: A charge was paid.
 * - `transaction_canceled`: A charge was canceled, or expired without payment.
 * - `transaction_refunded`: A paid charge was refunded.
 * - `transfer_created`: A transfer was created and validated.
 * - `transfer_updated`: The status of a transfer changed.
 * - `transfer_completed`: A transfer was completed.
 * - `transfer_canceled`: A transfer was canceled.
 */
export type NotificationEvent =
  | "transaction_created"
  | "transaction_paid"
  | "transaction_canceled"
  | "transaction_refunded"
  | "transfer_created"
  | "transfer_updated"
  | "transfer_completed"
  | "transfer_canceled"
  | (string & {});

/**
 * Why a URL receives a notification.
 *
 * - `postback`: The URL is the `postbackUrl` of the operation.
 * - `user`: The URL belongs to a webhook registration.
 */
export type NotificationScope = "postback" | "user" | (string & {});

/**
 * URL that receives notifications: `https:` only.
 *
 * 9 to 2048 characters, pattern `^[Hh][Tt][Tt][Pp][Ss]://[^\s/?#]+\S*$`.
 */
export type NotificationUrl = string;

/**
 * A charge in every notification but that of its payment. It has no codes to pay with: `Transaction` has them. `pix` is
 * present once the charge was paid, `refund` once it was refunded.
 */
export interface NotifiedTransaction {
  /**
   * Identifier of the charge, unique.
   *
   * At least 1 character.
   *
   * @example "txn_2pQ8Lk5vYx0RbZcN"
   */
  id: string;

  /**
   * Amount of the charge, in centavos.
   *
   * @example 4990
   */
  amount?: Centavos | undefined;

  /**
   * Fee that the service takes, in centavos. It may be above the amount.
   *
   * @example 75
   */
  fees?: Centavos | undefined;

  /** Status of the charge. */
  status: TransactionStatus;

  /** End-to-end identifier and payer of the payment. Present once the charge is paid. */
  pix?: PaymentPix | undefined;

  /** The refund. Present once the charge is refunded. */
  refund?: Refund | undefined;
}

/**
 * A transfer in every notification but that of its completion: the fields of the response to its creation and, if it
 * was refused or canceled, the reason.
 */
export interface NotifiedTransfer {
  /**
   * Identifier of the transfer, unique.
   *
   * At least 1 character.
   *
   * @example "trf_8Hn3WsT6yJq1VdKe"
   */
  id: string;

  /** Status of the transfer. */
  status: TransferStatus;

  /**
   * Total amount of the transfer, in centavos.
   *
   * @example 150000
   */
  amount?: Centavos | undefined;

  /**
   * Amount after fees, in centavos: `amount` less `fees`, never below zero.
   *
   * @example 149900
   */
  netAmount?: Centavos | undefined;

  /**
   * Fee that the service takes, in centavos.
   *
   * @example 100
   */
  fees?: Centavos | undefined;

  /**
   * PIX key of the recipient.
   *
   * @example "destino@example.com"
   */
  pixKey?: PixKey | undefined;

  /**
   * Why the transfer was refused or canceled. Present on such transfers only.
   *
   * @example "Conta do destinatário encerrada"
   */
  reason?: string | undefined;

  /** The transfer in the PIX scheme. Present once it is there. */
  pix?: TransferPix | undefined;
}

/** A charge in the notification of its payment. The end-to-end identifier and the payer are always present. */
export interface PaidTransaction {
  /**
   * Identifier of the charge, unique.
   *
   * At least 1 character.
   *
   * @example "txn_2pQ8Lk5vYx0RbZcN"
   */
  id: string;

  /**
   * Amount of the charge, in centavos.
   *
   * @example 4990
   */
  amount: Centavos;

  /**
   * Fee that the service takes, in centavos. It may be above the amount.
   *
   * @example 75
   */
  fees?: Centavos | undefined;

  /** `paid`. */
  status: "paid";

  /** End-to-end identifier and payer of the payment. */
  pix: PaymentPix;
}

/** Who paid a charge, and from which account. */
export interface PayerInfo {
  /**
   * Name of the payer's bank.
   *
   * @example "Nu Pagamentos"
   */
  bank: string;

  /**
   * Name of the payer.
   *
   * @example "Maria Aparecida de Souza"
   */
  name: string;

  /**
   * Branch of the account.
   *
   * @example "0001"
   */
  branch: string;

  /**
   * Tax document of the payer: digits, a CNPJ with letters, or masked.
   *
   * @example "52998224725"
   */
  document: string;

  /**
   * Kind of the account, for example `CHECKING`. `SAVINGS`, `PAYMENT` and `SALARY` were seen in use; other values may
   * follow.
   *
   * @example "CHECKING"
   */
  account_type: string;

  /**
   * Number of the account.
   *
   * @example "12345678"
   */
  account_number: string;
}

/** A payment in the PIX scheme. */
export interface PaymentPix {
  /** End-to-end identifier of the payment in the PIX scheme. */
  endToEndId: EndToEndId;

  /** Who paid. */
  payerInfo: PayerInfo;
}

/**
 * PIX key that is a phone number, in international form with a leading plus sign. A number of Brazil is a mobile one:
 * `+55`, an area code without zeros, and a number that begins with `9`.
 *
 * Pattern `^\+[1-9][0-9]\d{1,14}$`.
 *
 * @example "+5511987654321"
 */
export type PhoneKey = string;

/** Key of an account in the PIX directory: CPF, CNPJ, phone, e-mail or random key. */
export type PixKey = CpfKey | CnpjKey | PhoneKey | EmailKey | RandomKey;

/**
 * Random PIX key: a UUID of any version. Its case means nothing: the service shows it in lower case.
 *
 * Pattern `^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$`.
 *
 * @example "7f9c2b4e-1d83-4a56-9b0e-3c5d7a8f6e21"
 */
export type RandomKey = string;

/** State of the limit that was reached. */
export interface RateLimitDetails {
  /**
   * Requests that the operation allows in a window.
   *
   * A whole number, 1 to 2147483647.
   *
   * @example 100
   */
  limit: number;

  /**
   * Length of the window, in seconds.
   *
   * A whole number, 1 to 2147483647.
   *
   * @example 60
   */
  window: number;

  /**
   * Seconds to wait before the next request.
   *
   * A whole number, 1 to 2147483647.
   *
   * @example 42
   */
  retryAfter: number;
}

/** The refund of a payment. */
export interface Refund {
  /**
   * Amount that was refunded, in centavos.
   *
   * @example 4990
   */
  amount?: Amount | undefined;

  /**
   * Why the payment was refunded.
   *
   * @example "Pedido cancelado pelo cliente"
   */
  reason?: string | undefined;

  /**
   * When the payment was refunded, ISO 8601 in UTC.
   *
   * @example "2026-11-21T09:30:00Z"
   */
  refundedAt?: Timestamp | undefined;
}

/**
 * Moment in time, ISO 8601 with an offset. Strings with other offsets, or with and without fractions of a second, may
 * name the same moment: compare moments, not strings. The service sends UTC with `Z`.
 */
export type Timestamp = string;

/** A token and how long it lives. This response has no envelope. */
export interface TokenResponse {
  /** Always `true`. */
  success: true;

  /**
   * JWT to send as Bearer token. Its claims are the company's identity, the type `COMPANY`, issue and expiry times.
   *
   * Pattern `^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$`.
   */
  token: string;

  /** Scheme to send the token with. */
  tokenType: "Bearer";

  /**
   * Lifetime of the token in milliseconds.
   *
   * A whole number, 1 to 2147483647.
   *
   * @example 1800000
   */
  expiresIn: number;
}

/** A charge with every field, as the lookup shows it. A service may leave out every field but the status. */
export interface Transaction {
  /**
   * Identifier of the charge, unique.
   *
   * At least 1 character.
   *
   * @example "txn_2pQ8Lk5vYx0RbZcN"
   */
  id?: string | undefined;

  /** Status of the charge. */
  status: TransactionStatus;

  /**
   * Amount of the charge, in centavos.
   *
   * @example 4990
   */
  amount?: Centavos | undefined;

  /**
   * Fee that the service takes, in centavos. It may be above the amount.
   *
   * @example 75
   */
  fees?: Centavos | undefined;

  /**
   * Description of the charge; may be empty.
   *
   * @example "Pedido 1042"
   */
  description?: string | undefined;

  /** How the charge can be paid and, once paid, who paid it. */
  pix?: TransactionPix | undefined;

  /**
   * When the charge was created, ISO 8601 in UTC.
   *
   * @example "2026-11-20T15:00:00Z"
   */
  createdAt?: Timestamp | undefined;

  /**
   * When the charge last changed, ISO 8601 in UTC.
   *
   * @example "2026-11-20T15:02:11Z"
   */
  updatedAt?: Timestamp | undefined;

  /**
   * When the charge was paid, ISO 8601 in UTC. Present once it is paid.
   *
   * @example "2026-11-20T15:02:11Z"
   */
  paidAt?: Timestamp | undefined;

  /**
   * When the charge expires if it is not paid, ISO 8601 in UTC.
   *
   * @example "2026-11-21T03:00:00Z"
   */
  expiresAt?: Timestamp | undefined;

  /** The refund. Present once the charge is refunded. */
  refund?: Refund | undefined;
}

/** A charge was canceled, or expired without payment. */
export interface TransactionCanceledNotification {
  /**
   * Identifier of the notification, the same whenever it is sent again, even after it was acknowledged. A provider may
   * send the object's own identifier instead, which all notifications of the object share: drop repeats by the identity
   * of the change, and do not rely on the prefix `wh_`.
   *
   * At least 1 character.
   *
   * @example "wh_9Kd2RtBv6LxZpQ3m"
   */
  id: string;

  /** Kind of the object, and the name of the field that holds it. */
  type: "transaction";

  /** Name of the event. */
  event: "transaction_canceled";

  /** Why this URL receives the notification. */
  scope?: NotificationScope | undefined;

  /** The charge. */
  transaction: CanceledTransaction;
}

/** A charge was created. */
export interface TransactionCreatedNotification {
  /**
   * Identifier of the notification, the same whenever it is sent again, even after it was acknowledged. A provider may
   * send the object's own identifier instead, which all notifications of the object share: drop repeats by the identity
   * of the change, and do not rely on the prefix `wh_`.
   *
   * At least 1 character.
   *
   * @example "wh_9Kd2RtBv6LxZpQ3m"
   */
  id: string;

  /** Kind of the object, and the name of the field that holds it. */
  type: "transaction";

  /** Name of the event. */
  event: "transaction_created";

  /** Why this URL receives the notification. */
  scope?: NotificationScope | undefined;

  /** The charge. */
  transaction: NotifiedTransaction;
}

/** A charge that was looked up. */
export interface TransactionEnvelope {
  /** Always `true`. */
  success: true;

  /** Text for people to read; programs should not depend on it. */
  message: string;

  /** The result. */
  data: Transaction;
}

/** A charge was paid. */
export interface TransactionPaidNotification {
  /**
   * Identifier of the notification, the same whenever it is sent again, even after it was acknowledged. A provider may
   * send the object's own identifier instead, which all notifications of the object share: drop repeats by the identity
   * of the change, and do not rely on the prefix `wh_`.
   *
   * At least 1 character.
   *
   * @example "wh_9Kd2RtBv6LxZpQ3m"
   */
  id: string;

  /** Kind of the object, and the name of the field that holds it. */
  type: "transaction";

  /** Name of the event. */
  event: "transaction_paid";

  /** Why this URL receives the notification. */
  scope?: NotificationScope | undefined;

  /** The charge. */
  transaction: PaidTransaction;
}

/** How a charge can be paid and, once paid, who paid it. */
export interface TransactionPix {
  /** PIX copy-and-paste code, for the payer's bank app. */
  emv?: BrCode | undefined;

  /**
   * The same code as a QR code: a PNG image in Base64, without a `data:` prefix. A client accepts either form.
   *
   * At least 1 character, pattern `^(data:image/png;base64,)?[A-Za-z0-9+/]+={0,2}$`.
   */
  qrCode?: string | undefined;

  /** End-to-end identifier of the payment in the PIX scheme. Present once the charge is paid. */
  endToEndId?: EndToEndId | undefined;

  /** The payer. Present once the charge is paid. */
  payerInfo?: PayerInfo | undefined;
}

/** A paid charge was refunded. */
export interface TransactionRefundedNotification {
  /**
   * Identifier of the notification, the same whenever it is sent again, even after it was acknowledged. A provider may
   * send the object's own identifier instead, which all notifications of the object share: drop repeats by the identity
   * of the change, and do not rely on the prefix `wh_`.
   *
   * At least 1 character.
   *
   * @example "wh_9Kd2RtBv6LxZpQ3m"
   */
  id: string;

  /** Kind of the object, and the name of the field that holds it. */
  type: "transaction";

  /** Name of the event. */
  event: "transaction_refunded";

  /** Why this URL receives the notification. */
  scope?: NotificationScope | undefined;

  /** The charge. */
  transaction: NotifiedTransaction;
}

/**
 * Status of a charge.
 *
 * - `pending`: Waiting for payment.
 * - `paid`: Paid.
 * - `canceled`: Canceled.
 * - `refunded`: Refunded to the payer.
 */
export type TransactionStatus = "pending" | "paid" | "canceled" | "refunded" | (string & {});

/** A transfer with every field, as the lookup shows it. A service may leave out every field but the status. */
export interface Transfer {
  /**
   * Identifier of the transfer, unique.
   *
   * At least 1 character.
   *
   * @example "trf_8Hn3WsT6yJq1VdKe"
   */
  id?: string | undefined;

  /** Status of the transfer. */
  status: TransferStatus;

  /**
   * Total amount of the transfer, in centavos.
   *
   * @example 150000
   */
  amount?: Centavos | undefined;

  /**
   * Amount after fees, in centavos: `amount` less `fees`, never below zero.
   *
   * @example 149900
   */
  netAmount?: Centavos | undefined;

  /**
   * Fee that the service takes, in centavos.
   *
   * @example 100
   */
  fees?: Centavos | undefined;

  /**
   * PIX key of the recipient.
   *
   * @example "destino@example.com"
   */
  pixKey?: PixKey | undefined;

  /**
   * Description of the transfer; may be empty.
   *
   * @example "Repasse semanal"
   */
  description?: string | undefined;

  /**
   * Why the transfer was refused or canceled. Present on such transfers only.
   *
   * @example "Conta do destinatário encerrada"
   */
  reason?: string | undefined;

  /** The transfer in the PIX scheme. Present once it is there. */
  pix?: TransferPix | undefined;

  /**
   * When the transfer was created, ISO 8601 in UTC.
   *
   * @example "2026-11-20T15:00:00Z"
   */
  createdAt?: Timestamp | undefined;

  /**
   * When the transfer last changed, ISO 8601 in UTC.
   *
   * @example "2026-11-20T15:00:04Z"
   */
  updatedAt?: Timestamp | undefined;

  /**
   * When the transfer was completed, ISO 8601 in UTC. Present once it is completed.
   *
   * @example "2026-11-20T15:00:04Z"
   */
  completedAt?: Timestamp | undefined;
}

/** A transfer was canceled. */
export interface TransferCanceledNotification {
  /**
   * Identifier of the notification, the same whenever it is sent again, even after it was acknowledged. A provider may
   * send the object's own identifier instead, which all notifications of the object share: drop repeats by the identity
   * of the change, and do not rely on the prefix `wh_`.
   *
   * At least 1 character.
   *
   * @example "wh_9Kd2RtBv6LxZpQ3m"
   */
  id: string;

  /** Kind of the object, and the name of the field that holds it. */
  type: "transfer";

  /** Name of the event. */
  event: "transfer_canceled";

  /** Why this URL receives the notification. */
  scope?: NotificationScope | undefined;

  /** The transfer. */
  transfer: CanceledTransfer;
}

/** A transfer was completed. */
export interface TransferCompletedNotification {
  /**
   * Identifier of the notification, the same whenever it is sent again, even after it was acknowledged. A provider may
   * send the object's own identifier instead, which all notifications of the object share: drop repeats by the identity
   * of the change, and do not rely on the prefix `wh_`.
   *
   * At least 1 character.
   *
   * @example "wh_9Kd2RtBv6LxZpQ3m"
   */
  id: string;

  /** Kind of the object, and the name of the field that holds it. */
  type: "transfer";

  /** Name of the event. */
  event: "transfer_completed";

  /** Why this URL receives the notification. */
  scope?: NotificationScope | undefined;

  /** The transfer. */
  transfer: CompletedTransfer;
}

/** A transfer was created and validated. */
export interface TransferCreatedNotification {
  /**
   * Identifier of the notification, the same whenever it is sent again, even after it was acknowledged. A provider may
   * send the object's own identifier instead, which all notifications of the object share: drop repeats by the identity
   * of the change, and do not rely on the prefix `wh_`.
   *
   * At least 1 character.
   *
   * @example "wh_9Kd2RtBv6LxZpQ3m"
   */
  id: string;

  /** Kind of the object, and the name of the field that holds it. */
  type: "transfer";

  /** Name of the event. */
  event: "transfer_created";

  /** Why this URL receives the notification. */
  scope?: NotificationScope | undefined;

  /** The transfer. */
  transfer: NotifiedTransfer;
}

/** A transfer that was looked up. */
export interface TransferEnvelope {
  /** Always `true`. */
  success: true;

  /** Text for people to read; programs should not depend on it. */
  message: string;

  /** The result. */
  data: Transfer;
}

/** A transfer in the PIX scheme. */
export interface TransferPix {
  /** End-to-end identifier of the payment. Present once the payment has one. */
  endToEndId?: EndToEndId | undefined;

  /** Account that received the transfer, or `null`. */
  creditorAccount?: { [name: string]: unknown } | null | undefined;
}

/** A transfer to send. */
export interface TransferRequest {
  /**
   * PIX key of the recipient: CPF, CNPJ, e-mail, phone in international form with a leading plus sign, or random key.
   *
   * @example "destino@example.com"
   */
  pixKey: PixKey;

  /**
   * Amount of the transfer in centavos (1/100 of a real).
   *
   * @example 150000
   */
  amount: Amount;

  /**
   * Currency of the amount: only `BRL` is accepted.
   *
   * @default "BRL"
   */
  currency?: Currency | undefined;

  /**
   * Description of the transfer; may be empty.
   *
   * @default ""
   *
   * @example "Repasse semanal"
   */
  description?: Description | undefined;

  /**
   * URL that receives the notifications of this transfer; empty for none.
   *
   * @default ""
   *
   * @example "https://shop.example.com/pix/notifications"
   */
  postbackUrl?: NotificationUrl | "" | undefined;
}

/**
 * Status of a transfer.
 *
 * - `queued`: Waiting in the processing queue.
 * - `processing`: Being processed.
 * - `completed`: Finished successfully.
 * - `refused`: Refused by the recipient's bank.
 * - `canceled`: Canceled.
 */
export type TransferStatus = "queued" | "processing" | "completed" | "refused" | "canceled" | (string & {});

/** A transfer in the response to its creation. `Transfer` is the same transfer with every field. */
export interface TransferSummary {
  /**
   * Identifier of the transfer, unique.
   *
   * At least 1 character.
   *
   * @example "trf_8Hn3WsT6yJq1VdKe"
   */
  id: string;

  /** Status of the transfer. */
  status: TransferStatus;

  /**
   * Total amount of the transfer, in centavos.
   *
   * @example 150000
   */
  amount: Centavos;

  /**
   * Amount after fees, in centavos: `amount` less `fees`, which reaches the recipient. It is never below zero, and the
   * balance falls by `amount`.
   *
   * @example 149900
   */
  netAmount: Centavos;

  /**
   * Fee that the service takes, in centavos. If the service's schedule has more than the amount, it is the amount.
   *
   * @example 100
   */
  fees: Centavos;

  /**
   * PIX key of the recipient.
   *
   * @example "destino@example.com"
   */
  pixKey: PixKey;
}

/** A transfer that was created. */
export interface TransferSummaryEnvelope {
  /** Always `true`. */
  success: true;

  /** Text for people to read; programs should not depend on it. */
  message: string;

  /** The result. */
  data: TransferSummary;
}

/** The status of a transfer changed. */
export interface TransferUpdatedNotification {
  /**
   * Identifier of the notification, the same whenever it is sent again, even after it was acknowledged. A provider may
   * send the object's own identifier instead, which all notifications of the object share: drop repeats by the identity
   * of the change, and do not rely on the prefix `wh_`.
   *
   * At least 1 character.
   *
   * @example "wh_9Kd2RtBv6LxZpQ3m"
   */
  id: string;

  /** Kind of the object, and the name of the field that holds it. */
  type: "transfer";

  /** Name of the event. */
  event: "transfer_updated";

  /** Why this URL receives the notification. */
  scope?: NotificationScope | undefined;

  /** The transfer. */
  transfer: NotifiedTransfer;
}

/** A registered URL. A service may leave out every field but the identifier. */
export interface Webhook {
  /**
   * Identifier of the registration, unique; with the prefix `wh_`.
   *
   * At least 1 character.
   *
   * @example "wh_4Zr7NcX1mPq9TsGb"
   */
  id: string;

  /**
   * URL that receives the notifications.
   *
   * @example "https://shop.example.com/pix/notifications"
   */
  url?: NotificationUrl | undefined;

  /**
   * Events that the URL receives; all of them if the list is empty.
   *
   * At most 100 items.
   */
  events?: NotificationEvent[] | undefined;

  /**
   * Name of the registration, for people to read.
   *
   * @example "Loja"
   */
  name?: string | undefined;

  /**
   * Whether notifications are sent. The service switches this off when every delivery has failed for 5 days.
   *
   * @example true
   */
  active?: boolean | undefined;

  /**
   * When the URL was registered, ISO 8601 in UTC.
   *
   * @example "2026-11-20T15:00:00Z"
   */
  createdAt?: Timestamp | undefined;
}

/** The registrations of the company. */
export interface WebhookListEnvelope {
  /** Always `true`. */
  success: true;

  /** Text for people to read; programs should not depend on it. */
  message: string;

  /**
   * The result.
   *
   * At most 100 items.
   */
  data: Webhook[];
}

/** A URL to register. At most 10 for each company. */
export interface WebhookRequest {
  /**
   * URL that receives the notifications.
   *
   * @example "https://shop.example.com/pix/notifications"
   */
  url: NotificationUrl;

  /**
   * Events to receive; all of them if the list is empty or absent.
   *
   * At most 100 items.
   */
  events?:
    | readonly (
        | "transaction_created"
        | "transaction_paid"
        | "transaction_canceled"
        | "transaction_refunded"
        | "transfer_created"
        | "transfer_updated"
        | "transfer_completed"
        | "transfer_canceled"
      )[]
    | undefined;

  /**
   * Name of the registration, for people to read.
   *
   * @default "Webhook"
   *
   * @example "Loja"
   */
  name?: string | undefined;

  /**
   * Whether notifications are sent.
   *
   * @default true
   *
   * @example true
   */
  isActive?: boolean | undefined;
}

/** A notification with an event that this version does not know. */
export interface UnknownNotification {
  /** Identifier of the notification, the same on every retry. */
  id: string;

  /** The subject of the notification, and the name of the field that holds it. */
  type: string;

  /** What happened. */
  event: string;

  scope?: string | undefined;

  transaction: never;

  transfer: never;
}

/**
 * A notification, discriminated by its `event`.
 *
 * - `transaction_created`: sent when a charge was created.
 * - `transaction_paid`: sent when a charge was paid.
 * - `transaction_canceled`: sent when a charge was canceled, or expired without payment.
 * - `transaction_refunded`: sent when a paid charge was refunded.
 * - `transfer_created`: sent when a transfer was created and validated.
 * - `transfer_updated`: sent when the status of a transfer changed.
 * - `transfer_completed`: sent when a transfer was completed.
 * - `transfer_canceled`: sent when a transfer was canceled.
 */
export type Notification =
  | TransactionCreatedNotification
  | TransactionPaidNotification
  | TransactionCanceledNotification
  | TransactionRefundedNotification
  | TransferCreatedNotification
  | TransferUpdatedNotification
  | TransferCompletedNotification
  | TransferCanceledNotification
  | UnknownNotification;

/** Every code that the contract knows, and the type of its `details`. */
export interface ErrorDetails {
  /** Status 400. The amount of the transfer is below 1 or above 1000000000 centavos. */
  INVALID_AMOUNT: { [name: string]: unknown } | undefined;

  /** Status 400. The customer's document is not a valid CPF or CNPJ, or not of the kind that `documentType` names. */
  INVALID_DOCUMENT: { [name: string]: unknown } | undefined;

  /** Status 400. The customer's e-mail address is malformed. */
  INVALID_EMAIL: { [name: string]: unknown } | undefined;

  /** Status 400. The destination is not a valid PIX key. */
  INVALID_PIX_KEY: { [name: string]: unknown } | undefined;

  /** Status 400. The `Authorization` header is not `Basic`, not Base64, or has no colon inside. */
  MALFORMED_CREDENTIALS: { [name: string]: unknown } | undefined;

  /**
   * Status 400. The body is not valid JSON. A service may also refuse an object that has the same member twice; if it
   * does not, the last one counts.
   */
  MALFORMED_JSON: { [name: string]: unknown } | undefined;

  /** Status 400. The request is not valid HTTP. */
  MALFORMED_REQUEST: { [name: string]: unknown } | undefined;

  /** Status 400. The header `x-idempotency-key` is missing. */
  MISSING_IDEMPOTENCY_KEY: { [name: string]: unknown } | undefined;

  /**
   * Status 400. The request is invalid. A field is missing, has the wrong JSON type or breaks a rule without a code.
   */
  VALIDATION_ERROR: InvalidField[] | undefined;

  /** Status 401. The API key or the secret is wrong, or the `Authorization` header is missing. */
  INVALID_CREDENTIALS: { [name: string]: unknown } | undefined;

  /** Status 401. The token is missing, cannot be read or was not issued by the service. */
  INVALID_TOKEN: { [name: string]: unknown } | undefined;

  /** Status 401. The token has expired. */
  TOKEN_EXPIRED: { [name: string]: unknown } | undefined;

  /** Status 402. The balance is too low for the transfer. */
  INSUFFICIENT_BALANCE: { [name: string]: unknown } | undefined;

  /** Status 403. The account of the company is suspended. */
  ACCOUNT_SUSPENDED: { [name: string]: unknown } | undefined;

  /** Status 404. No operation has this path. */
  NOT_FOUND: { [name: string]: unknown } | undefined;

  /**
   * Status 404. There is no charge with this id. Charges of other companies are not found, nor is an id that is not
   * valid UTF-8 text.
   */
  TRANSACTION_NOT_FOUND: { [name: string]: unknown } | undefined;

  /**
   * Status 404. There is no transfer with this id. Transfers of other companies are not found, nor is an id that is not
   * valid UTF-8 text.
   */
  TRANSFER_NOT_FOUND: { [name: string]: unknown } | undefined;

  /**
   * Status 404. There is no webhook with this id. Webhooks of other companies are not found, nor is an id that is not
   * valid UTF-8 text.
   */
  WEBHOOK_NOT_FOUND: { [name: string]: unknown } | undefined;

  /** Status 405. The path exists, but not with this method. The header `Allow` lists the methods that it has. */
  METHOD_NOT_ALLOWED: { [name: string]: unknown } | undefined;

  /**
   * Status 408. The request took too long to arrive; nothing was done.
   *
   * The same request may succeed later.
   */
  REQUEST_TIMEOUT: { [name: string]: unknown } | undefined;

  /**
   * Status 409. The idempotency key was already used. If its first request is still running, the response has
   * `Retry-After`. Neither says whether the first request was accepted or refused.
   */
  DUPLICATE_IDEMPOTENCY_KEY: { [name: string]: unknown } | undefined;

  /** Status 413. The body is larger than 256 KiB. */
  PAYLOAD_TOO_LARGE: { [name: string]: unknown } | undefined;

  /** Status 415. The `Content-Type` is not `application/json`, or the body has a `Content-Encoding`, such as gzip. */
  UNSUPPORTED_MEDIA_TYPE: { [name: string]: unknown } | undefined;

  /** Status 422. The amount of the charge is above 1000000000 centavos. */
  AMOUNT_TOO_HIGH: { [name: string]: unknown } | undefined;

  /** Status 422. The amount of the charge is below 1 centavo. */
  AMOUNT_TOO_LOW: { [name: string]: unknown } | undefined;

  /** Status 422. The transfer would exceed the company's daily limit. */
  DAILY_LIMIT_EXCEEDED: { [name: string]: unknown } | undefined;

  /** Status 422. The recipient is unavailable. */
  RECIPIENT_UNAVAILABLE: { [name: string]: unknown } | undefined;

  /** Status 422. The company has reached its limit of webhook registrations: 10. */
  WEBHOOK_LIMIT_EXCEEDED: { [name: string]: unknown } | undefined;

  /**
   * Status 429. The caller made more requests than the operation allows in a window.
   *
   * The same request may succeed later.
   */
  RATE_LIMIT_EXCEEDED: RateLimitDetails;

  /** Status 431. The headers of the request are larger than the service reads. */
  HEADERS_TOO_LARGE: { [name: string]: unknown } | undefined;

  /**
   * Status 500. Something went wrong inside the service.
   *
   * The same request may succeed later.
   */
  INTERNAL_ERROR: { [name: string]: unknown } | undefined;

  /** Status 501. The service does not implement the operation yet; nothing was done. */
  NOT_IMPLEMENTED: { [name: string]: unknown } | undefined;
}

/** An error that the service answered with; testing its `code` gives `details` their type. */
export type PixApiError =
  | { [Code in keyof ErrorDetails]: errors.ApiError<Code, ErrorDetails[Code]> }[keyof ErrorDetails]
  | errors.ApiError<string, never>;
