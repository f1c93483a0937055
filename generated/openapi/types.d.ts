// Generated from spec/ by `npm run generate`: edit the spec, not this file.

export interface paths {
  "/api/auth": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Issue a token
     * @description Exchange API key and secret for a token.
     *
     *     There is no body. A call counts against the limit even when its credentials are wrong.
     */
    post: operations["issueToken"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/pix/in/qrcode": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a charge (PIX IN)
     * @description Create a charge that a payer can pay by QR code or copy-and-paste code.
     *
     *     An amount that is too low or too high is answered with 422 here, and with 400 on PIX OUT.
     */
    post: operations["createCharge"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/pix/out/pixkey": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a transfer (PIX OUT)
     * @description Send a transfer to a PIX key.
     *
     * The idempotency key makes the call safe to repeat. The document states that a repeat has no side effects, and
     * that a used key is a 409, so a client must cope with a provider that answers every repeat with 409.
     *
     * A refusal of the request's own form, such as `INVALID_PIX_KEY`, leaves the key free: the corrected request
     * may have the same key.
     *
     * A 409 says only that the service has seen the key. It does not say whether the first request was accepted or
     * refused. With `Retry-After` the first request is still running: wait and repeat it. Without `Retry-After` the
     * outcome is unknown until a notification or the provider says it: never send the transfer again with a new
     * key. A key that is used again after the service has forgotten it sends a second transfer.
     *
     * An error settles the transfer, so that no money moves, only with a code and a status that the errors of this
     * operation list together. A listed code with another status, or a code that is not listed, settles nothing.
     *
     * An amount that is too low or too high is answered with 400 here, and with 422 on PIX IN.
     */
    post: operations["createTransfer"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/transactions/{transactionId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Look up a charge
     * @description Look up a charge, to learn whether it was paid.
     */
    get: operations["getTransaction"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/transfers/{transferId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Look up a transfer
     * @description Look up a transfer, to learn how it ended.
     */
    get: operations["getTransfer"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/webhook": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List webhooks
     * @description List the company's registrations. Whether the call takes query parameters is not documented.
     */
    get: operations["listWebhooks"];
    put?: never;
    /**
     * Create a webhook
     * @description Register a URL that receives every notification, or those of the events that are listed.
     *
     * A notification goes to the `postbackUrl` of its operation and to every active registration for its event. A
     * company may have at most 10 registrations.
     */
    post: operations["createWebhook"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/webhook/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete a webhook
     * @description Delete a registration. Nothing is sent to its URL from then on.
     */
    delete: operations["deleteWebhook"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface webhooks {
  transaction_created: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Charge created
     * @description A charge was created.
     */
    post: operations["transactionCreated"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  transaction_paid: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Charge paid
     * @description A charge was paid.
     */
    post: operations["transactionPaid"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  transaction_canceled: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Charge canceled
     * @description A charge was canceled, or expired without payment.
     */
    post: operations["transactionCanceled"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  transaction_refunded: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Charge refunded
     * @description A paid charge was refunded.
     */
    post: operations["transactionRefunded"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  transfer_created: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Transfer created
     * @description A transfer was created and validated.
     */
    post: operations["transferCreated"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  transfer_updated: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Transfer updated
     * @description The status of a transfer changed.
     */
    post: operations["transferUpdated"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  transfer_completed: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Transfer completed
     * @description A transfer was completed.
     */
    post: operations["transferCompleted"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  transfer_canceled: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Transfer canceled
     * @description A transfer was canceled.
     */
    post: operations["transferCanceled"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    /**
     * Format: int64
     * @description Amount of a payment in centavos (1/100 of a real).
     */
    Amount: number;
    /** @description Billing address of a customer. */
    BillingAddress: {
      /**
       * @description Street, without the number.
       * @example Avenida Paulista
       */
      street?: string;
      /**
       * @description House number; a string, because it may contain letters.
       * @example 1578
       */
      number?: string;
      /**
       * @description Neighbourhood (bairro).
       * @example Bela Vista
       */
      neighborhood?: string;
      /**
       * @description City.
       * @example São Paulo
       */
      city?: string;
      /**
       * @description State, as its two-letter code.
       * @example SP
       */
      state?: string;
      /**
       * @description Postal code (CEP).
       * @example 01310200
       */
      zipCode?: string;
    };
    /**
     * Format: br-code
     * @description PIX copy-and-paste code: a BR Code of at most 512 characters, with the CRC in its last four.
     *   Amount, point of initiation and reference label may be in it or not, and so may a recurrence: accept every
     *   code that the manual of the scheme allows.
     */
    BrCode: string;
    /** @description A charge in the notification that it was canceled. */
    CanceledTransaction: {
      /**
       * @description Identifier of the charge, unique.
       * @example txn_2pQ8Lk5vYx0RbZcN
       */
      id: string;
      /**
       * @description Amount of the charge, in centavos.
       * @example 4990
       */
      amount?: components["schemas"]["Centavos"];
      /**
       * @description Fee that the service takes, in centavos. It may be above the amount.
       * @example 75
       */
      fees?: components["schemas"]["Centavos"];
      /**
       * @description `canceled`.
       * @enum {string}
       */
      status: "canceled";
    };
    /**
     * @description A transfer in the notification that it was canceled: the fields of the response to its creation,
     *   and the reason.
     */
    CanceledTransfer: {
      /**
       * @description Identifier of the transfer, unique.
       * @example trf_8Hn3WsT6yJq1VdKe
       */
      id: string;
      /**
       * @description Total amount of the transfer, in centavos.
       * @example 150000
       */
      amount?: components["schemas"]["Centavos"];
      /**
       * @description Amount after fees, in centavos: `amount` less `fees`, never below zero.
       * @example 149900
       */
      netAmount?: components["schemas"]["Centavos"];
      /**
       * @description Fee that the service takes, in centavos.
       * @example 100
       */
      fees?: components["schemas"]["Centavos"];
      /**
       * @description PIX key of the recipient.
       * @example destino@example.com
       */
      pixKey?: components["schemas"]["PixKey"];
      /**
       * @description Why the transfer was refused or canceled. Present on such transfers only.
       * @example Conta do destinatário encerrada
       */
      reason?: string;
      /** @description The transfer in the PIX scheme. Present once it is there. */
      pix?: components["schemas"]["TransferPix"];
      /**
       * @description `canceled`.
       * @enum {string}
       */
      status: "canceled";
    };
    /**
     * Format: int64
     * @description Money in centavos (1/100 of a real).
     */
    Centavos: number;
    /**
     * @description A charge in the response to its creation: what the payer needs to pay it. `Transaction` is the
     *   same charge with every field.
     */
    Charge: {
      /**
       * @description Identifier of the charge, unique.
       * @example txn_2pQ8Lk5vYx0RbZcN
       */
      id: string;
      /** @description How the charge can be paid. */
      pix: components["schemas"]["ChargePix"];
      /** @description `pending`: the charge waits for payment. */
      status: components["schemas"]["TransactionStatus"];
      /**
       * @description Fee that the service takes, in centavos. It may be above the amount.
       * @example 75
       */
      fees: components["schemas"]["Centavos"];
      /**
       * @description Amount of the charge, in centavos.
       * @example 4990
       */
      amount?: components["schemas"]["Centavos"];
    };
    /** @description A charge that was created. */
    ChargeEnvelope: {
      /**
       * @description Always `true`.
       * @enum {boolean}
       */
      success: true;
      /** @description Text for people to read; programs should not depend on it. */
      message: string;
      /** @description The result. */
      data: components["schemas"]["Charge"];
    };
    /** @description How a charge can be paid. */
    ChargePix: {
      /** @description PIX copy-and-paste code, for the payer's bank app. */
      emv: components["schemas"]["BrCode"];
      /**
       * Format: png-base64
       * @description The same code as a QR code: a PNG image in Base64, without a `data:` prefix. A client
       *   accepts either form.
       */
      qrCode: string;
    };
    /** @description A charge to create. */
    ChargeRequest: {
      /**
       * @description Amount of the charge in centavos (1/100 of a real).
       * @example 4990
       */
      amountInCents: components["schemas"]["Amount"];
      /** @description Customer of the charge: the expected payer. */
      customer: components["schemas"]["Customer"];
      /**
       * @description Description of the charge; may be empty.
       * @default
       * @example Pedido 1042
       */
      description?: components["schemas"]["Description"];
      /**
       * @description URL that receives the notifications of this charge.
       * @example https://shop.example.com/pix/notifications
       */
      postbackUrl?: components["schemas"]["NotificationUrl"];
      /** @description Items that the charge is for. */
      items?: components["schemas"]["Item"][];
    };
    /**
     * Format: cnpj
     * @description PIX key that is a CNPJ: 12 digits or upper-case letters and two check digits.
     * @example 12ABC34501DE35
     */
    CnpjKey: string;
    /**
     * @description A transfer in the notification of its completion. The end-to-end identifier is always present.
     */
    CompletedTransfer: {
      /**
       * @description Identifier of the transfer.
       * @example trf_8Hn3WsT6yJq1VdKe
       */
      id: string;
      /**
       * @description Total amount of the transfer, in centavos.
       * @example 150000
       */
      amount: components["schemas"]["Centavos"];
      /**
       * @description `completed`.
       * @enum {string}
       */
      status: "completed";
      /** @description The transfer in the PIX scheme. */
      pix: components["schemas"]["CompletedTransferPix"];
      /**
       * @description Amount after fees, in centavos.
       * @example 149900
       */
      netAmount?: components["schemas"]["Centavos"];
      /**
       * @description Fee that the service takes, in centavos.
       * @example 100
       */
      fees?: components["schemas"]["Centavos"];
      /**
       * @description PIX key of the recipient.
       * @example destino@example.com
       */
      pixKey?: components["schemas"]["PixKey"];
    };
    /** @description A completed transfer in the PIX scheme. */
    CompletedTransferPix: {
      /** @description End-to-end identifier of the payment in the PIX scheme. */
      endToEndId: components["schemas"]["EndToEndId"];
      /** @description Account that received the transfer, or `null`. */
      creditorAccount: {
        [key: string]: unknown;
      } | null;
    };
    /**
     * Format: cpf
     * @description PIX key that is a CPF: 11 digits, the last two of which are check digits.
     * @example 52998224725
     */
    CpfKey: string;
    /**
     * @description A registered URL with the secret that signs its notifications, which no other response shows.
     */
    CreatedWebhook: {
      /**
       * @description Identifier of the registration, unique; with the prefix `wh_`.
       * @example wh_4Zr7NcX1mPq9TsGb
       */
      id: string;
      /**
       * @description URL that receives the notifications.
       * @example https://shop.example.com/pix/notifications
       */
      url?: components["schemas"]["NotificationUrl"];
      /**
       * @description Events that the URL receives; all of them if the list is empty.
       * @example [
       *       "transaction_paid",
       *       "transfer_completed"
       *     ]
       */
      events?: components["schemas"]["NotificationEvent"][];
      /**
       * @description Name of the registration, for people to read.
       * @example Loja
       */
      name?: string;
      /**
       * @description Whether notifications are sent. The service switches this off when every delivery has failed
       *   for 5 days.
       * @example true
       */
      active?: boolean;
      /**
       * @description When the URL was registered, ISO 8601 in UTC.
       * @example 2026-11-20T15:00:00Z
       */
      createdAt?: components["schemas"]["Timestamp"];
      /**
       * @description Secret that signs the notifications of this registration. No other response shows it.
       * @example whsec_9fT2kLmV7xQ4bNzR8sYc1WdHpJ6aEu30
       */
      secret?: string;
    };
    /** @description A registration that was created. */
    CreatedWebhookEnvelope: {
      /**
       * @description Always `true`.
       * @enum {boolean}
       */
      success: true;
      /** @description Text for people to read; programs should not depend on it. */
      message: string;
      /** @description The result. */
      data: components["schemas"]["CreatedWebhook"];
    };
    /**
     * @description Currency of an amount.
     * @enum {string}
     */
    Currency: "BRL";
    /** @description Customer of a charge: the expected payer. */
    Customer: {
      /**
       * @description Full name.
       * @example Maria Aparecida de Souza
       */
      name: string;
      /**
       * Format: email
       * @description E-mail address.
       * @example maria.souza@example.com
       */
      email: string;
      /** @description Kind of `document`. */
      documentType: components["schemas"]["DocumentType"];
      /**
       * @description CPF (11 digits) or CNPJ (14 digits) by `documentType`, digits only, with correct check
       *   digits.
       * @example 52998224725
       */
      document: string;
      /**
       * @description Phone with area code and number, as `(DD) 9XXXX-XXXX` or digits only.
       * @example (11) 98765-4321
       */
      phone?: string;
      /** @description Billing address. */
      billingAddress?: components["schemas"]["BillingAddress"];
    };
    /** @description Confirmation that a registration was deleted. A service may leave out every field. */
    DeletedWebhook: {
      /**
       * @description Identifier of the registration that was deleted.
       * @example wh_4Zr7NcX1mPq9TsGb
       */
      id?: string;
      /**
       * @description Always `true`.
       * @enum {boolean}
       */
      deleted?: true;
    };
    /** @description The confirmation that a registration was deleted. */
    DeletedWebhookEnvelope: {
      /**
       * @description Always `true`.
       * @enum {boolean}
       */
      success: true;
      /** @description Text for people to read; programs should not depend on it. */
      message: string;
      /** @description The result. */
      data: components["schemas"]["DeletedWebhook"];
    };
    /** @description Free text of a payment. */
    Description: string;
    /**
     * @description Kind of a Brazilian tax document.
     * @enum {string}
     */
    DocumentType: "cpf" | "cnpj";
    /**
     * Format: pix-email
     * @description PIX key that is an e-mail address of at most 77 characters. Its case means nothing: the service
     *   shows it in lower case.
     * @example destino@example.com
     */
    EmailKey: string;
    /**
     * Format: end-to-end-id
     * @description Identifier of a payment in the PIX scheme: `E`, the ISPB of the paying institution (8), the
     *   minute of the payment in UTC as `yyyyMMddHHmm` (12) and 11 letters or digits: 32 characters, upper and
     *   lower case distinct.
     */
    EndToEndId: string;
    /** @description The form of every error: `error.code` names the error. */
    ErrorBody: {
      /**
       * @description Always `false`.
       * @enum {boolean}
       */
      success: false;
      /** @description The error. */
      error: {
        /** @description Code for programs. */
        code: components["schemas"]["ErrorCode"];
        /**
         * @description Text for people to read. Its wording is free and programs should not depend on it, but
         *   that of `RATE_LIMIT_EXCEEDED` names the seconds to wait, in digits.
         */
        message: string;
        /** @description More about the error, if there is more. */
        details?:
          | {
              [key: string]: unknown;
            }
          | components["schemas"]["InvalidField"][]
          | components["schemas"]["RateLimitDetails"];
      };
      /**
       * @description When the error occurred, ISO 8601.
       * @example 2026-11-20T15:00:00Z
       */
      timestamp: components["schemas"]["Timestamp"];
    };
    /**
     * @description Code of an error, for programs.
     * @enum {string}
     */
    ErrorCode:
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
      | "NOT_IMPLEMENTED";
    /** @description An invalid field of the request. */
    InvalidField: {
      /**
       * @description Path of the field: names and positions joined by dots, like `customer.email` or
       *   `items.0.title`.
       * @example customer.name
       */
      path: string;
      /**
       * @description Rule that the field breaks, as the JSON Schema keyword; `text` if it holds U+0000 or a lone
       *   surrogate.
       * @example required
       */
      rule?: string;
      /**
       * @description The mistake, in words for people.
       * @example is required
       */
      message: string;
    };
    /** @description A purchase item. The sum of the items need not equal the amount of the charge. */
    Item: {
      /**
       * @description Name of the item; not empty.
       * @example Caderno universitário
       */
      title: string;
      /**
       * @description Whether it is a physical good.
       * @example true
       */
      tangible: boolean;
      /**
       * Format: int32
       * @description Number of pieces.
       * @example 2
       */
      quantity: number;
      /**
       * Format: int64
       * @description Price in centavos; the maximum is the largest integer that every JSON reader keeps exact.
       * @example 2495
       */
      amountInCents: number;
    };
    /** @description Any notification, named by its event. */
    Notification:
      | components["schemas"]["TransactionCreatedNotification"]
      | components["schemas"]["TransactionPaidNotification"]
      | components["schemas"]["TransactionCanceledNotification"]
      | components["schemas"]["TransactionRefundedNotification"]
      | components["schemas"]["TransferCreatedNotification"]
      | components["schemas"]["TransferUpdatedNotification"]
      | components["schemas"]["TransferCompletedNotification"]
      | components["schemas"]["TransferCanceledNotification"];
    /**
     * @description Name of the event.
     * @enum {string}
     */
    NotificationEvent:
      | "transaction_created"
      | "transaction_paid"
      | "transaction_canceled"
      | "transaction_refunded"
      | "transfer_created"
      | "transfer_updated"
      | "transfer_completed"
      | "transfer_canceled";
    /**
     * @description Why a URL receives a notification.
     * @enum {string}
     */
    NotificationScope: "postback" | "user";
    /**
     * Format: https-url
     * @description URL that receives notifications: `https:` only.
     */
    NotificationUrl: string;
    /**
     * @description A charge in every notification but that of its payment. It has no codes to pay with:
     *   `Transaction` has them. `pix` is present once the charge was paid, `refund` once it was refunded.
     */
    NotifiedTransaction: {
      /**
       * @description Identifier of the charge, unique.
       * @example txn_2pQ8Lk5vYx0RbZcN
       */
      id: string;
      /**
       * @description Amount of the charge, in centavos.
       * @example 4990
       */
      amount?: components["schemas"]["Centavos"];
      /**
       * @description Fee that the service takes, in centavos. It may be above the amount.
       * @example 75
       */
      fees?: components["schemas"]["Centavos"];
      /** @description Status of the charge. */
      status: components["schemas"]["TransactionStatus"];
      /** @description End-to-end identifier and payer of the payment. Present once the charge is paid. */
      pix?: components["schemas"]["PaymentPix"];
      /** @description The refund. Present once the charge is refunded. */
      refund?: components["schemas"]["Refund"];
    };
    /**
     * @description A transfer in every notification but that of its completion: the fields of the response to its
     *   creation and, if it was refused or canceled, the reason.
     */
    NotifiedTransfer: {
      /**
       * @description Identifier of the transfer, unique.
       * @example trf_8Hn3WsT6yJq1VdKe
       */
      id: string;
      /** @description Status of the transfer. */
      status: components["schemas"]["TransferStatus"];
      /**
       * @description Total amount of the transfer, in centavos.
       * @example 150000
       */
      amount?: components["schemas"]["Centavos"];
      /**
       * @description Amount after fees, in centavos: `amount` less `fees`, never below zero.
       * @example 149900
       */
      netAmount?: components["schemas"]["Centavos"];
      /**
       * @description Fee that the service takes, in centavos.
       * @example 100
       */
      fees?: components["schemas"]["Centavos"];
      /**
       * @description PIX key of the recipient.
       * @example destino@example.com
       */
      pixKey?: components["schemas"]["PixKey"];
      /**
       * @description Why the transfer was refused or canceled. Present on such transfers only.
       * @example Conta do destinatário encerrada
       */
      reason?: string;
      /** @description The transfer in the PIX scheme. Present once it is there. */
      pix?: components["schemas"]["TransferPix"];
    };
    /**
     * @description A charge in the notification of its payment. The end-to-end identifier and the payer are always
     *   present.
     */
    PaidTransaction: {
      /**
       * @description Identifier of the charge, unique.
       * @example txn_2pQ8Lk5vYx0RbZcN
       */
      id: string;
      /**
       * @description Amount of the charge, in centavos.
       * @example 4990
       */
      amount: components["schemas"]["Centavos"];
      /**
       * @description Fee that the service takes, in centavos. It may be above the amount.
       * @example 75
       */
      fees?: components["schemas"]["Centavos"];
      /**
       * @description `paid`.
       * @enum {string}
       */
      status: "paid";
      /** @description End-to-end identifier and payer of the payment. */
      pix: components["schemas"]["PaymentPix"];
    };
    /** @description Who paid a charge, and from which account. */
    PayerInfo: {
      /**
       * @description Name of the payer's bank.
       * @example Nu Pagamentos
       */
      bank: string;
      /**
       * @description Name of the payer.
       * @example Maria Aparecida de Souza
       */
      name: string;
      /**
       * @description Branch of the account.
       * @example 0001
       */
      branch: string;
      /**
       * @description Tax document of the payer: digits, a CNPJ with letters, or masked.
       * @example 52998224725
       */
      document: string;
      /**
       * @description Kind of the account, for example `CHECKING`. `SAVINGS`, `PAYMENT` and `SALARY` were seen in
       *   use; other values may follow.
       * @example CHECKING
       */
      account_type: string;
      /**
       * @description Number of the account.
       * @example 12345678
       */
      account_number: string;
    };
    /** @description A payment in the PIX scheme. */
    PaymentPix: {
      /** @description End-to-end identifier of the payment in the PIX scheme. */
      endToEndId: components["schemas"]["EndToEndId"];
      /** @description Who paid. */
      payerInfo: components["schemas"]["PayerInfo"];
    };
    /**
     * Format: pix-phone
     * @description PIX key that is a phone number, in international form with a leading plus sign. A number of
     *   Brazil is a mobile one: `+55`, an area code without zeros, and a number that begins with `9`.
     * @example +5511987654321
     */
    PhoneKey: string;
    /** @description Key of an account in the PIX directory: CPF, CNPJ, phone, e-mail or random key. */
    PixKey:
      | components["schemas"]["CpfKey"]
      | components["schemas"]["CnpjKey"]
      | components["schemas"]["PhoneKey"]
      | components["schemas"]["EmailKey"]
      | components["schemas"]["RandomKey"];
    /**
     * Format: uuid
     * @description Random PIX key: a UUID of any version. Its case means nothing: the service shows it in lower
     *   case.
     * @example 7f9c2b4e-1d83-4a56-9b0e-3c5d7a8f6e21
     */
    RandomKey: string;
    /** @description State of the limit that was reached. */
    RateLimitDetails: {
      /**
       * Format: int32
       * @description Requests that the operation allows in a window.
       * @example 100
       */
      limit: number;
      /**
       * Format: int32
       * @description Length of the window, in seconds.
       * @example 60
       */
      window: number;
      /**
       * Format: int32
       * @description Seconds to wait before the next request.
       * @example 42
       */
      retryAfter: number;
    };
    /** @description The refund of a payment. */
    Refund: {
      /**
       * @description Amount that was refunded, in centavos.
       * @example 4990
       */
      amount?: components["schemas"]["Amount"];
      /**
       * @description Why the payment was refunded.
       * @example Pedido cancelado pelo cliente
       */
      reason?: string;
      /**
       * @description When the payment was refunded, ISO 8601 in UTC.
       * @example 2026-11-21T09:30:00Z
       */
      refundedAt?: components["schemas"]["Timestamp"];
    };
    /**
     * Format: date-time
     * @description Moment in time, ISO 8601 with an offset. Strings with other offsets, or with and without
     *   fractions of a second, may name the same moment: compare moments, not strings. The service sends UTC with
     *   `Z`.
     */
    Timestamp: string;
    /** @description A token and how long it lives. This response has no envelope. */
    TokenResponse: {
      /**
       * @description Always `true`.
       * @enum {boolean}
       */
      success: true;
      /**
       * @description JWT to send as Bearer token. Its claims are the company's identity, the type `COMPANY`,
       *   issue and expiry times.
       */
      token: string;
      /**
       * @description Scheme to send the token with.
       * @enum {string}
       */
      tokenType: "Bearer";
      /**
       * Format: int32
       * @description Lifetime of the token in milliseconds.
       * @example 1800000
       */
      expiresIn: number;
    };
    /**
     * @description A charge with every field, as the lookup shows it. A service may leave out every field but the
     *   status.
     */
    Transaction: {
      /**
       * @description Identifier of the charge, unique.
       * @example txn_2pQ8Lk5vYx0RbZcN
       */
      id?: string;
      /** @description Status of the charge. */
      status: components["schemas"]["TransactionStatus"];
      /**
       * @description Amount of the charge, in centavos.
       * @example 4990
       */
      amount?: components["schemas"]["Centavos"];
      /**
       * @description Fee that the service takes, in centavos. It may be above the amount.
       * @example 75
       */
      fees?: components["schemas"]["Centavos"];
      /**
       * @description Description of the charge; may be empty.
       * @example Pedido 1042
       */
      description?: string;
      /** @description How the charge can be paid and, once paid, who paid it. */
      pix?: components["schemas"]["TransactionPix"];
      /**
       * @description When the charge was created, ISO 8601 in UTC.
       * @example 2026-11-20T15:00:00Z
       */
      createdAt?: components["schemas"]["Timestamp"];
      /**
       * @description When the charge last changed, ISO 8601 in UTC.
       * @example 2026-11-20T15:02:11Z
       */
      updatedAt?: components["schemas"]["Timestamp"];
      /**
       * @description When the charge was paid, ISO 8601 in UTC. Present once it is paid.
       * @example 2026-11-20T15:02:11Z
       */
      paidAt?: components["schemas"]["Timestamp"];
      /**
       * @description When the charge expires if it is not paid, ISO 8601 in UTC.
       * @example 2026-11-21T03:00:00Z
       */
      expiresAt?: components["schemas"]["Timestamp"];
      /** @description The refund. Present once the charge is refunded. */
      refund?: components["schemas"]["Refund"];
    };
    /** @description A charge was canceled, or expired without payment. */
    TransactionCanceledNotification: {
      /**
       * @description Identifier of the notification, the same whenever it is sent again, even after it was
       *   acknowledged. A provider may send the object's own identifier instead, which all notifications of the
       *   object share: drop repeats by the identity of the change, and do not rely on the prefix `wh_`.
       * @example wh_9Kd2RtBv6LxZpQ3m
       */
      id: string;
      /**
       * @description Kind of the object, and the name of the field that holds it.
       * @enum {string}
       */
      type: "transaction";
      /**
       * @description Name of the event.
       * @enum {string}
       */
      event: "transaction_canceled";
      /** @description Why this URL receives the notification. */
      scope?: components["schemas"]["NotificationScope"];
      /** @description The charge. */
      transaction: components["schemas"]["CanceledTransaction"];
    };
    /** @description A charge was created. */
    TransactionCreatedNotification: {
      /**
       * @description Identifier of the notification, the same whenever it is sent again, even after it was
       *   acknowledged. A provider may send the object's own identifier instead, which all notifications of the
       *   object share: drop repeats by the identity of the change, and do not rely on the prefix `wh_`.
       * @example wh_9Kd2RtBv6LxZpQ3m
       */
      id: string;
      /**
       * @description Kind of the object, and the name of the field that holds it.
       * @enum {string}
       */
      type: "transaction";
      /**
       * @description Name of the event.
       * @enum {string}
       */
      event: "transaction_created";
      /** @description Why this URL receives the notification. */
      scope?: components["schemas"]["NotificationScope"];
      /** @description The charge. */
      transaction: components["schemas"]["NotifiedTransaction"];
    };
    /** @description A charge that was looked up. */
    TransactionEnvelope: {
      /**
       * @description Always `true`.
       * @enum {boolean}
       */
      success: true;
      /** @description Text for people to read; programs should not depend on it. */
      message: string;
      /** @description The result. */
      data: components["schemas"]["Transaction"];
    };
    /** @description A charge was paid. */
    TransactionPaidNotification: {
      /**
       * @description Identifier of the notification, the same whenever it is sent again, even after it was
       *   acknowledged. A provider may send the object's own identifier instead, which all notifications of the
       *   object share: drop repeats by the identity of the change, and do not rely on the prefix `wh_`.
       * @example wh_9Kd2RtBv6LxZpQ3m
       */
      id: string;
      /**
       * @description Kind of the object, and the name of the field that holds it.
       * @enum {string}
       */
      type: "transaction";
      /**
       * @description Name of the event.
       * @enum {string}
       */
      event: "transaction_paid";
      /** @description Why this URL receives the notification. */
      scope?: components["schemas"]["NotificationScope"];
      /** @description The charge. */
      transaction: components["schemas"]["PaidTransaction"];
    };
    /** @description How a charge can be paid and, once paid, who paid it. */
    TransactionPix: {
      /** @description PIX copy-and-paste code, for the payer's bank app. */
      emv?: components["schemas"]["BrCode"];
      /**
       * Format: png-base64
       * @description The same code as a QR code: a PNG image in Base64, without a `data:` prefix. A client
       *   accepts either form.
       */
      qrCode?: string;
      /** @description End-to-end identifier of the payment in the PIX scheme. Present once the charge is paid. */
      endToEndId?: components["schemas"]["EndToEndId"];
      /** @description The payer. Present once the charge is paid. */
      payerInfo?: components["schemas"]["PayerInfo"];
    };
    /** @description A paid charge was refunded. */
    TransactionRefundedNotification: {
      /**
       * @description Identifier of the notification, the same whenever it is sent again, even after it was
       *   acknowledged. A provider may send the object's own identifier instead, which all notifications of the
       *   object share: drop repeats by the identity of the change, and do not rely on the prefix `wh_`.
       * @example wh_9Kd2RtBv6LxZpQ3m
       */
      id: string;
      /**
       * @description Kind of the object, and the name of the field that holds it.
       * @enum {string}
       */
      type: "transaction";
      /**
       * @description Name of the event.
       * @enum {string}
       */
      event: "transaction_refunded";
      /** @description Why this URL receives the notification. */
      scope?: components["schemas"]["NotificationScope"];
      /** @description The charge. */
      transaction: components["schemas"]["NotifiedTransaction"];
    };
    /**
     * @description Status of a charge.
     * @enum {string}
     */
    TransactionStatus: "pending" | "paid" | "canceled" | "refunded";
    /**
     * @description A transfer with every field, as the lookup shows it. A service may leave out every field but the
     *   status.
     */
    Transfer: {
      /**
       * @description Identifier of the transfer, unique.
       * @example trf_8Hn3WsT6yJq1VdKe
       */
      id?: string;
      /** @description Status of the transfer. */
      status: components["schemas"]["TransferStatus"];
      /**
       * @description Total amount of the transfer, in centavos.
       * @example 150000
       */
      amount?: components["schemas"]["Centavos"];
      /**
       * @description Amount after fees, in centavos: `amount` less `fees`, never below zero.
       * @example 149900
       */
      netAmount?: components["schemas"]["Centavos"];
      /**
       * @description Fee that the service takes, in centavos.
       * @example 100
       */
      fees?: components["schemas"]["Centavos"];
      /**
       * @description PIX key of the recipient.
       * @example destino@example.com
       */
      pixKey?: components["schemas"]["PixKey"];
      /**
       * @description Description of the transfer; may be empty.
       * @example Repasse semanal
       */
      description?: string;
      /**
       * @description Why the transfer was refused or canceled. Present on such transfers only.
       * @example Conta do destinatário encerrada
       */
      reason?: string;
      /** @description The transfer in the PIX scheme. Present once it is there. */
      pix?: components["schemas"]["TransferPix"];
      /**
       * @description When the transfer was created, ISO 8601 in UTC.
       * @example 2026-11-20T15:00:00Z
       */
      createdAt?: components["schemas"]["Timestamp"];
      /**
       * @description When the transfer last changed, ISO 8601 in UTC.
       * @example 2026-11-20T15:00:04Z
       */
      updatedAt?: components["schemas"]["Timestamp"];
      /**
       * @description When the transfer was completed, ISO 8601 in UTC. Present once it is completed.
       * @example 2026-11-20T15:00:04Z
       */
      completedAt?: components["schemas"]["Timestamp"];
    };
    /** @description A transfer was canceled. */
    TransferCanceledNotification: {
      /**
       * @description Identifier of the notification, the same whenever it is sent again, even after it was
       *   acknowledged. A provider may send the object's own identifier instead, which all notifications of the
       *   object share: drop repeats by the identity of the change, and do not rely on the prefix `wh_`.
       * @example wh_9Kd2RtBv6LxZpQ3m
       */
      id: string;
      /**
       * @description Kind of the object, and the name of the field that holds it.
       * @enum {string}
       */
      type: "transfer";
      /**
       * @description Name of the event.
       * @enum {string}
       */
      event: "transfer_canceled";
      /** @description Why this URL receives the notification. */
      scope?: components["schemas"]["NotificationScope"];
      /** @description The transfer. */
      transfer: components["schemas"]["CanceledTransfer"];
    };
    /** @description A transfer was completed. */
    TransferCompletedNotification: {
      /**
       * @description Identifier of the notification, the same whenever it is sent again, even after it was
       *   acknowledged. A provider may send the object's own identifier instead, which all notifications of the
       *   object share: drop repeats by the identity of the change, and do not rely on the prefix `wh_`.
       * @example wh_9Kd2RtBv6LxZpQ3m
       */
      id: string;
      /**
       * @description Kind of the object, and the name of the field that holds it.
       * @enum {string}
       */
      type: "transfer";
      /**
       * @description Name of the event.
       * @enum {string}
       */
      event: "transfer_completed";
      /** @description Why this URL receives the notification. */
      scope?: components["schemas"]["NotificationScope"];
      /** @description The transfer. */
      transfer: components["schemas"]["CompletedTransfer"];
    };
    /** @description A transfer was created and validated. */
    TransferCreatedNotification: {
      /**
       * @description Identifier of the notification, the same whenever it is sent again, even after it was
       *   acknowledged. A provider may send the object's own identifier instead, which all notifications of the
       *   object share: drop repeats by the identity of the change, and do not rely on the prefix `wh_`.
       * @example wh_9Kd2RtBv6LxZpQ3m
       */
      id: string;
      /**
       * @description Kind of the object, and the name of the field that holds it.
       * @enum {string}
       */
      type: "transfer";
      /**
       * @description Name of the event.
       * @enum {string}
       */
      event: "transfer_created";
      /** @description Why this URL receives the notification. */
      scope?: components["schemas"]["NotificationScope"];
      /** @description The transfer. */
      transfer: components["schemas"]["NotifiedTransfer"];
    };
    /** @description A transfer that was looked up. */
    TransferEnvelope: {
      /**
       * @description Always `true`.
       * @enum {boolean}
       */
      success: true;
      /** @description Text for people to read; programs should not depend on it. */
      message: string;
      /** @description The result. */
      data: components["schemas"]["Transfer"];
    };
    /** @description A transfer in the PIX scheme. */
    TransferPix: {
      /** @description End-to-end identifier of the payment. Present once the payment has one. */
      endToEndId?: components["schemas"]["EndToEndId"];
      /** @description Account that received the transfer, or `null`. */
      creditorAccount?: {
        [key: string]: unknown;
      } | null;
    };
    /** @description A transfer to send. */
    TransferRequest: {
      /**
       * @description PIX key of the recipient: CPF, CNPJ, e-mail, phone in international form with a leading plus
       *   sign, or random key.
       * @example destino@example.com
       */
      pixKey: components["schemas"]["PixKey"];
      /**
       * @description Amount of the transfer in centavos (1/100 of a real).
       * @example 150000
       */
      amount: components["schemas"]["Amount"];
      /**
       * @description Currency of the amount: only `BRL` is accepted.
       * @default BRL
       */
      currency?: components["schemas"]["Currency"];
      /**
       * @description Description of the transfer; may be empty.
       * @default
       * @example Repasse semanal
       */
      description?: components["schemas"]["Description"];
      /**
       * @description URL that receives the notifications of this transfer; empty for none.
       * @default
       * @example https://shop.example.com/pix/notifications
       */
      postbackUrl?: components["schemas"]["NotificationUrl"] | "";
    };
    /**
     * @description Status of a transfer.
     * @enum {string}
     */
    TransferStatus: "queued" | "processing" | "completed" | "refused" | "canceled";
    /**
     * @description A transfer in the response to its creation. `Transfer` is the same transfer with every field.
     */
    TransferSummary: {
      /**
       * @description Identifier of the transfer, unique.
       * @example trf_8Hn3WsT6yJq1VdKe
       */
      id: string;
      /** @description Status of the transfer. */
      status: components["schemas"]["TransferStatus"];
      /**
       * @description Total amount of the transfer, in centavos.
       * @example 150000
       */
      amount: components["schemas"]["Centavos"];
      /**
       * @description Amount after fees, in centavos: `amount` less `fees`, which reaches the recipient. It is
       *   never below zero, and the balance falls by `amount`.
       * @example 149900
       */
      netAmount: components["schemas"]["Centavos"];
      /**
       * @description Fee that the service takes, in centavos. If the service's schedule has more than the amount,
       *   it is the amount.
       * @example 100
       */
      fees: components["schemas"]["Centavos"];
      /**
       * @description PIX key of the recipient.
       * @example destino@example.com
       */
      pixKey: components["schemas"]["PixKey"];
    };
    /** @description A transfer that was created. */
    TransferSummaryEnvelope: {
      /**
       * @description Always `true`.
       * @enum {boolean}
       */
      success: true;
      /** @description Text for people to read; programs should not depend on it. */
      message: string;
      /** @description The result. */
      data: components["schemas"]["TransferSummary"];
    };
    /** @description The status of a transfer changed. */
    TransferUpdatedNotification: {
      /**
       * @description Identifier of the notification, the same whenever it is sent again, even after it was
       *   acknowledged. A provider may send the object's own identifier instead, which all notifications of the
       *   object share: drop repeats by the identity of the change, and do not rely on the prefix `wh_`.
       * @example wh_9Kd2RtBv6LxZpQ3m
       */
      id: string;
      /**
       * @description Kind of the object, and the name of the field that holds it.
       * @enum {string}
       */
      type: "transfer";
      /**
       * @description Name of the event.
       * @enum {string}
       */
      event: "transfer_updated";
      /** @description Why this URL receives the notification. */
      scope?: components["schemas"]["NotificationScope"];
      /** @description The transfer. */
      transfer: components["schemas"]["NotifiedTransfer"];
    };
    /** @description A registered URL. A service may leave out every field but the identifier. */
    Webhook: {
      /**
       * @description Identifier of the registration, unique; with the prefix `wh_`.
       * @example wh_4Zr7NcX1mPq9TsGb
       */
      id: string;
      /**
       * @description URL that receives the notifications.
       * @example https://shop.example.com/pix/notifications
       */
      url?: components["schemas"]["NotificationUrl"];
      /**
       * @description Events that the URL receives; all of them if the list is empty.
       * @example [
       *       "transaction_paid",
       *       "transfer_completed"
       *     ]
       */
      events?: components["schemas"]["NotificationEvent"][];
      /**
       * @description Name of the registration, for people to read.
       * @example Loja
       */
      name?: string;
      /**
       * @description Whether notifications are sent. The service switches this off when every delivery has failed
       *   for 5 days.
       * @example true
       */
      active?: boolean;
      /**
       * @description When the URL was registered, ISO 8601 in UTC.
       * @example 2026-11-20T15:00:00Z
       */
      createdAt?: components["schemas"]["Timestamp"];
    };
    /** @description The registrations of the company. */
    WebhookListEnvelope: {
      /**
       * @description Always `true`.
       * @enum {boolean}
       */
      success: true;
      /** @description Text for people to read; programs should not depend on it. */
      message: string;
      /** @description The result. */
      data: components["schemas"]["Webhook"][];
    };
    /** @description A URL to register. At most 10 for each company. */
    WebhookRequest: {
      /**
       * @description URL that receives the notifications.
       * @example https://shop.example.com/pix/notifications
       */
      url: components["schemas"]["NotificationUrl"];
      /**
       * @description Events to receive; all of them if the list is empty or absent.
       * @example [
       *       "transaction_paid",
       *       "transfer_completed"
       *     ]
       */
      events?: components["schemas"]["NotificationEvent"][];
      /**
       * @description Name of the registration, for people to read.
       * @default Webhook
       * @example Loja
       */
      name?: string;
      /**
       * @description Whether notifications are sent.
       * @default true
       * @example true
       */
      isActive?: boolean;
    };
  };
  responses: never;
  parameters: {
    /**
     * @description Proof that the notification comes from the service, with the secret of the registration, or of
     *   the company for a `postbackUrl`. Checking it is optional for the receiver. A provider may use another name
     *   for the header.
     * @example t=1795186931,v1=2410228635a0f8f705201f37046e32940a112992c09d50de4968bbfdf4a6f237
     */
    "Pix-Signature": string;
  };
  requestBodies: never;
  headers: {
    /**
     * @description `true` if the response repeats the first one for the same idempotency key; absent otherwise.
     * @example true
     */
    "Idempotent-Replayed": "true";
    /** @description Seconds to wait before the next request. */
    "Retry-After": number;
    /**
     * @description Scheme to authenticate with: `Bearer`.
     * @example Bearer
     */
    "WWW-Authenticate": string;
    /** @description Requests that the operation allows in a window. */
    "X-RateLimit-Limit.createCharge": number;
    /** @description Requests that the operation allows in a window. */
    "X-RateLimit-Limit.createTransfer": number;
    /** @description Requests that the operation allows in a window. */
    "X-RateLimit-Limit.createWebhook": number;
    /** @description Requests that the operation allows in a window. */
    "X-RateLimit-Limit.deleteWebhook": number;
    /** @description Requests that the operation allows in a window. */
    "X-RateLimit-Limit.issueToken": number;
    /** @description Requests left in the current window: none. */
    "X-RateLimit-Remaining": number;
    /** @description Requests left in the current window. */
    "X-RateLimit-Remaining.createCharge": number;
    /** @description Requests left in the current window. */
    "X-RateLimit-Remaining.createTransfer": number;
    /** @description Requests left in the current window. */
    "X-RateLimit-Remaining.createWebhook": number;
    /** @description Requests left in the current window. */
    "X-RateLimit-Remaining.deleteWebhook": number;
    /** @description Requests left in the current window. */
    "X-RateLimit-Remaining.issueToken": number;
    /** @description When the current window ends, in epoch seconds. */
    "X-RateLimit-Reset": number;
    /** @description When the current window ends, in epoch seconds. */
    "X-RateLimit-Reset.2": number;
    /** @description Length of the window, in seconds. */
    "X-RateLimit-Window": number;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  issueToken: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A new token. */
      200: {
        headers: {
          /** @description Requests that the operation allows in a window. */
          "X-RateLimit-Limit"?: number;
          /** @description Requests left in the current window. */
          "X-RateLimit-Remaining"?: number;
          /** @description When the current window ends, in epoch seconds. */
          "X-RateLimit-Reset"?: number;
          /** @description Length of the window, in seconds. */
          "X-RateLimit-Window"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TokenResponse"];
        };
      };
      /**
       * @description `MALFORMED_CREDENTIALS`: The `Authorization` header is not `Basic`, not Base64, or has no
       *   colon inside.
       */
      400: {
        headers: {
          /** @description Requests that the operation allows in a window. */
          "X-RateLimit-Limit"?: number;
          /** @description Requests left in the current window. */
          "X-RateLimit-Remaining"?: number;
          /** @description When the current window ends, in epoch seconds. */
          "X-RateLimit-Reset"?: number;
          /** @description Length of the window, in seconds. */
          "X-RateLimit-Window"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": ErrorOf<"MALFORMED_CREDENTIALS">;
        };
      };
      /**
       * @description `INVALID_CREDENTIALS`: The API key or the secret is wrong, or the `Authorization` header is
       *   missing.
       */
      401: {
        headers: {
          /**
           * @description Scheme to authenticate with: `Basic`.
           * @example Basic realm="PIX payments"
           */
          "WWW-Authenticate": string;
          /** @description Requests that the operation allows in a window. */
          "X-RateLimit-Limit"?: number;
          /** @description Requests left in the current window. */
          "X-RateLimit-Remaining"?: number;
          /** @description When the current window ends, in epoch seconds. */
          "X-RateLimit-Reset"?: number;
          /** @description Length of the window, in seconds. */
          "X-RateLimit-Window"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": ErrorOf<"INVALID_CREDENTIALS">;
        };
      };
      /** @description `ACCOUNT_SUSPENDED`: The account of the company is suspended. */
      403: {
        headers: {
          /** @description Requests that the operation allows in a window. */
          "X-RateLimit-Limit"?: number;
          /** @description Requests left in the current window. */
          "X-RateLimit-Remaining"?: number;
          /** @description When the current window ends, in epoch seconds. */
          "X-RateLimit-Reset"?: number;
          /** @description Length of the window, in seconds. */
          "X-RateLimit-Window"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": ErrorOf<"ACCOUNT_SUSPENDED">;
        };
      };
      /**
       * @description `RATE_LIMIT_EXCEEDED`: The caller made more requests than the operation allows in a window.
       */
      429: {
        headers: {
          /**
           * @description Requests that the operation allows in a window.
           * @example 5
           */
          "X-RateLimit-Limit": number;
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset.2"];
          /** @description Length of the window, in seconds. */
          "X-RateLimit-Window"?: number;
          "Retry-After": components["headers"]["Retry-After"];
          [name: string]: unknown;
        };
        content: {
          "application/json": ErrorOf<"RATE_LIMIT_EXCEEDED">;
        };
      };
    };
  };
  createCharge: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description The charge to create. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["ChargeRequest"];
      };
    };
    responses: {
      /** @description The charge, waiting for payment. */
      200: {
        headers: {
          /** @description Requests that the operation allows in a window. */
          "X-RateLimit-Limit"?: number;
          /** @description Requests left in the current window. */
          "X-RateLimit-Remaining"?: number;
          /** @description When the current window ends, in epoch seconds. */
          "X-RateLimit-Reset"?: number;
          /** @description Length of the window, in seconds. */
          "X-RateLimit-Window"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ChargeEnvelope"];
        };
      };
      /**
       * @description - `VALIDATION_ERROR`: The request is invalid. A field is missing, has the wrong JSON type or
       *   breaks a rule without a code.
       * - `MALFORMED_JSON`: The body is not valid JSON. A service may also refuse an object that has the same
       *   member twice; if it does not, the last one counts.
       * - `INVALID_DOCUMENT`: The customer's document is not a valid CPF or CNPJ, or not of the kind that
       *   `documentType` names.
       * - `INVALID_EMAIL`: The customer's e-mail address is malformed.
       */
      400: {
        headers: {
          /** @description Requests that the operation allows in a window. */
          "X-RateLimit-Limit"?: number;
          /** @description Requests left in the current window. */
          "X-RateLimit-Remaining"?: number;
          /** @description When the current window ends, in epoch seconds. */
          "X-RateLimit-Reset"?: number;
          /** @description Length of the window, in seconds. */
          "X-RateLimit-Window"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": ErrorOf<"VALIDATION_ERROR" | "MALFORMED_JSON" | "INVALID_DOCUMENT" | "INVALID_EMAIL">;
        };
      };
      /**
       * @description - `INVALID_TOKEN`: The token is missing, cannot be read or was not issued by the service.
       *     - `TOKEN_EXPIRED`: The token has expired.
       */
      401: {
        headers: {
          "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
          [name: string]: unknown;
        };
        content: {
          "application/json": ErrorOf<"INVALID_TOKEN" | "TOKEN_EXPIRED">;
        };
      };
      /** @description `PAYLOAD_TOO_LARGE`: The body is larger than 256 KiB. */
      413: {
        headers: {
          /** @description Requests that the operation allows in a window. */
          "X-RateLimit-Limit"?: number;
          /** @description Requests left in the current window. */
          "X-RateLimit-Remaining"?: number;
          /** @description When the current window ends, in epoch seconds. */
          "X-RateLimit-Reset"?: number;
          /** @description Length of the window, in seconds. */
          "X-RateLimit-Window"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": ErrorOf<"PAYLOAD_TOO_LARGE">;
        };
      };
      /**
       * @description `UNSUPPORTED_MEDIA_TYPE`: The `Content-Type` is not `application/json`, or the body has a
       *   `Content-Encoding`, such as gzip.
       */
      415: {
        headers: {
          /** @description Requests that the operation allows in a window. */
          "X-RateLimit-Limit"?: number;
          /** @description Requests left in the current window. */
          "X-RateLimit-Remaining"?: number;
          /** @description When the current window ends, in epoch seconds. */
          "X-RateLimit-Reset"?: number;
          /** @description Length of the window, in seconds. */
          "X-RateLimit-Window"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": ErrorOf<"UNSUPPORTED_MEDIA_TYPE">;
        };
      };
      /**
       * @description - `AMOUNT_TOO_LOW`: The amount of the charge is below 1 centavo.
       *     - `AMOUNT_TOO_HIGH`: The amount of the charge is above 1000000000 centavos.
       */
      422: {
        headers: {
          /** @description Requests that the operation allows in a window. */
          "X-RateLimit-Limit"?: number;
          /** @description Requests left in the current window. */
          "X-RateLimit-Remaining"?: number;
          /** @description When the current window ends, in epoch seconds. */
          "X-RateLimit-Reset"?: number;
          /** @description Length of the window, in seconds. */
          "X-RateLimit-Window"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": ErrorOf<"AMOUNT_TOO_LOW" | "AMOUNT_TOO_HIGH">;
        };
      };
      /**
       * @description `RATE_LIMIT_EXCEEDED`: The caller made more requests than the operation allows in a window.
       */
      429: {
        headers: {
          /**
           * @description Requests that the operation allows in a window.
           * @example 100
           */
          "X-RateLimit-Limit": number;
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset.2"];
          /** @description Length of the window, in seconds. */
          "X-RateLimit-Window"?: number;
          "Retry-After": components["headers"]["Retry-After"];
          [name: string]: unknown;
        };
        content: {
          "application/json": ErrorOf<"RATE_LIMIT_EXCEEDED">;
        };
      };
    };
  };
  createTransfer: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Unique string that the client chooses for each transfer: 1 to 255 visible ASCII
         *   characters.
         * @example 6f1c8a52-9d3e-4b7a-8c21-5e0f4d9b7a36
         */
        "x-idempotency-key": string;
      };
      path?: never;
      cookie?: never;
    };
    /** @description The transfer to send. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["TransferRequest"];
      };
    };
    responses: {
      /** @description The transfer, queued; or, for a key that was used before, the first response again. */
      200: {
        headers: {
          /** @description Requests that the operation allows in a window. */
          "X-RateLimit-Limit"?: number;
          /** @description Requests left in the current window. */
          "X-RateLimit-Remaining"?: number;
          /** @description When the current window ends, in epoch seconds. */
          "X-RateLimit-Reset"?: number;
          /** @description Length of the window, in seconds. */
          "X-RateLimit-Window"?: number;
          /**
           * @description `true` if the response repeats the first one for the same idempotency key; absent
           *   otherwise.
           * @example true
           */
          "Idempotent-Replayed"?: "true";
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TransferSummaryEnvelope"];
        };
      };
      /**
       * @description - `VALIDATION_ERROR`: The request is invalid. A field is missing, has the wrong JSON type or
       *   breaks a rule without a code.
       * - `MALFORMED_JSON`: The body is not valid JSON. A service may also refuse an object that has the same
       *   member twice; if it does not, the last one counts.
       * - `INVALID_PIX_KEY`: The destination is not a valid PIX key.
       * - `INVALID_AMOUNT`: The amount of the transfer is below 1 or above 1000000000 centavos.
       * - `MISSING_IDEMPOTENCY_KEY`: The header `x-idempotency-key` is missing.
       */
      400: {
        headers: {
          /** @description Requests that the operation allows in a window. */
          "X-RateLimit-Limit"?: number;
          /** @description Requests left in the current window. */
          "X-RateLimit-Remaining"?: number;
          /** @description When the current window ends, in epoch seconds. */
          "X-RateLimit-Reset"?: number;
          /** @description Length of the window, in seconds. */
          "X-RateLimit-Window"?: number;
          /**
           * @description `true` if the response repeats the first one for the same idempotency key; absent
           *   otherwise.
           * @example true
           */
          "Idempotent-Replayed"?: "true";
          [name: string]: unknown;
        };
        content: {
          "application/json": ErrorOf<
            "VALIDATION_ERROR" | "MALFORMED_JSON" | "INVALID_PIX_KEY" | "INVALID_AMOUNT" | "MISSING_IDEMPOTENCY_KEY"
          >;
        };
      };
      /**
       * @description - `INVALID_TOKEN`: The token is missing, cannot be read or was not issued by the service.
       *     - `TOKEN_EXPIRED`: The token has expired.
       */
      401: {
        headers: {
          "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
          [name: string]: unknown;
        };
        content: {
          "application/json": ErrorOf<"INVALID_TOKEN" | "TOKEN_EXPIRED">;
        };
      };
      /** @description `INSUFFICIENT_BALANCE`: The balance is too low for the transfer. */
      402: {
        headers: {
          /** @description Requests that the operation allows in a window. */
          "X-RateLimit-Limit"?: number;
          /** @description Requests left in the current window. */
          "X-RateLimit-Remaining"?: number;
          /** @description When the current window ends, in epoch seconds. */
          "X-RateLimit-Reset"?: number;
          /** @description Length of the window, in seconds. */
          "X-RateLimit-Window"?: number;
          /**
           * @description `true` if the response repeats the first one for the same idempotency key; absent
           *   otherwise.
           * @example true
           */
          "Idempotent-Replayed"?: "true";
          [name: string]: unknown;
        };
        content: {
          "application/json": ErrorOf<"INSUFFICIENT_BALANCE">;
        };
      };
      /**
       * @description `DUPLICATE_IDEMPOTENCY_KEY`: The idempotency key was already used. If its first request is
       *   still running, the response has `Retry-After`. Neither says whether the first request was accepted or
       *   refused.
       */
      409: {
        headers: {
          /** @description Requests that the operation allows in a window. */
          "X-RateLimit-Limit"?: number;
          /** @description Requests left in the current window. */
          "X-RateLimit-Remaining"?: number;
          /** @description When the current window ends, in epoch seconds. */
          "X-RateLimit-Reset"?: number;
          /** @description Length of the window, in seconds. */
          "X-RateLimit-Window"?: number;
          /**
           * @description Seconds to wait before the next try. Present while the first request with the key is
           *   still running; without it, the outcome of the first request is unknown until a notification or
           *   the provider says it.
           * @example 1
           */
          "Retry-After"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": ErrorOf<"DUPLICATE_IDEMPOTENCY_KEY">;
        };
      };
      /** @description `PAYLOAD_TOO_LARGE`: The body is larger than 256 KiB. */
      413: {
        headers: {
          /** @description Requests that the operation allows in a window. */
          "X-RateLimit-Limit"?: number;
          /** @description Requests left in the current window. */
          "X-RateLimit-Remaining"?: number;
          /** @description When the current window ends, in epoch seconds. */
          "X-RateLimit-Reset"?: number;
          /** @description Length of the window, in seconds. */
          "X-RateLimit-Window"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": ErrorOf<"PAYLOAD_TOO_LARGE">;
        };
      };
      /**
       * @description `UNSUPPORTED_MEDIA_TYPE`: The `Content-Type` is not `application/json`, or the body has a
       *   `Content-Encoding`, such as gzip.
       */
      415: {
        headers: {
          /** @description Requests that the operation allows in a window. */
          "X-RateLimit-Limit"?: number;
          /** @description Requests left in the current window. */
          "X-RateLimit-Remaining"?: number;
          /** @description When the current window ends, in epoch seconds. */
          "X-RateLimit-Reset"?: number;
          /** @description Length of the window, in seconds. */
          "X-RateLimit-Window"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": ErrorOf<"UNSUPPORTED_MEDIA_TYPE">;
        };
      };
      /**
       * @description - `DAILY_LIMIT_EXCEEDED`: The transfer would exceed the company's daily limit.
       *     - `RECIPIENT_UNAVAILABLE`: The recipient is unavailable.
       */
      422: {
        headers: {
          /** @description Requests that the operation allows in a window. */
          "X-RateLimit-Limit"?: number;
          /** @description Requests left in the current window. */
          "X-RateLimit-Remaining"?: number;
          /** @description When the current window ends, in epoch seconds. */
          "X-RateLimit-Reset"?: number;
          /** @description Length of the window, in seconds. */
          "X-RateLimit-Window"?: number;
          /**
           * @description `true` if the response repeats the first one for the same idempotency key; absent
           *   otherwise.
           * @example true
           */
          "Idempotent-Replayed"?: "true";
          [name: string]: unknown;
        };
        content: {
          "application/json": ErrorOf<"DAILY_LIMIT_EXCEEDED" | "RECIPIENT_UNAVAILABLE">;
        };
      };
      /**
       * @description `RATE_LIMIT_EXCEEDED`: The caller made more requests than the operation allows in a window.
       */
      429: {
        headers: {
          /**
           * @description Requests that the operation allows in a window.
           * @example 50
           */
          "X-RateLimit-Limit": number;
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset.2"];
          /** @description Length of the window, in seconds. */
          "X-RateLimit-Window"?: number;
          "Retry-After": components["headers"]["Retry-After"];
          [name: string]: unknown;
        };
        content: {
          "application/json": ErrorOf<"RATE_LIMIT_EXCEEDED">;
        };
      };
    };
  };
  getTransaction: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Identifier of the charge.
         * @example txn_2pQ8Lk5vYx0RbZcN
         */
        transactionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The charge as it stands. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TransactionEnvelope"];
        };
      };
      /**
       * @description - `INVALID_TOKEN`: The token is missing, cannot be read or was not issued by the service.
       *     - `TOKEN_EXPIRED`: The token has expired.
       */
      401: {
        headers: {
          "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
          [name: string]: unknown;
        };
        content: {
          "application/json": ErrorOf<"INVALID_TOKEN" | "TOKEN_EXPIRED">;
        };
      };
      /**
       * @description `TRANSACTION_NOT_FOUND`: There is no charge with this id. Charges of other companies are not
       *   found, nor is an id that is not valid UTF-8 text.
       */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": ErrorOf<"TRANSACTION_NOT_FOUND">;
        };
      };
    };
  };
  getTransfer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Identifier of the transfer.
         * @example trf_8Hn3WsT6yJq1VdKe
         */
        transferId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The transfer as it stands. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TransferEnvelope"];
        };
      };
      /**
       * @description - `INVALID_TOKEN`: The token is missing, cannot be read or was not issued by the service.
       *     - `TOKEN_EXPIRED`: The token has expired.
       */
      401: {
        headers: {
          "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
          [name: string]: unknown;
        };
        content: {
          "application/json": ErrorOf<"INVALID_TOKEN" | "TOKEN_EXPIRED">;
        };
      };
      /**
       * @description `TRANSFER_NOT_FOUND`: There is no transfer with this id. Transfers of other companies are
       *   not found, nor is an id that is not valid UTF-8 text.
       */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": ErrorOf<"TRANSFER_NOT_FOUND">;
        };
      };
    };
  };
  listWebhooks: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Every registration of the company. */
      200: {
        headers: {
          /**
           * @description Requests that the operation allows in a window.
           * @example 30
           */
          "X-RateLimit-Limit"?: number;
          /**
           * @description Requests left in the current window.
           * @example 29
           */
          "X-RateLimit-Remaining"?: number;
          /** @description When the current window ends, in epoch seconds. */
          "X-RateLimit-Reset"?: number;
          /** @description Length of the window, in seconds. */
          "X-RateLimit-Window"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookListEnvelope"];
        };
      };
      /**
       * @description - `INVALID_TOKEN`: The token is missing, cannot be read or was not issued by the service.
       *     - `TOKEN_EXPIRED`: The token has expired.
       */
      401: {
        headers: {
          "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
          [name: string]: unknown;
        };
        content: {
          "application/json": ErrorOf<"INVALID_TOKEN" | "TOKEN_EXPIRED">;
        };
      };
      /**
       * @description `RATE_LIMIT_EXCEEDED`: The caller made more requests than the operation allows in a window.
       */
      429: {
        headers: {
          /**
           * @description Requests that the operation allows in a window.
           * @example 30
           */
          "X-RateLimit-Limit": number;
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset.2"];
          /** @description Length of the window, in seconds. */
          "X-RateLimit-Window"?: number;
          "Retry-After": components["headers"]["Retry-After"];
          [name: string]: unknown;
        };
        content: {
          "application/json": ErrorOf<"RATE_LIMIT_EXCEEDED">;
        };
      };
    };
  };
  createWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description The URL to register. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["WebhookRequest"];
      };
    };
    responses: {
      /** @description The registration, with its secret. */
      200: {
        headers: {
          /** @description Requests that the operation allows in a window. */
          "X-RateLimit-Limit"?: number;
          /** @description Requests left in the current window. */
          "X-RateLimit-Remaining"?: number;
          /** @description When the current window ends, in epoch seconds. */
          "X-RateLimit-Reset"?: number;
          /** @description Length of the window, in seconds. */
          "X-RateLimit-Window"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CreatedWebhookEnvelope"];
        };
      };
      /**
       * @description - `VALIDATION_ERROR`: The request is invalid. A field is missing, has the wrong JSON type or
       *   breaks a rule without a code.
       * - `MALFORMED_JSON`: The body is not valid JSON. A service may also refuse an object that has the same
       *   member twice; if it does not, the last one counts.
       */
      400: {
        headers: {
          /** @description Requests that the operation allows in a window. */
          "X-RateLimit-Limit"?: number;
          /** @description Requests left in the current window. */
          "X-RateLimit-Remaining"?: number;
          /** @description When the current window ends, in epoch seconds. */
          "X-RateLimit-Reset"?: number;
          /** @description Length of the window, in seconds. */
          "X-RateLimit-Window"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": ErrorOf<"VALIDATION_ERROR" | "MALFORMED_JSON">;
        };
      };
      /**
       * @description - `INVALID_TOKEN`: The token is missing, cannot be read or was not issued by the service.
       *     - `TOKEN_EXPIRED`: The token has expired.
       */
      401: {
        headers: {
          "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
          [name: string]: unknown;
        };
        content: {
          "application/json": ErrorOf<"INVALID_TOKEN" | "TOKEN_EXPIRED">;
        };
      };
      /** @description `PAYLOAD_TOO_LARGE`: The body is larger than 256 KiB. */
      413: {
        headers: {
          /** @description Requests that the operation allows in a window. */
          "X-RateLimit-Limit"?: number;
          /** @description Requests left in the current window. */
          "X-RateLimit-Remaining"?: number;
          /** @description When the current window ends, in epoch seconds. */
          "X-RateLimit-Reset"?: number;
          /** @description Length of the window, in seconds. */
          "X-RateLimit-Window"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": ErrorOf<"PAYLOAD_TOO_LARGE">;
        };
      };
      /**
       * @description `UNSUPPORTED_MEDIA_TYPE`: The `Content-Type` is not `application/json`, or the body has a
       *   `Content-Encoding`, such as gzip.
       */
      415: {
        headers: {
          /** @description Requests that the operation allows in a window. */
          "X-RateLimit-Limit"?: number;
          /** @description Requests left in the current window. */
          "X-RateLimit-Remaining"?: number;
          /** @description When the current window ends, in epoch seconds. */
          "X-RateLimit-Reset"?: number;
          /** @description Length of the window, in seconds. */
          "X-RateLimit-Window"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": ErrorOf<"UNSUPPORTED_MEDIA_TYPE">;
        };
      };
      /**
       * @description `WEBHOOK_LIMIT_EXCEEDED`: The company has reached its limit of webhook registrations: 10.
       */
      422: {
        headers: {
          /** @description Requests that the operation allows in a window. */
          "X-RateLimit-Limit"?: number;
          /** @description Requests left in the current window. */
          "X-RateLimit-Remaining"?: number;
          /** @description When the current window ends, in epoch seconds. */
          "X-RateLimit-Reset"?: number;
          /** @description Length of the window, in seconds. */
          "X-RateLimit-Window"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": ErrorOf<"WEBHOOK_LIMIT_EXCEEDED">;
        };
      };
      /**
       * @description `RATE_LIMIT_EXCEEDED`: The caller made more requests than the operation allows in a window.
       */
      429: {
        headers: {
          /**
           * @description Requests that the operation allows in a window.
           * @example 10
           */
          "X-RateLimit-Limit": number;
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset.2"];
          /** @description Length of the window, in seconds. */
          "X-RateLimit-Window"?: number;
          "Retry-After": components["headers"]["Retry-After"];
          [name: string]: unknown;
        };
        content: {
          "application/json": ErrorOf<"RATE_LIMIT_EXCEEDED">;
        };
      };
    };
  };
  deleteWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Identifier of the registration.
         * @example wh_4Zr7NcX1mPq9TsGb
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The identifier of the deleted registration. */
      200: {
        headers: {
          /** @description Requests that the operation allows in a window. */
          "X-RateLimit-Limit"?: number;
          /** @description Requests left in the current window. */
          "X-RateLimit-Remaining"?: number;
          /** @description When the current window ends, in epoch seconds. */
          "X-RateLimit-Reset"?: number;
          /** @description Length of the window, in seconds. */
          "X-RateLimit-Window"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeletedWebhookEnvelope"];
        };
      };
      /**
       * @description - `INVALID_TOKEN`: The token is missing, cannot be read or was not issued by the service.
       *     - `TOKEN_EXPIRED`: The token has expired.
       */
      401: {
        headers: {
          "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
          [name: string]: unknown;
        };
        content: {
          "application/json": ErrorOf<"INVALID_TOKEN" | "TOKEN_EXPIRED">;
        };
      };
      /**
       * @description `WEBHOOK_NOT_FOUND`: There is no webhook with this id. Webhooks of other companies are not
       *   found, nor is an id that is not valid UTF-8 text.
       */
      404: {
        headers: {
          /** @description Requests that the operation allows in a window. */
          "X-RateLimit-Limit"?: number;
          /** @description Requests left in the current window. */
          "X-RateLimit-Remaining"?: number;
          /** @description When the current window ends, in epoch seconds. */
          "X-RateLimit-Reset"?: number;
          /** @description Length of the window, in seconds. */
          "X-RateLimit-Window"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": ErrorOf<"WEBHOOK_NOT_FOUND">;
        };
      };
      /**
       * @description `RATE_LIMIT_EXCEEDED`: The caller made more requests than the operation allows in a window.
       */
      429: {
        headers: {
          /**
           * @description Requests that the operation allows in a window.
           * @example 10
           */
          "X-RateLimit-Limit": number;
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset.2"];
          /** @description Length of the window, in seconds. */
          "X-RateLimit-Window"?: number;
          "Retry-After": components["headers"]["Retry-After"];
          [name: string]: unknown;
        };
        content: {
          "application/json": ErrorOf<"RATE_LIMIT_EXCEEDED">;
        };
      };
    };
  };
  transactionCreated: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Proof that the notification comes from the service, with the secret of the registration,
         *   or of the company for a `postbackUrl`. Checking it is optional for the receiver. A provider may use
         *   another name for the header.
         * @example t=1795186931,v1=2410228635a0f8f705201f37046e32940a112992c09d50de4968bbfdf4a6f237
         */
        "Pix-Signature"?: components["parameters"]["Pix-Signature"];
      };
      path?: never;
      cookie?: never;
    };
    /** @description The notification. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["TransactionCreatedNotification"];
      };
    };
    responses: {
      /** @description The notification was received. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The notification was not received, as with any other response that is not a success. */
      "4XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  transactionPaid: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Proof that the notification comes from the service, with the secret of the registration,
         *   or of the company for a `postbackUrl`. Checking it is optional for the receiver. A provider may use
         *   another name for the header.
         * @example t=1795186931,v1=2410228635a0f8f705201f37046e32940a112992c09d50de4968bbfdf4a6f237
         */
        "Pix-Signature"?: components["parameters"]["Pix-Signature"];
      };
      path?: never;
      cookie?: never;
    };
    /** @description The notification. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["TransactionPaidNotification"];
      };
    };
    responses: {
      /** @description The notification was received. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The notification was not received, as with any other response that is not a success. */
      "4XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  transactionCanceled: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Proof that the notification comes from the service, with the secret of the registration,
         *   or of the company for a `postbackUrl`. Checking it is optional for the receiver. A provider may use
         *   another name for the header.
         * @example t=1795186931,v1=2410228635a0f8f705201f37046e32940a112992c09d50de4968bbfdf4a6f237
         */
        "Pix-Signature"?: components["parameters"]["Pix-Signature"];
      };
      path?: never;
      cookie?: never;
    };
    /** @description The notification. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["TransactionCanceledNotification"];
      };
    };
    responses: {
      /** @description The notification was received. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The notification was not received, as with any other response that is not a success. */
      "4XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  transactionRefunded: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Proof that the notification comes from the service, with the secret of the registration,
         *   or of the company for a `postbackUrl`. Checking it is optional for the receiver. A provider may use
         *   another name for the header.
         * @example t=1795186931,v1=2410228635a0f8f705201f37046e32940a112992c09d50de4968bbfdf4a6f237
         */
        "Pix-Signature"?: components["parameters"]["Pix-Signature"];
      };
      path?: never;
      cookie?: never;
    };
    /** @description The notification. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["TransactionRefundedNotification"];
      };
    };
    responses: {
      /** @description The notification was received. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The notification was not received, as with any other response that is not a success. */
      "4XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  transferCreated: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Proof that the notification comes from the service, with the secret of the registration,
         *   or of the company for a `postbackUrl`. Checking it is optional for the receiver. A provider may use
         *   another name for the header.
         * @example t=1795186931,v1=2410228635a0f8f705201f37046e32940a112992c09d50de4968bbfdf4a6f237
         */
        "Pix-Signature"?: components["parameters"]["Pix-Signature"];
      };
      path?: never;
      cookie?: never;
    };
    /** @description The notification. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["TransferCreatedNotification"];
      };
    };
    responses: {
      /** @description The notification was received. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The notification was not received, as with any other response that is not a success. */
      "4XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  transferUpdated: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Proof that the notification comes from the service, with the secret of the registration,
         *   or of the company for a `postbackUrl`. Checking it is optional for the receiver. A provider may use
         *   another name for the header.
         * @example t=1795186931,v1=2410228635a0f8f705201f37046e32940a112992c09d50de4968bbfdf4a6f237
         */
        "Pix-Signature"?: components["parameters"]["Pix-Signature"];
      };
      path?: never;
      cookie?: never;
    };
    /** @description The notification. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["TransferUpdatedNotification"];
      };
    };
    responses: {
      /** @description The notification was received. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The notification was not received, as with any other response that is not a success. */
      "4XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  transferCompleted: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Proof that the notification comes from the service, with the secret of the registration,
         *   or of the company for a `postbackUrl`. Checking it is optional for the receiver. A provider may use
         *   another name for the header.
         * @example t=1795186931,v1=2410228635a0f8f705201f37046e32940a112992c09d50de4968bbfdf4a6f237
         */
        "Pix-Signature"?: components["parameters"]["Pix-Signature"];
      };
      path?: never;
      cookie?: never;
    };
    /** @description The notification. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["TransferCompletedNotification"];
      };
    };
    responses: {
      /** @description The notification was received. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The notification was not received, as with any other response that is not a success. */
      "4XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  transferCanceled: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Proof that the notification comes from the service, with the secret of the registration,
         *   or of the company for a `postbackUrl`. Checking it is optional for the receiver. A provider may use
         *   another name for the header.
         * @example t=1795186931,v1=2410228635a0f8f705201f37046e32940a112992c09d50de4968bbfdf4a6f237
         */
        "Pix-Signature"?: components["parameters"]["Pix-Signature"];
      };
      path?: never;
      cookie?: never;
    };
    /** @description The notification. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["TransferCanceledNotification"];
      };
    };
    responses: {
      /** @description The notification was received. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The notification was not received, as with any other response that is not a success. */
      "4XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
/** The `details` of an error, by its code. */
export interface ErrorDetails {
  INVALID_AMOUNT: Record<string, unknown> | undefined;
  INVALID_DOCUMENT: Record<string, unknown> | undefined;
  INVALID_EMAIL: Record<string, unknown> | undefined;
  INVALID_PIX_KEY: Record<string, unknown> | undefined;
  MALFORMED_CREDENTIALS: Record<string, unknown> | undefined;
  MALFORMED_JSON: Record<string, unknown> | undefined;
  MALFORMED_REQUEST: Record<string, unknown> | undefined;
  MISSING_IDEMPOTENCY_KEY: Record<string, unknown> | undefined;
  VALIDATION_ERROR: components["schemas"]["InvalidField"][] | undefined;
  INVALID_CREDENTIALS: Record<string, unknown> | undefined;
  INVALID_TOKEN: Record<string, unknown> | undefined;
  TOKEN_EXPIRED: Record<string, unknown> | undefined;
  INSUFFICIENT_BALANCE: Record<string, unknown> | undefined;
  ACCOUNT_SUSPENDED: Record<string, unknown> | undefined;
  NOT_FOUND: Record<string, unknown> | undefined;
  TRANSACTION_NOT_FOUND: Record<string, unknown> | undefined;
  TRANSFER_NOT_FOUND: Record<string, unknown> | undefined;
  WEBHOOK_NOT_FOUND: Record<string, unknown> | undefined;
  METHOD_NOT_ALLOWED: Record<string, unknown> | undefined;
  REQUEST_TIMEOUT: Record<string, unknown> | undefined;
  DUPLICATE_IDEMPOTENCY_KEY: Record<string, unknown> | undefined;
  PAYLOAD_TOO_LARGE: Record<string, unknown> | undefined;
  UNSUPPORTED_MEDIA_TYPE: Record<string, unknown> | undefined;
  AMOUNT_TOO_HIGH: Record<string, unknown> | undefined;
  AMOUNT_TOO_LOW: Record<string, unknown> | undefined;
  DAILY_LIMIT_EXCEEDED: Record<string, unknown> | undefined;
  RECIPIENT_UNAVAILABLE: Record<string, unknown> | undefined;
  WEBHOOK_LIMIT_EXCEEDED: Record<string, unknown> | undefined;
  RATE_LIMIT_EXCEEDED: components["schemas"]["RateLimitDetails"];
  HEADERS_TOO_LARGE: Record<string, unknown> | undefined;
  INTERNAL_ERROR: Record<string, unknown> | undefined;
  NOT_IMPLEMENTED: Record<string, unknown> | undefined;
}
/** The body of an error with one of some codes: testing `error.code` gives `error.details` their type. */
export type ErrorOf<Code extends keyof ErrorDetails> = Omit<components["schemas"]["ErrorBody"], "error"> & {
  error: {
    [One in Code]: { code: One; message: string } & (undefined extends ErrorDetails[One]
      ? { details?: ErrorDetails[One] }
      : { details: ErrorDetails[One] });
  }[Code];
};
