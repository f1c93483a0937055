import { deprecationSentence } from "@packages/contract/src/deprecation.ts";
import type {
  Contract,
  Operation,
  Response,
  ResponseHeader,
} from "@packages/contract/src/model.ts";
import { sampleRequest } from "@packages/contract/src/sample-request.ts";
import { idempotencyParts, type OperationSentences } from "@packages/contract/src/sentences.ts";
import { shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import { duration } from "@packages/contract/src/words.ts";
import { fieldList, listFields, parameterField, type ShownForms } from "../fields.ts";
import { anchor, bulletList, code, fence, inline, link, page, prose, table } from "../markdown.ts";
import { chooseAccount, printCurl } from "../samples.ts";
import {
  badge,
  basisLine,
  callbackField,
  codes,
  eventLink,
  operationFile,
  showsStatus,
  statusLink,
} from "../words.ts";

/** A page for each operation: its request and its responses. */
export function operationPages(
  contract: Contract,
  sentences: OperationSentences,
): Record<string, string> {
  return Object.fromEntries(
    contract.operations.map((operation) => [
      operationFile(operation.id),
      page(inline(operation.summary), operationParts(contract, operation, sentences)),
    ]),
  );
}

function operationParts(
  contract: Contract,
  operation: Operation,
  sentences: OperationSentences,
): string[] {
  const { body } = operation;
  const forms: ShownForms = new Map();
  const parameters = operation.parameters.map((parameter) => parameterField(contract, parameter));
  const bodyFields = body ? listFields(shapesOf(contract).shapeOf(body.schema)) : [];
  const [purpose = "", ...details] = prose(operation.description).split("\n\n");
  return [
    `${code(`${operation.method} ${operation.path}`)} · ${code(operation.id)}`,
    operation.deprecated ? `**Deprecated.** ${deprecationSentence(operation.deprecated)}` : "",
    purpose,
    operation.servedBy === undefined
      ? ""
      : `For clients alone: a server takes it for ${link(code(operation.servedBy), operationFile(operation.servedBy))}.`,
    operation.server && operation.server !== "/" ? `At ${code(operation.server)}.` : "",
    bulletList(costlyFacts(contract, operation, sentences)),
    "## Request",
    ...(parameters.length > 0 ? ["**Parameters**", fieldList(parameters, "parameter", forms)] : []),
    body
      ? [`**Body** (${code(body.mediaType)})`, inline(body.description)].filter(Boolean).join(": ")
      : "No body.",
    bodyFields.length > 0 ? fieldList(bodyFields, "request", forms) : "",
    fence("sh", printCurl(sampleRequest(contract, operation), chooseAccount(contract, operation))),
    ...responseParts(contract, operation, forms),
    "## Behaviour",
    ...details,
    bulletList(printFacts(contract, operation, sentences)),
  ];
}

/** The costliest mistakes first, a line each: the idempotency key, an outcome that the response leaves open, and the limit. */
function costlyFacts(
  contract: Contract,
  operation: Operation,
  sentences: OperationSentences,
): string[] {
  const { id, idempotency, basis, method, token } = operation;
  const limit = sentences.get(id)?.find(({ keyword }) => keyword === "rateLimit");
  return [
    ...(idempotency ? [`**Idempotency**${keyMark(operation)}: ${keyAdvice(idempotency)}`] : []),
    ...(method === "GET" || token
      ? []
      : [`**Unknown outcome**: ${unknownOutcome(contract, operation)}`]),
    ...(limit
      ? [
          `**Rate limit** <sup>${limit.basis ? badge(limit.basis) : badge(basis, "rateLimit")}</sup>: ${inline(limit.text)}`,
        ]
      : []),
  ];
}

/** The mark of what is stated about an operation's idempotency key. */
function keyMark({ idempotency, basis }: Operation): string {
  const source = idempotency?.["x-basis"] ?? basis;
  return source ? ` <sup>${badge(source)}</sup>` : "";
}

function keyAdvice({ header, retention }: NonNullable<Operation["idempotency"]>): string {
  return `A key in ${code(header)} makes repeats safe: for ${duration(retention)} the same request with it gets the first response again. ${link("Details", "#behaviour")}.`;
}

/** When the operation may have taken effect without saying so, and the remedy. */
function unknownOutcome(contract: Contract, operation: Operation): string {
  const when = [...findFailures(contract), "a timeout or an unlisted error"];
  return `After ${when.join(", ")} it may have taken effect. ${repeatAdvice(operation)}`;
}

/** The whole of what is stated about an operation's idempotency key. */
function keyFacts(operation: Operation): string[] {
  if (!operation.idempotency) return ["Idempotency: none"];
  const { key, repeat } = idempotencyParts(operation.idempotency);
  const mark = keyMark(operation);
  return [`Idempotency key${mark}: ${inline(key)}`, `Repeat${mark}: ${inline(repeat)}`];
}

function repeatAdvice({ method, idempotency }: Operation): string {
  if (idempotency) {
    return `Within ${duration(idempotency.retention)}, send it again with the same key, never with a new one.`;
  }
  if (repeatable.includes(method)) return "Send it again: a repeat has no further effect.";
  return "It has no idempotency key: look whether it did before you send it again.";
}

/** Methods that HTTP defines as idempotent. */
const repeatable = ["PUT", "DELETE", "HEAD", "OPTIONS"];

/** Errors of any request that leave open whether it took effect. */
function findFailures({ errors }: Contract): string[] {
  return errors
    .filter(({ anywhere, causes }) => anywhere && causes?.includes("internal"))
    .map((error) => `${errorLink(error.code)} (${error.status})`);
}

function printFacts(
  contract: Contract,
  operation: Operation,
  sentences: OperationSentences,
): string[] {
  const { id, rateLimit, callbacks, basis } = operation;
  return [
    `Security: ${securityWords(contract, operation.scheme)}`,
    ...(rateLimit ? [] : ["Rate limit: not documented"]),
    ...keyFacts(operation),
    ...(sentences.get(id) ?? [])
      .filter(({ keyword }) => !["idempotency", "rateLimit"].includes(keyword))
      .map(({ keyword, title, text, basis: own }) => {
        const source = own ? badge(own) : badge(basis, keyword);
        return `${title} (${source}): ${inline(text)}`;
      }),
    ...contract.lifecycles
      .filter((lifecycle) => showsStatus(contract, operation, lifecycle))
      .map((lifecycle) => `Statuses: ${statusLink(contract, lifecycle)}`),
    ...(callbacks
      ? [
          `Notifies the URL in ${code(callbackField(callbacks))} of ${callbacks.events.map(eventLink).join(", ")}`,
        ]
      : []),
    basisLine(basis),
  ];
}

function securityWords(contract: Contract, name: string | null): string {
  if (name === null) return "none";
  const scheme = contract.securitySchemes[name];
  const kind = [scheme?.type, scheme?.scheme].filter((part) => part !== undefined).join(" ");
  return `${code(name)}${kind ? ` (${inline(kind)})` : ""}`;
}

/** The responses of an operation: its successes with their fields, then its errors, each linked to its advice. */
function responseParts(contract: Contract, operation: Operation, forms: ShownForms): string[] {
  const successes = operation.responses.filter(({ status }) => status < 400);
  const rows = [
    ...operation.responses.flatMap((response) => errorRows(contract, response)),
    ...anywhereRow(contract, operation),
  ];
  return [
    "## Response",
    ...successes.flatMap((response) => successParts(contract, response, forms)),
    ...(rows.length > 0
      ? ["## Errors", table(["Status", "Code", "Given when", "Basis"], rows)]
      : []),
  ];
}

function successParts(
  contract: Contract,
  { status, description, schema, headers, examples }: Response,
  forms: ShownForms,
): string[] {
  const fields = schema ? listFields(shapesOf(contract).shapeOf(schema)) : [];
  return [
    `**${status}**: ${inline(description)}`,
    headers.length > 0 ? `Headers: ${headerWords(headers)}.` : "",
    examples.length > 0
      ? `Examples, for the mock's \`Prefer: example=\`: ${codes(examples.map(({ name }) => name))}.`
      : "",
    fields.length > 0 ? fieldList(fields, `response-${status}`, forms) : "",
  ];
}

function errorRows(contract: Contract, { status, errors }: Response): string[][] {
  return errors.flatMap((name) => {
    const error = contract.errors.find(({ code }) => code === name);
    return error
      ? [[String(status), errorLink(name), inline(error.condition), badge(error.basis)]]
      : [];
  });
}

/** The errors that any request may get, in one row with what to do. */
function anywhereRow(contract: Contract, { method, token }: Operation): string[][] {
  const errors = contract.errors.filter(({ anywhere }) => anywhere);
  if (errors.length === 0) return [];
  const advice = findFailures(contract).map((failure) =>
    method === "GET" || token
      ? ` After ${failure}, send it again later.`
      : ` After ${failure} it may have taken effect: see **Unknown outcome** at the top.`,
  );
  const names = errors.map(({ code: name }) => errorLink(name)).join(", ");
  return [["any", names, `Any request may get these.${advice.join("")}`, ""]];
}

function errorLink(name: string): string {
  return link(code(name), `errors.md#${anchor(name)}`);
}

/** Headers by name; the ones that report the state of a rate limit always come together and are named once. */
function headerWords(headers: ResponseHeader[]): string {
  const state = ["limit", "remaining", "reset", "window"];
  const isState = ({ rateLimitPart }: ResponseHeader): boolean =>
    state.includes(rateLimitPart ?? "");
  const others = headers
    .filter((header) => !isState(header))
    .map(({ name, required }) => code(name) + (required ? "" : " (not always)"));
  return [
    ...(headers.some(isState) ? [link("rate limit", "limits.md#headers")] : []),
    ...others,
  ].join(", ");
}
