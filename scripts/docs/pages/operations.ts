import type { Contract, Group, Operation } from "../../contract/model.ts";
import { answerParts } from "../answers.ts";
import { fieldTable, requestFields } from "../fields.ts";
import { code, inline, list, prose } from "../markdown.ts";
import { page } from "../page.ts";
import { badge, basisWords, callbackField, codes, duration, eventLink, rateLimitWords } from "../words.ts";

/** Every operation: what it demands, what it answers. */
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
    ...operations.flatMap((operation) => operationParts(contract, operation)),
  ];
}

function operationParts(contract: Contract, operation: Operation): string[] {
  const fields = requestFields(contract, operation);
  const { body } = operation;
  return [
    `### ${inline(operation.id)}`,
    `${code(`${operation.method} ${operation.path}`)}: ${inline(operation.summary)}`,
    prose(operation.description),
    list(facts(contract, operation)),
    body ? `**Request** (${code(body.mediaType)}): ${inline(body.description)}` : "**Request** without a body.",
    fields.length > 0 ? fieldTable(contract, fields) : "",
    body && body.examples.length > 0 ? `Examples: ${exampleWords(body.examples)}.` : "",
    ...answerParts(contract, operation),
  ];
}

function facts(contract: Contract, operation: Operation): string[] {
  const { rateLimit, idempotency, token, callbacks, basis } = operation;
  return [
    `Security: ${securityWords(contract, operation.security)}`,
    `Rate limit: ${rateLimit ? rateLimitWords(rateLimit) : "none"}`,
    ...(idempotency
      ? [
          `Idempotency: the key in ${code(idempotency.header)} is remembered for ${duration(idempotency.retention)}, for each ${inline(idempotency.scope)} on its own (${badge(idempotency.basis)})`,
          `Same key, same request: the first answer again, with ${code(idempotency.replayedHeader)}; remembered are successes and ${codes(idempotency.keeps)}`,
          `No key: ${code(idempotency.missing)}. Same key, other request, or the first still runs: ${code(idempotency.conflict)}`,
        ]
      : ["Idempotency: none"]),
    ...(token ? [`Issues the token for ${code(token.scheme)}: see [limits](limits.md#other-times)`] : []),
    ...(callbacks
      ? [`Notifies the URL in ${code(callbackField(callbacks))} of ${callbacks.events.map(eventLink).join(", ")}`]
      : []),
    basisWords(basis),
  ];
}

function securityWords(contract: Contract, name: string | null): string {
  if (name === null) return "none";
  const scheme = contract.securitySchemes[name];
  const kind = [scheme?.type, scheme?.scheme].filter((part) => part !== undefined).join(" ");
  return `${code(name)}${kind ? ` (${inline(kind)})` : ""}`;
}

function exampleWords(examples: { name: string; summary: string }[]): string {
  return examples.map(({ name, summary }) => `${code(name)} (${inline(summary).replace(/\.$/, "")})`).join(", ");
}
