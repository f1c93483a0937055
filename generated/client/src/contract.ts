// Generated from spec/ by `npm run generate`: edit the spec, not this file.
import { byToken } from "@packages/client/src/authorize.ts";
import { anyOf, boolean, type Check, integer, list, object, oneOf, text } from "@packages/client/src/check.ts";
import { type ContractTable, inUpperCase } from "@packages/client/src/contract-table.ts";

/** The client's facts of the contract. A function: a program without a client does not load it. */
export function createContractTable(): ContractTable {
  const c2: Check = text(1);
  const c4: Check = integer();
  const c8: Check = integer(1, 1000000000);
  const c10: Check = text();
  const c13: Check = text(0, 140);
  const c14: Check = text(0, 2048, "https");
  return {
    ...{
      agent: "pix-contract-client/0.1.0",
      prefix: "Pix",
      environment: "PIX",
      operations: {
        issueToken: {
          method: "POST",
          path: "/api/auth",
          refusals: 0x380c6250n,
          response: object({ success: oneOf(true), token: c2, tokenType: oneOf("Bearer"), expiresIn: c4 }),
          bare: true,
        },
        createCharge: {
          method: "POST",
          path: "/api/v1/pix/in/qrcode",
          refusals: 0x38fc6f76n,
          response: object({ id: c2, pix: object({ emv: c2, qrCode: c2 }), status: c2, fees: c4 }),
          body: object(
            {
              amountInCents: c8,
              customer: object(
                { name: c2, email: c10, documentType: oneOf("cpf", "cnpj"), document: c2 },
                {
                  phone: c2,
                  billingAddress: object(
                    {},
                    { street: c10, number: c10, neighborhood: c10, city: c10, state: c2, zipCode: c10 },
                  ),
                },
              ),
            },
            {
              description: c13,
              postbackUrl: c14,
              items: list(
                object({ title: c2, tangible: boolean, quantity: integer(1), amountInCents: integer(0) }),
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
          refusals: 0x380cee50n,
          response: object({ status: c2 }),
          echoes: {
            id: "transactionId",
          },
        },
        createTransfer: {
          method: "POST",
          path: "/api/v1/pix/out/pixkey",
          refusals: 0x3b3c7ff9n,
          response: object({ id: c2, status: c2, amount: c4, netAmount: c4, fees: c4, pixKey: c2 }),
          body: object(
            { pixKey: anyOf(c2, text(1, 77)), amount: c8 },
            { currency: oneOf("BRL"), description: c13, postbackUrl: anyOf(c14, oneOf("")) },
          ),
          key: {
            header: "x-idempotency-key",
            check: text(1, 255, "^[!-~]+$"),
            conflict: 409,
            settling: 0x3001000n,
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
          refusals: 0x380d6e50n,
          response: object({ status: c2 }),
          echoes: {
            id: "transferId",
          },
        },
        listWebhooks: {
          method: "GET",
          path: "/api/v1/webhook",
          refusals: 0x380c6e50n,
          response: list(object({ id: c2 })),
        },
        createWebhook: {
          method: "POST",
          path: "/api/v1/webhook",
          refusals: 0x3c3c6f70n,
          response: object({ id: c2 }),
          body: object(
            { url: c14 },
            {
              events: list(
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
              name: c10,
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
          refusals: 0x380e6e50n,
          response: object({}),
          echoes: {
            id: "id",
          },
        },
      },
      errors: inUpperCase(
        "400 invalid_amount,400 invalid_document,400 invalid_email,400 invalid_pix_key,400 malformed_credentials,400 malformed_json,400 malformed_request,400 missing_idempotency_key,400 validation_error,401 invalid_credentials,401 invalid_token,401 token_expired,402 insufficient_balance,403 account_suspended,404 not_found,404 transaction_not_found,404 transfer_not_found,404 webhook_not_found,405 method_not_allowed,408 request_timeout,413 payload_too_large,415 unsupported_media_type,422 amount_too_high,422 amount_too_low,422 daily_limit_exceeded,422 recipient_unavailable,422 webhook_limit_exceeded,429 rate_limit_exceeded,431 headers_too_large,501 not_implemented",
      ),
      token: {
        operation: "issueToken",
        token: "token",
        expiresIn: "expiresIn",
        unit: 1,
        renewEarly: 60000,
        spacing: 12000,
      },
    },
    authorization: byToken,
  };
}
