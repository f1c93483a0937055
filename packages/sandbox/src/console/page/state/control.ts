import {
  ControlError,
  type ControlOperation,
  createControlClient,
  type OperationId,
} from "../../../control-client.ts";
import { askForToken, token, tokenAnswers } from "./token.ts";

export {
  ControlError,
  type ControlSchemas as Schemas,
  type Input,
  type OperationId,
  type Result,
} from "../../../control-client.ts";

/** The bundler puts it in. */
declare const CONTROL_CONTRACT: Record<OperationId, Omit<ControlOperation, "units">>;

/** An operation of the control plane's contract. */
export const findOperation = (id: OperationId): Omit<ControlOperation, "units"> =>
  CONTROL_CONTRACT[id];

/** Where the control plane is: next to this script, wherever that is served. */
export const apiUrl = new URL("api", import.meta.url).href;

const client = createControlClient({
  baseUrl: apiUrl,
  token: () => token.value,
  operationOf: findOperation,
});

/** Calls an operation: as callWith(), with its input checked by type. */
export const call: typeof client.call = (id, ...input) =>
  withTokenPrompt(client.call(id, ...input));

/**
 * Calls an operation, with input and result as the caller types them. Prompts for a token if the control plane requires one.
 *
 * @param input parameters of the path and the query, and fields of the body, side by side
 * @throws {ControlError} if the control plane refuses
 */
export function callWith<Value>(id: OperationId, input: object): Promise<Value> {
  return withTokenPrompt(client.callWith(id, input) as Promise<Value>);
}

/** Opens the stream of changes. @throws {ControlError} */
export function openChanges(signal: AbortSignal): Promise<AsyncIterable<boolean>> {
  return withTokenPrompt(client.openChanges(signal));
}

async function withTokenPrompt<Value>(answer: Promise<Value>): Promise<Value> {
  const before = tokenAnswers;
  try {
    return await answer;
  } catch (error) {
    // A call that began before the reader's last answer does not prompt again.
    if (error instanceof ControlError && error.status === 401 && before === tokenAnswers)
      askForToken();
    throw error;
  }
}
