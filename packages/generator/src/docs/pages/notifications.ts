import type { Contract, Notification } from "@packages/contract/src/model.ts";
import { shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import { deliveryWords, identityWords, signatureWords } from "@packages/contract/src/words.ts";
import { fieldList, listFields, parameterField } from "../fields.ts";
import { bulletList, code, fence, inline, page, prose, table } from "../markdown.ts";
import { badge, basisLine, callbackField, eventFile, eventLink, operationLink } from "../words.ts";

/** Every notification in a line; then how they are delivered. */
export function notificationsPage({
  notifications,
  delivery,
  identity,
  signature,
}: Contract): string {
  return page("Notifications", [
    table(
      ["Event", "Subject", "Sent when", "Basis"],
      notifications.map(({ event, subject, when, basis }) => [
        eventLink(event),
        code(subject),
        inline(when),
        badge(basis),
      ]),
    ),
    ...(delivery
      ? [
          "## Delivery",
          bulletList([...deliveryWords(delivery, inline), basisLine(delivery["x-basis"])]),
        ]
      : []),
    ...(identity
      ? [
          "## Identity of a change",
          bulletList([...identityWords(identity, code), basisLine(identity["x-basis"])]),
        ]
      : []),
    ...(signature
      ? [
          "## Signature",
          bulletList([...signatureWords(signature, code, inline), basisLine(signature["x-basis"])]),
        ]
      : []),
  ]);
}

/** A page for each notification: its occasion, its receiver and its content. */
export function notificationPages(contract: Contract): Record<string, string> {
  return Object.fromEntries(
    contract.notifications.map((notification) => [
      eventFile(notification.event),
      page(inline(notification.event), notificationParts(contract, notification)),
    ]),
  );
}

function notificationParts(contract: Contract, notification: Notification): string[] {
  const { subject, when, description, parameters, body, basis } = notification;
  const fields = [
    ...parameters.map((parameter) => parameterField(contract, parameter)),
    ...listFields(shapesOf(contract).shapeOf(body.schema)),
  ];
  const [example] = body.examples;
  return [
    prose(description),
    bulletList([
      `Sent when: ${inline(when)}`,
      `Subject: ${code(subject)}`,
      `Sent to: ${receivers(contract, notification)}`,
      "Delivery, identity and signature: see [notifications](notifications.md)",
      basisLine(basis),
    ]),
    "## Payload",
    fieldList(fields, "payload"),
    ...(example ? ["## Example", fence("json", JSON.stringify(example.value, null, 2))] : []),
  ];
}

function receivers(contract: Contract, { callbackOf }: Notification): string {
  return contract.operations
    .flatMap(({ id, callbacks }) =>
      callbacks && callbackOf.includes(id)
        ? [`the URL in ${code(callbackField(callbacks))} of ${operationLink(id)}`]
        : [],
    )
    .join("; ");
}
