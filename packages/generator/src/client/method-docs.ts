import { deprecatedTag } from "@packages/contract/src/deprecation.ts";
import { bodyKind } from "@packages/contract/src/media-types.ts";
import type { Operation } from "@packages/contract/src/model.ts";
import type { Json } from "@packages/contract/src/openapi.ts";
import type { FormLayout } from "@packages/contract/src/read-form.ts";
import type { OperationSentences } from "@packages/contract/src/sentences.ts";
import { listSuccesses } from "@packages/contract/src/successes.ts";
import { basisWords, codeSpan } from "@packages/contract/src/words.ts";
import { Code, literal } from "../print-code.ts";
import {
  type ClientGroup,
  type ClientMethod,
  type ClientModel,
  type ClientWait,
  memberOf,
} from "./client-model.ts";

function describeServer({ server = "/" }: Operation): string {
  if (server === "/") return "";
  return `Its server is ${server}, if that of the client is one of the contract. The option \`baseUrl\` names another.`;
}

function describeRepeats({ idempotency, method }: Operation): string {
  if (idempotency)
    return "The idempotency key is made once, before the first try, unless the options give one. Failures are repeated with the same key.";
  return method === "POST"
    ? "Without an idempotency key, a failure is repeated only if nothing can have been sent."
    : "";
}

/** The docs of a method, in paragraphs: units, limits, errors and an example. */
export function methodDocs(
  client: ClientModel,
  group: ClientGroup,
  method: ClientMethod,
  sentences: OperationSentences,
): string[] {
  const { operation } = method;
  return [
    // A description begins with the summary.
    operation.description || `${operation.summary}.`.replace(/([.!?])\.$/, "$1"),
    ...behaviourDocs(operation, sentences),
    describeServer(operation),
    describeRepeats(operation),
    [
      ...[deprecatedTag(operation.deprecated)].filter((tag) => tag !== ""),
      ...method.pathParameters.map(
        ({ identifier, parameter }) => `@param ${identifier} ${oneLine(parameter.description)}`,
      ),
      ...(operation.body ? [`@param body ${oneLine(operation.body.description)}`] : []),
      "@param options signal, timeout, repetition",
      `@returns ${oneLine(listSuccesses(operation)[0]?.description ?? "")}`,
      ...operation.responses.flatMap(({ status, errors }) =>
        errors.map(
          (code) =>
            `@throws {${client.prefix}ApiError} \`${code}\` (${status}): ${condition(client, code)}`,
        ),
      ),
      "@example",
      printSampleCall(client, group, method),
    ].join("\n"),
  ];
}

/** The docs of a wait, in paragraphs. */
export function waitDocs(client: ClientModel, group: ClientGroup, wait: ClientWait): string[] {
  const { id, wanted, ended = [], lifecycle } = wait;
  const list = (statuses: string[]): string => statuses.map((status) => `\`${status}\``).join(", ");
  return [
    `Waits until the status is ${list(wanted)}. ${basisWords(lifecycle["x-basis"], codeSpan)}`.trimEnd(),
    "Looks the object up again and again, with growing pauses; lookups that fail for the moment do not end the wait, and a status that this version does not know is waited through.",
    [
      `@param ${id.identifier} ${oneLine(id.parameter.description)}`,
      "@param options timeout, signal, intervals, further final statuses",
      "@throws {WaitTimeoutError} when the time is up; `last` is the object as last seen",
      ...(ended.length > 0
        ? [`@throws {WaitEndedError} when the status is ${list(ended)} instead`]
        : []),
      "@example",
      `const ended = await ${memberOf(client, group)}.${wait.name}(${id.identifier}, { timeout: 60_000 });`,
    ].join("\n"),
  ];
}

/** How an operation behaves, and where that comes from, in paragraphs. */
export function behaviourDocs({ id, basis }: Operation, sentences: OperationSentences): string[] {
  return [
    ...[basisWords(basis, codeSpan)].filter(Boolean),
    ...(sentences.get(id) ?? []).map(({ title, text, basis: own }) =>
      `${title}: ${text} ${basisWords(own, codeSpan)}`.trimEnd(),
    ),
  ];
}

/** A call of a method, with the first example of its body. */
export function printSampleCall(
  client: ClientModel,
  group: ClientGroup,
  method: ClientMethod,
): string {
  const { operation, pathParameters } = method;
  const values = [
    ...pathParameters.map(({ parameter }) => literal(parameter.example ?? "")),
    ...(operation.body ? [sampleBody(operation.body)] : []),
  ];
  const call = `${memberOf(client, group)}.${method.name}(${values.join(", ")})`;
  return operation.pages
    ? `for await (const item of ${call}) console.log(item);`
    : `const data = await ${call};`;
}

function sampleBody({ mediaType, examples, form }: NonNullable<Operation["body"]>): string {
  const kind = bodyKind(mediaType);
  if (kind === "bytes") return "new Uint8Array()";
  return literal(withBlobs(examples.at(-1)?.value ?? (kind === "text" ? "" : {}), form));
}

/** An example of a body as a program writes it: the files of a form are Blobs. */
export function withBlobs(value: Json, { files = [] }: FormLayout = {}): unknown {
  if (files.length === 0 || value === null || typeof value !== "object") return value;
  const blob = new Code('new Blob(["…"])');
  const asFile = (field: Json): unknown => (Array.isArray(field) ? [blob] : blob);
  const fields = Object.entries(value).map(([name, field]) => [
    name,
    files.includes(name) ? asFile(field) : field,
  ]);
  return Object.fromEntries(fields);
}

/** Codes of the errors that an operation has besides those that any may have. */
export function listOwnCodes({ responses }: Operation): string[] {
  return responses.flatMap(({ errors }) => errors);
}

function condition({ contract }: ClientModel, code: string): string {
  return oneLine(contract.errors.find((error) => error.code === code)?.condition ?? "");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
