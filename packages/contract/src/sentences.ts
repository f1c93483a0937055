// The sentences of behaviour that document, reference and client's comments share.
import type { Basis } from "./behaviour.ts";
import { type Document, type Operation, operationsOf } from "./openapi.ts";
import { codeSpan, idempotencyWords, rateLimitWords, tokenWords } from "./words.ts";

/** What one `x-` field of an operation says, in Markdown. */
export interface Sentence {
  /** How a basis calls the field among what is documented: `rateLimit`. */
  keyword: string;
  title: string;
  text: string;
  /** Basis of the field itself; without one it has that of the operation. */
  basis?: Basis | undefined;
}

/** OperationSentences of every operation, by its id. */
export type OperationSentences = ReadonlyMap<string, readonly Sentence[]>;

/** The sentences of an operation: one for each `x-` field that says how the operation behaves. */
export function operationSentences(operation: Operation): Sentence[] {
  const sentences: Sentence[] = [];
  const rateLimit = operation["x-rate-limit"];
  if (rateLimit)
    sentences.push({
      keyword: "rateLimit",
      title: "Rate limit",
      text: `${rateLimitWords(rateLimit)}. A window starts with its first request.`,
    });
  const idempotency = operation["x-idempotency"];
  if (idempotency)
    sentences.push({
      keyword: "idempotency",
      title: "Idempotency",
      text: idempotencyWords(idempotency, codeSpan).join(" "),
      basis: idempotency["x-basis"],
    });
  const token = operation["x-token"];
  if (token)
    sentences.push({
      keyword: "token",
      title: "Token",
      text: tokenWords(token, codeSpan).join(" "),
      basis: token["x-basis"],
    });
  return sentences;
}

/** The sentences of a document's operations. */
export function describeOperations(document: Document): OperationSentences {
  return new Map(
    [...operationsOf(document.paths)].map(({ path, method, operation }) => [
      operation.operationId ?? `${method} ${path}`,
      operationSentences(operation),
    ]),
  );
}
