import { banner, comment, key, literal } from "../print-code.ts";
import type { ClientGroup, ClientModel, ClientWait } from "./client-model.ts";
import { waitDocs } from "./method-docs.ts";
import { printResult, typeNames } from "./print-client.ts";
import { printType } from "./print-schema.ts";

/** The module with the waits. Undefined if the contract has no lifecycle to wait for. */
export function printWaits(client: ClientModel): string | undefined {
  const { prefix, variable, groups } = client;
  const waiting = groups.filter(({ waits }) => waits.length > 0);
  if (waiting.length === 0) return undefined;
  const types = [
    ...new Set(waiting.flatMap(({ waits }) => waits.map(({ lookup }) => printResult(lookup)))),
  ];
  const any = types.join(" | ");
  const ids = waiting.flatMap(({ waits }) =>
    waits.map(({ id }) => printType(id.shape, { request: true })),
  );
  const own = waiting.filter(({ property }) => property === "").map(({ type }) => `${type}Waits`);
  const named = waiting.filter(({ property }) => property !== "");
  const wait = waiting[0]?.waits[0]?.name;
  return `${banner}import type { ${[`${prefix}Client`, ...waiting.map(({ type }) => type)].join(", ")} } from "./client.ts";
import type { ErrorClass, ErrorFacts } from "@packages/client/src/errors.ts";
import { keepWaits, WaitEndedError as Ended, type WaitOptions, WaitTimeoutError as Expired } from "@packages/client/src/wait.ts";
import type { ${typeNames(client.contract, [...types, ...ids]).join(", ")} } from "./types.ts";

export type { WaitOptions } from "@packages/client/src/wait.ts";

/** The time of a wait ran out; \`last\` is the object as it was last seen. */
export type WaitTimeoutError = Expired<${any}>;

/** The time of a wait ran out; \`last\` is the object as it was last seen. */
export const WaitTimeoutError: ErrorClass<WaitTimeoutError, ErrorFacts & Pick<WaitTimeoutError, "last">> = Expired as unknown as ErrorClass<WaitTimeoutError, ErrorFacts & Pick<WaitTimeoutError, "last">>;

/** The awaited status can no longer come; \`last\` is the object as it ended. */
export type WaitEndedError = Ended<${any}>;

/** The awaited status can no longer come; \`last\` is the object as it ended. */
export const WaitEndedError: ErrorClass<WaitEndedError, ErrorFacts & Pick<WaitEndedError, "last" | "status">> = Ended as unknown as ErrorClass<WaitEndedError, ErrorFacts & Pick<WaitEndedError, "last" | "status">>;

${waiting.map((group) => printGroupWaits(client, group)).join("\n")}
/** Methods that \`withWaits\` adds to a client. */
export interface ${prefix}Waits${own.length > 0 ? ` extends ${own.join(", ")}` : ""} {
${named.map(({ property, type }) => `  readonly ${property}: ${type} & ${type}Waits;\n`).join("")}
  /**
   * Hands a notification to every wait that runs. A wait for its object looks the object up at once.
   *
   * @returns how many waits it is about
   * @example
   * ${variable}.notify(notification);
   */
  notify(notification: object): number;
}

/**
 * Adds waits to a client: \`${wait}\` and the like. Calls are those of the client that is given.
 *
 * @example
 * const ${variable} = withWaits(create${prefix}Client());
 */
export function withWaits(client: ${prefix}Client): ${prefix}Client & ${prefix}Waits {
  const { wait, notify } = keepWaits();
  return {
    ...client,
${waiting.map(printStarts).join("")}    notify,
  };
}
`;
}

/** The signature of a wait. One for any final status may also end with a further one. */
export function printSignature({ name, id, lookup, field, wanted, ended }: ClientWait): string {
  const further = ended === undefined;
  const statuses = [...wanted.map((status) => literal(status)), ...(further ? ["Further"] : [])];
  const result = `${printType(lookup.result, { request: false })} & { ${key(field)}: ${statuses.join(" | ")} }`;
  const parameters = `${id.identifier}: ${printType(id.shape, { request: true })}, options?: WaitOptions${further ? "<Further>" : ""}`;
  return `${key(name)}${further ? "<Further extends string = never>" : ""}(${parameters}): Promise<${result}>`;
}

function printGroupWaits(client: ClientModel, group: ClientGroup): string {
  const waits = group.waits.map(
    (wait) => `${comment(waitDocs(client, group, wait), "  ")}  ${printSignature(wait)};\n`,
  );
  return `${comment([`Waits in addition to the methods of ${group.type}.`])}export interface ${group.type}Waits {\n${waits.join("\n")}}\n`;
}

function printStarts({ property, waits }: ClientGroup): string {
  const starts = waits.map((wait) => {
    const { name, lookup, id, field, wanted, ended } = wait;
    const fixed = `operation: ${literal(lookup.operation.id)}, field: ${literal(field)}, wanted: ${literal(wanted)}${ended ? `, ended: ${literal(ended)}` : ""}`;
    const method = `client${property && `.${property}`}[${literal(lookup.name)}]`;
    const look = `(lookup) => ${method}(${id.identifier}, lookup)`;
    return `      ${key(name)}: (${id.identifier}, options) => wait({ ${fixed}, id: ${id.identifier} }, ${look}, options),\n`;
  });
  return property
    ? `    ${property}: {\n      ...client.${property},\n${starts.join("")}    },\n`
    : starts.join("");
}
