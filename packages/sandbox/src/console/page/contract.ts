import type { ControlOperation } from "../../control-client.ts";

/** The bundler puts it in. */
declare const CONTROL_CONTRACT: Record<string, ControlOperation>;

/** An operation of the control plane's contract. */
export function operationOf(id: string): ControlOperation {
  const operation = CONTROL_CONTRACT[id];
  if (!operation) throw new Error(`The control plane has no operation ${id}.`);
  return operation;
}
