import type { operations } from "../../../../../../generated/control/types.d.ts";
import { ControlError, type ControlSchemas } from "../../../control-client.ts";
import { operationOf } from "../contract.ts";
import { apiUrl } from "./address.ts";
import { askForToken, authorization } from "./token.ts";

export { ControlError } from "../../../control-client.ts";
export type ChargeEntry = ControlSchemas["ChargeEntry"];
export type Charge = ControlSchemas["Charge"];
export type Transfer = ControlSchemas["Transfer"];
export type NotificationEntry = ControlSchemas["NotificationEntry"];
export type Notification = ControlSchemas["Notification"];
export type Webhook = ControlSchemas["Webhook"];
export type Company = ControlSchemas["Company"];
export type Fault = ControlSchemas["Fault"];
export type Trigger = ControlSchemas["Trigger"];
export type RequestEntry = ControlSchemas["RequestEntry"];
export type LoggedRequest = ControlSchemas["LoggedRequest"];
export type Message = ControlSchemas["Message"];

/** Id of an operation of the control plane. */
export type OperationId = keyof operations;

/** What an operation responds with. */
export type Result<Id extends OperationId> = operations[Id]["responses"] extends {
  200: { content: { "application/json": infer Data } };
}
  ? Data
  : undefined;

type Given<Part> = [Part] extends [never] ? unknown : Part;
type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody?: { content: { "application/json": infer Body } };
}
  ? Body
  : unknown;

/** What an operation takes: parameters of its path and query, and fields of its body, side by side. */
export type Input<Id extends OperationId> = Given<NonNullable<operations[Id]["parameters"]["path"]>> &
  Given<NonNullable<operations[Id]["parameters"]["query"]>> &
  BodyOf<Id>;

/** Calls an operation: as callWith(), with its input checked by type. */
export function call<Id extends OperationId>(
  id: Id,
  ...[input]: Partial<Input<Id>> extends Input<Id> ? [input?: Input<Id>] : [input: Input<Id>]
): Promise<Result<Id>> {
  return callWith(id, { ...(input as object | undefined) });
}

/**
 * Calls an operation. Asks the reader for a token if the control plane wants one.
 *
 * @param input parameters of the path and the query, and fields of the body, side by side
 * @throws {ControlError} if the control plane refuses
 */
export async function callWith<Id extends OperationId>(id: Id, input: object): Promise<Result<Id>> {
  const { method, path } = operationOf(id);
  const rest = new Map<string, unknown>(Object.entries(input));
  const place = path.replace(/\{(\w+)\}/g, (_, name) => {
    const value = rest.get(name);
    rest.delete(name);
    return encodeURIComponent(String(value));
  });
  const given = [...rest].filter(([, value]) => value !== undefined);
  const query = method === "GET" ? new URLSearchParams(given.map(([name, value]) => [name, String(value)])) : "";
  const hasBody = method !== "GET" && given.length > 0;
  const response = await fetch(`${apiUrl}${place}${String(query) && `?${query}`}`, {
    method,
    cache: "no-store",
    headers: { ...authorization(), ...(hasBody && { "content-type": "application/json" }) },
    ...(hasBody && { body: JSON.stringify(Object.fromEntries(given)) }),
  });
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as Result<Id>;
  if (response.status === 401) askForToken();
  const failure = (await response.json().catch(() => undefined)) as Partial<ControlSchemas["Failure"]> | undefined;
  throw new ControlError(response.status, failure?.error);
}
