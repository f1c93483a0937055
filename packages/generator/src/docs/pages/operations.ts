import type { Lifecycle } from "../../../../contract/src/behaviour.ts";
import { deprecationSentence } from "../../../../contract/src/deprecation.ts";
import type { Contract, Group, Operation } from "../../../../contract/src/model.ts";
import { shapesOf } from "../../../../contract/src/shapes/normalise.ts";
import { idempotencyWords, rateLimitWords } from "../../../../contract/src/words.ts";
import { curlFor } from "../curl.ts";
import { fieldList, fieldsOf, parameterField } from "../fields.ts";
import { code, fence, inline, list, prose, table } from "../markdown.ts";
import { stateDiagram } from "../mermaid.ts";
import { page } from "../page.ts";
import { responseParts } from "../responses.ts";
import { badge, basisWords, callbackField, eventLink, operationFile, operationLink, statusLink } from "../words.ts";

/** Every operation in a line, by what they are about. */
export function operationsPage(contract: Contract): string {
  return page(
    "Operations",
    contract.groups.flatMap((group) => groupParts(contract, group)),
  );
}

function groupParts(contract: Contract, group: Group): string[] {
  const ids = group.operations.map(({ id }) => id);
  const operations = contract.operations.filter(({ id }) => ids.includes(id));
  return [
    `## Group ${inline(group.name)}`,
    prose(group.description),
    table(
      ["Operation", "Call", "What it does"],
      operations.map(({ id, method, path, summary, deprecated }) => [
        operationLink(id),
        code(`${method} ${path}`),
        inline(summary) + (deprecated ? " (deprecated)" : ""),
      ]),
    ),
  ];
}

/** A page for each operation: what it demands, what it answers. */
export function operationPages(contract: Contract, baseUrl: string): Record<string, string> {
  return Object.fromEntries(
    contract.operations.map((operation) => [
      operationFile(operation.id),
      page(inline(operation.summary), operationParts(contract, operation, baseUrl)),
    ]),
  );
}

function operationParts(contract: Contract, operation: Operation, baseUrl: string): string[] {
  const { body } = operation;
  const parameters = operation.parameters.map((parameter) => parameterField(contract, parameter));
  const bodyFields = body ? fieldsOf(shapesOf(contract).shapeOf(body.schema)) : [];
  const [purpose = "", ...details] = prose(operation.description).split("\n\n");
  return [
    `${code(`${operation.method} ${operation.path}`)} · ${code(operation.id)}`,
    operation.deprecated ? `**Deprecated.** ${deprecationSentence(operation.deprecated)}` : "",
    purpose,
    "## Request",
    ...(parameters.length > 0 ? ["**Parameters**", fieldList(parameters, "parameter")] : []),
    body ? `**Body** (${code(body.mediaType)}): ${inline(body.description)}` : "No body.",
    bodyFields.length > 0 ? fieldList(bodyFields, "request") : "",
    fence("sh", curlFor(operation, contract, baseUrl)),
    ...responseParts(contract, operation),
    "## Behaviour",
    ...details,
    list(facts(contract, operation)),
    ...lifecyclesOf(contract, operation).map(stateDiagram),
  ];
}

function facts(contract: Contract, operation: Operation): string[] {
  const { rateLimit, idempotency, token, callbacks, basis } = operation;
  return [
    `Security: ${securityWords(contract, operation.security)}`,
    `Rate limit: ${rateLimit ? rateLimitWords(rateLimit) : "not documented"}`,
    ...(idempotency ? idempotencyFacts(idempotency) : ["Idempotency: none"]),
    ...(token ? [`Issues the token for ${code(token.scheme)}: see [limits](limits.md#other-times)`] : []),
    ...lifecyclesOf(contract, operation).map((lifecycle) => `Statuses: ${statusLink(lifecycle)}`),
    ...(callbacks
      ? [`Notifies the URL in ${code(callbackField(callbacks))} of ${callbacks.events.map(eventLink).join(", ")}`]
      : []),
    basisWords(basis),
  ];
}

function idempotencyFacts(idempotency: NonNullable<Operation["idempotency"]>): string[] {
  const [first = "", ...others] = idempotencyWords(idempotency, code);
  return [`Idempotency (${badge(idempotency["x-basis"])}): ${first}`, ...others];
}

/** The lifecycles of which a success of the operation holds a status. */
function lifecyclesOf(contract: Contract, operation: Operation): Lifecycle[] {
  return contract.lifecycles.filter(({ schema }) => mentions(contract, operation, schema));
}

function mentions(contract: Contract, { responses }: Operation, schema: string): boolean {
  const { shapeOf } = shapesOf(contract);
  const holds = (fields: ReturnType<typeof fieldsOf>): boolean =>
    fields.some((field) => (field.shape.kind === "reference" && field.shape.name === schema) || holds(field.fields));
  return responses.some(
    (response) => response.status < 300 && response.schema && holds(fieldsOf(shapeOf(response.schema))),
  );
}

function securityWords(contract: Contract, name: string | null): string {
  if (name === null) return "none";
  const scheme = contract.securitySchemes[name];
  const kind = [scheme?.type, scheme?.scheme].filter((part) => part !== undefined).join(" ");
  return `${code(name)}${kind ? ` (${inline(kind)})` : ""}`;
}
