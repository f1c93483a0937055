// Generated from spec/ by `npm run generate`: edit the spec, not this file.
import { anyString, boolean, integer, nonEmptyString, oneOf, string } from "@packages/client/src/check.ts";
import {
  anyOf,
  array,
  type Finder as Check,
  makeSchema,
  object,
  type StandardSchema,
} from "@packages/client/src/standard-schema.ts";
import type { ChargeRequest, TransferRequest, WebhookRequest } from "./types.ts";

export type { StandardIssue, StandardResult, StandardSchema } from "@packages/client/src/standard-schema.ts";

/** The body of `createCharge`, for forms. */
export const createChargeBody: StandardSchema<ChargeRequest> = /* @__PURE__ */ makeSchema(
  "@pix-contract/client",
  (): Check => {
    return object(
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
    );
  },
);

/** The body of `createTransfer`, for forms. */
export const createTransferBody: StandardSchema<TransferRequest> = /* @__PURE__ */ makeSchema(
  "@pix-contract/client",
  (): Check => {
    return object(
      { pixKey: anyOf(nonEmptyString, string(1, 77)), amount: integer(1, 1000000000) },
      { currency: oneOf("BRL"), description: string(0, 140), postbackUrl: anyOf(string(0, 2048, "https"), oneOf("")) },
    );
  },
);

/** The body of `createWebhook`, for forms. */
export const createWebhookBody: StandardSchema<WebhookRequest> = /* @__PURE__ */ makeSchema(
  "@pix-contract/client",
  (): Check => {
    return object(
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
    );
  },
);
