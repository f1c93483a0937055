// Generated from spec/ by `npm run generate`: edit the spec, not this file.

import type { ErrorClass, ErrorFacts } from "@packages/client/src/errors.ts";
import {
  WaitEndedError as Ended,
  WaitTimeoutError as Expired,
  keepWaits,
  type WaitOptions,
} from "@packages/client/src/wait.ts";
import type { PixClient, Transactions, Transfers } from "./client.ts";
import type { Transaction, Transfer } from "./types.ts";

export type { WaitOptions } from "@packages/client/src/wait.ts";

/** The time of a wait ran out; `last` is the object as it was last seen. */
export type WaitTimeoutError = Expired<Transaction | Transfer>;

/** The time of a wait ran out; `last` is the object as it was last seen. */
export const WaitTimeoutError: ErrorClass<WaitTimeoutError, ErrorFacts & Pick<WaitTimeoutError, "last">> =
  Expired as unknown as ErrorClass<WaitTimeoutError, ErrorFacts & Pick<WaitTimeoutError, "last">>;

/** The awaited status can no longer come; `last` is the object as it ended. */
export type WaitEndedError = Ended<Transaction | Transfer>;

/** The awaited status can no longer come; `last` is the object as it ended. */
export const WaitEndedError: ErrorClass<WaitEndedError, ErrorFacts & Pick<WaitEndedError, "last" | "status">> =
  Ended as unknown as ErrorClass<WaitEndedError, ErrorFacts & Pick<WaitEndedError, "last" | "status">>;

/** Waits in addition to the methods of Transactions. */
export interface TransactionsWaits {
  /**
   * Waits until the status is `paid`. **Assumed.** The document shows one transition of a charge: that nothing follows
   * `canceled` and `refunded`, and that `paid` ends a wait, is decided here.
   *
   * Looks the object up again and again, with growing pauses; lookups that fail for the moment do not end the wait, and
   * a status that this version does not know is waited through.
   *
   * @param transactionId Identifier of the charge.
   * @param options timeout, signal, intervals, further final statuses
   * @throws {WaitTimeoutError} when the time is up; `last` is the object as last seen
   * @throws {WaitEndedError} when the status is `canceled`, `refunded` instead
   * @example
   * const ended = await pix.transactions.waitUntilPaid(transactionId, { timeout: 60_000 });
   */
  waitUntilPaid(transactionId: string, options?: WaitOptions): Promise<Transaction & { status: "paid" }>;
}

/** Waits in addition to the methods of Transfers. */
export interface TransfersWaits {
  /**
   * Waits until the status is `completed`, `refused`, `canceled`. **Implied.** The document's polling ends at
   * `completed`, `refused` and `canceled`, without calling them final.
   *
   * Looks the object up again and again, with growing pauses; lookups that fail for the moment do not end the wait, and
   * a status that this version does not know is waited through.
   *
   * @param transferId Identifier of the transfer.
   * @param options timeout, signal, intervals, further final statuses
   * @throws {WaitTimeoutError} when the time is up; `last` is the object as last seen
   * @example
   * const ended = await pix.transfers.waitUntilFinal(transferId, { timeout: 60_000 });
   */
  waitUntilFinal<Further extends string = never>(
    transferId: string,
    options?: WaitOptions<Further>,
  ): Promise<Transfer & { status: "completed" | "refused" | "canceled" | Further }>;
}

/** Methods that `withWaits` adds to a client. */
export interface PixWaits {
  readonly transactions: Transactions & TransactionsWaits;
  readonly transfers: Transfers & TransfersWaits;

  /**
   * Hands a notification to every wait that runs. A wait for its object looks the object up at once.
   *
   * @returns how many waits it is about
   * @example
   * pix.notify(notification);
   */
  notify(notification: object): number;
}

/**
 * Adds waits to a client: `waitUntilPaid` and the like. Calls are those of the client that is given.
 *
 * @example
 * const pix = withWaits(createPixClient());
 */
export function withWaits(client: PixClient): PixClient & PixWaits {
  const { wait, notify } = keepWaits();
  return {
    ...client,
    transactions: {
      ...client.transactions,
      waitUntilPaid: (transactionId, options) =>
        wait(
          {
            operation: "getTransaction",
            field: "status",
            wanted: ["paid"],
            ended: ["canceled", "refunded"],
            id: transactionId,
          },
          (lookup) => client.transactions["get"](transactionId, lookup),
          options,
        ),
    },
    transfers: {
      ...client.transfers,
      waitUntilFinal: (transferId, options) =>
        wait(
          { operation: "getTransfer", field: "status", wanted: ["completed", "refused", "canceled"], id: transferId },
          (lookup) => client.transfers["get"](transferId, lookup),
          options,
        ),
    },
    notify,
  };
}
