import type { Contract } from "@packages/contract/src/model.ts";
import { describeNotification } from "@packages/contract/src/sentences.ts";
import { shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import { findConstants, valuesOf } from "@packages/contract/src/shapes/shape.ts";
import { banner, comment, key, literal, nameOf } from "../print-code.ts";

const union = (values: readonly string[]): string =>
  [...new Set(values)].map((value) => literal(value)).join(" | ") || "never";

/** The lifecycles, each a constant by the name of its schema. */
export function printLifecycles(contract: Contract): string {
  const parts = contract.lifecycles.map(({ schema, subject, initial, final, transitions }) => {
    const name = nameOf(schema.charAt(0).toLowerCase() + schema.slice(1));
    const statuses = (valuesOf(shapesOf(contract).named(schema)) ?? []).map(String);
    const events = transitions.flatMap(({ notification }) => notification ?? []);
    const moves = transitions.map(({ from, to, notification }) => ({
      from,
      to,
      ...(notification && { notification }),
    }));
    const types = [statuses, final, events].map(union).join(", ");
    const rule = literal({ subject, initial, final, transitions: moves });
    return `${comment([`The lifecycle of a ${subject}.`])}export const ${name} = defineLifecycle<${types}>(${rule});`;
  });
  return `${banner}
import { defineLifecycle } from "@packages/server/src/lifecycle.ts";

${parts.join("\n\n")}
`;
}

/** Builders for notifications, and the signer. */
export function printNotificationBuilders(contract: Contract): string {
  const types = contract.notifications.map(({ event, body }) => {
    const own = `webhooks[${literal(event)}]["post"]["requestBody"]`;
    const printed = body.required ? own : `NonNullable<${own}>`;
    return `  ${key(event)}: ${printed}["content"][${literal(body.mediaType)}];\n`;
  });
  const builders = contract.notifications.map(({ event, id, summary, when, body }) => {
    const constants = findConstants(shapesOf(contract).shapeOf(body.schema));
    const type = `NotificationBodies[${literal(event)}]`;
    const filled = Object.entries(constants).map(
      ([name, value]) => `    ${key(name)}: ${literal(value)},\n`,
    );
    const names = Object.keys(constants);
    // `Omit` would take the fields of one variant alone from a union.
    const fields = names.length > 0 ? `Omit<${type}, ${union(names)}>` : type;
    return `${comment([describeNotification(summary || event, when)], "  ")}  ${key(id)}: (fields: ${fields}): ${type} => ({
    ...fields,
${filled.join("")}  }),
`;
  });
  const { signature } = contract;
  return `${banner}
import type { webhooks } from "../../openapi/types.d.ts";
${signature ? 'import { type SignatureRule, type SigningOptions, signWith } from "@packages/contract/src/signature.ts";\n' : ""}
/** The body of each notification, by event. */
export interface NotificationBodies {
${types.join("")}}

/** Name of an event. */
export type NotificationEventName = keyof NotificationBodies;

/** Builds the body of a notification; fields that can have one value only are filled in. */
export const notifications = {
${builders.join("")}};
${signature ? printSigner(signature) : ""}`;
}

function printSigner({
  header,
  id,
  signed,
  timestamp,
  version,
}: NonNullable<Contract["signature"]>): string {
  const rule = { header, ...(id !== undefined && { id }), signed, timestamp, version };
  const isStandard = id !== undefined;
  return `
/** How notifications are signed. */
export const signatureRule: SignatureRule = ${literal(rule)};

/** Name of the request header that carries the signature. */
export const signatureHeader = signatureRule.header;

/**
 * ${isStandard ? "The headers of the signature of a notification, by name" : "The value of the signature header for a notification"}.
 *
${isStandard ? " * @param id of the notification, the same on every retry\n" : ""} * @param body the text that is sent, byte for byte
 * @throws {RangeError} if there is no secret, or an empty one
 */
export function signNotification(${isStandard ? "id: string, " : ""}body: string, options: SigningOptions): ${isStandard ? "Record<string, string>" : "string"} {
  return signWith(signatureRule, ${isStandard ? "id, body, options)" : '"", body, options)[signatureHeader] as string'};
}
`;
}
