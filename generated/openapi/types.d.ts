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
     *     There is no body. Counted against the limit even when the credentials are wrong.
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
     *     An amount out of bounds is answered with 422 here; on PIX OUT the same mistake is a 400.
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
     * The idempotency key makes the call safe to repeat: the same key with the same body is answered as the first
     * time,
     * with `Idempotent-Replayed: true`; the same key with another body, or while the first request still runs, is a
     * 409.
     * Keys are remembered for 24 hours, for each company on its own. Successes, `INVALID_PIX_KEY` and every 402 and
     * 422
     * are remembered; other errors leave the key free. The document states both that a repeat has no side effects
     * and
     * that it is a 409, so a client has to bear a provider that answers every repeat with 409: after a failure that
     * left
     *     the outcome open, a 409 means that the first request was accepted.
     *
     *     An amount out of bounds is answered with 400 here; on PIX IN the same mistake is a 422.
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
     * @description Look up a charge, to learn whether it was paid. No rate limit is documented.
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
     * @description Look up a transfer, to learn how it ended. No rate limit is documented.
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
     * @description List the company's registrations. Whether the call knows query parameters is not documented.
     */
    get: operations["listWebhooks"];
    put?: never;
    /**
     * Create a webhook
     * @description Register a URL that is told of every event, or of those that are listed.
     *
     * Registrations and the `postbackUrl` of an operation do not hide each other: both are told. A company may have
     * at
     *     most 10 registrations.
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
     * @description Delete a registration. It is told of nothing from then on.
     */
    delete: operations["deleteWebhook"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface webhooks {
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
     * @description A transfer changed its status: on each change to a status that is not final, and when a transfer
     * is refused.
     */
    post: operations["transferUpdated"];
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
     * @description The account of the company is suspended.
     * @example {
     *       "success": false,
     *       "error": {
     *         "code": "ACCOUNT_SUSPENDED",
     *         "message": "The account is suspended."
     *       },
     *       "timestamp": "2026-11-20T15:00:00Z"
     *     }
     */
    AccountSuspended: {
      /**
       * @description Always `false`.
       * @enum {boolean}
       */
      success: false;
      /** @description What went wrong. */
      error: {
        /**
         * @description Code for programs.
         * @enum {string}
         */
        code: "ACCOUNT_SUSPENDED";
        /** @description Text for people; programs should not depend on it. */
        message: string;
        /** @description Further facts, where there are any. */
        details?: {
          [key: string]: unknown;
        };
      };
      /**
       * Format: date-time
       * @description When the error was given, ISO 8601 in UTC.
       */
      timestamp: string;
    };
    /**
     * @description Kind of a bank account.
     * @enum {string}
     */
    AccountType: "CHECKING" | "SAVINGS" | "PAYMENT" | "SALARY";
    /**
     * Format: int64
     * @description Amount of a payment in centavos (1/100 of a real): from 1 (R$ 0.01) to 1000000000 (R$
     * 10,000,000.00).
     */
    Amount: number;
    /**
     * @description The amount of a charge is above the maximum. On PIX OUT the same mistake is a 400
     * `INVALID_AMOUNT`.
     * @example {
     *       "success": false,
     *       "error": {
     *         "code": "AMOUNT_TOO_HIGH",
     *         "message": "The amount is above the maximum of 1000000000 centavos.",
     *         "details": {
     *           "path": "amountInCents",
     *           "maximum": 1000000000
     *         }
     *       },
     *       "timestamp": "2026-11-20T15:00:00Z"
     *     }
     */
    AmountTooHigh: {
      /**
       * @description Always `false`.
       * @enum {boolean}
       */
      success: false;
      /** @description What went wrong. */
      error: {
        /**
         * @description Code for programs.
         * @enum {string}
         */
        code: "AMOUNT_TOO_HIGH";
        /** @description Text for people; programs should not depend on it. */
        message: string;
        /** @description Further facts, where there are any. */
        details?: {
          [key: string]: unknown;
        };
      };
      /**
       * Format: date-time
       * @description When the error was given, ISO 8601 in UTC.
       */
      timestamp: string;
    };
    /**
     * @description The amount of a charge is below the minimum. On PIX OUT the same mistake is a 400
     * `INVALID_AMOUNT`.
     * @example {
     *       "success": false,
     *       "error": {
     *         "code": "AMOUNT_TOO_LOW",
     *         "message": "The amount is below the minimum of 1 centavo.",
     *         "details": {
     *           "path": "amountInCents",
     *           "minimum": 1
     *         }
     *       },
     *       "timestamp": "2026-11-20T15:00:00Z"
     *     }
     */
    AmountTooLow: {
      /**
       * @description Always `false`.
       * @enum {boolean}
       */
      success: false;
      /** @description What went wrong. */
      error: {
        /**
         * @description Code for programs.
         * @enum {string}
         */
        code: "AMOUNT_TOO_LOW";
        /** @description Text for people; programs should not depend on it. */
        message: string;
        /** @description Further facts, where there are any. */
        details?: {
          [key: string]: unknown;
        };
      };
      /**
       * Format: date-time
       * @description When the error was given, ISO 8601 in UTC.
       */
      timestamp: string;
    };
    /** @description Where a customer is billed. */
    BillingAddress: {
      /**
       * @description Street, without the number.
       * @example Avenida Paulista
       */
      street?: string;
      /**
       * @description House number; text, because it may carry letters.
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
     * @description PIX copy-and-paste code: the BR Code of a dynamic charge, at most 512 characters, with the CRC
     * in its last four.
     *     The amount is not in it: the payer's bank reads it behind the URL inside.
     */
    BrCode: string;
    /**
     * Format: int64
     * @description Money in centavos (1/100 of a real).
     */
    Centavos: number;
    /** @description A charge, as the answer to its creation shows it. */
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
       * @description Fee that the service takes, in centavos.
       * @example 75
       */
      fees: components["schemas"]["Centavos"];
      /**
       * @description Amount of the charge, in centavos.
       * @example 4990
       */
      amount?: components["schemas"]["Centavos"];
    };
    /** @description Every success but that of the auth call. */
    ChargeEnvelope: {
      /**
       * @description Always `true`.
       * @enum {boolean}
       */
      success: true;
      /** @description Text for people; programs should not depend on it. */
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
       * accepts either form.
       */
      qrCode: string;
    };
    /** @description A charge to create. */
    ChargeRequest: {
      /**
       * @description Amount of the charge in centavos (1/100 of a real), from 1 to 1000000000; outside of these a
       * 422, not a 400.
       * @example 4990
       */
      amountInCents: components["schemas"]["Amount"];
      /** @description Who is to pay. */
      customer: components["schemas"]["Customer"];
      /**
       * @description What the payer reads beside the charge, at most 140 characters; empty where there is nothing
       * to read.
       * @default
       * @example Pedido 1042
       */
      description?: components["schemas"]["Description"];
      /**
       * @description URL that receives the notifications of this charge.
       * @example https://shop.example.com/pix/notifications
       */
      postbackUrl?: components["schemas"]["NotificationUrl"];
      /** @description What is sold with the charge. */
      items?: components["schemas"]["Item"][];
    };
    /**
     * Format: cnpj
     * @description PIX key that is a CNPJ: 12 digits or upper-case letters and two check digits.
     */
    CnpjKey: string;
    /** @description A transfer that was completed. */
    CompletedTransfer: {
      /**
       * @description Identifier of the transfer.
       * @example trf_8Hn3WsT6yJq1VdKe
       */
      id: string;
      /**
       * @description Amount that leaves the balance, in centavos.
       * @example 150000
       */
      amount: components["schemas"]["Centavos"];
      /**
       * @description Amount that reaches the recipient, in centavos.
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
       * @description `completed`.
       * @enum {string}
       */
      status: "completed";
      /** @description How the transfer appears in the PIX scheme. */
      pix: components["schemas"]["CompletedTransferPix"];
    };
    /** @description A completed transfer in the PIX scheme. */
    CompletedTransferPix: {
      /** @description Identifier of the payment in the PIX scheme. */
      endToEndId: components["schemas"]["EndToEndId"];
      /** @description Account that received the transfer, or `null`. */
      creditorAccount: {
        [key: string]: unknown;
      } | null;
    };
    /**
     * Format: cpf
     * @description PIX key that is a CPF: 11 digits, the last two of which are check digits.
     */
    CpfKey: string;
    /** @description A registered URL with the secret that signs its notifications, which is shown this once. */
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
      url: components["schemas"]["NotificationUrl"];
      /**
       * @description Events that are told of; all of them where empty.
       * @example [
       *       "transaction_paid",
       *       "transfer_completed"
       *     ]
       */
      events: components["schemas"]["NotificationEvent"][];
      /**
       * @description Name of the registration, for people.
       * @example Loja
       */
      name: string;
      /**
       * @description Whether notifications are sent; switched off after 5 days of nothing but failures.
       * @example true
       */
      active: boolean;
      /**
       * Format: date-time
       * @description When the URL was registered, ISO 8601 in UTC.
       * @example 2026-11-20T15:00:00Z
       */
      createdAt: string;
      /**
       * @description Secret that signs the notifications of this registration; shown this once.
       * @example whsec_9fT2kLmV7xQ4bNzR8sYc1WdHpJ6aEu30
       */
      secret: string;
    };
    /** @description Every success but that of the auth call. */
    CreatedWebhookEnvelope: {
      /**
       * @description Always `true`.
       * @enum {boolean}
       */
      success: true;
      /** @description Text for people; programs should not depend on it. */
      message: string;
      /** @description The result. */
      data: components["schemas"]["CreatedWebhook"];
    };
    /**
     * @description Currency of an amount.
     * @enum {string}
     */
    Currency: "BRL";
    /** @description Who is to pay a charge. */
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
       * @description CPF (11 digits) or CNPJ (14 digits) as `documentType` says, digits only, with correct check
       * digits.
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
    /**
     * @description The transfer would exceed the daily limit, whose figure is not documented.
     * @example {
     *       "success": false,
     *       "error": {
     *         "code": "DAILY_LIMIT_EXCEEDED",
     *         "message": "The daily limit for transfers is exceeded."
     *       },
     *       "timestamp": "2026-11-20T15:00:00Z"
     *     }
     */
    DailyLimitExceeded: {
      /**
       * @description Always `false`.
       * @enum {boolean}
       */
      success: false;
      /** @description What went wrong. */
      error: {
        /**
         * @description Code for programs.
         * @enum {string}
         */
        code: "DAILY_LIMIT_EXCEEDED";
        /** @description Text for people; programs should not depend on it. */
        message: string;
        /** @description Further facts, where there are any. */
        details?: {
          [key: string]: unknown;
        };
      };
      /**
       * Format: date-time
       * @description When the error was given, ISO 8601 in UTC.
       */
      timestamp: string;
    };
    /** @description What is left of a deleted registration. */
    DeletedWebhook: {
      /**
       * @description Identifier of the registration that was deleted.
       * @example wh_4Zr7NcX1mPq9TsGb
       */
      id: string;
      /**
       * @description Always `true`.
       * @enum {boolean}
       */
      deleted: true;
    };
    /** @description Every success but that of the auth call. */
    DeletedWebhookEnvelope: {
      /**
       * @description Always `true`.
       * @enum {boolean}
       */
      success: true;
      /** @description Text for people; programs should not depend on it. */
      message: string;
      /** @description The result. */
      data: components["schemas"]["DeletedWebhook"];
    };
    /** @description Free text of a payment, at most 140 characters. */
    Description: string;
    /**
     * @description Kind of a Brazilian tax document.
     * @enum {string}
     */
    DocumentType: "cpf" | "cnpj";
    /**
     * @description The idempotency key was used before. After a failure that leaves the outcome open, this means
     * that the first request
     *     was accepted, never that nothing happened.
     * @example {
     *       "success": false,
     *       "error": {
     *         "code": "DUPLICATE_IDEMPOTENCY_KEY",
     *         "message": "The idempotency key was already used."
     *       },
     *       "timestamp": "2026-11-20T15:00:00Z"
     *     }
     */
    DuplicateIdempotencyKey: {
      /**
       * @description Always `false`.
       * @enum {boolean}
       */
      success: false;
      /** @description What went wrong. */
      error: {
        /**
         * @description Code for programs.
         * @enum {string}
         */
        code: "DUPLICATE_IDEMPOTENCY_KEY";
        /** @description Text for people; programs should not depend on it. */
        message: string;
        /** @description Further facts, where there are any. */
        details?: {
          [key: string]: unknown;
        };
      };
      /**
       * Format: date-time
       * @description When the error was given, ISO 8601 in UTC.
       */
      timestamp: string;
    };
    /**
     * Format: pix-email
     * @description PIX key that is an e-mail address, in lower case and of at most 77 characters.
     */
    EmailKey: string;
    /**
     * Format: end-to-end-id
     * @description Identifier of a payment in the PIX scheme: `E`, the ISPB of the paying institution (8), the
     * minute of the payment
     *     in UTC as `yyyyMMddHHmm` (12) and 11 letters or digits: 32 characters, upper and lower case distinct.
     */
    EndToEndId: string;
    /**
     * @description The headers of the request are too large. No operation promises it.
     * @example {
     *       "success": false,
     *       "error": {
     *         "code": "HEADERS_TOO_LARGE",
     *         "message": "The headers are too large."
     *       },
     *       "timestamp": "2026-11-20T15:00:00Z"
     *     }
     */
    HeadersTooLarge: {
      /**
       * @description Always `false`.
       * @enum {boolean}
       */
      success: false;
      /** @description What went wrong. */
      error: {
        /**
         * @description Code for programs.
         * @enum {string}
         */
        code: "HEADERS_TOO_LARGE";
        /** @description Text for people; programs should not depend on it. */
        message: string;
        /** @description Further facts, where there are any. */
        details?: {
          [key: string]: unknown;
        };
      };
      /**
       * Format: date-time
       * @description When the error was given, ISO 8601 in UTC.
       */
      timestamp: string;
    };
    /**
     * @description The balance does not cover the transfer.
     * @example {
     *       "success": false,
     *       "error": {
     *         "code": "INSUFFICIENT_BALANCE",
     *         "message": "The balance is too low for this transfer."
     *       },
     *       "timestamp": "2026-11-20T15:00:00Z"
     *     }
     */
    InsufficientBalance: {
      /**
       * @description Always `false`.
       * @enum {boolean}
       */
      success: false;
      /** @description What went wrong. */
      error: {
        /**
         * @description Code for programs.
         * @enum {string}
         */
        code: "INSUFFICIENT_BALANCE";
        /** @description Text for people; programs should not depend on it. */
        message: string;
        /** @description Further facts, where there are any. */
        details?: {
          [key: string]: unknown;
        };
      };
      /**
       * Format: date-time
       * @description When the error was given, ISO 8601 in UTC.
       */
      timestamp: string;
    };
    /**
     * @description Something went wrong inside the service. No operation promises it.
     * @example {
     *       "success": false,
     *       "error": {
     *         "code": "INTERNAL_ERROR",
     *         "message": "Something went wrong."
     *       },
     *       "timestamp": "2026-11-20T15:00:00Z"
     *     }
     */
    InternalError: {
      /**
       * @description Always `false`.
       * @enum {boolean}
       */
      success: false;
      /** @description What went wrong. */
      error: {
        /**
         * @description Code for programs.
         * @enum {string}
         */
        code: "INTERNAL_ERROR";
        /** @description Text for people; programs should not depend on it. */
        message: string;
        /** @description Further facts, where there are any. */
        details?: {
          [key: string]: unknown;
        };
      };
      /**
       * Format: date-time
       * @description When the error was given, ISO 8601 in UTC.
       */
      timestamp: string;
    };
    /**
     * @description The amount of a transfer is out of bounds. On PIX IN the same mistake is a 422.
     * @example {
     *       "success": false,
     *       "error": {
     *         "code": "INVALID_AMOUNT",
     *         "message": "The amount has to be from 1 to 1000000000 centavos.",
     *         "details": {
     *           "path": "amount",
     *           "minimum": 1,
     *           "maximum": 1000000000
     *         }
     *       },
     *       "timestamp": "2026-11-20T15:00:00Z"
     *     }
     */
    InvalidAmount: {
      /**
       * @description Always `false`.
       * @enum {boolean}
       */
      success: false;
      /** @description What went wrong. */
      error: {
        /**
         * @description Code for programs.
         * @enum {string}
         */
        code: "INVALID_AMOUNT";
        /** @description Text for people; programs should not depend on it. */
        message: string;
        /** @description Further facts, where there are any. */
        details?: {
          [key: string]: unknown;
        };
      };
      /**
       * Format: date-time
       * @description When the error was given, ISO 8601 in UTC.
       */
      timestamp: string;
    };
    /**
     * @description API key or secret are missing or wrong.
     * @example {
     *       "success": false,
     *       "error": {
     *         "code": "INVALID_CREDENTIALS",
     *         "message": "The API key or secret is wrong."
     *       },
     *       "timestamp": "2026-11-20T15:00:00Z"
     *     }
     */
    InvalidCredentials: {
      /**
       * @description Always `false`.
       * @enum {boolean}
       */
      success: false;
      /** @description What went wrong. */
      error: {
        /**
         * @description Code for programs.
         * @enum {string}
         */
        code: "INVALID_CREDENTIALS";
        /** @description Text for people; programs should not depend on it. */
        message: string;
        /** @description Further facts, where there are any. */
        details?: {
          [key: string]: unknown;
        };
      };
      /**
       * Format: date-time
       * @description When the error was given, ISO 8601 in UTC.
       */
      timestamp: string;
    };
    /**
     * @description The customer's document is not a valid CPF or CNPJ.
     * @example {
     *       "success": false,
     *       "error": {
     *         "code": "INVALID_DOCUMENT",
     *         "message": "The document is not a valid CPF or CNPJ.",
     *         "details": {
     *           "path": "customer.document"
     *         }
     *       },
     *       "timestamp": "2026-11-20T15:00:00Z"
     *     }
     */
    InvalidDocument: {
      /**
       * @description Always `false`.
       * @enum {boolean}
       */
      success: false;
      /** @description What went wrong. */
      error: {
        /**
         * @description Code for programs.
         * @enum {string}
         */
        code: "INVALID_DOCUMENT";
        /** @description Text for people; programs should not depend on it. */
        message: string;
        /** @description Further facts, where there are any. */
        details?: {
          [key: string]: unknown;
        };
      };
      /**
       * Format: date-time
       * @description When the error was given, ISO 8601 in UTC.
       */
      timestamp: string;
    };
    /**
     * @description The customer's e-mail address is malformed.
     * @example {
     *       "success": false,
     *       "error": {
     *         "code": "INVALID_EMAIL",
     *         "message": "The e-mail address is malformed.",
     *         "details": {
     *           "path": "customer.email"
     *         }
     *       },
     *       "timestamp": "2026-11-20T15:00:00Z"
     *     }
     */
    InvalidEmail: {
      /**
       * @description Always `false`.
       * @enum {boolean}
       */
      success: false;
      /** @description What went wrong. */
      error: {
        /**
         * @description Code for programs.
         * @enum {string}
         */
        code: "INVALID_EMAIL";
        /** @description Text for people; programs should not depend on it. */
        message: string;
        /** @description Further facts, where there are any. */
        details?: {
          [key: string]: unknown;
        };
      };
      /**
       * Format: date-time
       * @description When the error was given, ISO 8601 in UTC.
       */
      timestamp: string;
    };
    /** @description A field that a request got wrong. */
    InvalidField: {
      /**
       * @description Where the field is: names and positions joined by dots, like `customer.email` or
       * `items.0.title`.
       * @example customer.name
       */
      path: string;
      /**
       * @description Rule that the field breaks, as the JSON Schema keyword.
       * @example required
       */
      rule?: string;
      /**
       * @description What is wrong, for people.
       * @example is required
       */
      message: string;
    };
    /**
     * @description The destination key is not a PIX key.
     * @example {
     *       "success": false,
     *       "error": {
     *         "code": "INVALID_PIX_KEY",
     *         "message": "The destination is not a valid PIX key.",
     *         "details": {
     *           "path": "pixKey"
     *         }
     *       },
     *       "timestamp": "2026-11-20T15:00:00Z"
     *     }
     */
    InvalidPixKey: {
      /**
       * @description Always `false`.
       * @enum {boolean}
       */
      success: false;
      /** @description What went wrong. */
      error: {
        /**
         * @description Code for programs.
         * @enum {string}
         */
        code: "INVALID_PIX_KEY";
        /** @description Text for people; programs should not depend on it. */
        message: string;
        /** @description Further facts, where there are any. */
        details?: {
          [key: string]: unknown;
        };
      };
      /**
       * Format: date-time
       * @description When the error was given, ISO 8601 in UTC.
       */
      timestamp: string;
    };
    /**
     * @description The token is missing or was never valid.
     * @example {
     *       "success": false,
     *       "error": {
     *         "code": "INVALID_TOKEN",
     *         "message": "The token is missing or invalid."
     *       },
     *       "timestamp": "2026-11-20T15:00:00Z"
     *     }
     */
    InvalidToken: {
      /**
       * @description Always `false`.
       * @enum {boolean}
       */
      success: false;
      /** @description What went wrong. */
      error: {
        /**
         * @description Code for programs.
         * @enum {string}
         */
        code: "INVALID_TOKEN";
        /** @description Text for people; programs should not depend on it. */
        message: string;
        /** @description Further facts, where there are any. */
        details?: {
          [key: string]: unknown;
        };
      };
      /**
       * Format: date-time
       * @description When the error was given, ISO 8601 in UTC.
       */
      timestamp: string;
    };
    /**
     * @description Something that is sold with a charge. The items' sum need not equal the amount of the charge.
     */
    Item: {
      /**
       * @description What is sold; not empty.
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
       * @description How many are sold, in pieces.
       * @example 2
       */
      quantity: number;
      /**
       * Format: int64
       * @description Price in centavos; the maximum is the largest integer that JSON carries exactly everywhere.
       * @example 2495
       */
      amountInCents: number;
    };
    /**
     * @description The `Authorization` header of the auth call cannot be read.
     * @example {
     *       "success": false,
     *       "error": {
     *         "code": "MALFORMED_CREDENTIALS",
     *         "message": "The Authorization header cannot be read."
     *       },
     *       "timestamp": "2026-11-20T15:00:00Z"
     *     }
     */
    MalformedCredentials: {
      /**
       * @description Always `false`.
       * @enum {boolean}
       */
      success: false;
      /** @description What went wrong. */
      error: {
        /**
         * @description Code for programs.
         * @enum {string}
         */
        code: "MALFORMED_CREDENTIALS";
        /** @description Text for people; programs should not depend on it. */
        message: string;
        /** @description Further facts, where there are any. */
        details?: {
          [key: string]: unknown;
        };
      };
      /**
       * Format: date-time
       * @description When the error was given, ISO 8601 in UTC.
       */
      timestamp: string;
    };
    /**
     * @description The body is not JSON.
     * @example {
     *       "success": false,
     *       "error": {
     *         "code": "MALFORMED_JSON",
     *         "message": "The body cannot be read as JSON."
     *       },
     *       "timestamp": "2026-11-20T15:00:00Z"
     *     }
     */
    MalformedJson: {
      /**
       * @description Always `false`.
       * @enum {boolean}
       */
      success: false;
      /** @description What went wrong. */
      error: {
        /**
         * @description Code for programs.
         * @enum {string}
         */
        code: "MALFORMED_JSON";
        /** @description Text for people; programs should not depend on it. */
        message: string;
        /** @description Further facts, where there are any. */
        details?: {
          [key: string]: unknown;
        };
      };
      /**
       * Format: date-time
       * @description When the error was given, ISO 8601 in UTC.
       */
      timestamp: string;
    };
    /**
     * @description What arrived is not HTTP. No operation promises it.
     * @example {
     *       "success": false,
     *       "error": {
     *         "code": "MALFORMED_REQUEST",
     *         "message": "The request cannot be read."
     *       },
     *       "timestamp": "2026-11-20T15:00:00Z"
     *     }
     */
    MalformedRequest: {
      /**
       * @description Always `false`.
       * @enum {boolean}
       */
      success: false;
      /** @description What went wrong. */
      error: {
        /**
         * @description Code for programs.
         * @enum {string}
         */
        code: "MALFORMED_REQUEST";
        /** @description Text for people; programs should not depend on it. */
        message: string;
        /** @description Further facts, where there are any. */
        details?: {
          [key: string]: unknown;
        };
      };
      /**
       * Format: date-time
       * @description When the error was given, ISO 8601 in UTC.
       */
      timestamp: string;
    };
    /**
     * @description The path has no operation with this method; the `Allow` header lists those that it has.
     * @example {
     *       "success": false,
     *       "error": {
     *         "code": "METHOD_NOT_ALLOWED",
     *         "message": "The path does not know this method."
     *       },
     *       "timestamp": "2026-11-20T15:00:00Z"
     *     }
     */
    MethodNotAllowed: {
      /**
       * @description Always `false`.
       * @enum {boolean}
       */
      success: false;
      /** @description What went wrong. */
      error: {
        /**
         * @description Code for programs.
         * @enum {string}
         */
        code: "METHOD_NOT_ALLOWED";
        /** @description Text for people; programs should not depend on it. */
        message: string;
        /** @description Further facts, where there are any. */
        details?: {
          [key: string]: unknown;
        };
      };
      /**
       * Format: date-time
       * @description When the error was given, ISO 8601 in UTC.
       */
      timestamp: string;
    };
    /**
     * @description The idempotency key is missing.
     * @example {
     *       "success": false,
     *       "error": {
     *         "code": "MISSING_IDEMPOTENCY_KEY",
     *         "message": "The header x-idempotency-key is required.",
     *         "details": {
     *           "path": "x-idempotency-key"
     *         }
     *       },
     *       "timestamp": "2026-11-20T15:00:00Z"
     *     }
     */
    MissingIdempotencyKey: {
      /**
       * @description Always `false`.
       * @enum {boolean}
       */
      success: false;
      /** @description What went wrong. */
      error: {
        /**
         * @description Code for programs.
         * @enum {string}
         */
        code: "MISSING_IDEMPOTENCY_KEY";
        /** @description Text for people; programs should not depend on it. */
        message: string;
        /** @description Further facts, where there are any. */
        details?: {
          [key: string]: unknown;
        };
      };
      /**
       * Format: date-time
       * @description When the error was given, ISO 8601 in UTC.
       */
      timestamp: string;
    };
    /**
     * @description No operation has this path.
     * @example {
     *       "success": false,
     *       "error": {
     *         "code": "NOT_FOUND",
     *         "message": "There is nothing at this path."
     *       },
     *       "timestamp": "2026-11-20T15:00:00Z"
     *     }
     */
    NotFound: {
      /**
       * @description Always `false`.
       * @enum {boolean}
       */
      success: false;
      /** @description What went wrong. */
      error: {
        /**
         * @description Code for programs.
         * @enum {string}
         */
        code: "NOT_FOUND";
        /** @description Text for people; programs should not depend on it. */
        message: string;
        /** @description Further facts, where there are any. */
        details?: {
          [key: string]: unknown;
        };
      };
      /**
       * Format: date-time
       * @description When the error was given, ISO 8601 in UTC.
       */
      timestamp: string;
    };
    /**
     * @description The service does not offer the operation yet. No operation promises it.
     * @example {
     *       "success": false,
     *       "error": {
     *         "code": "NOT_IMPLEMENTED",
     *         "message": "The operation is not implemented yet."
     *       },
     *       "timestamp": "2026-11-20T15:00:00Z"
     *     }
     */
    NotImplemented: {
      /**
       * @description Always `false`.
       * @enum {boolean}
       */
      success: false;
      /** @description What went wrong. */
      error: {
        /**
         * @description Code for programs.
         * @enum {string}
         */
        code: "NOT_IMPLEMENTED";
        /** @description Text for people; programs should not depend on it. */
        message: string;
        /** @description Further facts, where there are any. */
        details?: {
          [key: string]: unknown;
        };
      };
      /**
       * Format: date-time
       * @description When the error was given, ISO 8601 in UTC.
       */
      timestamp: string;
    };
    /**
     * @description What a notification tells of. A receiver has to ignore events that it does not know.
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
     * @description URL that receives notifications: `https:` only, at most 2048 characters.
     */
    NotificationUrl: string;
    /** @description A charge that a notification tells of. */
    NotifiedTransaction: {
      /**
       * @description Identifier of the charge.
       * @example txn_2pQ8Lk5vYx0RbZcN
       */
      id: string;
      /**
       * @description Amount of the charge, in centavos.
       * @example 4990
       */
      amount: components["schemas"]["Centavos"];
      /** @description Where the charge stands. */
      status: components["schemas"]["TransactionStatus"];
      /**
       * @description Fee that the service takes, in centavos.
       * @example 75
       */
      fees?: components["schemas"]["Centavos"];
      /** @description Identifier and payer of the payment; once paid. */
      pix?: components["schemas"]["PaymentPix"];
      /** @description How the payment was returned; once refunded. */
      refund?: components["schemas"]["Refund"];
    };
    /** @description A transfer that a notification tells of. */
    NotifiedTransfer: {
      /**
       * @description Identifier of the transfer.
       * @example trf_8Hn3WsT6yJq1VdKe
       */
      id: string;
      /**
       * @description Amount that leaves the balance, in centavos.
       * @example 150000
       */
      amount: components["schemas"]["Centavos"];
      /** @description Where the transfer stands. */
      status: components["schemas"]["TransferStatus"];
      /**
       * @description Amount that reaches the recipient, in centavos.
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
       * @description Why the transfer was refused or canceled; on those alone.
       * @example Conta do destinatário encerrada
       */
      reason?: string;
      /** @description How the transfer appears in the PIX scheme; once it does. */
      pix?: components["schemas"]["TransferPix"];
    };
    /** @description A charge that was paid. */
    PaidTransaction: {
      /**
       * @description Identifier of the charge.
       * @example txn_2pQ8Lk5vYx0RbZcN
       */
      id: string;
      /**
       * @description Amount of the charge, in centavos.
       * @example 4990
       */
      amount: components["schemas"]["Centavos"];
      /**
       * @description `paid`.
       * @enum {string}
       */
      status: "paid";
      /** @description Identifier and payer of the payment. */
      pix: components["schemas"]["PaymentPix"];
      /**
       * @description Fee that the service takes, in centavos.
       * @example 75
       */
      fees?: components["schemas"]["Centavos"];
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
       * @description Tax document of the payer.
       * @example 52998224725
       */
      document: string;
      /** @description Kind of the account. */
      account_type: components["schemas"]["AccountType"];
      /**
       * @description Number of the account.
       * @example 12345678
       */
      account_number: string;
    };
    /**
     * @description The body is too large.
     * @example {
     *       "success": false,
     *       "error": {
     *         "code": "PAYLOAD_TOO_LARGE",
     *         "message": "The body is larger than 256 KiB.",
     *         "details": {
     *           "limit": 262144
     *         }
     *       },
     *       "timestamp": "2026-11-20T15:00:00Z"
     *     }
     */
    PayloadTooLarge: {
      /**
       * @description Always `false`.
       * @enum {boolean}
       */
      success: false;
      /** @description What went wrong. */
      error: {
        /**
         * @description Code for programs.
         * @enum {string}
         */
        code: "PAYLOAD_TOO_LARGE";
        /** @description Text for people; programs should not depend on it. */
        message: string;
        /** @description Further facts, where there are any. */
        details?: {
          [key: string]: unknown;
        };
      };
      /**
       * Format: date-time
       * @description When the error was given, ISO 8601 in UTC.
       */
      timestamp: string;
    };
    /** @description A payment in the PIX scheme. */
    PaymentPix: {
      /** @description Identifier of the payment in the PIX scheme. */
      endToEndId: components["schemas"]["EndToEndId"];
      /** @description Who paid. */
      payerInfo: components["schemas"]["PayerInfo"];
    };
    /**
     * Format: pix-phone
     * @description PIX key that is a phone number, in international form with a leading plus sign.
     */
    PhoneKey: string;
    /**
     * @description Key under which an account is known in the PIX directory: CPF, CNPJ, phone, e-mail or random.
     */
    PixKey:
      | components["schemas"]["CpfKey"]
      | components["schemas"]["CnpjKey"]
      | components["schemas"]["PhoneKey"]
      | components["schemas"]["EmailKey"]
      | components["schemas"]["RandomKey"];
    /**
     * Format: uuid
     * @description Random PIX key: a lower-case UUID of any version.
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
    /**
     * @description The limit of the operation is reached; `message` names the seconds to wait.
     * @example {
     *       "success": false,
     *       "error": {
     *         "code": "RATE_LIMIT_EXCEEDED",
     *         "message": "Too many requests. Try again in 42 seconds.",
     *         "details": {
     *           "limit": 100,
     *           "window": 60,
     *           "retryAfter": 42
     *         }
     *       },
     *       "timestamp": "2026-11-20T15:00:00Z"
     *     }
     */
    RateLimitExceeded: {
      /**
       * @description Always `false`.
       * @enum {boolean}
       */
      success: false;
      /** @description What went wrong. */
      error: {
        /**
         * @description Code for programs.
         * @enum {string}
         */
        code: "RATE_LIMIT_EXCEEDED";
        /** @description Text for people that names the seconds to wait. */
        message: string;
        /** @description State of the limit. */
        details: components["schemas"]["RateLimitDetails"];
      };
      /**
       * Format: date-time
       * @description When the error was given, ISO 8601 in UTC.
       */
      timestamp: string;
    };
    /**
     * @description The recipient cannot receive the transfer.
     * @example {
     *       "success": false,
     *       "error": {
     *         "code": "RECIPIENT_UNAVAILABLE",
     *         "message": "The recipient is not available."
     *       },
     *       "timestamp": "2026-11-20T15:00:00Z"
     *     }
     */
    RecipientUnavailable: {
      /**
       * @description Always `false`.
       * @enum {boolean}
       */
      success: false;
      /** @description What went wrong. */
      error: {
        /**
         * @description Code for programs.
         * @enum {string}
         */
        code: "RECIPIENT_UNAVAILABLE";
        /** @description Text for people; programs should not depend on it. */
        message: string;
        /** @description Further facts, where there are any. */
        details?: {
          [key: string]: unknown;
        };
      };
      /**
       * Format: date-time
       * @description When the error was given, ISO 8601 in UTC.
       */
      timestamp: string;
    };
    /** @description How a payment was returned to the payer. */
    Refund: {
      /**
       * @description Amount that was returned, in centavos.
       * @example 4990
       */
      amount: components["schemas"]["Amount"];
      /**
       * @description Why it was returned.
       * @example Pedido cancelado pelo cliente
       */
      reason?: string;
      /**
       * Format: date-time
       * @description When it was returned, ISO 8601 in UTC.
       * @example 2026-11-21T09:30:00Z
       */
      refundedAt: string;
    };
    /**
     * @description The request took too long to arrive. No operation promises it.
     * @example {
     *       "success": false,
     *       "error": {
     *         "code": "REQUEST_TIMEOUT",
     *         "message": "The request took too long to arrive."
     *       },
     *       "timestamp": "2026-11-20T15:00:00Z"
     *     }
     */
    RequestTimeout: {
      /**
       * @description Always `false`.
       * @enum {boolean}
       */
      success: false;
      /** @description What went wrong. */
      error: {
        /**
         * @description Code for programs.
         * @enum {string}
         */
        code: "REQUEST_TIMEOUT";
        /** @description Text for people; programs should not depend on it. */
        message: string;
        /** @description Further facts, where there are any. */
        details?: {
          [key: string]: unknown;
        };
      };
      /**
       * Format: date-time
       * @description When the error was given, ISO 8601 in UTC.
       */
      timestamp: string;
    };
    /**
     * @description The token has expired: obtain a new one and repeat the call.
     * @example {
     *       "success": false,
     *       "error": {
     *         "code": "TOKEN_EXPIRED",
     *         "message": "The token has expired."
     *       },
     *       "timestamp": "2026-11-20T15:00:00Z"
     *     }
     */
    TokenExpired: {
      /**
       * @description Always `false`.
       * @enum {boolean}
       */
      success: false;
      /** @description What went wrong. */
      error: {
        /**
         * @description Code for programs.
         * @enum {string}
         */
        code: "TOKEN_EXPIRED";
        /** @description Text for people; programs should not depend on it. */
        message: string;
        /** @description Further facts, where there are any. */
        details?: {
          [key: string]: unknown;
        };
      };
      /**
       * Format: date-time
       * @description When the error was given, ISO 8601 in UTC.
       */
      timestamp: string;
    };
    /** @description A token and how long it lives. This answer has no envelope. */
    TokenResponse: {
      /**
       * @description Always `true`.
       * @enum {boolean}
       */
      success: true;
      /**
       * @description JWT to send as Bearer token. Its claims are the company's identity, the type `COMPANY`,
       * issue and expiry times.
       */
      token: string;
      /**
       * @description Scheme to send the token with.
       * @enum {string}
       */
      tokenType: "Bearer";
      /**
       * Format: int32
       * @description Lifetime of the token in milliseconds: 1800000 is 30 minutes.
       * @example 1800000
       */
      expiresIn: number;
    };
    /** @description A charge, as a lookup shows it. */
    Transaction: {
      /**
       * @description Identifier of the charge, unique.
       * @example txn_2pQ8Lk5vYx0RbZcN
       */
      id: string;
      /** @description Where the charge stands. */
      status: components["schemas"]["TransactionStatus"];
      /**
       * @description Amount of the charge, in centavos.
       * @example 4990
       */
      amount: components["schemas"]["Centavos"];
      /**
       * @description Fee that the service takes, in centavos.
       * @example 75
       */
      fees: components["schemas"]["Centavos"];
      /**
       * @description What the payer reads beside the charge; empty where there is nothing to read.
       * @example Pedido 1042
       */
      description: string;
      /** @description How the charge can be paid and, once it is, by whom it was. */
      pix: components["schemas"]["TransactionPix"];
      /**
       * Format: date-time
       * @description When the charge was created, ISO 8601 in UTC.
       * @example 2026-11-20T15:00:00Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When the charge last changed, ISO 8601 in UTC.
       * @example 2026-11-20T15:02:11Z
       */
      updatedAt: string;
      /**
       * Format: date-time
       * @description When the charge was paid, ISO 8601 in UTC; once paid.
       * @example 2026-11-20T15:02:11Z
       */
      paidAt?: string;
      /**
       * Format: date-time
       * @description When the charge expires unpaid, ISO 8601 in UTC.
       * @example 2026-11-21T03:00:00Z
       */
      expiresAt: string;
      /** @description How the payment was returned; once refunded. */
      refund?: components["schemas"]["Refund"];
    };
    /** @description A charge was canceled, or expired without payment. */
    TransactionCanceledNotification: {
      /**
       * @description Identifier of the notification, the same on every retry, so that a receiver can drop
       * repeats. The document allows
       *     the object's own identifier here: do not rely on the prefix `wh_`.
       * @example wh_9Kd2RtBv6LxZpQ3m
       */
      id: string;
      /**
       * @description What the notification tells of, and the name of the field that holds it.
       * @enum {string}
       */
      type: "transaction";
      /**
       * @description What happened.
       * @enum {string}
       */
      event: "transaction_canceled";
      /** @description Why this URL receives the notification. */
      scope?: components["schemas"]["NotificationScope"];
      /** @description The charge. */
      transaction: components["schemas"]["NotifiedTransaction"];
    };
    /** @description A charge was created. */
    TransactionCreatedNotification: {
      /**
       * @description Identifier of the notification, the same on every retry, so that a receiver can drop
       * repeats. The document allows
       *     the object's own identifier here: do not rely on the prefix `wh_`.
       * @example wh_9Kd2RtBv6LxZpQ3m
       */
      id: string;
      /**
       * @description What the notification tells of, and the name of the field that holds it.
       * @enum {string}
       */
      type: "transaction";
      /**
       * @description What happened.
       * @enum {string}
       */
      event: "transaction_created";
      /** @description Why this URL receives the notification. */
      scope?: components["schemas"]["NotificationScope"];
      /** @description The charge. */
      transaction: components["schemas"]["NotifiedTransaction"];
    };
    /** @description Every success but that of the auth call. */
    TransactionEnvelope: {
      /**
       * @description Always `true`.
       * @enum {boolean}
       */
      success: true;
      /** @description Text for people; programs should not depend on it. */
      message: string;
      /** @description The result. */
      data: components["schemas"]["Transaction"];
    };
    /**
     * @description The company has no charge with this id.
     * @example {
     *       "success": false,
     *       "error": {
     *         "code": "TRANSACTION_NOT_FOUND",
     *         "message": "There is no transaction with this id."
     *       },
     *       "timestamp": "2026-11-20T15:00:00Z"
     *     }
     */
    TransactionNotFound: {
      /**
       * @description Always `false`.
       * @enum {boolean}
       */
      success: false;
      /** @description What went wrong. */
      error: {
        /**
         * @description Code for programs.
         * @enum {string}
         */
        code: "TRANSACTION_NOT_FOUND";
        /** @description Text for people; programs should not depend on it. */
        message: string;
        /** @description Further facts, where there are any. */
        details?: {
          [key: string]: unknown;
        };
      };
      /**
       * Format: date-time
       * @description When the error was given, ISO 8601 in UTC.
       */
      timestamp: string;
    };
    /** @description A charge was paid. */
    TransactionPaidNotification: {
      /**
       * @description Identifier of the notification, the same on every retry, so that a receiver can drop
       * repeats. The document allows
       *     the object's own identifier here: do not rely on the prefix `wh_`.
       * @example wh_9Kd2RtBv6LxZpQ3m
       */
      id: string;
      /**
       * @description What the notification tells of, and the name of the field that holds it.
       * @enum {string}
       */
      type: "transaction";
      /**
       * @description What happened.
       * @enum {string}
       */
      event: "transaction_paid";
      /** @description Why this URL receives the notification. */
      scope?: components["schemas"]["NotificationScope"];
      /** @description The charge. */
      transaction: components["schemas"]["PaidTransaction"];
    };
    /** @description How a charge can be paid and, once it is, by whom it was. */
    TransactionPix: {
      /** @description PIX copy-and-paste code, for the payer's bank app. */
      emv: components["schemas"]["BrCode"];
      /**
       * Format: png-base64
       * @description The same code as a QR code: a PNG image in Base64, without a `data:` prefix. A client
       * accepts either form.
       */
      qrCode: string;
      /** @description Identifier of the payment in the PIX scheme; once paid. */
      endToEndId?: components["schemas"]["EndToEndId"];
      /** @description Who paid; once paid. */
      payerInfo?: components["schemas"]["PayerInfo"];
    };
    /** @description A paid charge was refunded. */
    TransactionRefundedNotification: {
      /**
       * @description Identifier of the notification, the same on every retry, so that a receiver can drop
       * repeats. The document allows
       *     the object's own identifier here: do not rely on the prefix `wh_`.
       * @example wh_9Kd2RtBv6LxZpQ3m
       */
      id: string;
      /**
       * @description What the notification tells of, and the name of the field that holds it.
       * @enum {string}
       */
      type: "transaction";
      /**
       * @description What happened.
       * @enum {string}
       */
      event: "transaction_refunded";
      /** @description Why this URL receives the notification. */
      scope?: components["schemas"]["NotificationScope"];
      /** @description The charge. */
      transaction: components["schemas"]["NotifiedTransaction"];
    };
    /**
     * @description Where a charge stands.
     * @enum {string}
     */
    TransactionStatus: "pending" | "paid" | "canceled" | "refunded";
    /** @description A transfer, as a lookup shows it. */
    Transfer: {
      /**
       * @description Identifier of the transfer, unique.
       * @example trf_8Hn3WsT6yJq1VdKe
       */
      id: string;
      /** @description Where the transfer stands: `queued` on creation. */
      status: components["schemas"]["TransferStatus"];
      /**
       * @description Amount that leaves the balance, in centavos.
       * @example 150000
       */
      amount: components["schemas"]["Centavos"];
      /**
       * @description Amount that reaches the recipient, in centavos: the amount less the fees.
       * @example 149900
       */
      netAmount: components["schemas"]["Centavos"];
      /**
       * @description Fee that the service takes, in centavos.
       * @example 100
       */
      fees: components["schemas"]["Centavos"];
      /**
       * @description PIX key of the recipient.
       * @example destino@example.com
       */
      pixKey: components["schemas"]["PixKey"];
      /**
       * @description What the recipient reads beside the transfer; empty where there is nothing to read.
       * @example Repasse semanal
       */
      description: string;
      /**
       * @description Why the transfer was refused or canceled; on those alone.
       * @example Conta do destinatário encerrada
       */
      reason?: string;
      /** @description How the transfer appears in the PIX scheme; once it does. */
      pix?: components["schemas"]["TransferPix"];
      /**
       * Format: date-time
       * @description When the transfer was created, ISO 8601 in UTC.
       * @example 2026-11-20T15:00:00Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When the transfer last changed, ISO 8601 in UTC.
       * @example 2026-11-20T15:00:04Z
       */
      updatedAt: string;
      /**
       * Format: date-time
       * @description When the transfer was completed, ISO 8601 in UTC; once completed.
       * @example 2026-11-20T15:00:04Z
       */
      completedAt?: string;
    };
    /** @description A transfer was canceled. */
    TransferCanceledNotification: {
      /**
       * @description Identifier of the notification, the same on every retry, so that a receiver can drop
       * repeats. The document allows
       *     the object's own identifier here: do not rely on the prefix `wh_`.
       * @example wh_9Kd2RtBv6LxZpQ3m
       */
      id: string;
      /**
       * @description What the notification tells of, and the name of the field that holds it.
       * @enum {string}
       */
      type: "transfer";
      /**
       * @description What happened.
       * @enum {string}
       */
      event: "transfer_canceled";
      /** @description Why this URL receives the notification. */
      scope?: components["schemas"]["NotificationScope"];
      /** @description The transfer. */
      transfer: components["schemas"]["NotifiedTransfer"];
    };
    /** @description A transfer was completed. */
    TransferCompletedNotification: {
      /**
       * @description Identifier of the notification, the same on every retry, so that a receiver can drop
       * repeats. The document allows
       *     the object's own identifier here: do not rely on the prefix `wh_`.
       * @example wh_9Kd2RtBv6LxZpQ3m
       */
      id: string;
      /**
       * @description What the notification tells of, and the name of the field that holds it.
       * @enum {string}
       */
      type: "transfer";
      /**
       * @description What happened.
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
       * @description Identifier of the notification, the same on every retry, so that a receiver can drop
       * repeats. The document allows
       *     the object's own identifier here: do not rely on the prefix `wh_`.
       * @example wh_9Kd2RtBv6LxZpQ3m
       */
      id: string;
      /**
       * @description What the notification tells of, and the name of the field that holds it.
       * @enum {string}
       */
      type: "transfer";
      /**
       * @description What happened.
       * @enum {string}
       */
      event: "transfer_created";
      /** @description Why this URL receives the notification. */
      scope?: components["schemas"]["NotificationScope"];
      /** @description The transfer. */
      transfer: components["schemas"]["NotifiedTransfer"];
    };
    /** @description Every success but that of the auth call. */
    TransferEnvelope: {
      /**
       * @description Always `true`.
       * @enum {boolean}
       */
      success: true;
      /** @description Text for people; programs should not depend on it. */
      message: string;
      /** @description The result. */
      data: components["schemas"]["Transfer"];
    };
    /**
     * @description The company has no transfer with this id.
     * @example {
     *       "success": false,
     *       "error": {
     *         "code": "TRANSFER_NOT_FOUND",
     *         "message": "There is no transfer with this id."
     *       },
     *       "timestamp": "2026-11-20T15:00:00Z"
     *     }
     */
    TransferNotFound: {
      /**
       * @description Always `false`.
       * @enum {boolean}
       */
      success: false;
      /** @description What went wrong. */
      error: {
        /**
         * @description Code for programs.
         * @enum {string}
         */
        code: "TRANSFER_NOT_FOUND";
        /** @description Text for people; programs should not depend on it. */
        message: string;
        /** @description Further facts, where there are any. */
        details?: {
          [key: string]: unknown;
        };
      };
      /**
       * Format: date-time
       * @description When the error was given, ISO 8601 in UTC.
       */
      timestamp: string;
    };
    /** @description How a transfer appears in the PIX scheme. */
    TransferPix: {
      /** @description Identifier of the payment in the PIX scheme; once it has one. */
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
       * sign, or random key.
       * @example destino@example.com
       */
      pixKey: components["schemas"]["PixKey"];
      /**
       * @description Amount of the transfer in centavos (1/100 of a real), from 1 to 1000000000; outside of these
       * a 400, not a 422.
       * @example 150000
       */
      amount: components["schemas"]["Amount"];
      /**
       * @description Currency of the amount: only `BRL` is accepted.
       * @default BRL
       */
      currency?: components["schemas"]["Currency"];
      /**
       * @description What the recipient reads beside the transfer, at most 140 characters; empty where there is
       * nothing to read.
       * @default
       * @example Repasse semanal
       */
      description?: components["schemas"]["Description"];
      /**
       * @description URL that receives the notifications of this transfer; empty where there is none.
       * @default
       * @example https://shop.example.com/pix/notifications
       */
      postbackUrl?: components["schemas"]["NotificationUrl"] | "";
    };
    /**
     * @description Where a transfer stands.
     * @enum {string}
     */
    TransferStatus: "queued" | "processing" | "completed" | "refused" | "canceled";
    /** @description A transfer, as the answer to its creation shows it. */
    TransferSummary: {
      /**
       * @description Identifier of the transfer, unique.
       * @example trf_8Hn3WsT6yJq1VdKe
       */
      id: string;
      /** @description Where the transfer stands: `queued` on creation. */
      status: components["schemas"]["TransferStatus"];
      /**
       * @description Amount that leaves the balance, in centavos.
       * @example 150000
       */
      amount: components["schemas"]["Centavos"];
      /**
       * @description Amount that reaches the recipient, in centavos: the amount less the fees.
       * @example 149900
       */
      netAmount: components["schemas"]["Centavos"];
      /**
       * @description Fee that the service takes, in centavos.
       * @example 100
       */
      fees: components["schemas"]["Centavos"];
      /**
       * @description PIX key of the recipient.
       * @example destino@example.com
       */
      pixKey: components["schemas"]["PixKey"];
    };
    /** @description Every success but that of the auth call. */
    TransferSummaryEnvelope: {
      /**
       * @description Always `true`.
       * @enum {boolean}
       */
      success: true;
      /** @description Text for people; programs should not depend on it. */
      message: string;
      /** @description The result. */
      data: components["schemas"]["TransferSummary"];
    };
    /** @description A transfer changed its status. */
    TransferUpdatedNotification: {
      /**
       * @description Identifier of the notification, the same on every retry, so that a receiver can drop
       * repeats. The document allows
       *     the object's own identifier here: do not rely on the prefix `wh_`.
       * @example wh_9Kd2RtBv6LxZpQ3m
       */
      id: string;
      /**
       * @description What the notification tells of, and the name of the field that holds it.
       * @enum {string}
       */
      type: "transfer";
      /**
       * @description What happened.
       * @enum {string}
       */
      event: "transfer_updated";
      /** @description Why this URL receives the notification. */
      scope?: components["schemas"]["NotificationScope"];
      /** @description The transfer. */
      transfer: components["schemas"]["NotifiedTransfer"];
    };
    /**
     * @description The body is not declared as JSON.
     * @example {
     *       "success": false,
     *       "error": {
     *         "code": "UNSUPPORTED_MEDIA_TYPE",
     *         "message": "The content type has to be application/json."
     *       },
     *       "timestamp": "2026-11-20T15:00:00Z"
     *     }
     */
    UnsupportedMediaType: {
      /**
       * @description Always `false`.
       * @enum {boolean}
       */
      success: false;
      /** @description What went wrong. */
      error: {
        /**
         * @description Code for programs.
         * @enum {string}
         */
        code: "UNSUPPORTED_MEDIA_TYPE";
        /** @description Text for people; programs should not depend on it. */
        message: string;
        /** @description Further facts, where there are any. */
        details?: {
          [key: string]: unknown;
        };
      };
      /**
       * Format: date-time
       * @description When the error was given, ISO 8601 in UTC.
       */
      timestamp: string;
    };
    /**
     * @description The request is invalid; `details` lists the fields.
     * @example {
     *       "success": false,
     *       "error": {
     *         "code": "VALIDATION_ERROR",
     *         "message": "The request is invalid.",
     *         "details": [
     *           {
     *             "path": "customer.name",
     *             "rule": "required",
     *             "message": "is required"
     *           }
     *         ]
     *       },
     *       "timestamp": "2026-11-20T15:00:00Z"
     *     }
     */
    ValidationError: {
      /**
       * @description Always `false`.
       * @enum {boolean}
       */
      success: false;
      /** @description What went wrong. */
      error: {
        /**
         * @description Code for programs.
         * @enum {string}
         */
        code: "VALIDATION_ERROR";
        /** @description Text for people; programs should not depend on it. */
        message: string;
        /** @description Further facts, where there are any. */
        details?: components["schemas"]["InvalidField"][];
      };
      /**
       * Format: date-time
       * @description When the error was given, ISO 8601 in UTC.
       */
      timestamp: string;
    };
    /** @description A registered URL. */
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
      url: components["schemas"]["NotificationUrl"];
      /**
       * @description Events that are told of; all of them where empty.
       * @example [
       *       "transaction_paid",
       *       "transfer_completed"
       *     ]
       */
      events: components["schemas"]["NotificationEvent"][];
      /**
       * @description Name of the registration, for people.
       * @example Loja
       */
      name: string;
      /**
       * @description Whether notifications are sent; switched off after 5 days of nothing but failures.
       * @example true
       */
      active: boolean;
      /**
       * Format: date-time
       * @description When the URL was registered, ISO 8601 in UTC.
       * @example 2026-11-20T15:00:00Z
       */
      createdAt: string;
    };
    /**
     * @description The company has as many webhooks as it may have.
     * @example {
     *       "success": false,
     *       "error": {
     *         "code": "WEBHOOK_LIMIT_EXCEEDED",
     *         "message": "A company may have at most 10 webhooks.",
     *         "details": {
     *           "limit": 10
     *         }
     *       },
     *       "timestamp": "2026-11-20T15:00:00Z"
     *     }
     */
    WebhookLimitExceeded: {
      /**
       * @description Always `false`.
       * @enum {boolean}
       */
      success: false;
      /** @description What went wrong. */
      error: {
        /**
         * @description Code for programs.
         * @enum {string}
         */
        code: "WEBHOOK_LIMIT_EXCEEDED";
        /** @description Text for people; programs should not depend on it. */
        message: string;
        /** @description Further facts, where there are any. */
        details?: {
          [key: string]: unknown;
        };
      };
      /**
       * Format: date-time
       * @description When the error was given, ISO 8601 in UTC.
       */
      timestamp: string;
    };
    /** @description Every success but that of the auth call. */
    WebhookListEnvelope: {
      /**
       * @description Always `true`.
       * @enum {boolean}
       */
      success: true;
      /** @description Text for people; programs should not depend on it. */
      message: string;
      /** @description The result. */
      data: components["schemas"]["Webhook"][];
    };
    /**
     * @description The company has no webhook with this id.
     * @example {
     *       "success": false,
     *       "error": {
     *         "code": "WEBHOOK_NOT_FOUND",
     *         "message": "There is no webhook with this id."
     *       },
     *       "timestamp": "2026-11-20T15:00:00Z"
     *     }
     */
    WebhookNotFound: {
      /**
       * @description Always `false`.
       * @enum {boolean}
       */
      success: false;
      /** @description What went wrong. */
      error: {
        /**
         * @description Code for programs.
         * @enum {string}
         */
        code: "WEBHOOK_NOT_FOUND";
        /** @description Text for people; programs should not depend on it. */
        message: string;
        /** @description Further facts, where there are any. */
        details?: {
          [key: string]: unknown;
        };
      };
      /**
       * Format: date-time
       * @description When the error was given, ISO 8601 in UTC.
       */
      timestamp: string;
    };
    /** @description A URL to register. At most 10 for each company. */
    WebhookRequest: {
      /**
       * @description URL that receives the notifications.
       * @example https://shop.example.com/pix/notifications
       */
      url: components["schemas"]["NotificationUrl"];
      /**
       * @description Events to be told of; all of them where empty or absent.
       * @example [
       *       "transaction_paid",
       *       "transfer_completed"
       *     ]
       */
      events?: components["schemas"]["NotificationEvent"][];
      /**
       * @description Name of the registration, for people.
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
  parameters: never;
  requestBodies: never;
  headers: {
    /**
     * @description `true` on an answer that repeats the first one for the same idempotency key; absent otherwise.
     * @example true
     */
    "Idempotent-Replayed": "true";
    /**
     * @description Seconds to wait before the next request.
     * @example 42
     */
    "Retry-After": number;
    /**
     * @description Scheme to authenticate with: `Bearer`.
     * @example Bearer
     */
    "WWW-Authenticate": string;
    /**
     * @description Requests that the operation allows in a window.
     * @example 100
     */
    "X-RateLimit-Limit.createCharge": number;
    /**
     * @description Requests that the operation allows in a window.
     * @example 50
     */
    "X-RateLimit-Limit.createTransfer": number;
    /**
     * @description Requests that the operation allows in a window.
     * @example 10
     */
    "X-RateLimit-Limit.createWebhook": number;
    /**
     * @description Requests that the operation allows in a window.
     * @example 10
     */
    "X-RateLimit-Limit.deleteWebhook": number;
    /**
     * @description Requests that the operation allows in a window.
     * @example 5
     */
    "X-RateLimit-Limit.issueToken": number;
    /**
     * @description Requests that the operation allows in a window.
     * @example 30
     */
    "X-RateLimit-Limit.listWebhooks": number;
    /**
     * @description Requests left in the current window.
     * @example 0
     */
    "X-RateLimit-Remaining": number;
    /**
     * @description Requests left in the current window.
     * @example 99
     */
    "X-RateLimit-Remaining.createCharge": number;
    /**
     * @description Requests left in the current window.
     * @example 49
     */
    "X-RateLimit-Remaining.createTransfer": number;
    /**
     * @description Requests left in the current window.
     * @example 9
     */
    "X-RateLimit-Remaining.createWebhook": number;
    /**
     * @description Requests left in the current window.
     * @example 9
     */
    "X-RateLimit-Remaining.deleteWebhook": number;
    /**
     * @description Requests left in the current window.
     * @example 4
     */
    "X-RateLimit-Remaining.issueToken": number;
    /**
     * @description When the current window ends, in epoch seconds.
     * @example 1795186860
     */
    "X-RateLimit-Reset": number;
    /**
     * @description Length of the window, in seconds. The window is fixed: it starts with its first request.
     * @example 60
     */
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
          "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit.issueToken"];
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining.issueToken"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
          "X-RateLimit-Window": components["headers"]["X-RateLimit-Window"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TokenResponse"];
        };
      };
      /**
       * @description `MALFORMED_CREDENTIALS`: The `Authorization` header is not `Basic`, not Base64, or has no
       * colon inside.
       */
      400: {
        headers: {
          "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit.issueToken"];
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining.issueToken"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
          "X-RateLimit-Window": components["headers"]["X-RateLimit-Window"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MalformedCredentials"];
        };
      };
      /**
       * @description `INVALID_CREDENTIALS`: API key or secret are wrong, or the `Authorization` header is
       * missing.
       */
      401: {
        headers: {
          /**
           * @description Scheme to authenticate with: `Basic`.
           * @example Basic realm="PIX payments"
           */
          "WWW-Authenticate": string;
          "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit.issueToken"];
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining.issueToken"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
          "X-RateLimit-Window": components["headers"]["X-RateLimit-Window"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["InvalidCredentials"];
        };
      };
      /** @description `ACCOUNT_SUSPENDED`: The account of the company is suspended. */
      403: {
        headers: {
          "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit.issueToken"];
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining.issueToken"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
          "X-RateLimit-Window": components["headers"]["X-RateLimit-Window"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AccountSuspended"];
        };
      };
      /**
       * @description `RATE_LIMIT_EXCEEDED`: The caller made more requests than the operation allows in a window.
       */
      429: {
        headers: {
          "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit.issueToken"];
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
          "X-RateLimit-Window": components["headers"]["X-RateLimit-Window"];
          "Retry-After": components["headers"]["Retry-After"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RateLimitExceeded"];
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
          "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit.createCharge"];
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining.createCharge"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
          "X-RateLimit-Window": components["headers"]["X-RateLimit-Window"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ChargeEnvelope"];
        };
      };
      /**
       * @description - `VALIDATION_ERROR`: A field is missing, has the wrong JSON type or breaks a rule that has
       * no code of its own.
       *     - `MALFORMED_JSON`: The body cannot be read as JSON.
       * - `INVALID_DOCUMENT`: The customer's document is not a CPF or CNPJ, has wrong check digits or is not of
       * the kind that `documentType` names.
       *     - `INVALID_EMAIL`: The customer's e-mail address is malformed.
       */
      400: {
        headers: {
          "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit.createCharge"];
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining.createCharge"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
          "X-RateLimit-Window": components["headers"]["X-RateLimit-Window"];
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["ValidationError"]
            | components["schemas"]["MalformedJson"]
            | components["schemas"]["InvalidDocument"]
            | components["schemas"]["InvalidEmail"];
        };
      };
      /**
       * @description - `INVALID_TOKEN`: The token is missing, cannot be read or was not issued by the service.
       *     - `TOKEN_EXPIRED`: The token was valid once and has expired.
       */
      401: {
        headers: {
          "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"];
        };
      };
      /** @description `PAYLOAD_TOO_LARGE`: The body is larger than 256 KiB. */
      413: {
        headers: {
          "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit.createCharge"];
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining.createCharge"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
          "X-RateLimit-Window": components["headers"]["X-RateLimit-Window"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PayloadTooLarge"];
        };
      };
      /** @description `UNSUPPORTED_MEDIA_TYPE`: The `Content-Type` is not `application/json`. */
      415: {
        headers: {
          "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit.createCharge"];
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining.createCharge"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
          "X-RateLimit-Window": components["headers"]["X-RateLimit-Window"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["UnsupportedMediaType"];
        };
      };
      /**
       * @description - `AMOUNT_TOO_LOW`: The amount of the charge is below 1 centavo.
       *     - `AMOUNT_TOO_HIGH`: The amount of the charge is above 1000000000 centavos.
       */
      422: {
        headers: {
          "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit.createCharge"];
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining.createCharge"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
          "X-RateLimit-Window": components["headers"]["X-RateLimit-Window"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AmountTooLow"] | components["schemas"]["AmountTooHigh"];
        };
      };
      /**
       * @description `RATE_LIMIT_EXCEEDED`: The caller made more requests than the operation allows in a window.
       */
      429: {
        headers: {
          "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit.createCharge"];
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
          "X-RateLimit-Window": components["headers"]["X-RateLimit-Window"];
          "Retry-After": components["headers"]["Retry-After"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RateLimitExceeded"];
        };
      };
    };
  };
  createTransfer: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Unique string of the caller's choice for each transfer: 1 to 255 visible ASCII
         * characters.
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
      /** @description The transfer, queued; or, for a key that was used before, the first answer again. */
      200: {
        headers: {
          "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit.createTransfer"];
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining.createTransfer"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
          "X-RateLimit-Window": components["headers"]["X-RateLimit-Window"];
          /**
           * @description `true` on an answer that repeats the first one for the same idempotency key; absent
           * otherwise.
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
       * @description - `VALIDATION_ERROR`: A field is missing, has the wrong JSON type or breaks a rule that has
       * no code of its own.
       *     - `MALFORMED_JSON`: The body cannot be read as JSON.
       *     - `INVALID_PIX_KEY`: The destination is not a PIX key of any kind, or its check digits are wrong.
       *     - `INVALID_AMOUNT`: The amount of the transfer is below 1 or above 1000000000 centavos.
       *     - `MISSING_IDEMPOTENCY_KEY`: The header `x-idempotency-key` is missing.
       */
      400: {
        headers: {
          "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit.createTransfer"];
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining.createTransfer"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
          "X-RateLimit-Window": components["headers"]["X-RateLimit-Window"];
          /**
           * @description `true` on an answer that repeats the first one for the same idempotency key; absent
           * otherwise.
           * @example true
           */
          "Idempotent-Replayed"?: "true";
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["ValidationError"]
            | components["schemas"]["MalformedJson"]
            | components["schemas"]["InvalidPixKey"]
            | components["schemas"]["InvalidAmount"]
            | components["schemas"]["MissingIdempotencyKey"];
        };
      };
      /**
       * @description - `INVALID_TOKEN`: The token is missing, cannot be read or was not issued by the service.
       *     - `TOKEN_EXPIRED`: The token was valid once and has expired.
       */
      401: {
        headers: {
          "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"];
        };
      };
      /** @description `INSUFFICIENT_BALANCE`: The balance is lower than the amount of the transfer. */
      402: {
        headers: {
          "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit.createTransfer"];
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining.createTransfer"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
          "X-RateLimit-Window": components["headers"]["X-RateLimit-Window"];
          /**
           * @description `true` on an answer that repeats the first one for the same idempotency key; absent
           * otherwise.
           * @example true
           */
          "Idempotent-Replayed"?: "true";
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["InsufficientBalance"];
        };
      };
      /**
       * @description `DUPLICATE_IDEMPOTENCY_KEY`: The idempotency key was used for another request, or the first
       * request with it still runs.
       */
      409: {
        headers: {
          "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit.createTransfer"];
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining.createTransfer"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
          "X-RateLimit-Window": components["headers"]["X-RateLimit-Window"];
          /**
           * @description Seconds to wait before the next try; absent where the key was used for another
           * request.
           * @example 1
           */
          "Retry-After"?: number;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DuplicateIdempotencyKey"];
        };
      };
      /** @description `PAYLOAD_TOO_LARGE`: The body is larger than 256 KiB. */
      413: {
        headers: {
          "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit.createTransfer"];
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining.createTransfer"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
          "X-RateLimit-Window": components["headers"]["X-RateLimit-Window"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PayloadTooLarge"];
        };
      };
      /** @description `UNSUPPORTED_MEDIA_TYPE`: The `Content-Type` is not `application/json`. */
      415: {
        headers: {
          "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit.createTransfer"];
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining.createTransfer"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
          "X-RateLimit-Window": components["headers"]["X-RateLimit-Window"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["UnsupportedMediaType"];
        };
      };
      /**
       * @description - `DAILY_LIMIT_EXCEEDED`: The transfer would exceed the company's daily limit.
       *     - `RECIPIENT_UNAVAILABLE`: The account behind the PIX key cannot receive a transfer.
       */
      422: {
        headers: {
          "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit.createTransfer"];
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining.createTransfer"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
          "X-RateLimit-Window": components["headers"]["X-RateLimit-Window"];
          /**
           * @description `true` on an answer that repeats the first one for the same idempotency key; absent
           * otherwise.
           * @example true
           */
          "Idempotent-Replayed"?: "true";
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | components["schemas"]["DailyLimitExceeded"]
            | components["schemas"]["RecipientUnavailable"];
        };
      };
      /**
       * @description `RATE_LIMIT_EXCEEDED`: The caller made more requests than the operation allows in a window.
       */
      429: {
        headers: {
          "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit.createTransfer"];
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
          "X-RateLimit-Window": components["headers"]["X-RateLimit-Window"];
          "Retry-After": components["headers"]["Retry-After"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RateLimitExceeded"];
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
       *     - `TOKEN_EXPIRED`: The token was valid once and has expired.
       */
      401: {
        headers: {
          "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"];
        };
      };
      /**
       * @description `TRANSACTION_NOT_FOUND`: The company has no charge with this id; another company's is not
       * found either.
       */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TransactionNotFound"];
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
       *     - `TOKEN_EXPIRED`: The token was valid once and has expired.
       */
      401: {
        headers: {
          "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"];
        };
      };
      /**
       * @description `TRANSFER_NOT_FOUND`: The company has no transfer with this id; another company's is not
       * found either.
       */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TransferNotFound"];
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
          "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit.listWebhooks"];
          /**
           * @description Requests left in the current window.
           * @example 29
           */
          "X-RateLimit-Remaining": number;
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
          "X-RateLimit-Window": components["headers"]["X-RateLimit-Window"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookListEnvelope"];
        };
      };
      /**
       * @description - `INVALID_TOKEN`: The token is missing, cannot be read or was not issued by the service.
       *     - `TOKEN_EXPIRED`: The token was valid once and has expired.
       */
      401: {
        headers: {
          "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"];
        };
      };
      /**
       * @description `RATE_LIMIT_EXCEEDED`: The caller made more requests than the operation allows in a window.
       */
      429: {
        headers: {
          "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit.listWebhooks"];
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
          "X-RateLimit-Window": components["headers"]["X-RateLimit-Window"];
          "Retry-After": components["headers"]["Retry-After"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RateLimitExceeded"];
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
          "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit.createWebhook"];
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining.createWebhook"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
          "X-RateLimit-Window": components["headers"]["X-RateLimit-Window"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CreatedWebhookEnvelope"];
        };
      };
      /**
       * @description - `VALIDATION_ERROR`: A field is missing, has the wrong JSON type or breaks a rule that has
       * no code of its own.
       *     - `MALFORMED_JSON`: The body cannot be read as JSON.
       */
      400: {
        headers: {
          "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit.createWebhook"];
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining.createWebhook"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
          "X-RateLimit-Window": components["headers"]["X-RateLimit-Window"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ValidationError"] | components["schemas"]["MalformedJson"];
        };
      };
      /**
       * @description - `INVALID_TOKEN`: The token is missing, cannot be read or was not issued by the service.
       *     - `TOKEN_EXPIRED`: The token was valid once and has expired.
       */
      401: {
        headers: {
          "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"];
        };
      };
      /** @description `PAYLOAD_TOO_LARGE`: The body is larger than 256 KiB. */
      413: {
        headers: {
          "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit.createWebhook"];
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining.createWebhook"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
          "X-RateLimit-Window": components["headers"]["X-RateLimit-Window"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PayloadTooLarge"];
        };
      };
      /** @description `UNSUPPORTED_MEDIA_TYPE`: The `Content-Type` is not `application/json`. */
      415: {
        headers: {
          "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit.createWebhook"];
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining.createWebhook"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
          "X-RateLimit-Window": components["headers"]["X-RateLimit-Window"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["UnsupportedMediaType"];
        };
      };
      /** @description `WEBHOOK_LIMIT_EXCEEDED`: The company already has 10 webhook registrations. */
      422: {
        headers: {
          "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit.createWebhook"];
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining.createWebhook"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
          "X-RateLimit-Window": components["headers"]["X-RateLimit-Window"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookLimitExceeded"];
        };
      };
      /**
       * @description `RATE_LIMIT_EXCEEDED`: The caller made more requests than the operation allows in a window.
       */
      429: {
        headers: {
          "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit.createWebhook"];
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
          "X-RateLimit-Window": components["headers"]["X-RateLimit-Window"];
          "Retry-After": components["headers"]["Retry-After"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RateLimitExceeded"];
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
          "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit.deleteWebhook"];
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining.deleteWebhook"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
          "X-RateLimit-Window": components["headers"]["X-RateLimit-Window"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeletedWebhookEnvelope"];
        };
      };
      /**
       * @description - `INVALID_TOKEN`: The token is missing, cannot be read or was not issued by the service.
       *     - `TOKEN_EXPIRED`: The token was valid once and has expired.
       */
      401: {
        headers: {
          "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["InvalidToken"] | components["schemas"]["TokenExpired"];
        };
      };
      /**
       * @description `WEBHOOK_NOT_FOUND`: The company has no webhook with this id; another company's is not found
       * either.
       */
      404: {
        headers: {
          "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit.deleteWebhook"];
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining.deleteWebhook"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
          "X-RateLimit-Window": components["headers"]["X-RateLimit-Window"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookNotFound"];
        };
      };
      /**
       * @description `RATE_LIMIT_EXCEEDED`: The caller made more requests than the operation allows in a window.
       */
      429: {
        headers: {
          "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit.deleteWebhook"];
          "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
          "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
          "X-RateLimit-Window": components["headers"]["X-RateLimit-Window"];
          "Retry-After": components["headers"]["Retry-After"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RateLimitExceeded"];
        };
      };
    };
  };
  transactionCanceled: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Time and signatures, as `t=<epoch seconds>,v1=<hex>`: the HMAC-SHA256 of `<t>.<raw
         * body>` with the secret of the
         * registration, or of the company for a `postbackUrl`. Several `v1` while a secret is replaced;
         * checking is up to the
         * receiver, which should refuse a time more than 5 minutes from its own. Providers may use another name
         * for it.
         * @example t=1795186931,v1=5f8c1b0e7a3d9264c0b1f2e3d4a5968778695a4b3c2d1e0ff0e1d2c3b4a59687
         */
        "Pix-Signature"?: string;
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
    };
  };
  transactionCreated: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Time and signatures, as `t=<epoch seconds>,v1=<hex>`: the HMAC-SHA256 of `<t>.<raw
         * body>` with the secret of the
         * registration, or of the company for a `postbackUrl`. Several `v1` while a secret is replaced;
         * checking is up to the
         * receiver, which should refuse a time more than 5 minutes from its own. Providers may use another name
         * for it.
         * @example t=1795186931,v1=5f8c1b0e7a3d9264c0b1f2e3d4a5968778695a4b3c2d1e0ff0e1d2c3b4a59687
         */
        "Pix-Signature"?: string;
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
    };
  };
  transactionPaid: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Time and signatures, as `t=<epoch seconds>,v1=<hex>`: the HMAC-SHA256 of `<t>.<raw
         * body>` with the secret of the
         * registration, or of the company for a `postbackUrl`. Several `v1` while a secret is replaced;
         * checking is up to the
         * receiver, which should refuse a time more than 5 minutes from its own. Providers may use another name
         * for it.
         * @example t=1795186931,v1=5f8c1b0e7a3d9264c0b1f2e3d4a5968778695a4b3c2d1e0ff0e1d2c3b4a59687
         */
        "Pix-Signature"?: string;
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
    };
  };
  transactionRefunded: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Time and signatures, as `t=<epoch seconds>,v1=<hex>`: the HMAC-SHA256 of `<t>.<raw
         * body>` with the secret of the
         * registration, or of the company for a `postbackUrl`. Several `v1` while a secret is replaced;
         * checking is up to the
         * receiver, which should refuse a time more than 5 minutes from its own. Providers may use another name
         * for it.
         * @example t=1795186931,v1=5f8c1b0e7a3d9264c0b1f2e3d4a5968778695a4b3c2d1e0ff0e1d2c3b4a59687
         */
        "Pix-Signature"?: string;
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
    };
  };
  transferCanceled: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Time and signatures, as `t=<epoch seconds>,v1=<hex>`: the HMAC-SHA256 of `<t>.<raw
         * body>` with the secret of the
         * registration, or of the company for a `postbackUrl`. Several `v1` while a secret is replaced;
         * checking is up to the
         * receiver, which should refuse a time more than 5 minutes from its own. Providers may use another name
         * for it.
         * @example t=1795186931,v1=5f8c1b0e7a3d9264c0b1f2e3d4a5968778695a4b3c2d1e0ff0e1d2c3b4a59687
         */
        "Pix-Signature"?: string;
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
    };
  };
  transferCompleted: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Time and signatures, as `t=<epoch seconds>,v1=<hex>`: the HMAC-SHA256 of `<t>.<raw
         * body>` with the secret of the
         * registration, or of the company for a `postbackUrl`. Several `v1` while a secret is replaced;
         * checking is up to the
         * receiver, which should refuse a time more than 5 minutes from its own. Providers may use another name
         * for it.
         * @example t=1795186931,v1=5f8c1b0e7a3d9264c0b1f2e3d4a5968778695a4b3c2d1e0ff0e1d2c3b4a59687
         */
        "Pix-Signature"?: string;
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
    };
  };
  transferCreated: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Time and signatures, as `t=<epoch seconds>,v1=<hex>`: the HMAC-SHA256 of `<t>.<raw
         * body>` with the secret of the
         * registration, or of the company for a `postbackUrl`. Several `v1` while a secret is replaced;
         * checking is up to the
         * receiver, which should refuse a time more than 5 minutes from its own. Providers may use another name
         * for it.
         * @example t=1795186931,v1=5f8c1b0e7a3d9264c0b1f2e3d4a5968778695a4b3c2d1e0ff0e1d2c3b4a59687
         */
        "Pix-Signature"?: string;
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
    };
  };
  transferUpdated: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Time and signatures, as `t=<epoch seconds>,v1=<hex>`: the HMAC-SHA256 of `<t>.<raw
         * body>` with the secret of the
         * registration, or of the company for a `postbackUrl`. Several `v1` while a secret is replaced;
         * checking is up to the
         * receiver, which should refuse a time more than 5 minutes from its own. Providers may use another name
         * for it.
         * @example t=1795186931,v1=5f8c1b0e7a3d9264c0b1f2e3d4a5968778695a4b3c2d1e0ff0e1d2c3b4a59687
         */
        "Pix-Signature"?: string;
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
    };
  };
}
