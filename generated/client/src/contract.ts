// Generated from spec/ by `npm run generate`: edit the spec, not this file.
import {
  anyOf,
  boolean,
  type Check,
  httpsUrl,
  integer,
  list,
  matching,
  object,
  oneOf,
  text,
} from "../../../packages/client/src/checks.ts";
import type { ContractTable } from "../../../packages/client/src/contract-table.ts";

/** What the client knows of the contract. A function: a program without a client does not load it. */
export function createContractTable(): ContractTable {
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
  return {
    agent: "pix-contract-client/0.1.0",
    environment: "PIX",
    operations: {
      issueToken: {
        method: "POST",
        path: "/api/auth",
        security: [["ApiCredentials"]],
        limit: [5, 60],
        statuses: [400, 401, 403, 429],
        bare: true,
        result: [],
      },
      createCharge: {
        method: "POST",
        path: "/api/v1/pix/in/qrcode",
        security: [["AccessToken"]],
        limit: [100, 60],
        statuses: [400, 401, 413, 415, 422, 429],
        result: ["id"],
        body: chargeRequestCheck,
      },
      getTransaction: {
        method: "GET",
        path: "/api/v1/transactions/{transactionId}",
        security: [["AccessToken"]],
        statuses: [401, 404],
        result: ["id"],
      },
      createTransfer: {
        method: "POST",
        path: "/api/v1/pix/out/pixkey",
        security: [["AccessToken"]],
        limit: [50, 60],
        statuses: [400, 401, 402, 409, 413, 415, 422, 429],
        result: ["id"],
        body: transferRequestCheck,
        key: {
          header: "x-idempotency-key",
          conflict: 409,
          settling: [402, 422, "INVALID_PIX_KEY"],
          lifetime: 86400000,
          check: matching(new RegExp("^[!-~]+$", "u"), text(1, 255)),
        },
      },
      getTransfer: {
        method: "GET",
        path: "/api/v1/transfers/{transferId}",
        security: [["AccessToken"]],
        statuses: [401, 404],
        result: ["id"],
      },
      listWebhooks: {
        method: "GET",
        path: "/api/v1/webhook",
        security: [["AccessToken"]],
        limit: [30, 60],
        statuses: [401, 429],
        result: "list",
      },
      createWebhook: {
        method: "POST",
        path: "/api/v1/webhook",
        security: [["AccessToken"]],
        limit: [10, 60],
        statuses: [400, 401, 413, 415, 422, 429],
        result: ["id"],
        body: webhookRequestCheck,
      },
      deleteWebhook: {
        method: "DELETE",
        path: "/api/v1/webhook/{id}",
        security: [["AccessToken"]],
        limit: [10, 60],
        statuses: [401, 404, 429],
        result: ["id"],
      },
    },
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
