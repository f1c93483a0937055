// Generated from spec/ by `npm run generate`: edit the spec, not this file.

import type { AnyContextOf, Handler, LowerCaseKeys, WithDefaults } from "@packages/server/src/handler-types.ts";
import type { ServerSettings } from "@packages/server/src/hosts/node/settings.ts";
import type { IdempotencyStore } from "@packages/server/src/idempotency/idempotency.ts";
import type { CommonOptions } from "@packages/server/src/options.ts";
import type * as credentials from "@packages/server/src/request/credentials.ts";
import type { Result } from "@packages/server/src/response/result.ts";
import type { ErrorDetails, operations } from "../../openapi/types.d.ts";

/** Issue a token */
interface IssueTokenOperation {
  body: undefined;
  params: Record<never, never>;
  query: Record<never, never>;
  headers: Record<never, never>;
  data: Omit<operations["issueToken"]["responses"][200]["content"]["application/json"], "success" | "tokenType"> &
    Partial<Pick<operations["issueToken"]["responses"][200]["content"]["application/json"], "success" | "tokenType">>;
  message: false;
  secured: true;
  idempotent: false;
  errors: {
    MALFORMED_CREDENTIALS: undefined;
    INVALID_CREDENTIALS: undefined;
    ACCOUNT_SUSPENDED: undefined;
    RATE_LIMIT_EXCEEDED: ErrorDetails["RATE_LIMIT_EXCEEDED"];
  };
  responses: {
    200: {
      body: operations["issueToken"]["responses"][200]["content"]["application/json"];
      headers: {
        "X-RateLimit-Limit"?: operations["issueToken"]["responses"][200]["headers"]["X-RateLimit-Limit"];
        "X-RateLimit-Remaining"?: operations["issueToken"]["responses"][200]["headers"]["X-RateLimit-Remaining"];
        "X-RateLimit-Reset"?: operations["issueToken"]["responses"][200]["headers"]["X-RateLimit-Reset"];
        "X-RateLimit-Window"?: operations["issueToken"]["responses"][200]["headers"]["X-RateLimit-Window"];
      };
    };
    400: {
      body: operations["issueToken"]["responses"][400]["content"]["application/json"];
      headers: {
        "X-RateLimit-Limit"?: operations["issueToken"]["responses"][400]["headers"]["X-RateLimit-Limit"];
        "X-RateLimit-Remaining"?: operations["issueToken"]["responses"][400]["headers"]["X-RateLimit-Remaining"];
        "X-RateLimit-Reset"?: operations["issueToken"]["responses"][400]["headers"]["X-RateLimit-Reset"];
        "X-RateLimit-Window"?: operations["issueToken"]["responses"][400]["headers"]["X-RateLimit-Window"];
      };
    };
    401: {
      body: operations["issueToken"]["responses"][401]["content"]["application/json"];
      headers: {
        "WWW-Authenticate"?: operations["issueToken"]["responses"][401]["headers"]["WWW-Authenticate"];
        "X-RateLimit-Limit"?: operations["issueToken"]["responses"][401]["headers"]["X-RateLimit-Limit"];
        "X-RateLimit-Remaining"?: operations["issueToken"]["responses"][401]["headers"]["X-RateLimit-Remaining"];
        "X-RateLimit-Reset"?: operations["issueToken"]["responses"][401]["headers"]["X-RateLimit-Reset"];
        "X-RateLimit-Window"?: operations["issueToken"]["responses"][401]["headers"]["X-RateLimit-Window"];
      };
    };
    403: {
      body: operations["issueToken"]["responses"][403]["content"]["application/json"];
      headers: {
        "X-RateLimit-Limit"?: operations["issueToken"]["responses"][403]["headers"]["X-RateLimit-Limit"];
        "X-RateLimit-Remaining"?: operations["issueToken"]["responses"][403]["headers"]["X-RateLimit-Remaining"];
        "X-RateLimit-Reset"?: operations["issueToken"]["responses"][403]["headers"]["X-RateLimit-Reset"];
        "X-RateLimit-Window"?: operations["issueToken"]["responses"][403]["headers"]["X-RateLimit-Window"];
      };
    };
    429: {
      body: operations["issueToken"]["responses"][429]["content"]["application/json"];
      headers: {
        "X-RateLimit-Limit"?: operations["issueToken"]["responses"][429]["headers"]["X-RateLimit-Limit"];
        "X-RateLimit-Remaining"?: operations["issueToken"]["responses"][429]["headers"]["X-RateLimit-Remaining"];
        "X-RateLimit-Reset"?: operations["issueToken"]["responses"][429]["headers"]["X-RateLimit-Reset"];
        "X-RateLimit-Window"?: operations["issueToken"]["responses"][429]["headers"]["X-RateLimit-Window"];
        "Retry-After"?: operations["issueToken"]["responses"][429]["headers"]["Retry-After"];
      };
    };
  };
}

/** Body of createCharge. */
interface CreateChargeBody
  extends WithDefaults<
    NonNullable<operations["createCharge"]["requestBody"]>["content"]["application/json"],
    "description"
  > {}

/** Create a charge (PIX IN) */
interface CreateChargeOperation {
  body: CreateChargeBody;
  params: Record<never, never>;
  query: Record<never, never>;
  headers: Record<never, never>;
  data: operations["createCharge"]["responses"][200]["content"]["application/json"]["data"];
  message: true;
  secured: true;
  idempotent: false;
  errors: {
    VALIDATION_ERROR: ErrorDetails["VALIDATION_ERROR"];
    MALFORMED_JSON: undefined;
    INVALID_DOCUMENT: { path: string } | undefined;
    INVALID_EMAIL: { path: string } | undefined;
    INVALID_TOKEN: undefined;
    TOKEN_EXPIRED: undefined;
    PAYLOAD_TOO_LARGE: { limit: number } | undefined;
    UNSUPPORTED_MEDIA_TYPE: undefined;
    AMOUNT_TOO_LOW: { path: string; minimum: number } | undefined;
    AMOUNT_TOO_HIGH: { path: string; maximum: number } | undefined;
    RATE_LIMIT_EXCEEDED: ErrorDetails["RATE_LIMIT_EXCEEDED"];
  };
  responses: {
    200: {
      body: operations["createCharge"]["responses"][200]["content"]["application/json"];
      headers: {
        "X-RateLimit-Limit"?: operations["createCharge"]["responses"][200]["headers"]["X-RateLimit-Limit"];
        "X-RateLimit-Remaining"?: operations["createCharge"]["responses"][200]["headers"]["X-RateLimit-Remaining"];
        "X-RateLimit-Reset"?: operations["createCharge"]["responses"][200]["headers"]["X-RateLimit-Reset"];
        "X-RateLimit-Window"?: operations["createCharge"]["responses"][200]["headers"]["X-RateLimit-Window"];
      };
    };
    400: {
      body: operations["createCharge"]["responses"][400]["content"]["application/json"];
      headers: {
        "X-RateLimit-Limit"?: operations["createCharge"]["responses"][400]["headers"]["X-RateLimit-Limit"];
        "X-RateLimit-Remaining"?: operations["createCharge"]["responses"][400]["headers"]["X-RateLimit-Remaining"];
        "X-RateLimit-Reset"?: operations["createCharge"]["responses"][400]["headers"]["X-RateLimit-Reset"];
        "X-RateLimit-Window"?: operations["createCharge"]["responses"][400]["headers"]["X-RateLimit-Window"];
      };
    };
    401: {
      body: operations["createCharge"]["responses"][401]["content"]["application/json"];
      headers: { "WWW-Authenticate"?: operations["createCharge"]["responses"][401]["headers"]["WWW-Authenticate"] };
    };
    413: {
      body: operations["createCharge"]["responses"][413]["content"]["application/json"];
      headers: {
        "X-RateLimit-Limit"?: operations["createCharge"]["responses"][413]["headers"]["X-RateLimit-Limit"];
        "X-RateLimit-Remaining"?: operations["createCharge"]["responses"][413]["headers"]["X-RateLimit-Remaining"];
        "X-RateLimit-Reset"?: operations["createCharge"]["responses"][413]["headers"]["X-RateLimit-Reset"];
        "X-RateLimit-Window"?: operations["createCharge"]["responses"][413]["headers"]["X-RateLimit-Window"];
      };
    };
    415: {
      body: operations["createCharge"]["responses"][415]["content"]["application/json"];
      headers: {
        "X-RateLimit-Limit"?: operations["createCharge"]["responses"][415]["headers"]["X-RateLimit-Limit"];
        "X-RateLimit-Remaining"?: operations["createCharge"]["responses"][415]["headers"]["X-RateLimit-Remaining"];
        "X-RateLimit-Reset"?: operations["createCharge"]["responses"][415]["headers"]["X-RateLimit-Reset"];
        "X-RateLimit-Window"?: operations["createCharge"]["responses"][415]["headers"]["X-RateLimit-Window"];
      };
    };
    422: {
      body: operations["createCharge"]["responses"][422]["content"]["application/json"];
      headers: {
        "X-RateLimit-Limit"?: operations["createCharge"]["responses"][422]["headers"]["X-RateLimit-Limit"];
        "X-RateLimit-Remaining"?: operations["createCharge"]["responses"][422]["headers"]["X-RateLimit-Remaining"];
        "X-RateLimit-Reset"?: operations["createCharge"]["responses"][422]["headers"]["X-RateLimit-Reset"];
        "X-RateLimit-Window"?: operations["createCharge"]["responses"][422]["headers"]["X-RateLimit-Window"];
      };
    };
    429: {
      body: operations["createCharge"]["responses"][429]["content"]["application/json"];
      headers: {
        "X-RateLimit-Limit"?: operations["createCharge"]["responses"][429]["headers"]["X-RateLimit-Limit"];
        "X-RateLimit-Remaining"?: operations["createCharge"]["responses"][429]["headers"]["X-RateLimit-Remaining"];
        "X-RateLimit-Reset"?: operations["createCharge"]["responses"][429]["headers"]["X-RateLimit-Reset"];
        "X-RateLimit-Window"?: operations["createCharge"]["responses"][429]["headers"]["X-RateLimit-Window"];
        "Retry-After"?: operations["createCharge"]["responses"][429]["headers"]["Retry-After"];
      };
    };
  };
}

/** Body of createTransfer. */
interface CreateTransferBody
  extends WithDefaults<
    NonNullable<operations["createTransfer"]["requestBody"]>["content"]["application/json"],
    "currency" | "description" | "postbackUrl"
  > {}

/** Send a transfer (PIX OUT) */
interface CreateTransferOperation {
  body: CreateTransferBody;
  params: Record<never, never>;
  query: Record<never, never>;
  headers: LowerCaseKeys<NonNullable<operations["createTransfer"]["parameters"]["header"]>>;
  data: operations["createTransfer"]["responses"][200]["content"]["application/json"]["data"];
  message: true;
  secured: true;
  idempotent: true;
  errors: {
    VALIDATION_ERROR: ErrorDetails["VALIDATION_ERROR"];
    MALFORMED_JSON: undefined;
    INVALID_PIX_KEY: { path: string } | undefined;
    INVALID_AMOUNT: { path: string; minimum: number; maximum: number } | undefined;
    MISSING_IDEMPOTENCY_KEY: { path: string } | undefined;
    INVALID_TOKEN: undefined;
    TOKEN_EXPIRED: undefined;
    INSUFFICIENT_BALANCE: undefined;
    DUPLICATE_IDEMPOTENCY_KEY: undefined;
    PAYLOAD_TOO_LARGE: { limit: number } | undefined;
    UNSUPPORTED_MEDIA_TYPE: undefined;
    DAILY_LIMIT_EXCEEDED: undefined;
    RECIPIENT_UNAVAILABLE: undefined;
    RATE_LIMIT_EXCEEDED: ErrorDetails["RATE_LIMIT_EXCEEDED"];
  };
  responses: {
    200: {
      body: operations["createTransfer"]["responses"][200]["content"]["application/json"];
      headers: {
        "X-RateLimit-Limit"?: operations["createTransfer"]["responses"][200]["headers"]["X-RateLimit-Limit"];
        "X-RateLimit-Remaining"?: operations["createTransfer"]["responses"][200]["headers"]["X-RateLimit-Remaining"];
        "X-RateLimit-Reset"?: operations["createTransfer"]["responses"][200]["headers"]["X-RateLimit-Reset"];
        "X-RateLimit-Window"?: operations["createTransfer"]["responses"][200]["headers"]["X-RateLimit-Window"];
        "Idempotent-Replayed"?: operations["createTransfer"]["responses"][200]["headers"]["Idempotent-Replayed"];
      };
    };
    400: {
      body: operations["createTransfer"]["responses"][400]["content"]["application/json"];
      headers: {
        "X-RateLimit-Limit"?: operations["createTransfer"]["responses"][400]["headers"]["X-RateLimit-Limit"];
        "X-RateLimit-Remaining"?: operations["createTransfer"]["responses"][400]["headers"]["X-RateLimit-Remaining"];
        "X-RateLimit-Reset"?: operations["createTransfer"]["responses"][400]["headers"]["X-RateLimit-Reset"];
        "X-RateLimit-Window"?: operations["createTransfer"]["responses"][400]["headers"]["X-RateLimit-Window"];
        "Idempotent-Replayed"?: operations["createTransfer"]["responses"][400]["headers"]["Idempotent-Replayed"];
      };
    };
    401: {
      body: operations["createTransfer"]["responses"][401]["content"]["application/json"];
      headers: { "WWW-Authenticate"?: operations["createTransfer"]["responses"][401]["headers"]["WWW-Authenticate"] };
    };
    402: {
      body: operations["createTransfer"]["responses"][402]["content"]["application/json"];
      headers: {
        "X-RateLimit-Limit"?: operations["createTransfer"]["responses"][402]["headers"]["X-RateLimit-Limit"];
        "X-RateLimit-Remaining"?: operations["createTransfer"]["responses"][402]["headers"]["X-RateLimit-Remaining"];
        "X-RateLimit-Reset"?: operations["createTransfer"]["responses"][402]["headers"]["X-RateLimit-Reset"];
        "X-RateLimit-Window"?: operations["createTransfer"]["responses"][402]["headers"]["X-RateLimit-Window"];
        "Idempotent-Replayed"?: operations["createTransfer"]["responses"][402]["headers"]["Idempotent-Replayed"];
      };
    };
    409: {
      body: operations["createTransfer"]["responses"][409]["content"]["application/json"];
      headers: {
        "X-RateLimit-Limit"?: operations["createTransfer"]["responses"][409]["headers"]["X-RateLimit-Limit"];
        "X-RateLimit-Remaining"?: operations["createTransfer"]["responses"][409]["headers"]["X-RateLimit-Remaining"];
        "X-RateLimit-Reset"?: operations["createTransfer"]["responses"][409]["headers"]["X-RateLimit-Reset"];
        "X-RateLimit-Window"?: operations["createTransfer"]["responses"][409]["headers"]["X-RateLimit-Window"];
        "Retry-After"?: operations["createTransfer"]["responses"][409]["headers"]["Retry-After"];
      };
    };
    413: {
      body: operations["createTransfer"]["responses"][413]["content"]["application/json"];
      headers: {
        "X-RateLimit-Limit"?: operations["createTransfer"]["responses"][413]["headers"]["X-RateLimit-Limit"];
        "X-RateLimit-Remaining"?: operations["createTransfer"]["responses"][413]["headers"]["X-RateLimit-Remaining"];
        "X-RateLimit-Reset"?: operations["createTransfer"]["responses"][413]["headers"]["X-RateLimit-Reset"];
        "X-RateLimit-Window"?: operations["createTransfer"]["responses"][413]["headers"]["X-RateLimit-Window"];
      };
    };
    415: {
      body: operations["createTransfer"]["responses"][415]["content"]["application/json"];
      headers: {
        "X-RateLimit-Limit"?: operations["createTransfer"]["responses"][415]["headers"]["X-RateLimit-Limit"];
        "X-RateLimit-Remaining"?: operations["createTransfer"]["responses"][415]["headers"]["X-RateLimit-Remaining"];
        "X-RateLimit-Reset"?: operations["createTransfer"]["responses"][415]["headers"]["X-RateLimit-Reset"];
        "X-RateLimit-Window"?: operations["createTransfer"]["responses"][415]["headers"]["X-RateLimit-Window"];
      };
    };
    422: {
      body: operations["createTransfer"]["responses"][422]["content"]["application/json"];
      headers: {
        "X-RateLimit-Limit"?: operations["createTransfer"]["responses"][422]["headers"]["X-RateLimit-Limit"];
        "X-RateLimit-Remaining"?: operations["createTransfer"]["responses"][422]["headers"]["X-RateLimit-Remaining"];
        "X-RateLimit-Reset"?: operations["createTransfer"]["responses"][422]["headers"]["X-RateLimit-Reset"];
        "X-RateLimit-Window"?: operations["createTransfer"]["responses"][422]["headers"]["X-RateLimit-Window"];
        "Idempotent-Replayed"?: operations["createTransfer"]["responses"][422]["headers"]["Idempotent-Replayed"];
      };
    };
    429: {
      body: operations["createTransfer"]["responses"][429]["content"]["application/json"];
      headers: {
        "X-RateLimit-Limit"?: operations["createTransfer"]["responses"][429]["headers"]["X-RateLimit-Limit"];
        "X-RateLimit-Remaining"?: operations["createTransfer"]["responses"][429]["headers"]["X-RateLimit-Remaining"];
        "X-RateLimit-Reset"?: operations["createTransfer"]["responses"][429]["headers"]["X-RateLimit-Reset"];
        "X-RateLimit-Window"?: operations["createTransfer"]["responses"][429]["headers"]["X-RateLimit-Window"];
        "Retry-After"?: operations["createTransfer"]["responses"][429]["headers"]["Retry-After"];
      };
    };
  };
}

/** Look up a charge */
interface GetTransactionOperation {
  body: undefined;
  params: NonNullable<operations["getTransaction"]["parameters"]["path"]>;
  query: Record<never, never>;
  headers: Record<never, never>;
  data: operations["getTransaction"]["responses"][200]["content"]["application/json"]["data"];
  message: true;
  secured: true;
  idempotent: false;
  errors: {
    INVALID_TOKEN: undefined;
    TOKEN_EXPIRED: undefined;
    TRANSACTION_NOT_FOUND: undefined;
  };
  responses: {
    200: {
      body: operations["getTransaction"]["responses"][200]["content"]["application/json"];
      headers: Record<string, never>;
    };
    401: {
      body: operations["getTransaction"]["responses"][401]["content"]["application/json"];
      headers: { "WWW-Authenticate"?: operations["getTransaction"]["responses"][401]["headers"]["WWW-Authenticate"] };
    };
    404: {
      body: operations["getTransaction"]["responses"][404]["content"]["application/json"];
      headers: Record<string, never>;
    };
  };
}

/** Look up a transfer */
interface GetTransferOperation {
  body: undefined;
  params: NonNullable<operations["getTransfer"]["parameters"]["path"]>;
  query: Record<never, never>;
  headers: Record<never, never>;
  data: operations["getTransfer"]["responses"][200]["content"]["application/json"]["data"];
  message: true;
  secured: true;
  idempotent: false;
  errors: {
    INVALID_TOKEN: undefined;
    TOKEN_EXPIRED: undefined;
    TRANSFER_NOT_FOUND: undefined;
  };
  responses: {
    200: {
      body: operations["getTransfer"]["responses"][200]["content"]["application/json"];
      headers: Record<string, never>;
    };
    401: {
      body: operations["getTransfer"]["responses"][401]["content"]["application/json"];
      headers: { "WWW-Authenticate"?: operations["getTransfer"]["responses"][401]["headers"]["WWW-Authenticate"] };
    };
    404: {
      body: operations["getTransfer"]["responses"][404]["content"]["application/json"];
      headers: Record<string, never>;
    };
  };
}

/** List webhooks */
interface ListWebhooksOperation {
  body: undefined;
  params: Record<never, never>;
  query: Record<never, never>;
  headers: Record<never, never>;
  data: operations["listWebhooks"]["responses"][200]["content"]["application/json"]["data"];
  message: true;
  secured: true;
  idempotent: false;
  errors: {
    INVALID_TOKEN: undefined;
    TOKEN_EXPIRED: undefined;
    RATE_LIMIT_EXCEEDED: ErrorDetails["RATE_LIMIT_EXCEEDED"];
  };
  responses: {
    200: {
      body: operations["listWebhooks"]["responses"][200]["content"]["application/json"];
      headers: {
        "X-RateLimit-Limit"?: operations["listWebhooks"]["responses"][200]["headers"]["X-RateLimit-Limit"];
        "X-RateLimit-Remaining"?: operations["listWebhooks"]["responses"][200]["headers"]["X-RateLimit-Remaining"];
        "X-RateLimit-Reset"?: operations["listWebhooks"]["responses"][200]["headers"]["X-RateLimit-Reset"];
        "X-RateLimit-Window"?: operations["listWebhooks"]["responses"][200]["headers"]["X-RateLimit-Window"];
      };
    };
    401: {
      body: operations["listWebhooks"]["responses"][401]["content"]["application/json"];
      headers: { "WWW-Authenticate"?: operations["listWebhooks"]["responses"][401]["headers"]["WWW-Authenticate"] };
    };
    429: {
      body: operations["listWebhooks"]["responses"][429]["content"]["application/json"];
      headers: {
        "X-RateLimit-Limit"?: operations["listWebhooks"]["responses"][429]["headers"]["X-RateLimit-Limit"];
        "X-RateLimit-Remaining"?: operations["listWebhooks"]["responses"][429]["headers"]["X-RateLimit-Remaining"];
        "X-RateLimit-Reset"?: operations["listWebhooks"]["responses"][429]["headers"]["X-RateLimit-Reset"];
        "X-RateLimit-Window"?: operations["listWebhooks"]["responses"][429]["headers"]["X-RateLimit-Window"];
        "Retry-After"?: operations["listWebhooks"]["responses"][429]["headers"]["Retry-After"];
      };
    };
  };
}

/** Body of createWebhook. */
interface CreateWebhookBody
  extends WithDefaults<
    NonNullable<operations["createWebhook"]["requestBody"]>["content"]["application/json"],
    "name" | "isActive"
  > {}

/** Create a webhook */
interface CreateWebhookOperation {
  body: CreateWebhookBody;
  params: Record<never, never>;
  query: Record<never, never>;
  headers: Record<never, never>;
  data: operations["createWebhook"]["responses"][200]["content"]["application/json"]["data"];
  message: true;
  secured: true;
  idempotent: false;
  errors: {
    VALIDATION_ERROR: ErrorDetails["VALIDATION_ERROR"];
    MALFORMED_JSON: undefined;
    INVALID_TOKEN: undefined;
    TOKEN_EXPIRED: undefined;
    PAYLOAD_TOO_LARGE: { limit: number } | undefined;
    UNSUPPORTED_MEDIA_TYPE: undefined;
    WEBHOOK_LIMIT_EXCEEDED: { limit: number };
    RATE_LIMIT_EXCEEDED: ErrorDetails["RATE_LIMIT_EXCEEDED"];
  };
  responses: {
    200: {
      body: operations["createWebhook"]["responses"][200]["content"]["application/json"];
      headers: {
        "X-RateLimit-Limit"?: operations["createWebhook"]["responses"][200]["headers"]["X-RateLimit-Limit"];
        "X-RateLimit-Remaining"?: operations["createWebhook"]["responses"][200]["headers"]["X-RateLimit-Remaining"];
        "X-RateLimit-Reset"?: operations["createWebhook"]["responses"][200]["headers"]["X-RateLimit-Reset"];
        "X-RateLimit-Window"?: operations["createWebhook"]["responses"][200]["headers"]["X-RateLimit-Window"];
      };
    };
    400: {
      body: operations["createWebhook"]["responses"][400]["content"]["application/json"];
      headers: {
        "X-RateLimit-Limit"?: operations["createWebhook"]["responses"][400]["headers"]["X-RateLimit-Limit"];
        "X-RateLimit-Remaining"?: operations["createWebhook"]["responses"][400]["headers"]["X-RateLimit-Remaining"];
        "X-RateLimit-Reset"?: operations["createWebhook"]["responses"][400]["headers"]["X-RateLimit-Reset"];
        "X-RateLimit-Window"?: operations["createWebhook"]["responses"][400]["headers"]["X-RateLimit-Window"];
      };
    };
    401: {
      body: operations["createWebhook"]["responses"][401]["content"]["application/json"];
      headers: { "WWW-Authenticate"?: operations["createWebhook"]["responses"][401]["headers"]["WWW-Authenticate"] };
    };
    413: {
      body: operations["createWebhook"]["responses"][413]["content"]["application/json"];
      headers: {
        "X-RateLimit-Limit"?: operations["createWebhook"]["responses"][413]["headers"]["X-RateLimit-Limit"];
        "X-RateLimit-Remaining"?: operations["createWebhook"]["responses"][413]["headers"]["X-RateLimit-Remaining"];
        "X-RateLimit-Reset"?: operations["createWebhook"]["responses"][413]["headers"]["X-RateLimit-Reset"];
        "X-RateLimit-Window"?: operations["createWebhook"]["responses"][413]["headers"]["X-RateLimit-Window"];
      };
    };
    415: {
      body: operations["createWebhook"]["responses"][415]["content"]["application/json"];
      headers: {
        "X-RateLimit-Limit"?: operations["createWebhook"]["responses"][415]["headers"]["X-RateLimit-Limit"];
        "X-RateLimit-Remaining"?: operations["createWebhook"]["responses"][415]["headers"]["X-RateLimit-Remaining"];
        "X-RateLimit-Reset"?: operations["createWebhook"]["responses"][415]["headers"]["X-RateLimit-Reset"];
        "X-RateLimit-Window"?: operations["createWebhook"]["responses"][415]["headers"]["X-RateLimit-Window"];
      };
    };
    422: {
      body: operations["createWebhook"]["responses"][422]["content"]["application/json"];
      headers: {
        "X-RateLimit-Limit"?: operations["createWebhook"]["responses"][422]["headers"]["X-RateLimit-Limit"];
        "X-RateLimit-Remaining"?: operations["createWebhook"]["responses"][422]["headers"]["X-RateLimit-Remaining"];
        "X-RateLimit-Reset"?: operations["createWebhook"]["responses"][422]["headers"]["X-RateLimit-Reset"];
        "X-RateLimit-Window"?: operations["createWebhook"]["responses"][422]["headers"]["X-RateLimit-Window"];
      };
    };
    429: {
      body: operations["createWebhook"]["responses"][429]["content"]["application/json"];
      headers: {
        "X-RateLimit-Limit"?: operations["createWebhook"]["responses"][429]["headers"]["X-RateLimit-Limit"];
        "X-RateLimit-Remaining"?: operations["createWebhook"]["responses"][429]["headers"]["X-RateLimit-Remaining"];
        "X-RateLimit-Reset"?: operations["createWebhook"]["responses"][429]["headers"]["X-RateLimit-Reset"];
        "X-RateLimit-Window"?: operations["createWebhook"]["responses"][429]["headers"]["X-RateLimit-Window"];
        "Retry-After"?: operations["createWebhook"]["responses"][429]["headers"]["Retry-After"];
      };
    };
  };
}

/** Delete a webhook */
interface DeleteWebhookOperation {
  body: undefined;
  params: NonNullable<operations["deleteWebhook"]["parameters"]["path"]>;
  query: Record<never, never>;
  headers: Record<never, never>;
  data: operations["deleteWebhook"]["responses"][200]["content"]["application/json"]["data"];
  message: true;
  secured: true;
  idempotent: false;
  errors: {
    INVALID_TOKEN: undefined;
    TOKEN_EXPIRED: undefined;
    WEBHOOK_NOT_FOUND: undefined;
    RATE_LIMIT_EXCEEDED: ErrorDetails["RATE_LIMIT_EXCEEDED"];
  };
  responses: {
    200: {
      body: operations["deleteWebhook"]["responses"][200]["content"]["application/json"];
      headers: {
        "X-RateLimit-Limit"?: operations["deleteWebhook"]["responses"][200]["headers"]["X-RateLimit-Limit"];
        "X-RateLimit-Remaining"?: operations["deleteWebhook"]["responses"][200]["headers"]["X-RateLimit-Remaining"];
        "X-RateLimit-Reset"?: operations["deleteWebhook"]["responses"][200]["headers"]["X-RateLimit-Reset"];
        "X-RateLimit-Window"?: operations["deleteWebhook"]["responses"][200]["headers"]["X-RateLimit-Window"];
      };
    };
    401: {
      body: operations["deleteWebhook"]["responses"][401]["content"]["application/json"];
      headers: { "WWW-Authenticate"?: operations["deleteWebhook"]["responses"][401]["headers"]["WWW-Authenticate"] };
    };
    404: {
      body: operations["deleteWebhook"]["responses"][404]["content"]["application/json"];
      headers: {
        "X-RateLimit-Limit"?: operations["deleteWebhook"]["responses"][404]["headers"]["X-RateLimit-Limit"];
        "X-RateLimit-Remaining"?: operations["deleteWebhook"]["responses"][404]["headers"]["X-RateLimit-Remaining"];
        "X-RateLimit-Reset"?: operations["deleteWebhook"]["responses"][404]["headers"]["X-RateLimit-Reset"];
        "X-RateLimit-Window"?: operations["deleteWebhook"]["responses"][404]["headers"]["X-RateLimit-Window"];
      };
    };
    429: {
      body: operations["deleteWebhook"]["responses"][429]["content"]["application/json"];
      headers: {
        "X-RateLimit-Limit"?: operations["deleteWebhook"]["responses"][429]["headers"]["X-RateLimit-Limit"];
        "X-RateLimit-Remaining"?: operations["deleteWebhook"]["responses"][429]["headers"]["X-RateLimit-Remaining"];
        "X-RateLimit-Reset"?: operations["deleteWebhook"]["responses"][429]["headers"]["X-RateLimit-Reset"];
        "X-RateLimit-Window"?: operations["deleteWebhook"]["responses"][429]["headers"]["X-RateLimit-Window"];
        "Retry-After"?: operations["deleteWebhook"]["responses"][429]["headers"]["Retry-After"];
      };
    };
  };
}

/** Input and results of each operation. */
export interface OperationTypes {
  issueToken: IssueTokenOperation;
  createCharge: CreateChargeOperation;
  createTransfer: CreateTransferOperation;
  getTransaction: GetTransactionOperation;
  getTransfer: GetTransferOperation;
  listWebhooks: ListWebhooksOperation;
  createWebhook: CreateWebhookOperation;
  deleteWebhook: DeleteWebhookOperation;
}

/** Id of an operation. */
export type OperationId = keyof OperationTypes;

/** The argument of the handler of an operation. */
export type ContextOf<Id extends OperationId, Caller, Transaction = undefined> = AnyContextOf<
  OperationTypes[Id],
  Caller,
  Transaction
>;

/**
 * A handler for every operation.
 *
 * @template Caller what the authenticators return about the caller: a type of your own
 * @template Transaction what the idempotency store hands to handlers of idempotent operations
 */
export interface Handlers<Caller, Transaction = undefined> {
  /** Issue a token: `POST /api/auth`. */
  issueToken: Handler<OperationTypes["issueToken"], Caller, Transaction>;
  /** Create a charge (PIX IN): `POST /api/v1/pix/in/qrcode`. */
  createCharge: Handler<OperationTypes["createCharge"], Caller, Transaction>;
  /** Send a transfer (PIX OUT): `POST /api/v1/pix/out/pixkey`. */
  createTransfer: Handler<OperationTypes["createTransfer"], Caller, Transaction>;
  /** Look up a charge: `GET /api/v1/transactions/{transactionId}`. */
  getTransaction: Handler<OperationTypes["getTransaction"], Caller, Transaction>;
  /** Look up a transfer: `GET /api/v1/transfers/{transferId}`. */
  getTransfer: Handler<OperationTypes["getTransfer"], Caller, Transaction>;
  /** List webhooks: `GET /api/v1/webhook`. */
  listWebhooks: Handler<OperationTypes["listWebhooks"], Caller, Transaction>;
  /** Create a webhook: `POST /api/v1/webhook`. */
  createWebhook: Handler<OperationTypes["createWebhook"], Caller, Transaction>;
  /** Delete a webhook: `DELETE /api/v1/webhook/{id}`. */
  deleteWebhook: Handler<OperationTypes["deleteWebhook"], Caller, Transaction>;
}

/** Who may call: a check for each security scheme. `null` means that the credentials are unknown. */
export interface Authenticators<Caller> {
  /**
   * API key and secret of the company, as `Basic <BASE64(apiKey:apiSecret)>`. How they are obtained is not documented.
   */
  ApiCredentials: credentials.BasicAuthenticator<Caller, "INVALID_CREDENTIALS" | "ACCOUNT_SUSPENDED">;
  /** Token of `POST /api/auth`, as `Bearer <token>`. It is tied to the permissions of the company. */
  AccessToken: credentials.BearerAuthenticator<Caller, "INVALID_TOKEN" | "TOKEN_EXPIRED">;
}

/** The argument of every handler, identified by its `operation`. */
export type AnyContext<Caller, Transaction = undefined> = {
  [Id in OperationId]: ContextOf<Id, Caller, Transaction> & { readonly operation: Id };
}[OperationId];

/** Runs between the validation of a request and its handler. */
export interface AroundOptions<Caller, Transaction> {
  /**
   * Called in place of each handler with the same argument, identified by its `operation`; `next` calls the handler,
   * checks its response, and returns its result. It returns that result or another one: for authorisation, a transaction for
   * each request, or a trace. Invalid requests and repeats of an idempotency key do not reach it.
   */
  around?: (context: AnyContext<Caller, Transaction>, next: () => Promise<Result>) => Result | Promise<Result>;
}

/** With `partial: true` handlers may be left out: their operations answer 501, and are listed at boot. */
export type HandlersOptions<Caller, Transaction = undefined> =
  | { handlers: Partial<Handlers<Caller, Transaction>>; partial: true }
  | { handlers: Handlers<Caller, Transaction>; partial?: false };

/** Options of every adapter. */
export type PixOptions<Caller, Transaction = undefined> = CommonOptions<Transaction, Caller> &
  AroundOptions<Caller, Transaction> & {
    authenticators: Authenticators<Caller>;
  } & HandlersOptions<Caller, Transaction>;

/** Handlers as functions take them: no union, so that TypeScript names a missing one first. */
export type GivenHandlers<Caller, Transaction, Part extends boolean> = {
  [Id in keyof (Part extends true ? Partial<Handlers<unknown>> : Handlers<unknown>)]: Handlers<Caller, Transaction>[Id &
    OperationId];
};

/** Options of functions. */
export type GivenPixOptions<Caller, Transaction, Part extends boolean> = CommonOptions<Transaction, Caller> &
  AroundOptions<Caller, Transaction> & {
    authenticators: Authenticators<Caller>;
    handlers: GivenHandlers<Caller, Transaction, Part>;
    partial?: Part;
  };

/** Options of a standalone server. */
export type PixServerOptions<Caller, Transaction = undefined> = PixOptions<Caller, Transaction> & ServerSettings;

/** Handlers that use a transaction need the store that opens it. */
export type StoreOf<Transaction> = [Transaction] extends [undefined]
  ? unknown
  : { idempotency: IdempotencyStore<Transaction> };
