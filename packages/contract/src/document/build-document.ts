import type { Document } from "../openapi.ts";
import { addCallbacks } from "./add-callbacks.ts";
import { catalogueErrors } from "./catalogue-errors.ts";
import { describeBehaviour } from "./describe-behaviour.ts";
import { describeServers } from "./describe-servers.ts";
import { fillFigures } from "./fill-figures.ts";
import { fillRateLimits } from "./fill-rate-limits.ts";
import { liftNotifications } from "./lift-notifications.ts";
import { nameExamples } from "./name-examples.ts";
import { nameSchemas } from "./name-schemas.ts";
import { narrowErrors } from "./narrow-errors.ts";
import { openObjects } from "./open-objects.ts";
import { orderKeys } from "./order-keys.ts";
import { placeExamples } from "./place-examples.ts";
import { pruneSchemas } from "./prune-schemas.ts";
import { shareComponents } from "./share-components.ts";
import { signExample } from "./sign-example.ts";
import { tidySecurity } from "./tidy-security.ts";

/** Makes the contract's OpenAPI document out of the one that TypeSpec emits, which is left as it is. */
export function buildDocument(emitted: Document): Document {
  const document = structuredClone(emitted);
  liftNotifications(document);
  fillFigures(document);
  nameSchemas(document);
  nameExamples(document);
  tidySecurity(document);
  catalogueErrors(document);
  placeExamples(document);
  fillRateLimits(document);
  signExample(document);
  addCallbacks(document);
  shareComponents(document);
  openObjects(document);
  pruneSchemas(document);
  narrowErrors(document);
  describeBehaviour(document);
  describeServers(document);
  return orderKeys(document);
}
