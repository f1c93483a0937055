import type { operations as Operations } from "../../../../generated/control/types.d.ts";
import { loadContract } from "./contract.ts";
import type { Control } from "./make-control.ts";
import type { ControlOperation } from "./types.ts";

/** The operations that answer once: all but the stream. */
type Routed = Exclude<ControlOperation, "streamChanges">;

type Content<Part> = Part extends { content: { "application/json": infer Body } } ? Body : never;

/** The body of an operation, as its contract has it. */
type BodyOf<Id extends Routed> = Operations[Id] extends { requestBody: infer Body }
  ? Content<Body>
  : Operations[Id] extends { requestBody?: infer Body }
    ? Content<NonNullable<Body>> | undefined
    : undefined;

type QueryOf<Id extends Routed> = NonNullable<Operations[Id]["parameters"]["query"]>;

/** What a request gives, checked against the contract of its operation. */
interface Given<Id extends Routed> {
  /** Identifier in the path; empty where it has none. */
  id: string;
  query: QueryOf<Id>;
  body: BodyOf<Id>;
}

type Handlers = {
  [Id in Routed]: (control: Control, given: Given<Id>) => Promise<Content<Operations[Id]["responses"][200]>>;
};

const handlers: Handlers = {
  readState: (control) => control.state(),
  readLedger: (control) => control.ledger(),
  listTriggers: (control) => control.triggers(),
  settle: (control) => control.settle(),
  resetState: (control) => control.reset(),
  exportState: (control) => control.export(),
  importState: (control, { body }) => control.import(body),

  readClock: (control) => control.clock.read(),
  advanceClock: (control, { body }) => control.clock.advance(body.by),
  setClock: (control, { body }) => control.clock.set(body.now),
  freezeClock: (control) => control.clock.freeze(),
  resumeClock: (control) => control.clock.resume(),

  readSettings: (control) => control.settings.read(),
  changeSettings: (control, { body }) => control.settings.change(body),

  readCredentials: (control) => control.credentials(),
  listCompanies: (control, { query }) => control.companies.list(query),
  readCompany: (control, { id }) => control.companies.read(id),
  addCompany: (control, { body }) => control.companies.add(body),
  changeCompany: (control, { id, body }) => control.companies.change(id, body),
  renewApiSecret: (control, { id }) => control.companies.renewSecret(id),
  readPostbackSecret: (control, { id }) => control.companies.postbackSecret(id),

  listCharges: (control, { query }) => control.charges.list(query),
  readCharge: (control, { id }) => control.charges.read(id),
  createCharge: (control, { body }) => control.charges.create(body),
  payCharge: (control, { id, body }) => control.charges.pay(id, body),
  cancelCharge: (control, { id }) => control.charges.cancel(id),
  expireCharge: (control, { id }) => control.charges.expire(id),
  refundCharge: (control, { id, body }) => control.charges.refund(id, body),

  listTransfers: (control, { query }) => control.transfers.list(query),
  readTransfer: (control, { id }) => control.transfers.read(id),
  createTransfer: (control, { body }) => control.transfers.create(body),
  processTransfer: (control, { id }) => control.transfers.process(id),
  completeTransfer: (control, { id }) => control.transfers.complete(id),
  refuseTransfer: (control, { id, body }) => control.transfers.refuse(id, body),
  cancelTransfer: (control, { id, body }) => control.transfers.cancel(id, body),

  listWebhooks: (control, { query }) => control.webhooks.list(query),
  addWebhook: (control, { body }) => control.webhooks.add(body),
  removeWebhook: (control, { id }) => control.webhooks.remove(id),
  readWebhookSecret: (control, { id }) => control.webhooks.secret(id),
  listNotifications: (control, { query }) => control.notifications.list(query),
  readNotification: (control, { id }) => control.notifications.read(id),
  resendNotification: (control, { id }) => control.notifications.resend(id),
  triggerEvent: (control, { body }) => control.notifications.trigger(body),

  listFaults: (control) => control.faults.list(),
  listFaultChoices: (control) => control.faults.choices(),
  addFault: (control, { body }) => control.faults.add(body),
  removeFault: (control, { id }) => control.faults.remove(id),
  clearFaults: (control) => control.faults.clear(),

  listRequests: (control, { query }) => control.requests.list(query),
  readRequest: (control, { id }) => control.requests.read(id),
  clearRequests: (control) => control.requests.clear(),
};

/** A request that leads to an operation. */
export interface FoundRoute {
  operation: Routed;
  /** Identifier in the path; empty where it has none. */
  id: string;
  /** Parameters of the query that are whole numbers. */
  integers: readonly string[];
}

/**
 * Finds the operation of a request in the control plane's contract.
 *
 * @param path below the control plane's own, without query
 * @returns where there is none, the methods that the path has
 */
export async function findRoute(method: string, path: string): Promise<FoundRoute | { allowed: string[] }> {
  const { operations } = await loadContract();
  const given = path.split("/");
  const fitting = Object.keys(handlers).flatMap((name) => {
    const operation = name as Routed;
    const entry = operations[operation];
    const steps = entry.path.split("/");
    const fits =
      steps.length === given.length &&
      steps.every((step, index) => step === given[index] || (step === "{id}" && given[index]));
    return fits ? [{ operation, entry, place: steps.indexOf("{id}") }] : [];
  });
  // What is spelled out comes before what stands for an identifier.
  const [route] = fitting.filter(({ entry }) => entry.method === method).sort((a, b) => a.place - b.place);
  if (!route) return { allowed: [...new Set(fitting.map(({ entry }) => entry.method))] };
  const { operation, entry, place } = route;
  return { operation, id: decodeURIComponent(given[place] ?? ""), integers: entry.integers };
}

/** Runs an operation. @param given what was checked with `checkInput` before */
export function runOperation<Id extends Routed>(control: Control, id: Id, given: Given<Id>): Promise<unknown> {
  return handlers[id](control, given);
}
