import type { components, operations } from "../../../../generated/control/types.d.ts";

type Schemas = components["schemas"];

export type State = Schemas["State"];
export type ClockView = Schemas["Clock"];
export type MovedClock = Schemas["MovedClock"];
export type FallenDue = Schemas["FallenDue"];
export type Advance = Schemas["Advance"];
export type SetTime = Schemas["SetTime"];
export type SettingsView = Schemas["Settings"];
export type SettingsChange = Schemas["SettingsChange"];
export type CompanyView = Schemas["Company"];
export type NewCompany = Schemas["NewCompany"];
export type CreatedCompany = Schemas["CreatedCompany"];
export type CompanyChange = Schemas["CompanyChange"];
export type ShownApiSecret = Schemas["ShownApiSecret"];
export type ShownPostbackSecret = Schemas["ShownPostbackSecret"];
export type CredentialsView = Schemas["Credentials"];
export type ChargeEntry = Schemas["ChargeEntry"];
export type ChargeView = Schemas["Charge"];
export type NewCharge = Schemas["NewCharge"];
export type Pay = Schemas["Pay"];
export type Reason = Schemas["Reason"];
export type TransferView = Schemas["Transfer"];
export type NewTransfer = Schemas["NewTransfer"];
export type WebhookView = Schemas["Webhook"];
export type NewWebhook = Schemas["NewWebhook"];
export type CreatedWebhook = Schemas["CreatedWebhook"];
export type ShownWebhookSecret = Schemas["ShownWebhookSecret"];
export type NotificationEntry = Schemas["NotificationEntry"];
export type NotificationView = Schemas["Notification"];
export type TriggerEvent = Schemas["TriggerEvent"];
export type Triggered = Schemas["Triggered"];
export type LedgerView = Schemas["Ledger"];
export type FaultView = Schemas["Fault"];
export type FaultList = Schemas["FaultList"];
export type FaultChoices = Schemas["FaultChoices"];
export type NewFault = Schemas["NewFault"];
export type RequestEntry = Schemas["RequestEntry"];
export type LoggedRequest = Schemas["LoggedRequest"];
export type TriggerList = Schemas["TriggerList"];
export type Snapshot = Schemas["Snapshot"];
export type Removed = Schemas["Removed"];

/** Id of an operation of the control plane. */
export type ControlOperation = keyof operations;

/** Query of a list. */
export type QueryOf<Operation extends ControlOperation> = NonNullable<operations[Operation]["parameters"]["query"]>;

/** A page of a list, newest first. */
export interface Page<Item> {
  items: Item[];
  /** What `before` takes for the entries that follow. */
  next: string | null;
}
