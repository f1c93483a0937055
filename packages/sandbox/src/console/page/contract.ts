/** A field of an operation's body. */
export interface ConsoleField {
  /** `money` is in centavos. */
  kind: "text" | "integer" | "number" | "money" | "choice" | "choices";
  required: boolean;
  nullable: boolean;
  maxLength?: number;
  options?: string[];
}

/** How an operation is called. */
export interface ConsoleOperation {
  method: string;
  /** As in OpenAPI: `/charges/{id}`. */
  path: string;
  /** Fields of the body by their path: `customer.name`. */
  fields: Record<string, ConsoleField>;
  /** Values of those query parameters that list them. */
  query: Record<string, string[]>;
}

/** Operations of the control plane by their id. */
export type ConsoleContract = Record<string, ConsoleOperation>;

/** The bundler puts it in. */
declare const CONTROL_CONTRACT: ConsoleContract;

/** An operation of the control plane's contract. */
export function operationOf(id: string): ConsoleOperation {
  const operation = CONTROL_CONTRACT[id];
  if (!operation) throw new Error(`The control plane has no operation ${id}.`);
  return operation;
}
