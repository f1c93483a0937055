// Generated from spec/ by `npm run generate`: edit the spec, not this file.
import type { ContractTable } from "./runtime/contract-table.ts";

/** What the client knows of the contract. */
export const contract: ContractTable = {
  operations: {
    issueToken: {
      method: "POST",
      path: "/api/auth",
      limit: [5, 60],
      bare: true,
    },
    createCharge: {
      method: "POST",
      path: "/api/v1/pix/in/qrcode",
      limit: [100, 60],
      body: "ChargeRequest",
    },
    getTransaction: {
      method: "GET",
      path: "/api/v1/transactions/{transactionId}",
    },
    createTransfer: {
      method: "POST",
      path: "/api/v1/pix/out/pixkey",
      limit: [50, 60],
      body: "TransferRequest",
      key: ["x-idempotency-key", {
        min: 1,
        max: 255,
        pattern: "^[!-~]+$",
      }, 409],
    },
    getTransfer: {
      method: "GET",
      path: "/api/v1/transfers/{transferId}",
    },
    listWebhooks: {
      method: "GET",
      path: "/api/v1/webhook",
      limit: [30, 60],
    },
    createWebhook: {
      method: "POST",
      path: "/api/v1/webhook",
      limit: [10, 60],
      body: "WebhookRequest",
    },
    deleteWebhook: {
      method: "DELETE",
      path: "/api/v1/webhook/{id}",
      limit: [10, 60],
    },
  },
  rules: {
    ChargeRequest: {
      type: "object",
      required: ["amountInCents", "customer"],
      fields: {
        amountInCents: {
          type: "integer",
          min: 1,
          max: 1000000000,
        },
        customer: {
          ref: "Customer",
        },
        description: {
          max: 140,
        },
        postbackUrl: {
          max: 2048,
          https: true,
        },
        items: {
          type: "array",
          items: {
            ref: "Item",
          },
          max: 100,
        },
      },
    },
    Customer: {
      type: "object",
      required: ["name", "email", "documentType", "document"],
      fields: {
        name: {
          min: 1,
        },
        email: {},
        documentType: {
          enum: ["cpf", "cnpj"],
        },
        document: {
          min: 1,
        },
        phone: {
          min: 1,
        },
        billingAddress: {
          ref: "BillingAddress",
        },
      },
    },
    BillingAddress: {
      type: "object",
      fields: {
        street: {},
        number: {},
        neighborhood: {},
        city: {},
        state: {
          min: 1,
        },
        zipCode: {},
      },
    },
    Item: {
      type: "object",
      required: ["title", "tangible", "quantity", "amountInCents"],
      fields: {
        title: {
          min: 1,
        },
        tangible: {
          type: "boolean",
        },
        quantity: {
          type: "integer",
          min: 1,
        },
        amountInCents: {
          type: "integer",
          min: 0,
          max: 9007199254740991,
        },
      },
    },
    TransferRequest: {
      type: "object",
      required: ["pixKey", "amount"],
      fields: {
        pixKey: {
          min: 1,
        },
        amount: {
          type: "integer",
          min: 1,
          max: 1000000000,
        },
        currency: {
          enum: ["BRL"],
        },
        description: {
          max: 140,
        },
        postbackUrl: {
          anyOf: [{
            max: 2048,
            https: true,
          }, {
            enum: [""],
          }],
        },
      },
    },
    WebhookRequest: {
      type: "object",
      required: ["url"],
      fields: {
        url: {
          max: 2048,
          https: true,
        },
        events: {
          type: "array",
          items: {},
        },
        name: {},
        isActive: {
          type: "boolean",
        },
      },
    },
  },
  limitHeaders: {
    limit: "X-RateLimit-Limit",
    remaining: "X-RateLimit-Remaining",
    reset: "X-RateLimit-Reset",
    window: "X-RateLimit-Window",
  },
  token: {
    operation: "issueToken",
    token: "token",
    expiresIn: "expiresIn",
    unit: 1,
    renewEarly: 60000,
    renewOn: ["INVALID_TOKEN", "TOKEN_EXPIRED"],
  },
};
