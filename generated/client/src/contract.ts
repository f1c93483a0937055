// Generated from spec/ by `npm run generate`: edit the spec, not this file.
import {
  anyOf,
  anything,
  boolean,
  type Check,
  filled,
  httpsUrl,
  integer,
  list,
  matching,
  object,
  oneOf,
  received,
  text,
} from "../../../packages/client/src/checks.ts";
import type { ContractTable } from "../../../packages/client/src/contract-table.ts";

/** What the client knows of the contract. A function: a program without a client does not load it. */
export function createContractTable(): ContractTable {
  const receivedTokenResponseCheck: Check = received({
    success: oneOf(true),
    token: filled,
    tokenType: oneOf("Bearer"),
    expiresIn: integer(),
  });
  const receivedChargePixCheck: Check = received({
    emv: filled,
    qrCode: filled,
  });
  const receivedChargeCheck: Check = received(
    {
      id: filled,
      pix: receivedChargePixCheck,
      status: text(),
      fees: integer(),
    },
    {
      amount: integer(),
    },
  );
  const billingAddressCheck: Check = object(
    {},
    {
      street: text(),
      number: text(),
      neighborhood: text(),
      city: text(),
      state: text(1),
      zipCode: text(),
    },
  );
  const customerCheck: Check = object(
    {
      name: text(1),
      email: text(),
      documentType: oneOf("cpf", "cnpj"),
      document: text(1),
    },
    {
      phone: text(1),
      billingAddress: billingAddressCheck,
    },
  );
  const itemCheck: Check = object({
    title: text(1),
    tangible: boolean,
    quantity: integer(1),
    amountInCents: integer(0),
  });
  const chargeRequestCheck: Check = object(
    {
      amountInCents: integer(1, 1000000000),
      customer: customerCheck,
    },
    {
      description: text(0, 140),
      postbackUrl: httpsUrl(2048),
      items: list(itemCheck, 0, 100),
    },
  );
  const receivedPayerInfoCheck: Check = received({
    bank: text(),
    name: text(),
    branch: text(),
    document: filled,
    account_type: text(),
    account_number: text(),
  });
  const receivedTransactionPixCheck: Check = received(
    {
      emv: filled,
      qrCode: filled,
    },
    {
      endToEndId: filled,
      payerInfo: receivedPayerInfoCheck,
    },
  );
  const receivedRefundCheck: Check = received(
    {
      amount: integer(),
      refundedAt: text(),
    },
    {
      reason: text(),
    },
  );
  const receivedTransactionCheck: Check = received(
    {
      id: filled,
      status: text(),
      amount: integer(),
      fees: integer(),
      description: text(),
      pix: receivedTransactionPixCheck,
      createdAt: text(),
      updatedAt: text(),
      expiresAt: text(),
    },
    {
      paidAt: text(),
      refund: receivedRefundCheck,
    },
  );
  const receivedTransferSummaryCheck: Check = received({
    id: filled,
    status: text(),
    amount: integer(),
    netAmount: integer(),
    fees: integer(),
    pixKey: filled,
  });
  const transferRequestCheck: Check = object(
    {
      pixKey: text(1),
      amount: integer(1, 1000000000),
    },
    {
      currency: oneOf("BRL"),
      description: text(0, 140),
      postbackUrl: anyOf(httpsUrl(2048), oneOf("")),
    },
  );
  const receivedTransferPixCheck: Check = received(
    {},
    {
      endToEndId: filled,
      creditorAccount: anyOf(received({}), anything),
    },
  );
  const receivedTransferCheck: Check = received(
    {
      id: filled,
      status: text(),
      amount: integer(),
      netAmount: integer(),
      fees: integer(),
      pixKey: filled,
      description: text(),
      createdAt: text(),
      updatedAt: text(),
    },
    {
      reason: text(),
      pix: receivedTransferPixCheck,
      completedAt: text(),
    },
  );
  const receivedWebhookCheck: Check = received({
    id: filled,
    url: filled,
    events: list(text()),
    name: text(),
    active: boolean,
    createdAt: text(),
  });
  const receivedCreatedWebhookCheck: Check = received({
    id: filled,
    url: filled,
    events: list(text()),
    name: text(),
    active: boolean,
    createdAt: text(),
    secret: filled,
  });
  const webhookRequestCheck: Check = object(
    {
      url: httpsUrl(2048),
    },
    {
      events: list(text()),
      name: text(),
      isActive: boolean,
    },
  );
  const receivedDeletedWebhookCheck: Check = received({
    id: filled,
    deleted: oneOf(true),
  });
  return {
    agent: "pix-contract-client/0.1.0",
    environment: "PIX",
    operations: {
      issueToken: {
        method: "POST",
        path: "/api/auth",
        security: [["ApiCredentials"]],
        limit: [5, 60],
        refusals: [
          "400 MALFORMED_CREDENTIALS",
          "401 INVALID_CREDENTIALS",
          "403 ACCOUNT_SUSPENDED",
          "429 RATE_LIMIT_EXCEEDED",
        ],
        bare: true,
        response: receivedTokenResponseCheck,
      },
      createCharge: {
        method: "POST",
        path: "/api/v1/pix/in/qrcode",
        security: [["AccessToken"]],
        limit: [100, 60],
        refusals: [
          "400 INVALID_DOCUMENT",
          "400 INVALID_EMAIL",
          "400 MALFORMED_JSON",
          "400 VALIDATION_ERROR",
          "401 INVALID_TOKEN",
          "401 TOKEN_EXPIRED",
          "413 PAYLOAD_TOO_LARGE",
          "415 UNSUPPORTED_MEDIA_TYPE",
          "422 AMOUNT_TOO_HIGH",
          "422 AMOUNT_TOO_LOW",
          "429 RATE_LIMIT_EXCEEDED",
        ],
        echoes: {
          amount: "amountInCents",
        },
        response: receivedChargeCheck,
        body: chargeRequestCheck,
      },
      getTransaction: {
        method: "GET",
        path: "/api/v1/transactions/{transactionId}",
        security: [["AccessToken"]],
        refusals: ["401 INVALID_TOKEN", "401 TOKEN_EXPIRED", "404 TRANSACTION_NOT_FOUND"],
        echoes: {
          id: "transactionId",
        },
        response: receivedTransactionCheck,
      },
      createTransfer: {
        method: "POST",
        path: "/api/v1/pix/out/pixkey",
        security: [["AccessToken"]],
        limit: [50, 60],
        refusals: [
          "400 INVALID_AMOUNT",
          "400 INVALID_PIX_KEY",
          "400 MALFORMED_JSON",
          "400 MISSING_IDEMPOTENCY_KEY",
          "400 VALIDATION_ERROR",
          "401 INVALID_TOKEN",
          "401 TOKEN_EXPIRED",
          "402 INSUFFICIENT_BALANCE",
          "413 PAYLOAD_TOO_LARGE",
          "415 UNSUPPORTED_MEDIA_TYPE",
          "422 DAILY_LIMIT_EXCEEDED",
          "422 RECIPIENT_UNAVAILABLE",
          "429 RATE_LIMIT_EXCEEDED",
        ],
        echoes: {
          pixKey: "pixKey",
          amount: "amount",
        },
        response: receivedTransferSummaryCheck,
        body: transferRequestCheck,
        key: {
          header: "x-idempotency-key",
          conflict: 409,
          settling: [
            "400 INVALID_PIX_KEY",
            "402 INSUFFICIENT_BALANCE",
            "422 DAILY_LIMIT_EXCEEDED",
            "422 RECIPIENT_UNAVAILABLE",
          ],
          lifetime: 86400000,
          check: matching(new RegExp("^[!-~]+$", "u"), text(1, 255)),
        },
      },
      getTransfer: {
        method: "GET",
        path: "/api/v1/transfers/{transferId}",
        security: [["AccessToken"]],
        refusals: ["401 INVALID_TOKEN", "401 TOKEN_EXPIRED", "404 TRANSFER_NOT_FOUND"],
        echoes: {
          id: "transferId",
        },
        response: receivedTransferCheck,
      },
      listWebhooks: {
        method: "GET",
        path: "/api/v1/webhook",
        security: [["AccessToken"]],
        limit: [30, 60],
        refusals: ["401 INVALID_TOKEN", "401 TOKEN_EXPIRED", "429 RATE_LIMIT_EXCEEDED"],
        response: list(receivedWebhookCheck),
      },
      createWebhook: {
        method: "POST",
        path: "/api/v1/webhook",
        security: [["AccessToken"]],
        limit: [10, 60],
        refusals: [
          "400 MALFORMED_JSON",
          "400 VALIDATION_ERROR",
          "401 INVALID_TOKEN",
          "401 TOKEN_EXPIRED",
          "413 PAYLOAD_TOO_LARGE",
          "415 UNSUPPORTED_MEDIA_TYPE",
          "422 WEBHOOK_LIMIT_EXCEEDED",
          "429 RATE_LIMIT_EXCEEDED",
        ],
        echoes: {
          url: "url",
        },
        response: receivedCreatedWebhookCheck,
        body: webhookRequestCheck,
      },
      deleteWebhook: {
        method: "DELETE",
        path: "/api/v1/webhook/{id}",
        security: [["AccessToken"]],
        limit: [10, 60],
        refusals: ["401 INVALID_TOKEN", "401 TOKEN_EXPIRED", "404 WEBHOOK_NOT_FOUND", "429 RATE_LIMIT_EXCEEDED"],
        echoes: {
          id: "id",
        },
        response: receivedDeletedWebhookCheck,
      },
    },
    refusals: [
      "400 MALFORMED_CREDENTIALS",
      "401 INVALID_CREDENTIALS",
      "403 ACCOUNT_SUSPENDED",
      "429 RATE_LIMIT_EXCEEDED",
      "400 MALFORMED_REQUEST",
      "404 NOT_FOUND",
      "405 METHOD_NOT_ALLOWED",
      "408 REQUEST_TIMEOUT",
      "431 HEADERS_TOO_LARGE",
      "501 NOT_IMPLEMENTED",
    ],
    limitHeaders: {
      limit: "X-RateLimit-Limit",
      remaining: "X-RateLimit-Remaining",
      reset: "X-RateLimit-Reset",
      window: "X-RateLimit-Window",
    },
    schemes: {
      ApiCredentials: {
        kind: "basic",
      },
      AccessToken: {
        kind: "bearer",
      },
    },
    token: {
      scheme: "AccessToken",
      operation: "issueToken",
      token: "token",
      expiresIn: "expiresIn",
      unit: 1,
      renewEarly: 60000,
    },
  };
}
