import type { operations as Operations } from "@pix-contract/control/types.d.ts";
import type { OperationId } from "../control-client.ts";
import { checkInput, loadContract } from "./check-input.ts";

/** The operations that answer once: all but the stream. */
export type Routed = Exclude<OperationId, "streamChanges">;

type Content<Part> = Part extends { content: { "application/json": infer Body } } ? Body : never;

type PathOf<Id extends Routed> = Operations[Id]["parameters"]["path"] extends { id: string }
  ? [id: string]
  : [];

type QueryOf<Id extends Routed> = NonNullable<Operations[Id]["parameters"]["query"]>;

type InputOf<Id extends Routed> = Operations[Id] extends { requestBody: infer Body }
  ? [body: Content<Body>]
  : [NonNullable<Operations[Id]["requestBody"]>] extends [never]
    ? [QueryOf<Id>] extends [never]
      ? []
      : [query?: QueryOf<Id>]
    : [body?: Content<NonNullable<Operations[Id]["requestBody"]>>];

/** The input of an operation, by its contract: the identifier of its path, then its body or its query. */
export type Arguments<Id extends Routed> = [...PathOf<Id>, ...InputOf<Id>];

/** A function of the control plane, in process and over HTTP. */
export interface Operation<Id extends Routed> {
  (...given: Arguments<Id>): Promise<Content<Operations[Id]["responses"][200]>>;
  readonly operation: Id;
  /** The same for a request, with all that it has: unknown parts are refused too. */
  answer(id: string | undefined, parts: RequestParts): Promise<unknown>;
}

/** The parts of a request besides its path. */
export interface RequestParts {
  query?: unknown;
  body?: unknown;
}

/** Makes a function of the control plane. It throws `InvalidInputError` for input that its contract does not allow. */
export function makeOperation<Id extends Routed>(
  operation: Id,
  run: (...given: Arguments<Id>) => Promise<Content<Operations[Id]["responses"][200]>>,
): Operation<Id> {
  const checked = async (...given: Arguments<Id>) => {
    const { method, path } = (await loadContract()).operations[operation];
    const input: unknown = given[path.includes("{id}") ? 1 : 0];
    await checkInput(operation, method === "GET" ? { query: input } : { body: input });
    return run(...given);
  };
  const answer = async (id: string | undefined, parts: RequestParts) => {
    await checkInput(operation, parts);
    const { method } = (await loadContract()).operations[operation];
    const input = method === "GET" ? parts.query : parts.body;
    const given: unknown[] = id === undefined ? [input] : [id, input];
    return run(...(given as Arguments<Id>));
  };
  return Object.assign(checked, { operation, answer });
}
