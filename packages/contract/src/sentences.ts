// The sentences of behaviour that document, reference and client's comments share.
import type { Basis, Idempotency, RateLimit, Token } from "./behaviour.ts";
import { type Document, type Operation, operationsOf } from "./openapi.ts";
import { codeSpan as code, duration, row } from "./words.ts";

/** The sentence for one `x-` field of an operation, in Markdown. */
export interface Sentence {
  /** The name by which a basis lists the field as documented: `rateLimit`. */
  keyword: string;
  title: string;
  text: string;
  /** Basis of the field itself; without one it has that of the operation. */
  basis?: Basis | undefined;
}

/** The sentences of every operation, by its id. */
export type OperationSentences = ReadonlyMap<string, readonly Sentence[]>;

/** The sentences of an operation: one for each `x-` field about its behaviour. */
export function operationSentences(
  operation: Pick<Operation, "x-rate-limit" | "x-idempotency" | "x-token">,
): Sentence[] {
  const sentences: Sentence[] = [];
  const rateLimit = operation["x-rate-limit"];
  if (rateLimit)
    sentences.push({
      keyword: "rateLimit",
      title: "Rate limit",
      text: `${rateLimitWords(rateLimit)}. A window starts with its first request.`,
      basis: rateLimit["x-basis"],
    });
  const idempotency = operation["x-idempotency"];
  if (idempotency)
    sentences.push({
      keyword: "idempotency",
      title: "Idempotency",
      text: Object.values(idempotencyParts(idempotency)).join(" "),
      basis: idempotency["x-basis"],
    });
  const token = operation["x-token"];
  if (token)
    sentences.push({
      keyword: "token",
      title: "Token",
      text: tokenWords(token),
      basis: token["x-basis"],
    });
  return sentences;
}

/** The sentences of a document's operations. */
export function listOperationSentences(document: Document): OperationSentences {
  return new Map(
    [...operationsOf(document.paths)].map(({ path, method, operation }) => [
      operation.operationId ?? `${method} ${path}`,
      operationSentences(operation),
    ]),
  );
}

const scopes: Record<string, string> = { ip: "IP address", apiKey: "API key" };

/** A rate limit: the number of calls, the window and the scopes that they are counted for. */
function rateLimitWords({ limit, window, scope }: RateLimit): string {
  return `${limit} requests in ${duration(window)} for each ${row(scope.map((name) => scopes[name] ?? name))}`;
}

/** How a request that is sent again is treated: a short text about its key, and one about a repeat. */
export function idempotencyParts(idempotency: Idempotency): { key: string; repeat: string } {
  const { header, retention, scope, replayedHeader, missing, conflict, keeps } = idempotency;
  const kept = keeps.length > 0 ? ` and ${row(keeps.map(code))}` : "";
  return {
    key: [
      `The service stores the key in ${code(header)} for ${duration(retention)}, separately for each ${scopes[scope] ?? scope}; afterwards the same key makes a new request.`,
      missing && `No key: ${code(missing)}.`,
    ]
      .filter(Boolean)
      .join(" "),
    repeat: [
      `Same key, same request: the first response again, ${replayedHeader === undefined ? "" : `with ${code(replayedHeader)}, `}and no second effect.`,
      `The service stores successes${kept}; after any other error the key is free.`,
      conflict &&
        `Same key, other request: ${code(conflict)}. While the first request still runs: the same error with ${code("Retry-After")}.`,
    ]
      .filter(Boolean)
      .join(" "),
  };
}

/** How long a token lives and when it is renewed, in sentences. */
function tokenWords(token: Token): string {
  const { scheme, lifetime, unit, expiresIn, renewEarly, claims } = token;
  const seconds = unit === "milliseconds" ? lifetime / 1000 : lifetime;
  const held = Object.entries(claims).map(([name, meaning]) => `${code(name)} (${meaning})`);
  const about = held.length > 0 ? ` Its claims: ${held.join(", ")}.` : "";
  return `The token for ${code(scheme)} lives ${duration(seconds)}: ${code(expiresIn)} is ${lifetime}, in ${unit}. A client renews it ${duration(renewEarly)} before its end.${about}`;
}

/** A notification in one line: its name, and when it is sent, if its contract states that. */
export function describeNotification(name: string, when: string): string {
  return when === "" ? name : `${name}: sent when ${when}.`;
}
