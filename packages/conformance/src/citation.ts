import { step } from "@packages/contract/src/pointer.ts";
import { operationSentences } from "@packages/contract/src/sentences.ts";
import {
  codeSpan as code,
  deliveryWords,
  signatureWords,
  size,
} from "@packages/contract/src/words.ts";
import type { Contract, Operation } from "./contract.ts";

/** The part of the contract that a finding is about. */
export interface Citation {
  /** Pointer into the OpenAPI document. */
  cites: string;
  /** The contract's description of it; empty if it has none. */
  sentence: string;
}

/**
 * The part of the contract that a check enforces on an operation, an event or a kind of object.
 *
 * @param place of the check's statement
 */
export function cite(
  contract: Contract,
  place: string,
  subject: string,
  status: number | undefined,
): Citation {
  if (place.startsWith("error ")) return citeError(contract, place.slice("error ".length));
  if (place === "lifecycle") {
    const { schema = "" } =
      contract.lifecycles.find((one) => one.subject === subject) ?? contract.lifecycles[0] ?? {};
    const cites = `#/components/schemas/${schema}/x-lifecycle`;
    return { cites, sentence: contract.schemas[schema]?.description ?? "" };
  }
  if (place.startsWith("#")) return { cites: place, sentence: sentenceAt(contract, place) };
  const isOfIssuer = place.startsWith("issuer");
  const operation = contract.operations.find(({ id, token }) =>
    isOfIssuer ? token : id === subject,
  );
  if (operation) return citeOperation(contract, operation, place, status);
  const notification = contract.notifications.find(({ event }) => event === subject);
  return notification
    ? { cites: `#/webhooks/${subject}/post`, sentence: notification.description }
    : { cites: "#/paths", sentence: "" };
}

function citeError({ errors }: Contract, cause: string): Citation {
  const index = errors.findIndex(({ causes }) => causes?.includes(cause));
  const error = errors[index];
  return {
    cites: `#/x-error-catalogue/${index}`,
    sentence: error ? `${code(error.code)}: ${error.condition}` : "",
  };
}

function citeOperation(
  contract: Contract,
  operation: Operation,
  place: string,
  status: number | undefined,
): Citation {
  const { path, method, summary } = operation;
  const whole = `${step("#/paths", path)}/${method.toLowerCase()}`;
  // A status that the operation does not list is about the list.
  const isListed = operation.responses.some((one) => String(one.status) === String(status));
  const inner = place.replace(/^(@|issuer)/, "").replace("/{status}", isListed ? `/${status}` : "");
  const sentence = findSentence(contract, operation, inner.split("/").slice(1));
  // A finding about a part that the operation does not have is about the whole operation.
  return sentence === undefined
    ? { cites: whole, sentence: summary }
    : { cites: whole + inner, sentence };
}

/** The description of a part of an operation; undefined if it has no such part. */
function findSentence(
  { securitySchemes }: Contract,
  operation: Operation,
  [part = "", name]: readonly string[],
): string | undefined {
  const { summary, responses, body, parameters, scheme } = operation;
  const { rateLimit, idempotency, token } = operation;
  if (part === "responses" && name === undefined) return summary;
  if (part === "responses")
    return responses.find((one) => String(one.status) === name)?.description;
  if (part === "requestBody") return body && (body.description || summary);
  if (part === "parameters") return parameters[0]?.description;
  if (part === "security") return securitySchemes[scheme ?? ""]?.description ?? "";
  const fields = { "x-rate-limit": rateLimit, "x-idempotency": idempotency, "x-token": token };
  const field = Object.entries(fields).find(([own]) => own === part);
  const [known] = field?.[1] ? operationSentences(Object.fromEntries([field])) : [];
  if (part !== "x-idempotency") return known?.text;
  const about = idempotencyParts[name ?? ""] ?? "same request";
  return known?.text.split(/(?<=\.) (?=[A-Z])/).find((sentence) => sentence.includes(about));
}

/** Words of the sentence about a part of the idempotency; the one of replays has "same request". */
const idempotencyParts: Readonly<Record<string, string>> = {
  conflict: "other request",
  retention: "is remembered for",
  scope: "is remembered for",
};

/** The description at a place outside the operations. */
function sentenceAt(contract: Contract, place: string): string {
  const { bodyLimit, signature, delivery, schemas, securitySchemes } = contract;
  if (place === "#/x-body-limit") return `A request body has at most ${size(bodyLimit ?? 0)}.`;
  if (place === "#/x-notification-signature" && signature)
    return `${signatureWords(signature, code).slice(0, 3).join(". ")}.`;
  if (place.startsWith("#/x-notification-delivery") && delivery)
    return `${deliveryWords(delivery).slice(2).join(". ")}.`;
  if (place === "#/components/securitySchemes")
    return Object.values(securitySchemes)[0]?.description ?? "";
  const [, schema = "", field = ""] =
    /^#\/components\/schemas\/(\w+)\/properties\/(\w+)$/.exec(place) ?? [];
  return schemas[schema]?.properties?.[field]?.description ?? "";
}
