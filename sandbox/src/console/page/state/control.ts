import createClient from "openapi-fetch";
import type { components, paths } from "../../../../../generated/control/types.d.ts";
import { apiUrl } from "./address.ts";
import { askForToken, authorization } from "./token.ts";

type Schemas = components["schemas"];
export type ChargeEntry = Schemas["ChargeEntry"];
export type Charge = Schemas["Charge"];
export type Transfer = Schemas["Transfer"];
export type NotificationEntry = Schemas["NotificationEntry"];
export type Notification = Schemas["Notification"];
export type Company = Schemas["Company"];
export type Fault = Schemas["Fault"];
export type NewFault = Schemas["NewFault"];
export type Trigger = Schemas["Trigger"];
export type RequestEntry = Schemas["RequestEntry"];
export type Message = Schemas["Message"];
export type State = Schemas["State"];

/** A field that is wrong, and what is wrong with it. */
export interface FieldProblem {
  path: string;
  message: string;
}

/** The control plane refused a call. */
export class ControlError extends Error {
  override readonly name = "ControlError";
  /** HTTP status. */
  readonly status: number;
  readonly fields: readonly FieldProblem[];

  constructor(status: number, message: string, fields: readonly FieldProblem[]) {
    super(message);
    this.status = status;
    this.fields = fields;
  }
}

/** The control plane, typed by its contract. */
export const control = createClient<paths>({ baseUrl: apiUrl, cache: "no-store" });

control.use({
  onRequest: ({ request }) => {
    for (const [name, value] of Object.entries(authorization())) request.headers.set(name, value);
  },
});

/**
 * What a call answers.
 *
 * @throws {ControlError} where it was refused
 */
export async function take<Data>(
  call: Promise<{ data?: Data; error?: Schemas["Failure"]; response: Response }>,
): Promise<Data> {
  const { data, error, response } = await call;
  if (response.ok && data !== undefined) return data;
  if (response.status === 401) askForToken();
  const problem = typeof error === "object" ? error.error : undefined;
  throw new ControlError(response.status, problem?.message ?? `HTTP ${response.status}`, readFields(problem?.details));
}

function readFields(details: Record<string, unknown> | undefined): FieldProblem[] {
  return Object.values(details ?? {})
    .flat()
    .filter((entry): entry is FieldProblem => {
      const { path, message } = (entry ?? {}) as Partial<FieldProblem>;
      return typeof path === "string" && typeof message === "string";
    });
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
