import type { Document } from "../openapi.ts";
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
  nameSchemas(document);
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

/**
 * Renames schemas whose names are not identifiers, as those of a namespace inside the service (`Lists.Item`).
 * A name that is taken stays as it is.
 */
function nameSchemas(document: Document): void {
  const schemas = document.components?.schemas ?? {};
  const renamed = new Map<string, string>();
  for (const name of Object.keys(schemas)) {
    const plain = name
      .normalize("NFC")
      .replace(/[^\p{ID_Continue}$]+(\p{ID_Continue}?)/gu, (_, next: string) => next.toUpperCase());
    if (plain !== name && !(plain in schemas)) renamed.set(name, plain);
  }
  if (renamed.size === 0) return;
  const prefix = "#/components/schemas/";
  const text = JSON.stringify(document, (_, value: unknown) => {
    if (typeof value !== "string" || !value.startsWith(prefix)) return value;
    return prefix + (renamed.get(value.slice(prefix.length)) ?? value.slice(prefix.length));
  });
  Object.assign(document, JSON.parse(text));
  const entries = Object.entries(document.components?.schemas ?? {});
  document.components = {
    ...document.components,
    schemas: Object.fromEntries(
      entries.map(([name, schema]) => [renamed.get(name) ?? name, schema]),
    ),
  };
}
