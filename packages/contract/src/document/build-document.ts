import type { Document } from "../openapi.ts";
import { catalogueErrors } from "./catalogue-errors.ts";
import { describeBehaviour } from "./describe-behaviour.ts";
import { fillFigures } from "./fill-figures.ts";
import { fillRateLimits } from "./fill-rate-limits.ts";
import { nameSchemas } from "./name-schemas.ts";
import { narrowErrors } from "./narrow-errors.ts";
import { addCallbacks, liftNotifications, signExample } from "./notifications.ts";
import { orderKeys } from "./order-keys.ts";
import { shareComponents } from "./share-components.ts";
import { describeServers, pruneSchemas, tidy } from "./tidy.ts";

/** Makes the contract's OpenAPI document out of the one that TypeSpec emits, which is left as it is. */
export function buildDocument(emitted: Document): Document {
  const document = structuredClone(emitted);
  liftNotifications(document);
  fillFigures(document);
  nameSchemas(document);
  tidy(document);
  catalogueErrors(document);
  fillRateLimits(document);
  signExample(document);
  addCallbacks(document);
  shareComponents(document);
  pruneSchemas(document);
  narrowErrors(document);
  describeBehaviour(document);
  describeServers(document);
  return orderKeys(document);
}
