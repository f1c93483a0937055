import { standardFormats } from "../../../contract/src/json-schemas.ts";
import type { Contract } from "../../../contract/src/model.ts";
import { shapesIn } from "../../../contract/src/shapes/contract-shapes.ts";
import type { Project } from "../project.ts";
import { fillTemplate } from "../template.ts";

/** The README of the OpenAPI package. */
export function printReadme(project: Project, contract: Contract): string {
  const { title, version, schemas, operations, notifications } = contract;
  const own = ownFormats(contract).map((format) => `\`${format}\``);
  return fillTemplate("openapi.md", {
    ...{ name: `@${project.name}/openapi`, title, version },
    operations: String(operations.length),
    notifications: String(notifications.length),
    example: Object.keys(schemas).find((schema) => schemas[schema]?.oneOf) ?? "ErrorBody",
    ownFormats: own.length > 0 ? ` (${own.join(", ")})` : "",
  });
}

/** Formats that validators do not know, in the order of the alphabet. */
function ownFormats(contract: Contract): string[] {
  const formats = [...shapesIn(contract)].flatMap((shape) => [
    ...(shape.kind === "text" && shape.format !== undefined ? [shape.format] : []),
    ...(shape.kind === "object" ? Object.values(shape.fields) : []).flatMap(({ formatBy }) =>
      Object.values(formatBy?.formats ?? {}),
    ),
  ]);
  return [...new Set(formats)].filter((format) => !standardFormats.includes(format)).sort();
}
