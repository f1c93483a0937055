import type { Sandbox } from "../context.ts";
import type { FirstCompany } from "../first-company.ts";
import type { FaultWatch } from "../http/fault-watch.ts";
import type { makeRateLimitStore } from "../http/rate-limit-store.ts";
import type { RequestLog } from "../http/request-log.ts";
import type { SandboxNotifier } from "../notifications/notifier.ts";
import type { Settings } from "../settings.ts";
import { type ChargesControl, makeChargesControl } from "./charges.ts";
import { makeClockControl } from "./clock.ts";
import { type CompaniesControl, makeCompaniesControl, readCredentials } from "./companies.ts";
import { type FaultsControl, makeFaultsControl } from "./faults.ts";
import { makeNotificationsControl, type NotificationsControl } from "./notifications.ts";
import { type ReportingClockControl, reportDue } from "./report-due.ts";
import { makeRequestsControl, type RequestsControl } from "./requests.ts";
import { resetState } from "./reset.ts";
import { makeSettingsControl, type SettingsControl } from "./settings.ts";
import { exportState, importState } from "./snapshot.ts";
import { listTriggers, readLedger, readState, type StorageKind } from "./state.ts";
import { makeTransfersControl, type TransfersControl } from "./transfers.ts";
import type { CredentialsView, LedgerView, Snapshot, State, TriggerList } from "./types.ts";
import { makeWebhooksControl, type WebhooksControl } from "./webhooks.ts";

/**
 * Moves what the outside world moves in production: payers, banks, time and failure. The same as `/_sandbox/api`.
 *
 * Every function throws `InvalidInputError` for input that is not as it has to be, `NotFoundError` for identifiers that
 * nothing has and `NotAllowedError` for what the state does not allow; nothing has changed then.
 */
export interface Control {
  readonly clock: ReportingClockControl;
  readonly settings: SettingsControl;
  readonly companies: CompaniesControl;
  readonly charges: ChargesControl;
  readonly transfers: TransfersControl;
  readonly webhooks: WebhooksControl;
  readonly notifications: NotificationsControl;
  readonly faults: FaultsControl;
  readonly requests: RequestsControl;
  /** The state in figures. */
  state(): Promise<State>;
  /** What a client needs to call the sandbox as the company that is there from the start. */
  credentials(): Promise<CredentialsView>;
  /** The balance of every account; they sum to zero. */
  ledger(): Promise<LedgerView>;
  /** What makes the sandbox do something without the control plane. */
  triggers(): Promise<TriggerList>;
  /** Does all that is due now, deliveries included. */
  settle(): Promise<State>;
  /** Brings everything back to the start: companies, settings and clock too. */
  reset(): Promise<State>;
  /** The whole state, for `import`. */
  export(): Promise<Snapshot>;
  /** Replaces the whole state; all of it or, where anything is wrong with it, nothing. */
  import(snapshot: Snapshot): Promise<State>;
}

/** What the control plane needs of the sandbox's parts. */
export interface ControlParts {
  rateLimits: ReturnType<typeof makeRateLimitStore>;
  faults: FaultWatch;
  /** Absent where requests are not logged. */
  requestLog: RequestLog | undefined;
  notifier: SandboxNotifier;
  /** The company that is there from the start. */
  company: FirstCompany;
  /** The settings to start with. */
  settings: Partial<Settings>;
  storage: StorageKind;
  /** Does all that is due now, deliveries included. */
  settle(): Promise<void>;
}

export function makeControl(sandbox: Sandbox, parts: ControlParts): Control {
  const { company, faults, requestLog, rateLimits, settle } = parts;
  const state = (): Promise<State> => readState(sandbox, parts.storage);
  const startAnew = async (): Promise<State> => {
    await rateLimits.clear();
    await faults.refresh();
    return state();
  };
  return {
    clock: reportDue(sandbox, makeClockControl(sandbox, parts)),
    settings: makeSettingsControl(sandbox),
    companies: makeCompaniesControl(sandbox),
    charges: makeChargesControl(sandbox, company),
    transfers: makeTransfersControl(sandbox, company),
    webhooks: makeWebhooksControl(sandbox, company),
    notifications: makeNotificationsControl(sandbox, parts.notifier, company),
    faults: makeFaultsControl(sandbox, faults),
    requests: makeRequestsControl(sandbox, requestLog),
    state,
    credentials: () => readCredentials(sandbox, company),
    ledger: () => readLedger(sandbox),
    triggers: async () => listTriggers(),
    settle: async () => {
      await settle();
      return state();
    },
    reset: async () => {
      await requestLog?.flush();
      await resetState(sandbox, company, parts.settings);
      return startAnew();
    },
    export: () => exportState(sandbox),
    import: async (snapshot) => {
      await requestLog?.flush();
      await importState(sandbox, snapshot);
      return startAnew();
    },
  };
}
