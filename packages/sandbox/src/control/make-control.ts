import type { Sandbox } from "../context.ts";
import { type FirstCompany, openFirstCompany } from "../first-company.ts";
import type { makeRateLimitStore } from "../http/rate-limit-store.ts";
import type { RequestLog } from "../http/request-log.ts";
import type { SandboxNotifier } from "../notifications/sandbox-notifier.ts";
import type { SandboxOptions } from "../options.ts";
import { makeChargesControl } from "./charges.ts";
import { checkInput } from "./check-input.ts";
import { makeClockControl, type Settle } from "./clock.ts";
import { makeCompaniesControl, readCredentials } from "./companies.ts";
import { makeFaultsControl } from "./faults.ts";
import { makeNotificationsControl } from "./notifications.ts";
import { makeOperation, type RequestParts } from "./operation.ts";
import { makeOverview } from "./overview.ts";
import { makeRequestsControl } from "./requests.ts";
import { joinSnapshot, restoreSnapshot, streamSnapshot, takeSnapshot } from "./snapshot.ts";
import {
  checkLedger,
  makeSettingsControl,
  readLedger,
  readState,
  resetState,
  type StorageKind,
} from "./state.ts";
import { makeTimeline } from "./timeline.ts";
import { makeTransfersControl } from "./transfers.ts";
import { makeWebhooksControl } from "./webhooks.ts";

/** The parts of the sandbox that the control plane needs. */
export interface ControlParts {
  rateLimits: ReturnType<typeof makeRateLimitStore>;
  /** Absent if requests are not logged. */
  requestLog: RequestLog | undefined;
  notifier: SandboxNotifier;
  /** The company that is there from the start. */
  company: FirstCompany;
  /** The options that the sandbox was started with. */
  options: Pick<SandboxOptions, "company" | "key" | "settings">;
  storage: StorageKind;
  settle: Settle;
  /** Calls the service without a port. */
  fetch: typeof globalThis.fetch;
}

/**
 * Does the part of the outside world: payers, banks, time and failure. The same as `/_sandbox/api`.
 *
 * Every function throws `InvalidInputError` for input that is not as it has to be, `NotFoundError` for identifiers that
 * nothing has and `NotAllowedError` for a step that the state does not allow; nothing has changed then.
 */
export type Control = ReturnType<typeof makeControl>;

export function makeControl(sandbox: Sandbox, parts: ControlParts) {
  const { company, requestLog, rateLimits, settle, options } = parts;
  const hasGivenKey = options.key !== undefined;
  const state = () => readState(sandbox, parts.storage);
  const take = async () => {
    await requestLog?.flush();
    return takeSnapshot(sandbox, hasGivenKey);
  };
  return {
    clock: makeClockControl(sandbox, settle),
    settings: makeSettingsControl(sandbox),
    companies: makeCompaniesControl(sandbox),
    charges: makeChargesControl(sandbox, company),
    transfers: makeTransfersControl(sandbox, company),
    webhooks: makeWebhooksControl(sandbox, parts.notifier.receivers, company),
    notifications: makeNotificationsControl(sandbox, parts.notifier, company),
    faults: makeFaultsControl(sandbox),
    requests: makeRequestsControl(sandbox, requestLog, company, parts.fetch),
    /** Events of a charge, a transfer or a registration, newest first. */
    timeline: makeTimeline(sandbox, requestLog),
    /** The events of the last minutes. */
    overview: makeOverview(sandbox, requestLog),
    /** The state in figures. */
    state: makeOperation("readState", state),
    /** Settings with which a client calls the sandbox as the company that is there from the start. */
    credentials: makeOperation("readCredentials", () => readCredentials(sandbox, company)),
    /** The balance of every account; they sum to zero. */
    ledger: makeOperation("readLedger", () => readLedger(sandbox)),
    /** Compares the balance of every account with its entries, and corrects wrong ones. */
    checkLedger: makeOperation("checkLedger", () => checkLedger(sandbox)),
    /** Does all that is due now, deliveries included. */
    settle: makeOperation("settle", async () => {
      await settle();
      return state();
    }),
    /** Brings everything back to the start: companies, settings and clock too. */
    reset: makeOperation("resetState", async () => {
      await requestLog?.flush();
      await resetState(sandbox, company, options.settings ?? {});
      await rateLimits.clear();
      return state();
    }),
    /** Everything that the sandbox holds, to be restored later. @throws {NotAllowedError} if there are too many rows */
    snapshot: Object.assign(
      makeOperation("takeSnapshot", async () => joinSnapshot(await take())),
      {
        answer: async (_: undefined, parts: RequestParts) => {
          await checkInput("takeSnapshot", parts);
          return streamSnapshot(await take());
        },
      },
    ),
    /** Brings everything back to a snapshot. @throws {InvalidInputError} if it cannot be restored here */
    restore: makeOperation("restoreSnapshot", async (snapshot) => {
      await requestLog?.flush();
      let restored: Partial<FirstCompany> = {};
      await restoreSnapshot(sandbox, snapshot, hasGivenKey, async (tx) => {
        restored = await openFirstCompany(tx, sandbox, options.company);
      });
      Object.assign(company, restored);
      await rateLimits.clear();
      return state();
    }),
  };
}
