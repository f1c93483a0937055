import type { Control } from "./make-control.ts";
import type {
  Advance,
  Because,
  CompanyChange,
  ControlOperation,
  ListQuery,
  NewCharge,
  NewCompany,
  NewFault,
  NewTransfer,
  Pay,
  SetTime,
  SettingsChange,
  Snapshot,
  TriggerEvent,
} from "./types.ts";

/** What a request gives, checked already. */
interface Given {
  id: string;
  query: ListQuery;
  body: unknown;
}

interface Route {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** `:id` stands for an identifier. */
  path: string;
  run(control: Control, given: Given): Promise<unknown>;
}

/** A route for every operation of the control plane's contract but the stream. */
const byOperation: Record<Exclude<ControlOperation, "streamChanges">, Route> = {
  readState: { method: "GET", path: "/state", run: (control) => control.state() },
  readLedger: { method: "GET", path: "/ledger", run: (control) => control.ledger() },
  listTriggers: { method: "GET", path: "/triggers", run: (control) => control.triggers() },
  settle: { method: "POST", path: "/settle", run: (control) => control.settle() },
  resetState: { method: "POST", path: "/reset", run: (control) => control.reset() },
  exportState: { method: "GET", path: "/export", run: (control) => control.export() },
  importState: {
    ...{ method: "POST", path: "/import" },
    run: (control, { body }) => control.import(body as Snapshot),
  },

  readClock: { method: "GET", path: "/clock", run: (control) => control.clock.read() },
  advanceClock: {
    ...{ method: "POST", path: "/clock/advance" },
    run: (control, { body }) => control.clock.advance((body as Advance).by),
  },
  setClock: {
    ...{ method: "POST", path: "/clock/set" },
    run: (control, { body }) => control.clock.set((body as SetTime).now),
  },
  freezeClock: { method: "POST", path: "/clock/freeze", run: (control) => control.clock.freeze() },
  resumeClock: { method: "POST", path: "/clock/resume", run: (control) => control.clock.resume() },

  readSettings: { method: "GET", path: "/settings", run: (control) => control.settings.read() },
  changeSettings: {
    ...{ method: "PATCH", path: "/settings" },
    run: (control, { body }) => control.settings.change(body as SettingsChange),
  },

  readCredentials: { method: "GET", path: "/credentials", run: (control) => control.credentials() },
  listCompanies: { method: "GET", path: "/companies", run: (control, { query }) => control.companies.list(query) },
  readCompany: { method: "GET", path: "/companies/:id", run: (control, { id }) => control.companies.read(id) },
  addCompany: {
    ...{ method: "POST", path: "/companies" },
    run: (control, { body }) => control.companies.add(body as NewCompany),
  },
  changeCompany: {
    ...{ method: "PATCH", path: "/companies/:id" },
    run: (control, { id, body }) => control.companies.change(id, body as CompanyChange),
  },
  renewApiSecret: {
    method: "POST",
    path: "/companies/:id/secret",
    run: (control, { id }) => control.companies.renewSecret(id),
  },
  readPostbackSecret: {
    ...{ method: "GET", path: "/companies/:id/postback-secret" },
    run: (control, { id }) => control.companies.postbackSecret(id),
  },

  listCharges: { method: "GET", path: "/charges", run: (control, { query }) => control.charges.list(query) },
  readCharge: { method: "GET", path: "/charges/:id", run: (control, { id }) => control.charges.read(id) },
  createCharge: {
    ...{ method: "POST", path: "/charges" },
    run: (control, { body }) => control.charges.create(body as NewCharge),
  },
  payCharge: {
    ...{ method: "POST", path: "/charges/:id/pay" },
    run: (control, { id, body }) => control.charges.pay(id, body as Pay),
  },
  cancelCharge: { method: "POST", path: "/charges/:id/cancel", run: (control, { id }) => control.charges.cancel(id) },
  expireCharge: { method: "POST", path: "/charges/:id/expire", run: (control, { id }) => control.charges.expire(id) },
  refundCharge: {
    ...{ method: "POST", path: "/charges/:id/refund" },
    run: (control, { id, body }) => control.charges.refund(id, body as Because),
  },

  listTransfers: { method: "GET", path: "/transfers", run: (control, { query }) => control.transfers.list(query) },
  readTransfer: { method: "GET", path: "/transfers/:id", run: (control, { id }) => control.transfers.read(id) },
  createTransfer: {
    ...{ method: "POST", path: "/transfers" },
    run: (control, { body }) => control.transfers.create(body as NewTransfer),
  },
  processTransfer: {
    method: "POST",
    path: "/transfers/:id/process",
    run: (control, { id }) => control.transfers.process(id),
  },
  completeTransfer: {
    method: "POST",
    path: "/transfers/:id/complete",
    run: (control, { id }) => control.transfers.complete(id),
  },
  refuseTransfer: {
    ...{ method: "POST", path: "/transfers/:id/refuse" },
    run: (control, { id, body }) => control.transfers.refuse(id, body as Because),
  },
  cancelTransfer: {
    ...{ method: "POST", path: "/transfers/:id/cancel" },
    run: (control, { id, body }) => control.transfers.cancel(id, body as Because),
  },

  listWebhooks: { method: "GET", path: "/webhooks", run: (control, { query }) => control.webhooks.list(query) },
  listNotifications: {
    ...{ method: "GET", path: "/notifications" },
    run: (control, { query }) => control.notifications.list(query),
  },
  readNotification: {
    ...{ method: "GET", path: "/notifications/:id" },
    run: (control, { id }) => control.notifications.read(id),
  },
  resendNotification: {
    method: "POST",
    path: "/notifications/:id/resend",
    run: (control, { id }) => control.notifications.resend(id),
  },
  triggerEvent: {
    ...{ method: "POST", path: "/notifications/trigger" },
    run: (control, { body }) => control.notifications.trigger(body as TriggerEvent),
  },

  listFaults: { method: "GET", path: "/faults", run: (control) => control.faults.list() },
  addFault: { method: "POST", path: "/faults", run: (control, { body }) => control.faults.add(body as NewFault) },
  removeFault: { method: "DELETE", path: "/faults/:id", run: (control, { id }) => control.faults.remove(id) },
  clearFaults: { method: "DELETE", path: "/faults", run: (control) => control.faults.clear() },

  listRequests: { method: "GET", path: "/requests", run: (control, { query }) => control.requests.list(query) },
  readRequest: { method: "GET", path: "/requests/:id", run: (control, { id }) => control.requests.read(id) },
  clearRequests: { method: "DELETE", path: "/requests", run: (control) => control.requests.clear() },
};

const routes = Object.entries(byOperation).map(([operation, route]) => ({
  ...route,
  operation: operation as ControlOperation,
  steps: route.path.split("/"),
}));

/**
 * Finds the route of a request.
 *
 * @param path below the control plane's own, without query
 * @returns no route where there is none, and the methods that the path has
 */
export function findRoute(
  method: string,
  path: string,
): { route?: Route & { operation: ControlOperation }; id: string; allowed: string[] } {
  const given = path.split("/");
  const fitting = routes.filter(
    ({ steps }) =>
      steps.length === given.length &&
      steps.every((step, index) => step === given[index] || (step === ":id" && given[index])),
  );
  // What is spelled out comes before what stands for an identifier.
  const route = fitting
    .filter((candidate) => candidate.method === method)
    .sort((a, b) => Number(a.path.includes(":")) - Number(b.path.includes(":")))[0];
  if (!route) return { id: "", allowed: [...new Set(fitting.map((candidate) => candidate.method))] };
  return { route, id: decodeURIComponent(given[route.steps.indexOf(":id")] ?? ""), allowed: [] };
}
