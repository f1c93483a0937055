import type { Contract, Notification } from "../../contract/model.ts";
import { deliveryParts, signatureParts } from "../delivery.ts";
import { fieldsOf, fieldTable, parameterField } from "../fields.ts";
import { code, fence, inline, list, prose, table } from "../markdown.ts";
import { page } from "../page.ts";
import { badge, basisWords, callbackField, eventLink, operationLink } from "../words.ts";

/** Every notification: when it is sent, where to and what it holds; then how all of them travel. */
export function notificationsPage(contract: Contract): string {
  return page("Notifications", [
    table(
      ["Event", "Subject", "Sent when", "Basis"],
      contract.notifications.map(({ event, subject, when, basis }) => [
        eventLink(event),
        code(subject),
        inline(when),
        badge(basis),
      ]),
    ),
    ...deliveryParts(contract.delivery),
    ...signatureParts(contract.signature),
    ...contract.notifications.flatMap((notification) => notificationParts(contract, notification)),
  ]);
}

function notificationParts(contract: Contract, notification: Notification): string[] {
  const { event, subject, when, description, parameters, body, basis } = notification;
  const fields = [...parameters.map(parameterField), ...fieldsOf(contract, body.schema)];
  return [
    `## ${inline(event)}`,
    prose(description),
    list([
      `Sent when: ${inline(when)}`,
      `Subject: ${code(subject)}`,
      `Sent to: ${receivers(contract, notification)}`,
      basisWords(basis),
    ]),
    fieldTable(contract, fields),
    ...body.examples.map(
      ({ name, summary, value }) =>
        `Example ${code(name)}: ${inline(summary)}\n\n${fence("json", JSON.stringify(value, null, 2))}`,
    ),
  ];
}

function receivers(contract: Contract, { callbackOf }: Notification): string {
  const callbacks = contract.operations.flatMap(({ id, callbacks }) =>
    callbacks && callbackOf.includes(id)
      ? [`the URL in ${code(callbackField(callbacks))} of ${operationLink(id)}`]
      : [],
  );
  return [...callbacks, "every URL that is registered for the event"].join("; ");
}
