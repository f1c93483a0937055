import { deprecationSentence } from "../../../../contract/src/deprecation.ts";
import type { Contract, Operation } from "../../../../contract/src/model.ts";
import { sampleRequest } from "../../../../contract/src/sample-request.ts";
import { shapesOf } from "../../../../contract/src/shapes/normalise.ts";
import { idempotencyWords, rateLimitWords } from "../../../../contract/src/words.ts";
import { fieldList, fieldsOf, parameterField } from "../fields.ts";
import { code, fence, inline, list, prose } from "../markdown.ts";
import { page } from "../page.ts";
import { responseParts } from "../responses.ts";
import { localAccount, printCurl } from "../samples.ts";
import { badge, basisWords, callbackField, eventLink, operationFile, showsStatus, statusLink } from "../words.ts";

/** A page for each operation: what it demands, what it answers. */
export function operationPages(contract: Contract): Record<string, string> {
  return Object.fromEntries(
    contract.operations.map((operation) => [
      operationFile(operation.id),
      page(inline(operation.summary), operationParts(contract, operation)),
    ]),
  );
}

function operationParts(contract: Contract, operation: Operation): string[] {
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
    fence("sh", printCurl(sampleRequest(contract, operation), localAccount)),
    ...responseParts(contract, operation),
    "## Behaviour",
    ...details,
    list(facts(contract, operation)),
  ];
}

function facts(contract: Contract, operation: Operation): string[] {
  const { rateLimit, idempotency, token, callbacks, basis } = operation;
  return [
    `Security: ${securityWords(contract, operation.security)}`,
    `Rate limit: ${rateLimit ? rateLimitWords(rateLimit) : "not documented"}`,
    ...(idempotency ? idempotencyFacts(idempotency) : ["Idempotency: none"]),
    ...(token ? [`Issues the token for ${code(token.scheme)}: see [limits](limits.md#other-limits)`] : []),
    ...contract.lifecycles
      .filter((lifecycle) => showsStatus(contract, operation, lifecycle))
      .map((lifecycle) => `Statuses: ${statusLink(contract, lifecycle)}`),
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

function securityWords(contract: Contract, name: string | null): string {
  if (name === null) return "none";
  const scheme = contract.securitySchemes[name];
  const kind = [scheme?.type, scheme?.scheme].filter((part) => part !== undefined).join(" ");
  return `${code(name)}${kind ? ` (${inline(kind)})` : ""}`;
}
