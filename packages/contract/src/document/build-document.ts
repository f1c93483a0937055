import type { Document, Schema } from "../openapi.ts";
import { referenceTo, schemaName } from "../pointer.ts";
import { schemasUsedBy } from "../schemas.ts";
import { catalogueErrors } from "./catalogue-errors.ts";
import { fillFigures } from "./fill-figures.ts";
import { fillRateLimits } from "./fill-rate-limits.ts";
import { addCallbacks, liftNotifications, signExample } from "./notifications.ts";
import { orderKeys } from "./order-keys.ts";
import { shareComponents } from "./share-components.ts";
import { describeServers, pruneSchemas, tidy } from "./tidy.ts";

/**
 * Makes the contract's OpenAPI document out of one that TypeSpec emits or a person wrote, which is left as it is. Its descriptions hold
 * the words of the spec alone; `publishDocument` adds the sentences of behaviour.
 *
 * @param isEmitted whether it has the peculiar forms of TypeSpec's emitter
 */
export function buildDocument(given: Document, isEmitted = true): Document {
  const document = structuredClone(given);
  liftNotifications(document);
  fillFigures(document);
  nameSchemas(document, isEmitted);
  if (isEmitted) tidy(document);
  catalogueErrors(document);
  fillRateLimits(document);
  signExample(document);
  addCallbacks(document);
  shareComponents(document);
  pruneSchemas(document);
  describeServers(document);
  return orderKeys(document);
}

/** Whether a schema has the name that the types have of another schema in requests, where it lacks read-only fields. */
function isNameOfInput(name: string, schemas: Record<string, Schema>): boolean {
  const [, whole = ""] = /^(.+)Input$/.exec(name) ?? [];
  if (!Object.hasOwn(schemas, whole)) return false;
  const used = schemasUsedBy({ schema: schemas[whole] }, schemas);
  return [whole, ...used].some((one) => JSON.stringify(schemas[one]).includes('"readOnly":true'));
}

/** Names that no type of generated code can have: words of the language, and types, functions and constants that the code uses. */
const unusableNames = new Set(
  (
    "any arguments as async await bigint boolean break case catch class const continue debugger default delete do else enum " +
    "eval export extends false finally for function if implements import in infer instanceof interface keyof let never new " +
    "null number object package private protected public readonly return static string super switch symbol this throw true " +
    "try type typeof undefined unique unknown var void while with yield " +
    "Array AsyncIterable Blob Call CallOptions Check ClientOptions CommonErrorCode Date Error HandlersOptions HttpHandler " +
    "KeyedCallOptions MutationOptions NonNullable Omit OperationHandlers PagedCall Partial Pick Promise QueryOptions Readonly " +
    "Record ServerSentEvent StandardSchema Uint8Array " +
    "anyInteger anyNumber anyOf anyString array components createContractTable createHandlers createRuntime errors file " +
    "inAnyCase integer makeSchema must mutation nonEmptyString oneOf operations query record"
  ).split(" "),
);

/**
 * Renames schemas whose names are not identifiers, as those of a namespace inside the service (`Lists.Item`). In TypeSpec a name
 * that is taken stays as it is; in a document it gets a number.
 */
function nameSchemas(document: Document, isEmitted: boolean): void {
  const schemas = document.components?.schemas ?? {};
  const renamed = new Map<string, string>();
  if (!isEmitted)
    for (const name of Object.keys(schemas))
      if (isNameOfInput(name, schemas)) renamed.set(name, `${name}2`);
  for (const name of Object.keys(schemas)) {
    const plain = name
      .normalize("NFC")
      .replace(/[^\p{ID_Continue}$]+(\p{ID_Continue}?)/gu, (_, next: string) => next.toUpperCase())
      .replace(/^(?![\p{ID_Start}$_])/u, "_");
    const isTaken = (one: string): boolean =>
      (one !== name && Object.hasOwn(schemas, one)) || [...renamed.values()].includes(one);
    if (isEmitted) {
      if (plain !== name && !isTaken(plain)) renamed.set(name, plain);
      continue;
    }
    let unique = plain;
    for (let count = 2; isTaken(unique) || unusableNames.has(unique); count += 1)
      unique = `${plain}${count}`;
    if (unique !== name && !renamed.has(name)) renamed.set(name, unique);
  }
  if (renamed.size === 0) return;
  const json = JSON.stringify(document, (_, value: unknown) => {
    const name = typeof value === "string" ? renamed.get(schemaName(value) ?? "") : undefined;
    return name === undefined ? value : referenceTo("components", "schemas", name);
  });
  Object.assign(document, JSON.parse(json));
  const entries = Object.entries(document.components?.schemas ?? {});
  document.components = {
    ...document.components,
    schemas: Object.fromEntries(
      entries.map(([name, schema]) => [renamed.get(name) ?? name, schema]),
    ),
  };
}
