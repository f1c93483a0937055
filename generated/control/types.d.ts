// Generated from packages/sandbox/spec/ by `npm run generate`: edit the spec, not this file.

export interface paths {
  "/charges": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description List charges. */
    get: operations["listCharges"];
    put?: never;
    /** @description Create a charge without a token, rate limit or trigger. */
    post: operations["createCharge"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/charges/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description Read a charge. */
    get: operations["readCharge"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/charges/{id}/cancel": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** @description Cancel a charge. 409 if it does not wait for payment. */
    post: operations["cancelCharge"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/charges/{id}/expire": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * @description Let a charge expire now: it is canceled, and its lifetime ends. 409 if it does not wait for
     *   payment.
     */
    post: operations["expireCharge"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/charges/{id}/pay": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** @description Pay a charge. 409 if it does not wait for payment. */
    post: operations["payCharge"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/charges/{id}/refund": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * @description Give the amount back to the payer. 409 if the charge is not paid, or the company's balance is
     *   too low.
     */
    post: operations["refundCharge"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/clock": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description Read the clock. */
    get: operations["readClock"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/clock/advance": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * @description Advance the clock. Everything that falls due on the way happens at its moment and in order:
     *   transfers, expiries, attempts of deliveries. Answers when all of it is done, or after about a minute with
     *   what is left. After half a minute the clock moves on in larger steps, and what falls due within a step
     *   happens at its end.
     */
    post: operations["advanceClock"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/clock/freeze": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** @description Let the clock stand still. */
    post: operations["freezeClock"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/clock/resume": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** @description Let the clock run on from the time that it shows. */
    post: operations["resumeClock"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/clock/set": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** @description Set the clock to a later time, on the same way as advancing it. */
    post: operations["setClock"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/companies": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description List the companies. */
    get: operations["listCompanies"];
    put?: never;
    /** @description Add a company. 409 if the API key is taken. */
    post: operations["addCompany"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/companies/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description Read a company. */
    get: operations["readCompany"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** @description Change a company. */
    patch: operations["changeCompany"];
    trace?: never;
  };
  "/companies/{id}/postback-secret": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description Read the secret that signs the notifications to a company's `postbackUrl`. */
    get: operations["readPostbackSecret"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/companies/{id}/secret": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** @description Give a company a new API secret. The one before is refused from now on; tokens live on. */
    post: operations["renewApiSecret"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/credentials": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description Read what a client needs to call the sandbox as the company that is there from the start. */
    get: operations["readCredentials"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/faults": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * @description List the faults that are still to be injected, in the order in which they are taken: the oldest
     *   first.
     */
    get: operations["listFaults"];
    put?: never;
    /** @description Add a fault. */
    post: operations["addFault"];
    /** @description Remove every fault. */
    delete: operations["clearFaults"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/faults/choices": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description List the codes that a fault can answer, by operation; those of `*` are possible everywhere. */
    get: operations["listFaultChoices"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/faults/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** @description Remove a fault. */
    delete: operations["removeFault"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/ledger": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description Read the balance of every account. */
    get: operations["readLedger"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/ledger/check": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** @description Compare the balance of every account with its entries, and correct what is wrong. */
    post: operations["checkLedger"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/notifications": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description List notifications. */
    get: operations["listNotifications"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/notifications/resend": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** @description Send the failed notifications again, each with the same id. */
    post: operations["resendFailed"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/notifications/trigger": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** @description Do what causes an event, on a new charge or transfer. */
    post: operations["triggerEvent"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/notifications/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description Read a notification. */
    get: operations["readNotification"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/notifications/{id}/resend": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * @description Send a notification again, with the same id, whatever became of it. Its attempts go on, its
     *   schedule starts again.
     */
    post: operations["resendNotification"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/overview": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description Read what happened in the last minutes. */
    get: operations["readOverview"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/requests": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description List the last requests, of which 1,000 are kept. */
    get: operations["listRequests"];
    put?: never;
    post?: never;
    /** @description Forget every request. */
    delete: operations["clearRequests"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/requests/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description Read a request. */
    get: operations["readRequest"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/requests/{id}/replay": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * @description Send a request again, as the same company; answers the new request. 409 if not all of it is
     *   kept.
     */
    post: operations["replayRequest"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/reset": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** @description Bring everything back to the start: companies, settings and clock too. */
    post: operations["resetState"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/restore": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * @description Bring everything back to a snapshot, of this sandbox or another one, on either kind of storage.
     *   A snapshot that is damaged or of a newer sandbox is refused, and nothing changes.
     */
    post: operations["restoreSnapshot"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/settings": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description Read the settings. */
    get: operations["readSettings"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** @description Change settings, for what happens from now on. */
    patch: operations["changeSettings"];
    trace?: never;
  };
  "/settle": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** @description Do all that is due now, deliveries included. Answers when it is done. */
    post: operations["settle"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/snapshot": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description Take a snapshot of everything: at most 100,000 rows. */
    get: operations["takeSnapshot"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/state": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description Read the state in figures. */
    get: operations["readState"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/stream": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description Hear of changes. */
    get: operations["streamChanges"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/timeline/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * @description Read all that happened to a charge, a transfer, a notification or a registered URL, newest
     *   first.
     */
    get: operations["readTimeline"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/transfers": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description List transfers. */
    get: operations["listTransfers"];
    put?: never;
    /**
     * @description Create a transfer without a token, rate limit or trigger. 409 if the balance or the day's limit
     *   does not allow it.
     */
    post: operations["createTransfer"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/transfers/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description Read a transfer. */
    get: operations["readTransfer"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/transfers/{id}/cancel": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** @description Cancel a transfer: the amount goes back. 409 if it has ended. */
    post: operations["cancelTransfer"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/transfers/{id}/complete": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** @description Complete a transfer, through processing if it is queued. 409 if it has ended. */
    post: operations["completeTransfer"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/transfers/{id}/process": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** @description Take a transfer out of the queue. 409 if it is not there. */
    post: operations["processTransfer"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/transfers/{id}/refuse": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * @description Refuse a transfer, through processing if it is queued: the amount goes back. 409 if it has
     *   ended.
     */
    post: operations["refuseTransfer"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/webhooks": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description List the registered URLs of all companies. */
    get: operations["listWebhooks"];
    put?: never;
    /** @description Register a URL without a token or rate limit. 409 if the company has as many as it may. */
    post: operations["addWebhook"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/webhooks/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description Read a registered URL. */
    get: operations["readWebhook"];
    put?: never;
    post?: never;
    /** @description Remove a registered URL, with what was still to be delivered to it. */
    delete: operations["removeWebhook"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/webhooks/{id}/secret": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description Read the secret that signs the notifications to a registered URL. */
    get: operations["readWebhookSecret"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description How far to advance. */
    Advance: {
      /**
       * @description Days, hours, minutes, seconds and milliseconds, each with its unit: `2d3h`, `90s`, `250ms`.
       *
       *     A number is milliseconds.
       */
      by: components["schemas"]["Duration"] | components["schemas"]["Milliseconds"];
    };
    /**
     * Format: int64
     * @description Amount of a payment in centavos.
     */
    Amount: number;
    /** @description Key of a company. A colon would end it in the `Authorization` header. */
    ApiKey: string;
    /** @description Secret of a company, of which only a hash is stored. */
    ApiSecret: string;
    /** @description A try to deliver a notification. */
    Attempt: {
      /**
       * Format: int32
       * @description 1 for the first.
       */
      number: number;
      /**
       * Format: date-time
       * @description When it began.
       */
      at: string;
      /**
       * Format: int32
       * @description Milliseconds.
       */
      duration: number;
      /** @description HTTP status; null if there was no answer. */
      status: number | null;
      /** @description Why it failed, in a sentence; null if it did not. */
      error: string | null;
      /** @description Start of the answer's body; null if there was no answer. */
      answer: string | null;
      /** @description Headers that were sent, the signature among them; null if nothing was. */
      headers: {
        [key: string]: string;
      } | null;
    };
    /**
     * Format: int64
     * @description Money that a company may be given, in centavos: at most R$ 100,000,000,000.00, so that sums over
     *   many companies stay exact.
     */
    Balance: number;
    /**
     * Format: int64
     * @description Money in centavos (1/100 of a real).
     */
    Centavos: number;
    /** @description A charge. */
    Charge: {
      /** @description Identifier. */
      id: string;
      /** @description Identifier of the company. */
      companyId: string;
      /**
       * Format: date-time
       * @description When it was created.
       */
      createdAt: string;
      /** @description Status. */
      status: components["schemas"]["ChargeStatus"];
      /** @description Centavos; those of a transfer leave the balance. */
      amount: components["schemas"]["Centavos"];
      /** @description Centavos that the service keeps. */
      fees: components["schemas"]["Centavos"];
      /** @description Description for the payer or the recipient. */
      description: string;
      /** @description URL that receives each change: `https:`, or `http:` of this machine. */
      postbackUrl?: string;
      /**
       * Format: date-time
       * @description When it last changed.
       */
      updatedAt: string;
      /** @description Customer of the charge. */
      customer: components["schemas"]["Customer"];
      /** @description Things sold; the same fields as in the service's contract. */
      items?: {
        [key: string]: unknown;
      }[];
      /** @description Code and payment. */
      pix: components["schemas"]["ChargeCode"];
      /**
       * Format: date-time
       * @description When it was paid.
       */
      paidAt?: string;
      /**
       * Format: date-time
       * @description When it expires.
       */
      expiresAt: string;
      /** @description The refund. */
      refund?: components["schemas"]["Refund"];
    };
    /** @description Code of a charge, and its payment. */
    ChargeCode: {
      /** @description Copy-and-paste code (BR Code). */
      emv: string;
      /** @description The code as a QR code: a PNG in Base64; absent in a list. */
      qrCode?: string;
      /** @description Identifier of the payment; absent before it. */
      endToEndId?: string;
      /** @description Who paid; absent before. */
      payerInfo?: components["schemas"]["Payer"];
    };
    /**
     * @description Status of a charge.
     * @enum {string}
     */
    ChargeStatus: "pending" | "paid" | "canceled" | "refunded";
    /** @description Centavos on each account, after they were compared with the entries. */
    CheckedLedger: {
      /** @description Sum of each account's entries, by account. */
      accounts: {
        [key: string]: number;
      };
      /**
       * Format: int64
       * @description Sum of all accounts: 0, or the books are wrong.
       */
      sum: number;
      /** @description Centavos by which a balance was wrong and is now corrected, by account. */
      corrected: {
        [key: string]: number;
      };
    };
    /** @description City in the BR Codes of a company's charges. */
    City: string;
    /**
     * @description The sandbox's clock. Tokens, charges, transfers, retries, limits and idempotency keys follow it.
     */
    Clock: {
      /**
       * Format: date-time
       * @description The time that it shows.
       */
      now: string;
      /** @description Milliseconds that it is ahead of the real time while it runs. */
      offset: components["schemas"]["Offset"];
      /** @description Whether it stands still. */
      frozen: boolean;
    };
    /** @description Who may call. */
    Company: {
      /** @description Identifier. */
      id: string;
      /** @description Name, as payers see it. */
      name: string;
      /** @description City in the BR Codes of its charges. */
      city: string;
      /** @description Key of its credentials. */
      apiKey: string;
      /** @description Whether the account is suspended: it gets no token, and those that it has are refused. */
      suspended: boolean;
      /** @description Centavos that it may send. */
      balance: components["schemas"]["Centavos"];
      /** @description Centavos that it has sent on this day of São Paulo. */
      sentToday: components["schemas"]["Centavos"];
      /**
       * Format: date-time
       * @description When it was added.
       */
      createdAt: string;
    };
    /** @description Fields of a company to change. */
    CompanyChange: {
      /** @description Name, as payers see it. */
      name?: components["schemas"]["CompanyName"];
      /** @description City in the BR Codes of its charges; `SAO PAULO` if absent. */
      city?: components["schemas"]["City"];
      /** @description Whether the account is suspended. */
      suspended?: boolean;
      /** @description Centavos that it may send from now on; the difference is posted against `bank`. */
      balance?: components["schemas"]["Balance"];
    };
    /** @description Name of a company, as its payers see it. */
    CompanyName: string;
    /** @description A company as it was just added, with its secrets. */
    CreatedCompany: {
      /** @description Identifier. */
      id: string;
      /** @description Name, as payers see it. */
      name: string;
      /** @description City in the BR Codes of its charges. */
      city: string;
      /** @description Key of its credentials. */
      apiKey: string;
      /** @description Whether the account is suspended: it gets no token, and those that it has are refused. */
      suspended: boolean;
      /** @description Centavos that it may send. */
      balance: components["schemas"]["Centavos"];
      /** @description Centavos that it has sent on this day of São Paulo. */
      sentToday: components["schemas"]["Centavos"];
      /**
       * Format: date-time
       * @description When it was added.
       */
      createdAt: string;
      /** @description Secret of its credentials, shown this once. */
      apiSecret: string;
      /** @description Secret that signs the notifications to its `postbackUrl`. */
      postbackSecret: string;
    };
    /** @description A URL as it was just registered, with its secret. */
    CreatedWebhook: {
      /** @description Identifier. */
      id: string;
      /** @description Identifier of the company. */
      companyId: string;
      /**
       * Format: date-time
       * @description When it was created.
       */
      createdAt: string;
      /** @description URL of the receiver. */
      url: string;
      /** @description Events that it subscribes to; all if absent or empty. */
      events: components["schemas"]["NotificationEvent"][];
      /** @description Name, for people. */
      name: string;
      /** @description Whether it receives notifications. */
      active: boolean;
      /** @description Its status. */
      status: components["schemas"]["WebhookStatus"];
      /** @description Since when every attempt has failed; null if the last one has not. */
      failingSince: string | null;
      /** @description Secret that signs the notifications to it. */
      secret: string;
    };
    /** @description Settings with which a client calls the sandbox. */
    Credentials: {
      /** @description Address of the sandbox. */
      baseUrl: string;
      /**
       * @description URL of the sandbox's inbox, a receiver that keeps each notification; anything may follow it,
       *   as `/orders`.
       */
      inboxUrl: string;
      /** @description Identifier of the company that is there from the start. */
      companyId: string;
      /** @description Key of that company. */
      apiKey: string;
      /** @description Its secret; null if it was changed, because only its hash is stored. */
      apiSecret: string | null;
    };
    /** @description Customer of the charge; the same fields as in the service's contract. */
    Customer: {
      /** @description Full name. */
      name: string;
      /** @description E-mail address. */
      email: string;
      /**
       * @description `cpf` or `cnpj`.
       * @enum {string}
       */
      documentType: "cpf" | "cnpj";
      /** @description Digits of the document: 11 of a CPF, 14 of a CNPJ. */
      document: string;
      /** @description Phone with area code and number: digits, or `(11) 91234-5678`. */
      phone?: string;
      /** @description Billing address. */
      billingAddress?: {
        [key: string]: unknown;
      };
    };
    /** @description A length of time such as `90s`, `1h30m` or `2d3h`. */
    Duration: string;
    /**
     * @description Code of an error, for programs.
     * @enum {string}
     */
    ErrorCode:
      | "VALIDATION_ERROR"
      | "UNAUTHORIZED"
      | "FORBIDDEN"
      | "NOT_FOUND"
      | "METHOD_NOT_ALLOWED"
      | "NOT_ALLOWED"
      | "PAYLOAD_TOO_LARGE"
      | "UNSUPPORTED_MEDIA_TYPE"
      | "INTERNAL_ERROR";
    /** @description Answer to a request that was refused. Nothing has changed then. */
    Failure: {
      /** @description The error. */
      error: components["schemas"]["Problem"];
    };
    /** @description A fault that is still to be injected. */
    Fault: {
      /** @description Identifier. */
      id: string;
      /** @description Operation id of the service's contract, `*` for every operation, or `notification`. */
      operation: string;
      /**
       * @description Effect of the fault. `duplicate` and `reorder` are for notifications, `reset` for
       *   operations.
       */
      kind: components["schemas"]["FaultKind"];
      /**
       * Format: int32
       * @description Milliseconds of `latency`; 1000 if absent. At most 10 minutes.
       */
      delay?: number;
      /**
       * Format: int32
       * @description Milliseconds of `latency` at most: each wait is drawn between `delay` and this. Always
       *   `delay` if absent.
       */
      maxDelay?: number;
      /**
       * Format: double
       * @description How likely it happens to a request or notification that it is meant for; 1, always, if
       *   absent.
       */
      probability?: number;
      /**
       * Format: int32
       * @description Number that decides what is drawn, in its order; a random one if absent.
       */
      seed?: number;
      /**
       * @description Code of `error`: one of the operation's, `INTERNAL_ERROR` or `RATE_LIMIT_EXCEEDED`;
       *   `INTERNAL_ERROR` if absent.
       */
      code?: string;
      /** @description How often still; null for always. */
      remaining: number | null;
      /**
       * Format: date-time
       * @description When it was added.
       */
      createdAt: string;
    };
    /** @description Codes that a fault can answer. */
    FaultChoice: {
      /** @description Operation id, or `*`. */
      operation: string;
      /** @description Codes of `error`. */
      codes: string[];
    };
    /**
     * Format: int32
     * @description How often a fault happens.
     */
    FaultCount: number;
    /**
     * @description Effect of a fault.
     * @enum {string}
     */
    FaultKind: "latency" | "error" | "reset" | "duplicate" | "reorder";
    /** @description A fee: a fixed part, and a share of the amount; together at most the amount. */
    Fee: {
      /** @description Centavos. */
      fixed: components["schemas"]["Centavos"];
      /**
       * Format: int32
       * @description Hundredths of a percent of the amount.
       */
      basisPoints: number;
    };
    /** @description Centavos on each account. */
    Ledger: {
      /** @description Sum of each account's entries, by account. */
      accounts: {
        [key: string]: number;
      };
      /**
       * Format: int64
       * @description Sum of all accounts: 0, or the books are wrong.
       */
      sum: number;
    };
    /** @description A request with its answer. */
    LoggedRequest: {
      /** @description Identifier. */
      id: string;
      /**
       * Format: date-time
       * @description When it came.
       */
      at: string;
      /** @description HTTP method. */
      method: string;
      /** @description Path with its query. */
      path: string;
      /** @description Operation id; `inbox` if the sandbox's inbox got it; null if no operation has the path. */
      operation: string | null;
      /** @description Identifier of the caller; null if the caller is unknown. */
      companyId: string | null;
      /**
       * Format: int32
       * @description HTTP status; 0 if the connection was reset by a fault.
       */
      status: number;
      /**
       * Format: int32
       * @description Milliseconds.
       */
      duration: number;
      /** @description Code of the error that was answered; null if there was none. */
      errorCode: string | null;
      /**
       * @description Identifier of the charge, transfer or registration that it is about; null if there is none.
       */
      objectId: string | null;
      /** @description The request. */
      request: components["schemas"]["Message"];
      /** @description The response. */
      response: components["schemas"]["Message"];
    };
    /**
     * @description Headers and body of a request or an answer. Credentials are shown as `[redacted]`; documents are
     *   shown.
     */
    Message: {
      /** @description Headers by name. */
      headers: {
        [key: string]: string;
      };
      /**
       * @description Body as it came, also if it could not be read; cut if it is very long, and images are
       *   shortened.
       */
      body: string;
    };
    /**
     * Format: int64
     * @description A length of time in milliseconds, at most ten years.
     */
    Milliseconds: number;
    /** @description The clock after it was moved. */
    MovedClock: {
      /**
       * Format: date-time
       * @description The time that it shows.
       */
      now: string;
      /** @description Milliseconds that it is ahead of the real time while it runs. */
      offset: components["schemas"]["Offset"];
      /** @description Whether it stands still. */
      frozen: boolean;
      /** @description Counts of what fell due on the way. */
      due: {
        /**
         * Format: int32
         * @description Charges that have changed.
         */
        charges: number;
        /**
         * Format: int32
         * @description Transfers that have changed.
         */
        transfers: number;
        /**
         * Format: int32
         * @description Attempts to deliver notifications.
         */
        attempts: number;
      };
      /**
       * @description Whether all of it is done. If time ran out, after about a minute, the rest happens
       *   afterwards.
       */
      complete: boolean;
      /** @description Counts of what is due by now and not done: of each kind at most 10,000 are counted. */
      left: {
        /**
         * Format: int32
         * @description Charges that are to change.
         */
        charges: number;
        /**
         * Format: int32
         * @description Transfers that are to change.
         */
        transfers: number;
        /**
         * Format: int32
         * @description Notifications that wait for an attempt.
         */
        notifications: number;
      };
    };
    /**
     * @description A charge to create, as the service's contract has it. Only the amount is required; a made-up
     *   person pays if `customer` is absent.
     */
    NewCharge: {
      /** @description Identifier of the company; the first company if absent. */
      companyId?: string;
      /** @description Centavos. */
      amountInCents: components["schemas"]["Amount"];
      /** @description Description for the payer or the recipient. */
      description?: string;
      /** @description URL that receives each change: `https:`, or `http:` of this machine. */
      postbackUrl?: string;
      /** @description Customer of the charge. */
      customer?: components["schemas"]["Customer"];
      /** @description Things sold; the same fields as in the service's contract. */
      items?: {
        [key: string]: unknown;
      }[];
    };
    /** @description A company to add. */
    NewCompany: {
      /** @description Name, as payers see it. */
      name: components["schemas"]["CompanyName"];
      /** @description City in the BR Codes of its charges; `SAO PAULO` if absent. */
      city?: components["schemas"]["City"];
      /** @description Key of its credentials; made if absent. */
      apiKey?: components["schemas"]["ApiKey"];
      /** @description Secret of its credentials; made if absent. */
      apiSecret?: components["schemas"]["ApiSecret"];
      /** @description Centavos to start with; the setting `openingBalance` if absent. */
      balance?: components["schemas"]["Balance"];
    };
    /** @description A fault to inject. */
    NewFault: {
      /** @description Operation id of the service's contract, `*` for every operation, or `notification`. */
      operation: string;
      /**
       * @description Effect of the fault. `duplicate` and `reorder` are for notifications, `reset` for
       *   operations.
       */
      kind: components["schemas"]["FaultKind"];
      /** @description How often; null for always, once if absent. */
      count?: components["schemas"]["FaultCount"] | null;
      /**
       * Format: int32
       * @description Milliseconds of `latency`; 1000 if absent. At most 10 minutes.
       */
      delay?: number;
      /**
       * Format: int32
       * @description Milliseconds of `latency` at most: each wait is drawn between `delay` and this. Always
       *   `delay` if absent.
       */
      maxDelay?: number;
      /**
       * Format: double
       * @description How likely it happens to a request or notification that it is meant for; 1, always, if
       *   absent.
       */
      probability?: number;
      /**
       * Format: int32
       * @description Number that decides what is drawn, in its order; a random one if absent.
       */
      seed?: number;
      /**
       * @description Code of `error`: one of the operation's, `INTERNAL_ERROR` or `RATE_LIMIT_EXCEEDED`;
       *   `INTERNAL_ERROR` if absent.
       */
      code?: string;
    };
    /** @description A transfer to create, as the service's contract has it. */
    NewTransfer: {
      /** @description Identifier of the company; the first company if absent. */
      companyId?: string;
      /** @description Centavos. */
      amount: components["schemas"]["Amount"];
      /** @description URL that receives each change: `https:`, or `http:` of this machine. */
      postbackUrl?: string;
      /** @description PIX key of the recipient. */
      pixKey: string;
      /** @description Description for the payer or the recipient. */
      description?: string;
    };
    /** @description A URL to register, as the service's contract has it. */
    NewWebhook: {
      /** @description Identifier of the company; the first company if absent. */
      companyId?: string;
      /** @description URL of the receiver. */
      url: string;
      /** @description Events that it subscribes to; all if absent or empty. */
      events?: components["schemas"]["NotificationEvent"][];
      /** @description Name, for people. */
      name?: string;
    };
    /** @description A notification with its body and its attempts. */
    Notification: {
      /** @description Identifier. */
      id: string;
      /** @description Identifier of the company. */
      companyId: string;
      /**
       * Format: date-time
       * @description When it was created.
       */
      createdAt: string;
      /** @description Its subject. */
      event: components["schemas"]["NotificationEvent"];
      /** @description Identifier of the charge or transfer. */
      objectId: string;
      /**
       * @description Whether it goes to the `postbackUrl` of the operation, or to a registered URL.
       * @enum {string}
       */
      scope: "postback" | "user";
      /** @description Identifier of the registration; null for a `postbackUrl`. */
      webhookId: string | null;
      /** @description URL of the receiver. */
      url: string;
      /** @description Its status. */
      status: components["schemas"]["NotificationStatus"];
      /**
       * Format: int32
       * @description How often it was tried.
       */
      attemptCount: number;
      /** @description When the next attempt is due; null if none is to come. */
      nextAt: string | null;
      /** @description When it was delivered; null before. */
      deliveredAt: string | null;
      /** @description The body that is sent. */
      body: {
        [key: string]: unknown;
      };
      /** @description Tries so far, the first one first. */
      attempts: components["schemas"]["Attempt"][];
    };
    /** @description A notification in a list. */
    NotificationEntry: {
      /** @description Identifier. */
      id: string;
      /** @description Identifier of the company. */
      companyId: string;
      /**
       * Format: date-time
       * @description When it was created.
       */
      createdAt: string;
      /** @description Its subject. */
      event: components["schemas"]["NotificationEvent"];
      /** @description Identifier of the charge or transfer. */
      objectId: string;
      /**
       * @description Whether it goes to the `postbackUrl` of the operation, or to a registered URL.
       * @enum {string}
       */
      scope: "postback" | "user";
      /** @description Identifier of the registration; null for a `postbackUrl`. */
      webhookId: string | null;
      /** @description URL of the receiver. */
      url: string;
      /** @description Its status. */
      status: components["schemas"]["NotificationStatus"];
      /**
       * Format: int32
       * @description How often it was tried.
       */
      attemptCount: number;
      /** @description When the next attempt is due; null if none is to come. */
      nextAt: string | null;
      /** @description When it was delivered; null before. */
      deliveredAt: string | null;
    };
    /**
     * @description Event of the notification.
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
     * @description Status of a notification.
     * @enum {string}
     */
    NotificationStatus: "pending" | "delivered" | "failed";
    /**
     * Format: int64
     * @description Milliseconds by which a clock is ahead; less than 0 if it is behind.
     */
    Offset: number;
    /**
     * @description Counts of recent activity, in thirty steps of the same length, the oldest first. The newest
     *   10,000 of each kind are counted, of requests the newest 1,000.
     */
    Overview: {
      /**
       * Format: date-time
       * @description When the first step begins, by the sandbox's clock.
       */
      since: string;
      /** @description Length of a step. */
      step: components["schemas"]["Milliseconds"];
      /** @description Charges created in each step, by the status that they have now. */
      charges: {
        [key: string]: number[];
      };
      /** @description Transfers created in each step, by the status that they have now. */
      transfers: {
        [key: string]: number[];
      };
      /** @description Notifications created in each step, by the status that they have now. */
      notifications: {
        [key: string]: number[];
      };
      /** @description Centavos of the charges that were paid in each step. */
      moneyIn: components["schemas"]["Centavos"][];
      /** @description Centavos of the transfers completed and the charges refunded in each step. */
      moneyOut: components["schemas"]["Centavos"][];
      /** @description Requests that were refused, by the code of their error, or by their status. */
      refusals: {
        [key: string]: number;
      };
    };
    /** @description How a charge is paid. */
    Pay: {
      /** @description The payer. Absent fields are taken from the charge's customer. */
      payer?: {
        /**
         * @description Name of the payer's bank.
         * @example Nu Pagamentos
         */
        bank?: string;
        /**
         * @description Name of the payer.
         * @example Maria Aparecida de Souza
         */
        name?: string;
        /**
         * @description Branch of the account.
         * @example 0001
         */
        branch?: string;
        /**
         * @description Kind of the account, for example `CHECKING`. `SAVINGS`, `PAYMENT` and `SALARY` were seen
         *   in use; other values may follow.
         * @example CHECKING
         */
        account_type?: string;
        /**
         * @description Number of the account.
         * @example 12345678
         */
        account_number?: string;
        /**
         * @description Tax document of the payer: digits, a CNPJ with letters, or masked.
         * @example 52998224725
         */
        document?: components["schemas"]["PayerDocument"];
      };
    };
    /** @description Who paid, and from which account. */
    Payer: {
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
    /** @description Tax document of the payer: digits, a CNPJ with letters, or masked. */
    PayerDocument: string;
    /** @description The error. */
    Problem: {
      /** @description Code for programs. */
      code: components["schemas"]["ErrorCode"];
      /** @description The mistake and its place, in words for people. */
      message: string;
      /** @description Further facts, if there are any. */
      details?: {
        [key: string]: unknown;
      };
    };
    /** @description Why something is done. */
    Reason: {
      /** @description Why, for people. */
      reason?: string;
    };
    /** @description Money that went back to the payer. */
    Refund: {
      /** @description Centavos. */
      amount: components["schemas"]["Centavos"];
      /** @description Why, for people. */
      reason?: string;
      /**
       * Format: date-time
       * @description When.
       */
      refundedAt: string;
    };
    /** @description How many entries were removed. */
    Removed: {
      /**
       * Format: int32
       * @description How many.
       */
      removed: number;
    };
    /** @description How a request is sent again. */
    Replay: {
      /**
       * @description `fresh`: with another idempotency key, if it has one. `same`: with the key that it had.
       * @default fresh
       * @enum {string}
       */
      idempotencyKey?: "fresh" | "same";
    };
    /** @description A request in a list. */
    RequestEntry: {
      /** @description Identifier. */
      id: string;
      /**
       * Format: date-time
       * @description When it came.
       */
      at: string;
      /** @description HTTP method. */
      method: string;
      /** @description Path with its query. */
      path: string;
      /** @description Operation id; `inbox` if the sandbox's inbox got it; null if no operation has the path. */
      operation: string | null;
      /** @description Identifier of the caller; null if the caller is unknown. */
      companyId: string | null;
      /**
       * Format: int32
       * @description HTTP status; 0 if the connection was reset by a fault.
       */
      status: number;
      /**
       * Format: int32
       * @description Milliseconds.
       */
      duration: number;
      /** @description Code of the error that was answered; null if there was none. */
      errorCode: string | null;
      /**
       * @description Identifier of the charge, transfer or registration that it is about; null if there is none.
       */
      objectId: string | null;
    };
    /** @description The failed notifications that are sent again. */
    ResendFailed: {
      /**
       * Format: date-time
       * @description Those made at this time or later; all if absent.
       */
      since?: string;
    };
    /** @description How many notifications were sent again. */
    Resent: {
      /**
       * Format: int32
       * @description How many.
       */
      resent: number;
      /**
       * Format: int32
       * @description How many were not, because their registration is switched off or removed.
       */
      skipped: number;
    };
    /**
     * @description How long data is kept. Charges, transfers and the ledger stay until a reset; an idempotency key
     *   stays for the contract's retention.
     */
    Retention: {
      /**
       * @description Milliseconds for which notifications that were delivered or given up are kept, with their
       *   attempts; null for ever.
       */
      notifications: components["schemas"]["Milliseconds"] | null;
      /**
       * Format: int32
       * @description Requests that are kept for the console.
       */
      requests: number;
    };
    /** @description A time to set. */
    SetTime: {
      /**
       * Format: date-time
       * @description Not before the time that the clock shows, and before the year 9980.
       */
      now: string;
    };
    /** @description How the sandbox behaves where the contract leaves it open. */
    Settings: {
      /** @description Fee of a charge. */
      chargeFee: components["schemas"]["Fee"];
      /** @description Fee of a transfer. */
      transferFee: components["schemas"]["Fee"];
      /** @description Centavos that a company may send on a day of São Paulo. */
      dailyLimit: components["schemas"]["Centavos"];
      /**
       * Format: double
       * @description Factor of every rate limit of the contract; 0 for no limits.
       */
      rateLimitMultiplier: number;
      /** @description How long a transfer stays in each status. */
      transferSteps: components["schemas"]["TransferSteps"];
      /** @description Milliseconds for which a charge can be paid. */
      chargeLifetime: components["schemas"]["Milliseconds"];
      /** @description Centavos that a new company starts with. */
      openingBalance: components["schemas"]["Balance"];
      /**
       * Format: int32
       * @description HTTP status that the sandbox's inbox answers.
       */
      inboxStatus: number;
      /** @description How long data is kept. */
      retention: components["schemas"]["Retention"];
    };
    /** @description Settings to change; those that are absent stay. */
    SettingsChange: {
      /** @description Fee of a charge. */
      chargeFee?: components["schemas"]["Fee"];
      /** @description Fee of a transfer. */
      transferFee?: components["schemas"]["Fee"];
      /** @description Centavos that a company may send on a day of São Paulo. */
      dailyLimit?: components["schemas"]["Centavos"];
      /**
       * Format: double
       * @description Factor of every rate limit of the contract; 0 for no limits.
       */
      rateLimitMultiplier?: number;
      /** @description How long a transfer stays in each status. */
      transferSteps?: components["schemas"]["TransferSteps"];
      /** @description Milliseconds for which a charge can be paid. */
      chargeLifetime?: components["schemas"]["Milliseconds"];
      /** @description Centavos that a new company starts with. */
      openingBalance?: components["schemas"]["Balance"];
      /**
       * Format: int32
       * @description HTTP status that the sandbox's inbox answers.
       */
      inboxStatus?: number;
      /** @description How long data is kept. */
      retention?: components["schemas"]["Retention"];
    };
    /**
     * @description Everything that a sandbox holds at a moment, except for open windows of rate limits. Whoever has
     *   it has the secrets of the companies.
     */
    Snapshot: {
      /**
       * Format: int32
       * @description Form of `state`.
       */
      format: number;
      /** @description Version of the sandbox that took it. */
      version: string;
      /**
       * Format: date-time
       * @description The time that the clock showed; it shows this time again when the snapshot is restored.
       */
      takenAt: string;
      /** @description SHA-256 of `state`, in hexadecimal. */
      checksum: string;
      /** @description The tables, as a JSON string. */
      state: string;
    };
    /** @description The state in figures; of each kind at most 10,000 are counted. */
    State: {
      /** @description Version of the sandbox. */
      version: string;
      /**
       * Format: date-time
       * @description The time that the clock shows.
       */
      now: string;
      /** @description The clock. */
      clock: components["schemas"]["Clock"];
      /**
       * @description Kind of storage that holds the state.
       * @enum {string}
       */
      storage: "memory" | "sqlite" | "postgres";
      /**
       * Format: int32
       * @description How many companies there are.
       */
      companies: number;
      /**
       * Format: int32
       * @description How many charges there are.
       */
      charges: number;
      /**
       * Format: int32
       * @description How many transfers there are.
       */
      transfers: number;
      /** @description How many notifications there are. */
      notifications: {
        /**
         * Format: int32
         * @description Attempts are still to come.
         */
        pending: number;
        /**
         * Format: int32
         * @description Taken by their receivers.
         */
        delivered: number;
        /**
         * Format: int32
         * @description Given up.
         */
        failed: number;
      };
    };
    /** @description An event in the history of an object. */
    TimelineEntry: {
      /**
       * Format: date-time
       * @description When, by the sandbox's clock.
       */
      at: string;
      /**
       * @description A request that is about it, a status that it came to, a notification, an attempt to deliver
       *   one, or a move of the clock.
       * @enum {string}
       */
      kind: "request" | "status" | "notification" | "attempt" | "clock";
      /**
       * @description Method and path; the status; the event; or the time that the clock was put to, `frozen` or
       *   `running`.
       */
      what: string;
      /** @description Identifier of the request, or of the notification. */
      id?: string;
      /** @description URL that a notification or an attempt is sent to. */
      url?: string;
      /** @description HTTP status of the response; null if there was none. */
      httpStatus?: number | null;
      /** @description Code of the error, status of the notification, or why the attempt failed. */
      remark?: string | null;
      /** @description Start of the body that the receiver answered. */
      answer?: string | null;
    };
    /** @description A transfer. */
    Transfer: {
      /** @description Identifier. */
      id: string;
      /** @description Identifier of the company. */
      companyId: string;
      /**
       * Format: date-time
       * @description When it was created.
       */
      createdAt: string;
      /** @description Status. */
      status: components["schemas"]["TransferStatus"];
      /** @description Centavos; those of a transfer leave the balance. */
      amount: components["schemas"]["Centavos"];
      /** @description Centavos that the service keeps. */
      fees: components["schemas"]["Centavos"];
      /** @description Description for the payer or the recipient. */
      description: string;
      /** @description URL that receives each change: `https:`, or `http:` of this machine. */
      postbackUrl?: string;
      /**
       * Format: date-time
       * @description When it last changed.
       */
      updatedAt: string;
      /** @description Centavos that arrive. */
      netAmount: components["schemas"]["Centavos"];
      /** @description PIX key of the recipient. */
      pixKey: string;
      /** @description Why it did not complete. */
      reason?: string;
      /** @description Payment; absent while it is queued. */
      pix?: {
        /** @description Identifier of the payment. */
        endToEndId: string;
      };
      /** @description How it ends when it moves by itself. */
      outcome: components["schemas"]["TransferStatus"];
      /**
       * Format: date-time
       * @description When it moves by itself; absent if it is final or stays until it is moved.
       */
      nextAt?: string;
      /**
       * Format: date-time
       * @description When it was completed.
       */
      completedAt?: string;
    };
    /**
     * @description Status of a transfer.
     * @enum {string}
     */
    TransferStatus: "queued" | "processing" | "completed" | "refused" | "canceled";
    /** @description How long a transfer stays in each status, in milliseconds. */
    TransferSteps: {
      /** @description In the queue; null if it stays until it is moved. */
      queued: components["schemas"]["Milliseconds"] | null;
      /** @description In processing; null if it stays until it is moved. */
      processing: components["schemas"]["Milliseconds"] | null;
    };
    /** @description An event to cause. */
    TriggerEvent: {
      /** @description Identifier of the company; the first company if absent. */
      companyId?: string;
      /** @description Event to send. */
      event: components["schemas"]["NotificationEvent"];
      /** @description `postbackUrl` of the charge or transfer that is made for it. */
      url?: string;
      /**
       * @description Fields of the charge or transfer that is made for it, as the service's contract has them.
       */
      overrides?: {
        [key: string]: unknown;
      };
    };
    /** @description The object and the notifications of an event that was caused. */
    Triggered: {
      /** @description Event of the notification. */
      event: components["schemas"]["NotificationEvent"];
      /** @description Identifier of the charge or transfer that was made for it. */
      objectId: string;
      /** @description The notifications of that event; none if there is no receiver. */
      notifications: components["schemas"]["NotificationEntry"][];
    };
    /** @description A registered URL. */
    Webhook: {
      /** @description Identifier. */
      id: string;
      /** @description Identifier of the company. */
      companyId: string;
      /**
       * Format: date-time
       * @description When it was created.
       */
      createdAt: string;
      /** @description URL of the receiver. */
      url: string;
      /** @description Events that it subscribes to; all if absent or empty. */
      events: components["schemas"]["NotificationEvent"][];
      /** @description Name, for people. */
      name: string;
      /** @description Whether it receives notifications. */
      active: boolean;
      /** @description Its status. */
      status: components["schemas"]["WebhookStatus"];
      /** @description Since when every attempt has failed; null if the last one has not. */
      failingSince: string | null;
    };
    /**
     * @description Status of a registered URL.
     * @enum {string}
     */
    WebhookStatus: "receiving" | "failing" | "disabled";
  };
  responses: never;
  parameters: {
    /** @description Identifier of the object. */
    Id: string;
    /** @description Identifier of a company; all if absent. */
    OfCompany: string;
    /** @description `next` of the page before; the newest entries if absent. */
    "Paging.before": string;
    /** @description How many entries. */
    "Paging.limit": number;
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  listCharges: {
    parameters: {
      query?: {
        /** @description Status; all if absent. */
        status?: components["schemas"]["ChargeStatus"];
        /** @description Part of an identifier or a word of the entry; all entries if absent. */
        search?: string;
        /** @description Identifier of a company; all if absent. */
        companyId?: components["parameters"]["OfCompany"];
        /** @description How many entries. */
        limit?: components["parameters"]["Paging.limit"];
        /** @description `next` of the page before; the newest entries if absent. */
        before?: components["parameters"]["Paging.before"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /** @description The entries. */
            items: components["schemas"]["Charge"][];
            /** @description The value of `before` for the entries that follow; null if none do. */
            next: string | null;
          };
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
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
    requestBody: {
      content: {
        "application/json": components["schemas"]["NewCharge"];
      };
    };
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Charge"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  readCharge: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identifier of the object. */
        id: components["parameters"]["Id"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Charge"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  cancelCharge: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identifier of the object. */
        id: components["parameters"]["Id"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Charge"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  expireCharge: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identifier of the object. */
        id: components["parameters"]["Id"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Charge"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  payCharge: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identifier of the object. */
        id: components["parameters"]["Id"];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["Pay"];
      };
    };
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Charge"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  refundCharge: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identifier of the object. */
        id: components["parameters"]["Id"];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["Reason"];
      };
    };
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Charge"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  readClock: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Clock"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  advanceClock: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Advance"];
      };
    };
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MovedClock"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  freezeClock: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Clock"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  resumeClock: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Clock"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  setClock: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SetTime"];
      };
    };
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MovedClock"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  listCompanies: {
    parameters: {
      query?: {
        /** @description Part of an identifier or a word of the entry; all entries if absent. */
        search?: string;
        /** @description Identifier of a company; all if absent. */
        companyId?: components["parameters"]["OfCompany"];
        /** @description How many entries. */
        limit?: components["parameters"]["Paging.limit"];
        /** @description `next` of the page before; the newest entries if absent. */
        before?: components["parameters"]["Paging.before"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /** @description The entries. */
            items: components["schemas"]["Company"][];
            /** @description The value of `before` for the entries that follow; null if none do. */
            next: string | null;
          };
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  addCompany: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["NewCompany"];
      };
    };
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CreatedCompany"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  readCompany: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identifier of the object. */
        id: components["parameters"]["Id"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Company"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  changeCompany: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identifier of the object. */
        id: components["parameters"]["Id"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CompanyChange"];
      };
    };
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Company"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  readPostbackSecret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identifier of the object. */
        id: components["parameters"]["Id"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /** @description Secret that signs the notifications to its `postbackUrl`. */
            postbackSecret: string;
          };
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  renewApiSecret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identifier of the object. */
        id: components["parameters"]["Id"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /** @description Secret of its credentials, shown this once. */
            apiSecret: string;
          };
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  readCredentials: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Credentials"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  listFaults: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /** @description The entries. */
            items: components["schemas"]["Fault"][];
          };
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  addFault: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["NewFault"];
      };
    };
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Fault"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  clearFaults: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Removed"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  listFaultChoices: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /** @description The entries. */
            items: components["schemas"]["FaultChoice"][];
          };
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  removeFault: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identifier of the object. */
        id: components["parameters"]["Id"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Removed"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  readLedger: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Ledger"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  checkLedger: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CheckedLedger"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  listNotifications: {
    parameters: {
      query?: {
        /** @description Status; all if absent. */
        status?: components["schemas"]["NotificationStatus"];
        /** @description Identifier of a charge or transfer; all if absent. */
        objectId?: string;
        /** @description Part of an identifier or a word of the entry; all entries if absent. */
        search?: string;
        /** @description Identifier of a company; all if absent. */
        companyId?: components["parameters"]["OfCompany"];
        /** @description How many entries. */
        limit?: components["parameters"]["Paging.limit"];
        /** @description `next` of the page before; the newest entries if absent. */
        before?: components["parameters"]["Paging.before"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /** @description The entries. */
            items: components["schemas"]["NotificationEntry"][];
            /** @description The value of `before` for the entries that follow; null if none do. */
            next: string | null;
          };
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  resendFailed: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["ResendFailed"];
      };
    };
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Resent"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  triggerEvent: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["TriggerEvent"];
      };
    };
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Triggered"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  readNotification: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identifier of the object. */
        id: components["parameters"]["Id"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Notification"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  resendNotification: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identifier of the object. */
        id: components["parameters"]["Id"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Notification"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  readOverview: {
    parameters: {
      query?: {
        /** @description How many minutes. */
        minutes?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Overview"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  listRequests: {
    parameters: {
      query?: {
        /** @description Operation id, or `inbox`; all if absent. */
        operation?: string;
        /** @description Whether it was answered with a success; all if absent. */
        outcome?: "success" | "error";
        /** @description Part of an identifier or a word of the entry; all entries if absent. */
        search?: string;
        /** @description Identifier of a company; all if absent. */
        companyId?: components["parameters"]["OfCompany"];
        /** @description How many entries. */
        limit?: components["parameters"]["Paging.limit"];
        /** @description `next` of the page before; the newest entries if absent. */
        before?: components["parameters"]["Paging.before"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /** @description The entries. */
            items: components["schemas"]["RequestEntry"][];
            /** @description The value of `before` for the entries that follow; null if none do. */
            next: string | null;
          };
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  clearRequests: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Removed"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  readRequest: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identifier of the object. */
        id: components["parameters"]["Id"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LoggedRequest"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  replayRequest: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identifier of the object. */
        id: components["parameters"]["Id"];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["Replay"];
      };
    };
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LoggedRequest"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  resetState: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["State"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  restoreSnapshot: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Snapshot"];
      };
    };
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["State"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  readSettings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Settings"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  changeSettings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SettingsChange"];
      };
    };
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Settings"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  settle: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["State"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  takeSnapshot: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Snapshot"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  readState: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["State"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  streamChanges: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /**
       * @description Server-sent events: `change` whenever something has changed, and a comment every 15 seconds.
       */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/event-stream": string;
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  readTimeline: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identifier of the object. */
        id: components["parameters"]["Id"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /** @description The entries. */
            items: components["schemas"]["TimelineEntry"][];
          };
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  listTransfers: {
    parameters: {
      query?: {
        /** @description Status; all if absent. */
        status?: components["schemas"]["TransferStatus"];
        /** @description Part of an identifier or a word of the entry; all entries if absent. */
        search?: string;
        /** @description Identifier of a company; all if absent. */
        companyId?: components["parameters"]["OfCompany"];
        /** @description How many entries. */
        limit?: components["parameters"]["Paging.limit"];
        /** @description `next` of the page before; the newest entries if absent. */
        before?: components["parameters"]["Paging.before"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /** @description The entries. */
            items: components["schemas"]["Transfer"][];
            /** @description The value of `before` for the entries that follow; null if none do. */
            next: string | null;
          };
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  createTransfer: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["NewTransfer"];
      };
    };
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Transfer"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  readTransfer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identifier of the object. */
        id: components["parameters"]["Id"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Transfer"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  cancelTransfer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identifier of the object. */
        id: components["parameters"]["Id"];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["Reason"];
      };
    };
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Transfer"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  completeTransfer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identifier of the object. */
        id: components["parameters"]["Id"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Transfer"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  processTransfer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identifier of the object. */
        id: components["parameters"]["Id"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Transfer"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  refuseTransfer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identifier of the object. */
        id: components["parameters"]["Id"];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["Reason"];
      };
    };
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Transfer"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  listWebhooks: {
    parameters: {
      query?: {
        /** @description Part of an identifier or a word of the entry; all entries if absent. */
        search?: string;
        /** @description Identifier of a company; all if absent. */
        companyId?: components["parameters"]["OfCompany"];
        /** @description How many entries. */
        limit?: components["parameters"]["Paging.limit"];
        /** @description `next` of the page before; the newest entries if absent. */
        before?: components["parameters"]["Paging.before"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /** @description The entries. */
            items: components["schemas"]["Webhook"][];
            /** @description The value of `before` for the entries that follow; null if none do. */
            next: string | null;
          };
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  addWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["NewWebhook"];
      };
    };
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CreatedWebhook"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  readWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identifier of the object. */
        id: components["parameters"]["Id"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Webhook"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  removeWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identifier of the object. */
        id: components["parameters"]["Id"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Removed"];
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
  readWebhookSecret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identifier of the object. */
        id: components["parameters"]["Id"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The request has succeeded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /** @description Secret that signs the notifications to it. */
            secret: string;
          };
        };
      };
      /** @description An unexpected error response. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Failure"];
        };
      };
    };
  };
}
