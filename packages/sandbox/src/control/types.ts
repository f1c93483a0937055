import type { components, operations } from "../../../../generated/control/types.d.ts";

/** Shapes of the control plane's contract. */
export type Schemas = components["schemas"];

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
