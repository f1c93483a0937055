// Operations with one thing missing: each is a mistake that the lint has to notice.
import type { MediaType, Operation } from "../../packages/contract/src/openapi.ts";

export interface Mutant {
  /** What is missing: `responses 200 headers Retry-After`. */
  missing: string;
  operation: Operation;
}

/**
 * The mutants of an operation: without each of its statements, without each status that a rule asks for, and without
 * each header, example and description of the others.
 */
export function* mutate(operation: Operation): Generator<Mutant> {
  for (const path of deletions(operation)) {
    const mutant = structuredClone(operation);
    let holder: object = mutant;
    for (const key of path.slice(0, -1)) holder = Reflect.get(holder, key);
    Reflect.deleteProperty(holder, path.at(-1) ?? "");
    yield { missing: path.join(" "), operation: mutant };
  }
}

type Path = string[];

const statements = ["operationId", "summary", "description", "tags", "security", "x-rate-limit", "x-idempotency"];
const statuses = ["401", "429"];
const bodyStatuses = ["400", "413", "415"];

function* deletions(operation: Operation): Generator<Path> {
  const { parameters = [], requestBody, responses, "x-notification": notification } = operation;
  for (const name of statements) if (name in operation) yield [name];
  for (const [index, parameter] of parameters.entries()) {
    // What several share is a component, and tried there.
    if ("$ref" in parameter) continue;
    yield ["parameters", String(index), "description"];
    yield ["parameters", String(index), "example"];
  }
  for (const [type, media] of Object.entries(requestBody?.content ?? {})) {
    const path = ["requestBody", "content", type, "examples"];
    // A request needs one example, whichever; a notification each that it has.
    if (notification) yield* eachExample(path, media);
    else yield path;
  }
  for (const status of [...statuses, ...(requestBody ? bodyStatuses : [])]) {
    if (status in responses) yield ["responses", status];
  }
  for (const [status, { headers, content }] of Object.entries(responses)) {
    for (const name of Object.keys(headers ?? {})) yield ["responses", status, "headers", name];
    // The generator makes the examples of errors.
    for (const [type, media] of Object.entries(status < "4" ? (content ?? {}) : {})) {
      yield* eachExample(["responses", status, "content", type, "examples"], media);
    }
  }
}

function* eachExample(path: Path, { examples = {} }: MediaType): Generator<Path> {
  for (const name of Object.keys(examples)) yield [...path, name];
}
