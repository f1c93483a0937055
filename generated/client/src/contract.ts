// Generated from spec/ by `npm run generate`: edit the spec, not this file.
import { basic, bearer } from "../../../packages/client/src/authorize.ts";
import type { ContractTable } from "../../../packages/client/src/contract-table.ts";

/** What the client knows of the contract. A function: a program without a client does not load it. */
export function createContractTable(): ContractTable {
  return {
    ...{
      agent: "pix-contract-client/0.1.0",
      prefix: "Pix",
      environment: "PIX",
      operations: {
        issueToken: {
          method: "POST",
          path: "/api/auth",
          security: [["ApiCredentials"]],
          refusals: "400 MALFORMED_CREDENTIALS,401 INVALID_CREDENTIALS,403 ACCOUNT_SUSPENDED,429 RATE_LIMIT_EXCEEDED",
          response: 0,
          bare: true,
        },
        createCharge: {
          method: "POST",
          path: "/api/v1/pix/in/qrcode",
          security: [["AccessToken"]],
          refusals:
            "400 INVALID_DOCUMENT,400 INVALID_EMAIL,400 MALFORMED_JSON,400 VALIDATION_ERROR,401 INVALID_TOKEN,401 TOKEN_EXPIRED,413 PAYLOAD_TOO_LARGE,415 UNSUPPORTED_MEDIA_TYPE,422 AMOUNT_TOO_HIGH,422 AMOUNT_TOO_LOW,429 RATE_LIMIT_EXCEEDED",
          response: 5,
          body: 7,
          echoes: {
            amount: "amountInCents",
          },
        },
        getTransaction: {
          method: "GET",
          path: "/api/v1/transactions/{transactionId}",
          security: [["AccessToken"]],
          refusals: "401 INVALID_TOKEN,401 TOKEN_EXPIRED,404 TRANSACTION_NOT_FOUND",
          response: 20,
          echoes: {
            id: "transactionId",
          },
        },
        createTransfer: {
          method: "POST",
          path: "/api/v1/pix/out/pixkey",
          security: [["AccessToken"]],
          refusals:
            "400 INVALID_AMOUNT,400 INVALID_PIX_KEY,400 MALFORMED_JSON,400 MISSING_IDEMPOTENCY_KEY,400 VALIDATION_ERROR,401 INVALID_TOKEN,401 TOKEN_EXPIRED,402 INSUFFICIENT_BALANCE,413 PAYLOAD_TOO_LARGE,415 UNSUPPORTED_MEDIA_TYPE,422 DAILY_LIMIT_EXCEEDED,422 RECIPIENT_UNAVAILABLE,429 RATE_LIMIT_EXCEEDED",
          response: 24,
          body: 26,
          key: {
            header: "x-idempotency-key",
            row: 32,
            conflict: 409,
            settling: "400 INVALID_PIX_KEY,402 INSUFFICIENT_BALANCE,422 DAILY_LIMIT_EXCEEDED,422 RECIPIENT_UNAVAILABLE",
            lifetime: 86400000,
          },
          echoes: {
            pixKey: "pixKey",
            amount: "amount",
          },
        },
        getTransfer: {
          method: "GET",
          path: "/api/v1/transfers/{transferId}",
          security: [["AccessToken"]],
          refusals: "401 INVALID_TOKEN,401 TOKEN_EXPIRED,404 TRANSFER_NOT_FOUND",
          response: 33,
          echoes: {
            id: "transferId",
          },
        },
        listWebhooks: {
          method: "GET",
          path: "/api/v1/webhook",
          security: [["AccessToken"]],
          refusals: "401 INVALID_TOKEN,401 TOKEN_EXPIRED,429 RATE_LIMIT_EXCEEDED",
          response: 41,
        },
        createWebhook: {
          method: "POST",
          path: "/api/v1/webhook",
          security: [["AccessToken"]],
          refusals:
            "400 MALFORMED_JSON,400 VALIDATION_ERROR,401 INVALID_TOKEN,401 TOKEN_EXPIRED,413 PAYLOAD_TOO_LARGE,415 UNSUPPORTED_MEDIA_TYPE,422 WEBHOOK_LIMIT_EXCEEDED,429 RATE_LIMIT_EXCEEDED",
          response: 42,
          body: 43,
          echoes: {
            url: "url",
          },
        },
        deleteWebhook: {
          method: "DELETE",
          path: "/api/v1/webhook/{id}",
          security: [["AccessToken"]],
          refusals: "401 INVALID_TOKEN,401 TOKEN_EXPIRED,404 WEBHOOK_NOT_FOUND,429 RATE_LIMIT_EXCEEDED",
          response: 44,
          echoes: {
            id: "id",
          },
        },
      },
      refusals:
        "400 MALFORMED_CREDENTIALS,401 INVALID_CREDENTIALS,403 ACCOUNT_SUSPENDED,429 RATE_LIMIT_EXCEEDED,400 MALFORMED_REQUEST,404 NOT_FOUND,405 METHOD_NOT_ALLOWED,408 REQUEST_TIMEOUT,431 HEADERS_TOO_LARGE,501 NOT_IMPLEMENTED",
      token: {
        scheme: "AccessToken",
        operation: "issueToken",
        token: "token",
        expiresIn: "expiresIn",
        unit: 1,
        renewEarly: 60000,
        spacing: 12000,
      },
    },
    rows: [
      [
        "object",
        {
          success: 1,
          token: 2,
          tokenType: 3,
          expiresIn: 4,
        },
      ],
      ["enum", true],
      ["string", 1],
      ["enum", "Bearer"],
      ["integer"],
      [
        "object",
        {
          id: 2,
          pix: 6,
          status: 2,
          fees: 4,
        },
        {
          amount: 4,
        },
      ],
      [
        "object",
        {
          emv: 2,
          qrCode: 2,
        },
      ],
      [
        "object",
        {
          amountInCents: 8,
          customer: 9,
        },
        {
          description: 13,
          postbackUrl: 14,
          items: 19,
        },
      ],
      ["integer", 1, 1000000000],
      [
        "object",
        {
          name: 2,
          email: 10,
          documentType: 11,
          document: 2,
        },
        {
          phone: 2,
          billingAddress: 12,
        },
      ],
      ["string"],
      ["enum", "cpf", "cnpj"],
      [
        "object",
        {},
        {
          street: 10,
          number: 10,
          neighborhood: 10,
          city: 10,
          state: 2,
          zipCode: 10,
        },
      ],
      ["string", 0, 140],
      ["string", 0, 2048, "https"],
      [
        "object",
        {
          title: 2,
          tangible: 16,
          quantity: 17,
          amountInCents: 18,
        },
      ],
      ["boolean"],
      ["integer", 1],
      ["integer", 0],
      ["array", 15, null, 100],
      [
        "object",
        {
          id: 2,
          status: 2,
          amount: 4,
          fees: 4,
          description: 10,
          pix: 21,
          createdAt: 10,
          updatedAt: 10,
          expiresAt: 10,
        },
        {
          paidAt: 10,
          refund: 23,
        },
      ],
      [
        "object",
        {
          emv: 2,
          qrCode: 2,
        },
        {
          endToEndId: 2,
          payerInfo: 22,
        },
      ],
      [
        "object",
        {
          bank: 10,
          name: 10,
          branch: 10,
          document: 2,
          account_type: 10,
          account_number: 10,
        },
      ],
      [
        "object",
        {
          amount: 4,
          refundedAt: 10,
        },
        {
          reason: 10,
        },
      ],
      [
        "object",
        {
          id: 2,
          status: 2,
          amount: 4,
          netAmount: 4,
          fees: 4,
          pixKey: 25,
        },
      ],
      ["anyOf", 2, 2, 2, 2, 2],
      [
        "object",
        {
          pixKey: 27,
          amount: 8,
        },
        {
          currency: 29,
          description: 13,
          postbackUrl: 31,
        },
      ],
      ["anyOf", 2, 2, 2, 28, 2],
      ["string", 1, 77],
      ["enum", "BRL"],
      ["enum", ""],
      ["anyOf", 14, 30],
      ["string", 1, 255, "^[!-~]+$"],
      [
        "object",
        {
          id: 2,
          status: 2,
          amount: 4,
          netAmount: 4,
          fees: 4,
          pixKey: 25,
          description: 10,
          createdAt: 10,
          updatedAt: 10,
        },
        {
          reason: 10,
          pix: 34,
          completedAt: 10,
        },
      ],
      [
        "object",
        {},
        {
          endToEndId: 2,
          creditorAccount: 38,
        },
      ],
      ["any"],
      ["map", 35],
      ["enum", null],
      ["anyOf", 36, 37],
      [
        "object",
        {
          id: 2,
          url: 2,
          events: 40,
          name: 10,
          active: 16,
          createdAt: 10,
        },
      ],
      ["array", 2],
      ["array", 39],
      [
        "object",
        {
          id: 2,
          url: 2,
          events: 40,
          name: 10,
          active: 16,
          createdAt: 10,
          secret: 2,
        },
      ],
      [
        "object",
        {
          url: 14,
        },
        {
          events: 40,
          name: 10,
          isActive: 16,
        },
      ],
      [
        "object",
        {
          id: 2,
          deleted: 1,
        },
      ],
    ],
    schemes: { ApiCredentials: basic, AccessToken: bearer() },
  };
}
