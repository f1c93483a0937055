import {
  type ControlSchemas,
  createControlClient,
  ControlError as Refusal,
  take as takeData,
} from "../../../control-client.ts";
import { apiUrl } from "./address.ts";
import { askForToken, token } from "./token.ts";

export { ControlError } from "../../../control-client.ts";
export type ChargeEntry = ControlSchemas["ChargeEntry"];
export type Charge = ControlSchemas["Charge"];
export type Transfer = ControlSchemas["Transfer"];
export type NotificationEntry = ControlSchemas["NotificationEntry"];
export type Notification = ControlSchemas["Notification"];
export type NotificationEvent = ControlSchemas["NotificationEvent"];
export type Webhook = ControlSchemas["Webhook"];
export type Company = ControlSchemas["Company"];
export type Settings = ControlSchemas["Settings"];
export type Fault = ControlSchemas["Fault"];
export type FaultKind = ControlSchemas["FaultKind"];
export type Trigger = ControlSchemas["Trigger"];
export type RequestEntry = ControlSchemas["RequestEntry"];
export type Message = ControlSchemas["Message"];
export type MovedClock = ControlSchemas["MovedClock"];

/** The control plane, typed by its contract. */
export const control = createControlClient({ baseUrl: apiUrl, token: () => token.value });

/**
 * What a call responds with. Where the control plane wants a token, the reader is asked for it.
 *
 * @throws {ControlError} where it was refused
 */
export async function take<Data>(call: Parameters<typeof takeData<Data>>[0]): Promise<Data> {
  try {
    return await takeData(call);
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) askForToken();
    throw error;
  }
}

interface Page<Entry> {
  items: Entry[];
  next: string | null;
}

/** Entries of a list, and whether there are more. */
export interface Listed<Entry> {
  items: Entry[];
  hasMore: boolean;
}

/** The first pages of a list, one after the other. */
export async function takePages<Entry>(
  count: number,
  load: (paging: { limit: number; before?: string }) => Promise<Page<Entry>>,
): Promise<Listed<Entry>> {
  const items: Entry[] = [];
  let next: string | null = null;
  for (let page = 0; page < count; page++) {
    const loaded: Page<Entry> = await load({ limit: 50, ...(next !== null && { before: next }) });
    items.push(...loaded.items);
    next = loaded.next;
    if (next === null) break;
  }
  return { items, hasMore: next !== null };
}
