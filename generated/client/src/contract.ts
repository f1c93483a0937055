// Generated from spec/ by `npm run generate`: edit the spec, not this file.
import { byToken } from "@packages/client/src/authorize.ts";
import {
  any,
  anyInteger,
  anyOf,
  anyString,
  array,
  boolean,
  type Check,
  inAnyCase,
  integer,
  nonEmptyString,
  object,
  oneOf,
  record,
  string,
} from "@packages/client/src/check.ts";
import type { ContractTable } from "@packages/client/src/contract-table.ts";

/** The client's facts of the contract. A function: a program without a client does not load it. */
export function createContractTable(): ContractTable {
  const expectedPixKey: Check = anyOf(
    string(1, undefined, "^[0-9]{11}$"),
    string(1, undefined, "^[0-9A-Z]{12}[0-9]{2}$"),
    string(1, undefined, "^\\+[1-9][0-9]\\d{1,14}$"),
    string(
      1,
      77,
      "^[A-Za-z0-9.!#$&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$",
    ),
    string(1, undefined, "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$"),
  );
  return {
    agent: "pix-contract-client/0.1.0",
    prefix: "Pix",
    environment: "PIX",
    operations: {
      issueToken: {
        method: "POST",
        path: "/api/auth",
        response: object({
          success: oneOf(true),
          token: nonEmptyString,
          tokenType: inAnyCase("Bearer"),
          expiresIn: anyInteger,
        }),
        expected: {
          token: string(1, undefined, "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$"),
          expiresIn: integer(1, 2147483647),
        },
        bare: true,
      },
      createCharge: {
        method: "POST",
        path: "/api/v1/pix/in/qrcode",
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
        ],
        response: object({
          id: nonEmptyString,
          pix: object({ emv: nonEmptyString, qrCode: nonEmptyString }),
          status: nonEmptyString,
          fees: anyInteger,
        }),
        expected: {
          pix: object({
            emv: string(1, 512, "^000201[\\x20-\\x7E]+6304[0-9A-F]{4}$"),
            qrCode: string(1, undefined, "^(data:image/png;base64,)?[A-Za-z0-9+/]+={0,2}$"),
          }),
          fees: integer(0, 1000000000),
          amount: integer(0, 1000000000),
        },
        body: object(
          {
            amountInCents: integer(1, 1000000000),
            customer: object(
              { name: nonEmptyString, email: anyString, documentType: oneOf("cpf", "cnpj"), document: nonEmptyString },
              {
                phone: nonEmptyString,
                billingAddress: object(
                  {},
                  {
                    street: anyString,
                    number: anyString,
                    neighborhood: anyString,
                    city: anyString,
                    state: nonEmptyString,
                    zipCode: anyString,
                  },
                ),
              },
            ),
          },
          {
            description: string(0, 140),
            postbackUrl: string(0, 2048, "https"),
            items: array(
              object({ title: nonEmptyString, tangible: boolean, quantity: integer(1), amountInCents: integer(0) }),
              undefined,
              100,
            ),
          },
        ),
        echoes: {
          amount: "amountInCents",
        },
      },
      getTransaction: {
        method: "GET",
        path: "/api/v1/transactions/{transactionId}",
        refusals: ["401 INVALID_TOKEN", "401 TOKEN_EXPIRED", "404 TRANSACTION_NOT_FOUND"],
        response: object({ status: nonEmptyString }),
        expected: {
          id: nonEmptyString,
          amount: integer(0, 1000000000),
          fees: integer(0, 1000000000),
          description: anyString,
          pix: object(
            {},
            {
              emv: string(1, 512, "^000201[\\x20-\\x7E]+6304[0-9A-F]{4}$"),
              qrCode: string(1, undefined, "^(data:image/png;base64,)?[A-Za-z0-9+/]+={0,2}$"),
              endToEndId: string(32, 32, "^E[0-9A-Z]{8}[0-9]{12}[0-9A-Za-z]{11}$"),
              payerInfo: object({
                bank: anyString,
                name: anyString,
                branch: anyString,
                document: anyString,
                account_type: anyString,
                account_number: anyString,
              }),
            },
          ),
          createdAt: anyString,
          updatedAt: anyString,
          paidAt: anyString,
          expiresAt: anyString,
          refund: object({}, { amount: integer(1, 1000000000), reason: anyString, refundedAt: anyString }),
        },
        echoes: {
          id: "transactionId",
        },
      },
      createTransfer: {
        method: "POST",
        path: "/api/v1/pix/out/pixkey",
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
        ],
        response: object({
          id: nonEmptyString,
          status: nonEmptyString,
          amount: anyInteger,
          netAmount: anyInteger,
          fees: anyInteger,
          pixKey: nonEmptyString,
        }),
        expected: {
          amount: integer(0, 1000000000),
          netAmount: integer(0, 1000000000),
          fees: integer(0, 1000000000),
          pixKey: expectedPixKey,
        },
        body: object(
          { pixKey: anyOf(nonEmptyString, string(1, 77)), amount: integer(1, 1000000000) },
          {
            currency: oneOf("BRL"),
            description: string(0, 140),
            postbackUrl: anyOf(string(0, 2048, "https"), oneOf("")),
          },
        ),
        key: {
          header: "x-idempotency-key",
          check: string(1, 255, "^[!-~]+$"),
          conflict: 409,
          settling: ["402 INSUFFICIENT_BALANCE", "422 DAILY_LIMIT_EXCEEDED", "422 RECIPIENT_UNAVAILABLE"],
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
        refusals: ["401 INVALID_TOKEN", "401 TOKEN_EXPIRED", "404 TRANSFER_NOT_FOUND"],
        response: object({ status: nonEmptyString }),
        expected: {
          id: nonEmptyString,
          amount: integer(0, 1000000000),
          netAmount: integer(0, 1000000000),
          fees: integer(0, 1000000000),
          pixKey: expectedPixKey,
          description: anyString,
          reason: anyString,
          pix: object(
            {},
            {
              endToEndId: string(32, 32, "^E[0-9A-Z]{8}[0-9]{12}[0-9A-Za-z]{11}$"),
              creditorAccount: anyOf(record(any), oneOf(null)),
            },
          ),
          createdAt: anyString,
          updatedAt: anyString,
          completedAt: anyString,
        },
        echoes: {
          id: "transferId",
        },
      },
      listWebhooks: {
        method: "GET",
        path: "/api/v1/webhook",
        refusals: ["401 INVALID_TOKEN", "401 TOKEN_EXPIRED"],
        response: array(object({ id: nonEmptyString })),
        expected: {
          "": array(
            object(
              { id: nonEmptyString },
              {
                url: string(0, 2048, "https"),
                events: array(nonEmptyString, undefined, 100),
                name: anyString,
                active: boolean,
                createdAt: anyString,
              },
            ),
            undefined,
            100,
          ),
        },
      },
      createWebhook: {
        method: "POST",
        path: "/api/v1/webhook",
        refusals: [
          "400 MALFORMED_JSON",
          "400 VALIDATION_ERROR",
          "401 INVALID_TOKEN",
          "401 TOKEN_EXPIRED",
          "413 PAYLOAD_TOO_LARGE",
          "415 UNSUPPORTED_MEDIA_TYPE",
          "422 WEBHOOK_LIMIT_EXCEEDED",
        ],
        response: object({ id: nonEmptyString }),
        expected: {
          url: string(0, 2048, "https"),
          events: array(nonEmptyString, undefined, 100),
          name: anyString,
          active: boolean,
          createdAt: anyString,
          secret: nonEmptyString,
        },
        body: object(
          { url: string(0, 2048, "https") },
          {
            events: array(
              oneOf(
                "transaction_created",
                "transaction_paid",
                "transaction_canceled",
                "transaction_refunded",
                "transfer_created",
                "transfer_updated",
                "transfer_completed",
                "transfer_canceled",
              ),
              undefined,
              100,
            ),
            name: anyString,
            isActive: boolean,
          },
        ),
        echoes: {
          url: "url",
        },
      },
      deleteWebhook: {
        method: "DELETE",
        path: "/api/v1/webhook/{id}",
        refusals: ["401 INVALID_TOKEN", "401 TOKEN_EXPIRED", "404 WEBHOOK_NOT_FOUND"],
        response: object({}),
        expected: {
          id: nonEmptyString,
          deleted: oneOf(true),
        },
        echoes: {
          id: "id",
        },
      },
    },
    refusals: [
      "400 MALFORMED_CREDENTIALS",
      "400 MALFORMED_REQUEST",
      "401 INVALID_CREDENTIALS",
      "403 ACCOUNT_SUSPENDED",
      "404 NOT_FOUND",
      "405 METHOD_NOT_ALLOWED",
      "408 REQUEST_TIMEOUT",
      "429 RATE_LIMIT_EXCEEDED",
      "431 HEADERS_TOO_LARGE",
      "501 NOT_IMPLEMENTED",
    ],
    token: {
      operation: "issueToken",
      token: "token",
      expiresIn: "expiresIn",
      unit: 1,
      renewEarly: 60000,
      spacing: 12000,
    },
    authorization: byToken,
  };
}
