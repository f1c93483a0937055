// Generated from spec/ by `npm run generate`: edit the spec, not this file.
import type { HttpHandler } from "msw";
import {
  createHandlers,
  type HandlersOptions,
  type OperationHandlers,
  type SampleOperation,
  type SampleResponse,
} from "../../../runtime/client/testing/handlers.ts";
import type {
  Charge,
  CreatedWebhook,
  DeletedWebhook,
  ErrorDetails,
  TokenResponse,
  Transaction,
  Transfer,
  TransferSummary,
  Webhook,
} from "./types.ts";

export type {
  Changes,
  ErrorOptions,
  HandledRequest,
  HandlersOptions,
  OperationHandlers,
  ResponseOptions,
} from "../../../runtime/client/testing/handlers.ts";

/** Codes of errors that any operation may have. */
export type CommonErrorCode =
  | "MALFORMED_REQUEST"
  | "NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "REQUEST_TIMEOUT"
  | "HEADERS_TOO_LARGE"
  | "INTERNAL_ERROR"
  | "NOT_IMPLEMENTED";

/** Makers of handlers, by operation. */
export interface PixHandlers {
  /** A handler for each operation, which responds with its first example of success. */
  readonly all: HttpHandler[];

  /** Issue a token. */
  readonly issueToken: OperationHandlers<
    TokenResponse,
    "issued",
    Pick<
      ErrorDetails,
      CommonErrorCode | "MALFORMED_CREDENTIALS" | "INVALID_CREDENTIALS" | "ACCOUNT_SUSPENDED" | "RATE_LIMIT_EXCEEDED"
    >
  >;

  /** Create a charge (PIX IN). */
  readonly createCharge: OperationHandlers<
    Charge,
    "created",
    Pick<
      ErrorDetails,
      | CommonErrorCode
      | "VALIDATION_ERROR"
      | "MALFORMED_JSON"
      | "INVALID_DOCUMENT"
      | "INVALID_EMAIL"
      | "INVALID_TOKEN"
      | "TOKEN_EXPIRED"
      | "PAYLOAD_TOO_LARGE"
      | "UNSUPPORTED_MEDIA_TYPE"
      | "AMOUNT_TOO_LOW"
      | "AMOUNT_TOO_HIGH"
      | "RATE_LIMIT_EXCEEDED"
    >
  >;

  /** Send a transfer (PIX OUT). */
  readonly createTransfer: OperationHandlers<
    TransferSummary,
    "queued",
    Pick<
      ErrorDetails,
      | CommonErrorCode
      | "VALIDATION_ERROR"
      | "MALFORMED_JSON"
      | "INVALID_PIX_KEY"
      | "INVALID_AMOUNT"
      | "MISSING_IDEMPOTENCY_KEY"
      | "INVALID_TOKEN"
      | "TOKEN_EXPIRED"
      | "INSUFFICIENT_BALANCE"
      | "DUPLICATE_IDEMPOTENCY_KEY"
      | "PAYLOAD_TOO_LARGE"
      | "UNSUPPORTED_MEDIA_TYPE"
      | "DAILY_LIMIT_EXCEEDED"
      | "RECIPIENT_UNAVAILABLE"
      | "RATE_LIMIT_EXCEEDED"
    >
  >;

  /** Look up a charge. */
  readonly getTransaction: OperationHandlers<
    Transaction,
    "pending" | "paid" | "canceled" | "refunded",
    Pick<ErrorDetails, CommonErrorCode | "INVALID_TOKEN" | "TOKEN_EXPIRED" | "TRANSACTION_NOT_FOUND">
  >;

  /** Look up a transfer. */
  readonly getTransfer: OperationHandlers<
    Transfer,
    "queued" | "processing" | "completed" | "refused" | "canceled",
    Pick<ErrorDetails, CommonErrorCode | "INVALID_TOKEN" | "TOKEN_EXPIRED" | "TRANSFER_NOT_FOUND">
  >;

  /** List webhooks. */
  readonly listWebhooks: OperationHandlers<
    Webhook[],
    "registered" | "none",
    Pick<ErrorDetails, CommonErrorCode | "INVALID_TOKEN" | "TOKEN_EXPIRED" | "RATE_LIMIT_EXCEEDED">
  >;

  /** Create a webhook. */
  readonly createWebhook: OperationHandlers<
    CreatedWebhook,
    "created",
    Pick<
      ErrorDetails,
      | CommonErrorCode
      | "VALIDATION_ERROR"
      | "MALFORMED_JSON"
      | "INVALID_TOKEN"
      | "TOKEN_EXPIRED"
      | "PAYLOAD_TOO_LARGE"
      | "UNSUPPORTED_MEDIA_TYPE"
      | "WEBHOOK_LIMIT_EXCEEDED"
      | "RATE_LIMIT_EXCEEDED"
    >
  >;

  /** Delete a webhook. */
  readonly deleteWebhook: OperationHandlers<
    DeletedWebhook,
    "deleted",
    Pick<
      ErrorDetails,
      CommonErrorCode | "INVALID_TOKEN" | "TOKEN_EXPIRED" | "WEBHOOK_NOT_FOUND" | "RATE_LIMIT_EXCEEDED"
    >
  >;
}

/**
 * Makes handlers for msw, which respond as the contract's examples do.
 *
 * @example
 * const pix = createPixHandlers();
 * const server = setupServer(...pix.all);
 * server.use(pix.issueToken.error("MALFORMED_CREDENTIALS"));
 */
export function createPixHandlers(options?: HandlersOptions): PixHandlers {
  return createHandlers(operations, errors, options) as unknown as PixHandlers;
}

const longText1 = [
  "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJjbXBfN1FtMnZYOWtMcjRUekI2biIsInR5cGUiOiJDT01QQU5ZIiw",
  "iaWF0IjoxNzk1MTg2ODAwLCJleHAiOjE3OTUxODg2MDB9.UQo-riJQauBpVZtos0XBfWid0wX9DM9hUpbN_tmfTkI",
].join("");

const longText2 = [
  "00020101021226760014br.gov.bcb.pix2554pix.example.com/qr/v2/9d36b84fc70b478fb95c12729b90ca2552040000",
  "53039865802BR5917LOJA EXEMPLO LTDA6009SAO PAULO62070503***63044846",
].join("");

const longText3 = [
  "iVBORw0KGgoAAAANSUhEUgAAAPQAAAD0AQAAAACEVDZTAAACnUlEQVR42u2ZQY7cMAwE+wf8/y/7Bwy6KHsyQJCbeEjWwO6MXT4Q",
  "ErtJatR/vawf/q9zSSWLz26XS3LN7Qav7iq3VZ2PdgXyeIercrVdBCnlJR6vcRMbLyrP+bLIS+0syESXF3qPd5cr29Ns0cT5vX83",
  "eRLxD9dX/t7kXCU3KXo2q+pbvxd5GYEmPWu+zYbVo8/bXG7Jzs7EKOosmNQrvKvV3OcVI1VMaoubxem2Y0tuXJJNW+HZn/NWeXza",
  "Fb14hzfRYYxFpbCEWqt3uDriSJWINY1d5+Gzfte5RiFZoCSpyRc9+rjN8UPMyDbhRpwpVr3CqUxJDFalp0qLBVrixxPFO2QlBeNZ",
  "v8tcRS4QZd7Epk5sKzz6jEEmPRBnrEljVAs8IVGcNXkSwJ97hdueqpDVoVagl5SoFZ6sjEYijaI2ehqVXuJ0ZU99jlGkS9CnP7/N",
  "Nf246AiLjMUhl/h0A1RENiUJSqp6hzOYkA2pCESJV73+fJs3TbmnQRCKnWe9wtHnLBTd0RkWTsd6nyesdESiO8s+0ajV69+X+fTj",
  "ZMeMptEnCt3hs0ITG/813dIWpypPifZY9Gj1cz5wl7snI3zSgzKdmzd/L3OakynQMxemYsj1+sNlPqWR9ujUJtGwLvF4A35Aa9Ka",
  "Jrnf/bnN6xBa5eJsxkwo3uFUpSNJOjNxSBGtrvDyk6U9yphh+ePP1/mERJhHl6PQHZ6MpCqe6oRNaZxjg9MZEBi5gT38Ht9tPvMg",
  "fTGBMjGg0trhPTVqyhRF6vQnvcJnLsCYmUmORGqL15kQTX8q0mSOSJc44T3aJFJGtPf8ZoVz1+zNhItBbfFYBB45U9E5MuwdPicU",
  "0xcyq/VZrVrhOsezSQohDU7n9P370D3+8/vcf8x/AbG1UJFFTIpJAAAAAElFTkSuQmCC",
].join("");

const operations: Record<string, SampleOperation> = {
  issueToken: {
    method: "post",
    path: "/api/auth",
    bare: true,
    headers: {
      "X-RateLimit-Limit": "5",
      "X-RateLimit-Remaining": "4",
      "X-RateLimit-Reset": "1795186860",
      "X-RateLimit-Window": "60",
    },
    headersOf: {
      "401": {
        "WWW-Authenticate": 'Basic realm="PIX payments"',
        "X-RateLimit-Limit": "5",
        "X-RateLimit-Remaining": "4",
        "X-RateLimit-Reset": "1795186860",
        "X-RateLimit-Window": "60",
      },
      "429": {
        "X-RateLimit-Limit": "5",
        "X-RateLimit-Remaining": "0",
        "X-RateLimit-Reset": "1795186860",
        "X-RateLimit-Window": "60",
        "Retry-After": "42",
      },
    },
    examples: {
      issued: {
        status: 200,
        body: {
          success: true,
          token: longText1,
          tokenType: "Bearer",
          expiresIn: 1800000,
        },
      },
    },
  },
  createCharge: {
    method: "post",
    path: "/api/v1/pix/in/qrcode",
    headers: {
      "X-RateLimit-Limit": "100",
      "X-RateLimit-Remaining": "99",
      "X-RateLimit-Reset": "1795186860",
      "X-RateLimit-Window": "60",
    },
    headersOf: {
      "401": {
        "WWW-Authenticate": "Bearer",
      },
      "429": {
        "X-RateLimit-Limit": "100",
        "X-RateLimit-Remaining": "0",
        "X-RateLimit-Reset": "1795186860",
        "X-RateLimit-Window": "60",
        "Retry-After": "42",
      },
    },
    examples: {
      created: {
        status: 200,
        body: {
          success: true,
          message: "Charge created.",
          data: {
            id: "txn_2pQ8Lk5vYx0RbZcN",
            pix: {
              emv: longText2,
              qrCode: longText3,
            },
            status: "pending",
            fees: 75,
            amount: 4990,
          },
        },
      },
    },
  },
  createTransfer: {
    method: "post",
    path: "/api/v1/pix/out/pixkey",
    headers: {
      "X-RateLimit-Limit": "50",
      "X-RateLimit-Remaining": "49",
      "X-RateLimit-Reset": "1795186860",
      "X-RateLimit-Window": "60",
    },
    headersOf: {
      "401": {
        "WWW-Authenticate": "Bearer",
      },
      "429": {
        "X-RateLimit-Limit": "50",
        "X-RateLimit-Remaining": "0",
        "X-RateLimit-Reset": "1795186860",
        "X-RateLimit-Window": "60",
        "Retry-After": "42",
      },
    },
    examples: {
      queued: {
        status: 200,
        body: {
          success: true,
          message: "Transfer accepted.",
          data: {
            id: "trf_8Hn3WsT6yJq1VdKe",
            status: "queued",
            amount: 150000,
            netAmount: 149900,
            fees: 100,
            pixKey: "destino@example.com",
          },
        },
      },
    },
  },
  getTransaction: {
    method: "get",
    path: "/api/v1/transactions/:transactionId",
    headersOf: {
      "401": {
        "WWW-Authenticate": "Bearer",
      },
    },
    examples: {
      pending: {
        status: 200,
        body: {
          success: true,
          message: "Transaction found.",
          data: {
            id: "txn_2pQ8Lk5vYx0RbZcN",
            status: "pending",
            amount: 4990,
            fees: 75,
            description: "Pedido 1042",
            pix: {
              emv: longText2,
              qrCode: longText3,
            },
            createdAt: "2026-11-20T15:00:00Z",
            updatedAt: "2026-11-20T15:00:00Z",
            expiresAt: "2026-11-21T03:00:00Z",
          },
        },
      },
      paid: {
        status: 200,
        body: {
          success: true,
          message: "Transaction found.",
          data: {
            id: "txn_2pQ8Lk5vYx0RbZcN",
            status: "paid",
            amount: 4990,
            fees: 75,
            description: "Pedido 1042",
            pix: {
              emv: longText2,
              qrCode: longText3,
              endToEndId: "E18236120202611201502a1B2c3D4e5F",
              payerInfo: {
                bank: "Nu Pagamentos",
                name: "Maria Aparecida de Souza",
                branch: "0001",
                document: "52998224725",
                account_type: "CHECKING",
                account_number: "12345678",
              },
            },
            createdAt: "2026-11-20T15:00:00Z",
            updatedAt: "2026-11-20T15:02:11Z",
            paidAt: "2026-11-20T15:02:11Z",
            expiresAt: "2026-11-21T03:00:00Z",
          },
        },
      },
      canceled: {
        status: 200,
        body: {
          success: true,
          message: "Transaction found.",
          data: {
            id: "txn_2pQ8Lk5vYx0RbZcN",
            status: "canceled",
            amount: 4990,
            fees: 75,
            description: "Pedido 1042",
            pix: {
              emv: longText2,
              qrCode: longText3,
            },
            createdAt: "2026-11-20T15:00:00Z",
            updatedAt: "2026-11-21T03:00:00Z",
            expiresAt: "2026-11-21T03:00:00Z",
          },
        },
      },
      refunded: {
        status: 200,
        body: {
          success: true,
          message: "Transaction found.",
          data: {
            id: "txn_2pQ8Lk5vYx0RbZcN",
            status: "refunded",
            amount: 4990,
            fees: 75,
            description: "Pedido 1042",
            pix: {
              emv: longText2,
              qrCode: longText3,
              endToEndId: "E18236120202611201502a1B2c3D4e5F",
              payerInfo: {
                bank: "Nu Pagamentos",
                name: "Maria Aparecida de Souza",
                branch: "0001",
                document: "52998224725",
                account_type: "CHECKING",
                account_number: "12345678",
              },
            },
            createdAt: "2026-11-20T15:00:00Z",
            updatedAt: "2026-11-21T09:30:00Z",
            paidAt: "2026-11-20T15:02:11Z",
            expiresAt: "2026-11-21T03:00:00Z",
            refund: {
              amount: 4990,
              reason: "Pedido cancelado pelo cliente",
              refundedAt: "2026-11-21T09:30:00Z",
            },
          },
        },
      },
    },
  },
  getTransfer: {
    method: "get",
    path: "/api/v1/transfers/:transferId",
    headersOf: {
      "401": {
        "WWW-Authenticate": "Bearer",
      },
    },
    examples: {
      queued: {
        status: 200,
        body: {
          success: true,
          message: "Transfer found.",
          data: {
            id: "trf_8Hn3WsT6yJq1VdKe",
            status: "queued",
            amount: 150000,
            netAmount: 149900,
            fees: 100,
            pixKey: "destino@example.com",
            description: "Repasse semanal",
            createdAt: "2026-11-20T15:00:00Z",
            updatedAt: "2026-11-20T15:00:00Z",
          },
        },
      },
      processing: {
        status: 200,
        body: {
          success: true,
          message: "Transfer found.",
          data: {
            id: "trf_8Hn3WsT6yJq1VdKe",
            status: "processing",
            amount: 150000,
            netAmount: 149900,
            fees: 100,
            pixKey: "destino@example.com",
            description: "Repasse semanal",
            createdAt: "2026-11-20T15:00:00Z",
            updatedAt: "2026-11-20T15:00:02Z",
          },
        },
      },
      completed: {
        status: 200,
        body: {
          success: true,
          message: "Transfer found.",
          data: {
            id: "trf_8Hn3WsT6yJq1VdKe",
            status: "completed",
            amount: 150000,
            netAmount: 149900,
            fees: 100,
            pixKey: "destino@example.com",
            description: "Repasse semanal",
            pix: {
              endToEndId: "E10573521202611201500Zq8Wm4Xr2Lk",
              creditorAccount: null,
            },
            createdAt: "2026-11-20T15:00:00Z",
            updatedAt: "2026-11-20T15:00:04Z",
            completedAt: "2026-11-20T15:00:04Z",
          },
        },
      },
      refused: {
        status: 200,
        body: {
          success: true,
          message: "Transfer found.",
          data: {
            id: "trf_8Hn3WsT6yJq1VdKe",
            status: "refused",
            amount: 150000,
            netAmount: 149900,
            fees: 100,
            pixKey: "destino@example.com",
            description: "Repasse semanal",
            reason: "Conta do destinatário encerrada",
            createdAt: "2026-11-20T15:00:00Z",
            updatedAt: "2026-11-20T15:00:04Z",
          },
        },
      },
      canceled: {
        status: 200,
        body: {
          success: true,
          message: "Transfer found.",
          data: {
            id: "trf_8Hn3WsT6yJq1VdKe",
            status: "canceled",
            amount: 150000,
            netAmount: 149900,
            fees: 100,
            pixKey: "destino@example.com",
            description: "Repasse semanal",
            reason: "Cancelada pelo remetente",
            createdAt: "2026-11-20T15:00:00Z",
            updatedAt: "2026-11-20T15:00:03Z",
          },
        },
      },
    },
  },
  listWebhooks: {
    method: "get",
    path: "/api/v1/webhook",
    headers: {
      "X-RateLimit-Limit": "30",
      "X-RateLimit-Remaining": "29",
      "X-RateLimit-Reset": "1795186860",
      "X-RateLimit-Window": "60",
    },
    headersOf: {
      "401": {
        "WWW-Authenticate": "Bearer",
      },
      "429": {
        "X-RateLimit-Limit": "30",
        "X-RateLimit-Remaining": "0",
        "X-RateLimit-Reset": "1795186860",
        "X-RateLimit-Window": "60",
        "Retry-After": "42",
      },
    },
    examples: {
      registered: {
        status: 200,
        body: {
          success: true,
          message: "Webhooks found.",
          data: [
            {
              id: "wh_4Zr7NcX1mPq9TsGb",
              url: "https://shop.example.com/pix/notifications",
              events: ["transaction_paid", "transfer_completed"],
              name: "Loja",
              active: true,
              createdAt: "2026-11-20T15:00:00Z",
            },
          ],
        },
      },
      none: {
        status: 200,
        body: {
          success: true,
          message: "No webhooks found.",
          data: [],
        },
      },
    },
  },
  createWebhook: {
    method: "post",
    path: "/api/v1/webhook",
    headers: {
      "X-RateLimit-Limit": "10",
      "X-RateLimit-Remaining": "9",
      "X-RateLimit-Reset": "1795186860",
      "X-RateLimit-Window": "60",
    },
    headersOf: {
      "401": {
        "WWW-Authenticate": "Bearer",
      },
      "429": {
        "X-RateLimit-Limit": "10",
        "X-RateLimit-Remaining": "0",
        "X-RateLimit-Reset": "1795186860",
        "X-RateLimit-Window": "60",
        "Retry-After": "42",
      },
    },
    examples: {
      created: {
        status: 200,
        body: {
          success: true,
          message: "Webhook created.",
          data: {
            id: "wh_4Zr7NcX1mPq9TsGb",
            url: "https://shop.example.com/pix/notifications",
            events: ["transaction_paid", "transfer_completed"],
            name: "Loja",
            active: true,
            createdAt: "2026-11-20T15:00:00Z",
            secret: "whsec_9fT2kLmV7xQ4bNzR8sYc1WdHpJ6aEu30",
          },
        },
      },
    },
  },
  deleteWebhook: {
    method: "delete",
    path: "/api/v1/webhook/:id",
    headers: {
      "X-RateLimit-Limit": "10",
      "X-RateLimit-Remaining": "9",
      "X-RateLimit-Reset": "1795186860",
      "X-RateLimit-Window": "60",
    },
    headersOf: {
      "401": {
        "WWW-Authenticate": "Bearer",
      },
      "429": {
        "X-RateLimit-Limit": "10",
        "X-RateLimit-Remaining": "0",
        "X-RateLimit-Reset": "1795186860",
        "X-RateLimit-Window": "60",
        "Retry-After": "42",
      },
    },
    examples: {
      deleted: {
        status: 200,
        body: {
          success: true,
          message: "Webhook deleted.",
          data: {
            id: "wh_4Zr7NcX1mPq9TsGb",
            deleted: true,
          },
        },
      },
    },
  },
};

const errors: Record<string, SampleResponse> = {
  INVALID_AMOUNT: {
    status: 400,
    body: {
      success: false,
      error: {
        code: "INVALID_AMOUNT",
        message: "The amount has to be from 1 to 1000000000 centavos.",
        details: {
          path: "amount",
          minimum: 1,
          maximum: 1000000000,
        },
      },
      timestamp: "2026-11-20T15:00:00Z",
    },
  },
  INVALID_DOCUMENT: {
    status: 400,
    body: {
      success: false,
      error: {
        code: "INVALID_DOCUMENT",
        message: "The document is not a valid CPF or CNPJ.",
        details: {
          path: "customer.document",
        },
      },
      timestamp: "2026-11-20T15:00:00Z",
    },
  },
  INVALID_EMAIL: {
    status: 400,
    body: {
      success: false,
      error: {
        code: "INVALID_EMAIL",
        message: "The e-mail address is malformed.",
        details: {
          path: "customer.email",
        },
      },
      timestamp: "2026-11-20T15:00:00Z",
    },
  },
  INVALID_PIX_KEY: {
    status: 400,
    body: {
      success: false,
      error: {
        code: "INVALID_PIX_KEY",
        message: "The destination is not a valid PIX key.",
        details: {
          path: "pixKey",
        },
      },
      timestamp: "2026-11-20T15:00:00Z",
    },
  },
  MALFORMED_CREDENTIALS: {
    status: 400,
    body: {
      success: false,
      error: {
        code: "MALFORMED_CREDENTIALS",
        message: "The Authorization header cannot be read.",
      },
      timestamp: "2026-11-20T15:00:00Z",
    },
  },
  MALFORMED_JSON: {
    status: 400,
    body: {
      success: false,
      error: {
        code: "MALFORMED_JSON",
        message: "The body cannot be read as JSON.",
      },
      timestamp: "2026-11-20T15:00:00Z",
    },
  },
  MALFORMED_REQUEST: {
    status: 400,
    body: {
      success: false,
      error: {
        code: "MALFORMED_REQUEST",
        message: "The request cannot be read.",
      },
      timestamp: "2026-11-20T15:00:00Z",
    },
  },
  MISSING_IDEMPOTENCY_KEY: {
    status: 400,
    body: {
      success: false,
      error: {
        code: "MISSING_IDEMPOTENCY_KEY",
        message: "The header x-idempotency-key is required.",
        details: {
          path: "x-idempotency-key",
        },
      },
      timestamp: "2026-11-20T15:00:00Z",
    },
  },
  VALIDATION_ERROR: {
    status: 400,
    body: {
      success: false,
      error: {
        code: "VALIDATION_ERROR",
        message: "The request is invalid.",
        details: [
          {
            path: "customer.name",
            rule: "required",
            message: "is required",
          },
        ],
      },
      timestamp: "2026-11-20T15:00:00Z",
    },
  },
  INVALID_CREDENTIALS: {
    status: 401,
    body: {
      success: false,
      error: {
        code: "INVALID_CREDENTIALS",
        message: "The API key or secret is wrong.",
      },
      timestamp: "2026-11-20T15:00:00Z",
    },
  },
  INVALID_TOKEN: {
    status: 401,
    body: {
      success: false,
      error: {
        code: "INVALID_TOKEN",
        message: "The token is missing or invalid.",
      },
      timestamp: "2026-11-20T15:00:00Z",
    },
  },
  TOKEN_EXPIRED: {
    status: 401,
    body: {
      success: false,
      error: {
        code: "TOKEN_EXPIRED",
        message: "The token has expired.",
      },
      timestamp: "2026-11-20T15:00:00Z",
    },
  },
  INSUFFICIENT_BALANCE: {
    status: 402,
    body: {
      success: false,
      error: {
        code: "INSUFFICIENT_BALANCE",
        message: "The balance is too low for this transfer.",
      },
      timestamp: "2026-11-20T15:00:00Z",
    },
  },
  ACCOUNT_SUSPENDED: {
    status: 403,
    body: {
      success: false,
      error: {
        code: "ACCOUNT_SUSPENDED",
        message: "The account is suspended.",
      },
      timestamp: "2026-11-20T15:00:00Z",
    },
  },
  NOT_FOUND: {
    status: 404,
    body: {
      success: false,
      error: {
        code: "NOT_FOUND",
        message: "There is nothing at this path.",
      },
      timestamp: "2026-11-20T15:00:00Z",
    },
  },
  TRANSACTION_NOT_FOUND: {
    status: 404,
    body: {
      success: false,
      error: {
        code: "TRANSACTION_NOT_FOUND",
        message: "There is no transaction with this id.",
      },
      timestamp: "2026-11-20T15:00:00Z",
    },
  },
  TRANSFER_NOT_FOUND: {
    status: 404,
    body: {
      success: false,
      error: {
        code: "TRANSFER_NOT_FOUND",
        message: "There is no transfer with this id.",
      },
      timestamp: "2026-11-20T15:00:00Z",
    },
  },
  WEBHOOK_NOT_FOUND: {
    status: 404,
    body: {
      success: false,
      error: {
        code: "WEBHOOK_NOT_FOUND",
        message: "There is no webhook with this id.",
      },
      timestamp: "2026-11-20T15:00:00Z",
    },
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    body: {
      success: false,
      error: {
        code: "METHOD_NOT_ALLOWED",
        message: "The path does not know this method.",
      },
      timestamp: "2026-11-20T15:00:00Z",
    },
  },
  REQUEST_TIMEOUT: {
    status: 408,
    body: {
      success: false,
      error: {
        code: "REQUEST_TIMEOUT",
        message: "The request took too long to arrive.",
      },
      timestamp: "2026-11-20T15:00:00Z",
    },
  },
  DUPLICATE_IDEMPOTENCY_KEY: {
    status: 409,
    body: {
      success: false,
      error: {
        code: "DUPLICATE_IDEMPOTENCY_KEY",
        message: "The idempotency key was already used.",
      },
      timestamp: "2026-11-20T15:00:00Z",
    },
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    body: {
      success: false,
      error: {
        code: "PAYLOAD_TOO_LARGE",
        message: "The body is larger than 256 KiB.",
        details: {
          limit: 262144,
        },
      },
      timestamp: "2026-11-20T15:00:00Z",
    },
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    body: {
      success: false,
      error: {
        code: "UNSUPPORTED_MEDIA_TYPE",
        message: "The content type has to be application/json.",
      },
      timestamp: "2026-11-20T15:00:00Z",
    },
  },
  AMOUNT_TOO_HIGH: {
    status: 422,
    body: {
      success: false,
      error: {
        code: "AMOUNT_TOO_HIGH",
        message: "The amount is above the maximum of 1000000000 centavos.",
        details: {
          path: "amountInCents",
          maximum: 1000000000,
        },
      },
      timestamp: "2026-11-20T15:00:00Z",
    },
  },
  AMOUNT_TOO_LOW: {
    status: 422,
    body: {
      success: false,
      error: {
        code: "AMOUNT_TOO_LOW",
        message: "The amount is below the minimum of 1 centavo.",
        details: {
          path: "amountInCents",
          minimum: 1,
        },
      },
      timestamp: "2026-11-20T15:00:00Z",
    },
  },
  DAILY_LIMIT_EXCEEDED: {
    status: 422,
    body: {
      success: false,
      error: {
        code: "DAILY_LIMIT_EXCEEDED",
        message: "The daily limit for transfers is exceeded.",
      },
      timestamp: "2026-11-20T15:00:00Z",
    },
  },
  RECIPIENT_UNAVAILABLE: {
    status: 422,
    body: {
      success: false,
      error: {
        code: "RECIPIENT_UNAVAILABLE",
        message: "The recipient is not available.",
      },
      timestamp: "2026-11-20T15:00:00Z",
    },
  },
  WEBHOOK_LIMIT_EXCEEDED: {
    status: 422,
    body: {
      success: false,
      error: {
        code: "WEBHOOK_LIMIT_EXCEEDED",
        message: "A company may have at most 10 webhooks.",
        details: {
          limit: 10,
        },
      },
      timestamp: "2026-11-20T15:00:00Z",
    },
  },
  RATE_LIMIT_EXCEEDED: {
    status: 429,
    body: {
      success: false,
      error: {
        code: "RATE_LIMIT_EXCEEDED",
        message: "Too many requests. Try again in 42 seconds.",
        details: {
          limit: 100,
          window: 60,
          retryAfter: 42,
        },
      },
      timestamp: "2026-11-20T15:00:00Z",
    },
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    body: {
      success: false,
      error: {
        code: "HEADERS_TOO_LARGE",
        message: "The headers are too large.",
      },
      timestamp: "2026-11-20T15:00:00Z",
    },
  },
  INTERNAL_ERROR: {
    status: 500,
    body: {
      success: false,
      error: {
        code: "INTERNAL_ERROR",
        message: "Something went wrong.",
      },
      timestamp: "2026-11-20T15:00:00Z",
    },
  },
  NOT_IMPLEMENTED: {
    status: 501,
    body: {
      success: false,
      error: {
        code: "NOT_IMPLEMENTED",
        message: "The operation is not implemented yet.",
      },
      timestamp: "2026-11-20T15:00:00Z",
    },
  },
};
