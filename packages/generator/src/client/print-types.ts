import type { Contract } from "@packages/contract/src/model.ts";
import { describeNotification } from "@packages/contract/src/sentences.ts";
import { requestShapesOf, shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import {
  fieldsOf,
  isInput,
  type Shape,
  shapesWithin,
} from "@packages/contract/src/shapes/shape.ts";
import { SpecError } from "@packages/contract/src/spec-error.ts";
import { listPlainErrors, listStatuses } from "@packages/contract/src/successes.ts";
import { banner, comment, key } from "../print-code.ts";
import type { ClientModel } from "./client-model.ts";
import { inputName, printFields, printType, shapeDocs, type TypeStyle } from "./print-schema.ts";

/** Names in modules with types of the contract that are not the contract's own. */
const reservedNames =
  "Call CallOptions ClientOptions KeyedCallOptions NonNullable PagedCall Uint8Array".split(" ");

/** The module with the types of everything that is sent and received. */
export function printClientTypes({ contract, prefix }: ClientModel): string {
  const sent = schemasSent(contract);
  const received = schemasReceived(contract);
  const responses = shapesOf(contract);
  const requests = requestShapesOf(contract);
  for (const name of reservedNames)
    if (name in contract.schemas)
      throw new SpecError(
        `The schema ${name} needs another name, as @friendlyName gives it: the client has its own.`,
      );
  const schemas = Object.keys(contract.schemas)
    // The client's own has the events that this version does not know, too.
    .filter((name) => name !== "Notification" || contract.notifications.length === 0)
    .flatMap((name) => {
      if (!sent.has(name) || !isInput(requests.named(name)))
        return [
          printDeclaration(name, responses.named(name), {
            request: sent.has(name),
            closed: sent.has(name) && !received.has(name),
          }),
        ];
      if (inputName(name) in contract.schemas)
        throw new SpecError(
          `The schema ${inputName(name)} needs another name: it is that of ${name} in requests.`,
        );
      const input = printDeclaration(inputName(name), requests.named(name), {
        request: true,
        closed: true,
      });
      return [printDeclaration(name, responses.named(name), { request: false }), input];
    });
  return [
    `${banner}import type * as errors from "@packages/client/src/errors.ts";\n`,
    ...schemas,
    ...(contract.notifications.length > 0 ? [printNotificationTypes(contract)] : []),
    printErrors(contract, prefix),
  ].join("\n");
}

/** Names of the schemas that requests are made of. */
function schemasSent(contract: Contract): Set<string> {
  const { shapeOf } = requestShapesOf(contract);
  const found = new Set<string>();
  for (const { body } of contract.operations)
    if (body) Array.from(shapesWithin(shapeOf(body.schema), found));
  return found;
}

/** Names of the schemas that responses and notifications are made of. */
function schemasReceived({ operations, notifications, ...contract }: Contract): Set<string> {
  const { shapeOf } = shapesOf(contract);
  const found = new Set<string>();
  const schemas = [
    ...operations.flatMap(({ responses }) => responses.map(({ schema = {} }) => schema)),
    ...notifications.map(({ body }) => body.schema),
  ];
  for (const schema of schemas) Array.from(shapesWithin(shapeOf(schema), found));
  return found;
}

function printDeclaration(name: string, shape: Shape, style: TypeStyle): string {
  const head = comment(shapeDocs(shape));
  if (shape.kind === "object" && !shape.nullable)
    return `${head}export interface ${name} {\n${printFields(shape, style, "  ")}}\n`;
  return `${head}export type ${name} = ${printType(shape, style)};\n`;
}

function printNotificationTypes(contract: Contract): string {
  const { notifications } = contract;
  const bodies = notifications.map(({ body }) => shapesOf(contract).shapeOf(body.schema));
  const known = bodies.map((shape) => printType(shape, { request: false }));
  const shared = new Set(["id", "type", "event"]);
  // `never` leaves the field of a known event its own type after a test for the event.
  const others = new Set(
    bodies.flatMap((shape) => Object.keys(fieldsOf(shape))).filter((name) => !shared.has(name)),
  );
  const subjects = new Set(notifications.map(({ subject }) => subject));
  const fields = [...others].map(
    (name) => `  ${key(name)}${subjects.has(name) ? ": never" : "?: string | undefined"};\n`,
  );
  const events = notifications.map(
    ({ event, when }) => `- ${describeNotification(`\`${event}\``, when)}`,
  );
  return `${comment(["A notification with an event that this version does not know."])}export interface UnknownNotification {
  /** Identifier of the notification, the same on every retry. */
  id: string;

  /** The subject of the notification, and the name of the field that holds it. */
  type: string;

  /** What happened. */
  event: string;

${fields.join("\n")}}

${comment(["A notification, discriminated by its `event`.", events.join("\n")])}export type Notification = ${[...known, "UnknownNotification"].join(" | ")};
`;
}

/** Name of the type with the details of every error: the usual one, unless a schema has it. */
export function detailsName({ schemas }: Contract): string {
  return "ErrorDetails" in schemas ? "ErrorDetailsByCode" : "ErrorDetails";
}

function printErrors(contract: Contract, prefix: string): string {
  const { shapeOf } = shapesOf(contract);
  const name = detailsName(contract);
  const details = contract.errors.map((error) => {
    const { schema, required } = error.details ?? { required: false };
    const form = schema
      ? printType(shapeOf(schema), { request: false }, "  ")
      : "{ [name: string]: unknown }";
    const type = `${form}${required ? "" : " | undefined"}`;
    const text = [
      `Status ${error.status}. ${error.condition}`,
      error.retryable ? "The same request may succeed later." : "",
    ];
    return `${comment(text, "  ")}  ${key(error.code)}: ${type};\n`;
  });
  const plain = new Map<number, Set<string>>();
  for (const operation of contract.operations) {
    for (const response of listPlainErrors(operation)) {
      const type = printType(shapeOf(response.schema), { request: false }, "  ");
      for (const status of listStatuses(operation, response))
        plain.set(status, (plain.get(status) ?? new Set()).add(type));
    }
  }
  const bodies = [...plain]
    .toSorted(([a], [b]) => a - b)
    .map(([status, types]) => `  HTTP_${status}: ${[...types].join(" | ")};\n`);
  return `${comment(["Every code that the contract knows, and the type of its `details`.", bodies.length > 0 ? "Of an error without a code, `HTTP_<status>`, they are its body." : ""])}export interface ${name} {
${[...details, ...bodies].join("\n")}}

/** An error that the service answered with; testing its \`code\` gives \`details\` their type. */
export type ${prefix}ApiError =
  | { [Code in keyof ${name}]: errors.ApiError<Code, ${name}[Code]> }[keyof ${name}]
  | errors.ApiError<string, never>;
`;
}
