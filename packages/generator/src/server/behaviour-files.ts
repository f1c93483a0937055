import type { Contract } from "../../../contract/src/model.ts";
import { shapesOf } from "../../../contract/src/shapes/normalise.ts";
import { constantsOf, valuesOf } from "../../../contract/src/shapes/shape.ts";
import { banner, comment, key, literal, nameOf } from "../print-code.ts";

/** The lifecycles, each a constant by the name of its schema. */
export function printLifecycles(contract: Contract): string {
  const parts = contract.lifecycles.map(({ schema, subject, initial, final, transitions }) => {
    const name = nameOf(schema.charAt(0).toLowerCase() + schema.slice(1));
    const union = (values: readonly string[]): string =>
      [...new Set(values)].map((value) => literal(value)).join(" | ") || "never";
    const statuses = (valuesOf(shapesOf(contract).named(schema)) ?? []).map(String);
    const events = transitions.flatMap(({ notification }) => notification ?? []);
    const rule = {
      subject,
      initial,
      final,
      transitions: transitions.map(({ from, to, notification }) => ({
        from,
        to,
        ...(notification && { notification }),
      })),
    };
    return [
      `${comment([`The lifecycle of a ${subject}.`])}export const ${name} = defineLifecycle<${union(statuses)}, ${union(final)}, ${union(events)}>(${literal(rule)});`,
    ].join("\n");
  });
  return [
    banner,
    'import { defineLifecycle } from "../../../packages/server/src/lifecycle.ts";',
    "",
    parts.join("\n\n"),
    "",
  ].join("\n");
}

/** Builders for notifications, and the signer. */
export function printNotifications(contract: Contract): string {
  const { signature } = contract;
  const builders = contract.notifications.map(({ event, id, summary, when, body }) => {
    const type = `webhooks[${literal(event)}]["post"]["requestBody"]["content"][${literal(body.mediaType)}]`;
    const constants = constantsOf(shapesOf(contract).shapeOf(body.schema));
    const names =
      Object.keys(constants)
        .map((name) => literal(name))
        .join(" | ") || "never";
    return {
      entry: `  ${key(event)}: ${type};`,
      build: [
        `${comment([`${summary}: sent when ${when}.`], "  ")}  ${key(id)}: (fields: Omit<NotificationBodies[${literal(event)}], ${names}>): NotificationBodies[${literal(event)}] => ({`,
        "    ...fields,",
        ...Object.entries(constants).map(([name, value]) => `    ${key(name)}: ${literal(value)},`),
        "  }),",
      ].join("\n"),
    };
  });
  return [
    banner,
    'import type { webhooks } from "../../openapi/types.d.ts";',
    'import { bindings } from "./bindings.ts";',
    ...(signature
      ? [
          'import { type SignatureRule, type SigningOptions, signWith } from "../../../packages/server/src/signature.ts";',
        ]
      : []),
    'import { makeNotificationCheck } from "../../../packages/server/src/request/check-body.ts";',
    'import type { Violation } from "../../../packages/server/src/request/violations.ts";',
    "",
    "/** The body of each notification, by event. */",
    "export interface NotificationBodies {",
    ...builders.map(({ entry }) => entry),
    "}",
    "",
    "/** Name of an event. */",
    "export type NotificationEventName = keyof NotificationBodies;",
    "",
    "/** Builds the body of a notification; fields that can have one value only are filled in. */",
    "export const notifications = {",
    ...builders.map(({ build }) => build),
    "};",
    "",
    "/** What a body breaks of the contract; nothing where it fits. */",
    "export const checkNotification: (event: NotificationEventName, body: unknown) => Promise<Violation[]> = makeNotificationCheck(bindings);",
    ...(signature ? signerLines(signature) : []),
    "",
  ].join("\n");
}

function signerLines({ header, signed, timestamp, version }: NonNullable<Contract["signature"]>): string[] {
  return [
    "",
    "/** How notifications are signed. */",
    `export const signatureRule: SignatureRule = ${literal({ header, signed, timestamp, version })};`,
    "",
    "/** Name of the request header that carries the signature. */",
    "export const signatureHeader = signatureRule.header;",
    "",
    "/**",
    " * The value of the signature header for a notification.",
    " *",
    " * @param body the text that is sent, byte for byte",
    " * @throws {RangeError} where there is no secret, or an empty one",
    " */",
    "export function signNotification(body: string, options: SigningOptions): string {",
    "  return signWith(signatureRule, body, options);",
    "}",
  ];
}
