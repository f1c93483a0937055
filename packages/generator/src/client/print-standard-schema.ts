import { bodyKind } from "@packages/contract/src/media-types.ts";
import { camelCase } from "../names.ts";
import { banner, comment, literal } from "../print-code.ts";
import { Checks } from "./checks.ts";
import type { ClientMethod, ClientModel } from "./client-model.ts";
import { besideTypes, typeNames } from "./print-client.ts";
import { printType } from "./print-schema.ts";

/** Makers of checks that find all mistakes in a value; the others find one in a single value. */
const collecting = ["anyOf", "array", "object", "record"];

/** The module with a Standard Schema of each JSON body of a request. Undefined if there is none. */
export function printStandardSchema(client: ClientModel): string | undefined {
  const methods = client.groups
    .flatMap((group) => group.methods)
    .filter(({ body, operation }) => body && bodyKind(operation.body?.mediaType ?? "") === "json");
  if (methods.length === 0) return undefined;
  const makers = new Set<string>();
  const printed = methods.map((method) => printOne(client, method, makers));
  const from = (wanted: (name: string) => boolean): string =>
    [...makers].filter(wanted).sort().join(", ");
  const plain = from((name) => !collecting.includes(name));
  const types = typeNames(client.contract, methods.map(typeOf));
  return `${banner}${plain && `import { ${plain} } from "@packages/client/src/check.ts";\n`}import { ${[from((name) => collecting.includes(name)), "type Finder as Check", "makeSchema", "type StandardSchema"].filter(Boolean).join(", ")} } from "@packages/client/src/standard-schema.ts";
${types.length > 0 ? `import type { ${types.join(", ")} } from "./types.ts";\n` : ""}
export type { StandardIssue, StandardResult, StandardSchema } from "@packages/client/src/standard-schema.ts";

${printed.join("\n")}`;
}

/** The name of an operation's schema, next to the types of the contract. */
export function schemaConstant({ contract }: ClientModel, { operation }: ClientMethod): string {
  return besideTypes(contract, `${camelCase(operation.id)}Body`);
}

function typeOf({ body }: ClientMethod): string {
  return body ? printType(body, { request: true }) : "";
}

function printOne(client: ClientModel, method: ClientMethod, makers: Set<string>): string {
  const checks = new Checks();
  const body = method.body && checks.add(method.body, "sent");
  const { filled, declarations, makers: used } = checks.print(body);
  for (const name of used) makers.add(name);
  const docs = comment([`The body of \`${method.operation.id}\`, for forms.`]);
  return `${docs}export const ${schemaConstant(client, method)}: StandardSchema<${typeOf(method)}> = /* @__PURE__ */ makeSchema(${literal(client.packageName)}, (): Check => {
${declarations.map((one) => `  ${one}\n`).join("")}  return ${literal(filled)};
});
`;
}
