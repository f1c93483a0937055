import type { Contract } from "../../../contract/src/model.ts";
import { type Schema, schemaName } from "../../../contract/src/openapi.ts";
import { plainErrorsOf, statusesOf } from "../../../contract/src/successes.ts";
import { banner, comment, key } from "../print-code.ts";
import type { ClientModel } from "./client-model.ts";
import { printFields, printType, schemaDocs } from "./print-schema.ts";
import { requestSchemas } from "./request-schemas.ts";

/** The module with the types of everything that is sent and received. */
export function printTypes({ contract, prefix }: ClientModel): string {
  const requests = requestSchemas(contract);
  const schemas = Object.entries(contract.schemas)
    // The client's own has the events that this version does not know, too.
    .filter(([name]) => name !== "Notification")
    .map(([name, schema]) => printDeclaration(name, schema, requests.has(name)));
  return [
    `${banner}import type { ApiError } from "../../../packages/client/src/errors.ts";\n`,
    ...schemas,
    printNotifications(contract),
    printErrors(contract, prefix),
  ].join("\n");
}

function printDeclaration(name: string, schema: Schema, request: boolean): string {
  const head = comment(schemaDocs(schema));
  const style = { request };
  if (schema.type === "object" && schema.properties)
    return `${head}export interface ${name} {\n${printFields(schema, style, "  ")}}\n`;
  return `${head}export type ${name} = ${printType(schema, style)};\n`;
}

function printNotifications({ notifications, schemas }: Contract): string {
  const known = notifications.map(({ body }) => printType(body.schema, { request: false }));
  const names = notifications.flatMap(({ body }) => (body.schema.$ref ? [schemas[schemaName(body.schema.$ref)]] : []));
  const shared = new Set(["id", "type", "event"]);
  // `never` leaves the field of a known event its own type where the event is tested for.
  const others = new Set(
    names.flatMap((schema) => Object.keys(schema?.properties ?? {})).filter((name) => !shared.has(name)),
  );
  const subjects = new Set(notifications.map(({ subject }) => subject));
  const fields = [...others].map(
    (name) => `  ${key(name)}${subjects.has(name) ? ": never" : "?: string | undefined"};\n`,
  );
  const events = notifications.map(({ event, when }) => `- \`${event}\`: sent when ${when}.`);
  return `${comment(["A notification with an event that this version does not know."])}export interface UnknownNotification {
  /** Identifier of the notification, the same on every retry. */
  id: string;

  /** What the notification tells of, and the name of the field that holds it. */
  type: string;

  /** What happened. */
  event: string;

${fields.join("\n")}}

${comment(["A notification, told apart by its `event`.", events.join("\n")])}export type Notification = ${[...known, "UnknownNotification"].join(" | ")};
`;
}

function printErrors(contract: Contract, prefix: string): string {
  const details = contract.errors.map((error) => {
    const { schema, required } = error.details ?? { required: false };
    const form = schema ? printType(schema, { request: false }, "  ") : "{ [name: string]: unknown }";
    const type = `${form}${required ? "" : " | undefined"}`;
    const text = [
      `Status ${error.status}. ${error.condition}`,
      error.retryable ? "The same request may succeed later." : "",
    ];
    return `${comment(text, "  ")}  ${key(error.code)}: ${type};\n`;
  });
  const plain = new Map<number, Set<string>>();
  for (const operation of contract.operations) {
    for (const response of plainErrorsOf(operation)) {
      const type = printType(response.schema, { request: false }, "  ");
      for (const status of statusesOf(operation, response))
        plain.set(status, (plain.get(status) ?? new Set()).add(type));
    }
  }
  const bodies = [...plain]
    .toSorted(([a], [b]) => a - b)
    .map(([status, types]) => `  HTTP_${status}: ${[...types].join(" | ")};\n`);
  return `${comment(["Every code that the contract knows, and the type of its `details`.", bodies.length > 0 ? "Of an error without a code, `HTTP_<status>`, they are its body." : ""])}export interface ErrorDetails {
${[...details, ...bodies].join("\n")}}

/** An error that the service answered with; testing its \`code\` gives \`details\` their type. */
export type ${prefix}ApiError =
  | { [Code in keyof ErrorDetails]: ApiError<Code, ErrorDetails[Code]> }[keyof ErrorDetails]
  | ApiError<string, never>;
`;
}
