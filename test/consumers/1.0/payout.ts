// A payroll: sends transfers under keys of its own, and sorts what became of them.

import {
  createPixClient,
  InvalidRequestError,
  PixApiError,
  PixError,
  type TransferRequest,
} from "@pix-contract/client";
import { isFinal } from "@pix-contract/client/helpers";
import { watch } from "@pix-contract/client/hooks";

export type Result =
  | { kind: "sent"; id: string; final: boolean }
  | { kind: "refused"; why: string }
  | { kind: "ask-again"; key: string | undefined };

export async function main(baseUrl: string): Promise<string> {
  const log: string[] = [];
  const pix = createPixClient({
    baseUrl,
    apiKey: "payroll-key",
    apiSecret: "payroll-secret",
    retry: { attempts: 2, firstDelay: 5 },
    timeout: 5_000,
    hooks: watch({ onRetry: ({ operation, attempts }) => log.push(`${operation} ${attempts}`) }),
  });

  async function pay(body: TransferRequest, idempotencyKey: string): Promise<Result> {
    try {
      const { id, status } = await pix.transfers.create(body, { idempotencyKey });
      return { kind: "sent", id, final: isFinal(status) };
    } catch (error) {
      if (error instanceof InvalidRequestError)
        return { kind: "refused", why: `${error.field} ${error.rule}` };
      if (error instanceof PixApiError) {
        switch (error.code) {
          case "INSUFFICIENT_BALANCE":
            return { kind: "refused", why: "no money" };
          case "RATE_LIMIT_EXCEEDED":
            return { kind: "refused", why: `wait ${error.details.retryAfter}` };
        }
      }
      if (error instanceof PixError && error.outcome === "unknown")
        return { kind: "ask-again", key: error.idempotencyKey };
      throw error;
    }
  }

  const results = [
    await pay({ pixKey: "good@example.com", amount: 100 }, "payout-1"),
    await pay({ pixKey: "poor@example.com", amount: 100 }, "payout-2"),
    await pay({ pixKey: "good@example.com", amount: 0.5 }, "payout-3"),
    await pay({ pixKey: "lost@example.com", amount: 100 }, "payout-4"),
  ];
  return results
    .map((result) => JSON.stringify(result))
    .concat(log)
    .join("\n");
}
