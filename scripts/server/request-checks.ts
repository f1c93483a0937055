import type { Contract, Operation, Parameter } from "../contract/model.ts";
import type { Document } from "../contract/openapi.ts";
import { checkSchema, parametersSchema } from "./check-schema.ts";
import { makeCleaners } from "./cleaners.ts";
import { compileChecks } from "./compile-checks.ts";
import { literal } from "./printer.ts";
import type { Format } from "./runtime/formats.ts";

const places = { path: "path", query: "query", header: "headers" } as const;

/** Two modules: the strict checks of bodies with what binds everything together, and the coercing ones of parameters. */
export function printRequestChecks(
  document: Document,
  contract: Contract,
  formats: Record<string, Format>,
): { bodies: string; parameters: string } {
  const bodies: Record<string, object> = {};
  const parameters: Record<string, object> = {};
  const cleaners = makeCleaners(document);
  const entries = contract.operations.map((operation, index) => {
    const parts: string[] = [];
    if (operation.body) {
      bodies[`body${index}`] = checkSchema(operation.body.schema);
      parts.push(`body: body${index}`);
      const clean = cleaners.add(operation.body.schema);
      if (clean) parts.push(`clean: ${clean}`);
    }
    for (const [place, name] of Object.entries(places)) {
      const found = operation.parameters.filter((parameter) => parameter.in === place);
      if (found.length === 0) continue;
      parameters[`${name}${index}`] = parametersSchema(fieldsOf(found));
      parts.push(`${name}: ${name}${index}`);
      if (place === "header")
        parts.push(
          `headerNames: ${literal(
            found.map((header) => header.name.toLowerCase()),
            2,
          )}`,
        );
    }
    return `  ${literal(operation.id)}: { ${parts.join(", ")} },`;
  });
  const names = Object.keys(parameters);
  return {
    parameters: compileChecks(document, formats, parameters, { coerce: true }),
    bodies: [
      compileChecks(document, formats, bodies),
      names.length > 0 ? `import { ${names.join(", ")} } from "./parameters.js";\n` : "",
      cleaners.print(),
      "/** By operation: its checks. */",
      "export const requests = {",
      ...entries,
      "};",
      "",
    ].join("\n"),
  };
}

function fieldsOf(parameters: readonly Parameter[]): Record<string, Parameter> {
  const nameIn = ({ name, in: place }: Parameter): string => (place === "header" ? name.toLowerCase() : name);
  return Object.fromEntries(parameters.map((parameter) => [nameIn(parameter), parameter]));
}

/** The module that checks answers and notifications, by operation and status, and by event. */
export function printResponseChecks(document: Document, contract: Contract, formats: Record<string, Format>): string {
  const schemas: Record<string, object> = {};
  const entry = (operation: Operation, index: number): string => {
    const checks = operation.responses.flatMap(({ status, schema }) => {
      if (!schema) return [];
      const name = `answer${index}_${status}`;
      schemas[name] = checkSchema(schema);
      return [`${status}: ${name}`];
    });
    return `  ${literal(operation.id)}: { ${checks.join(", ")} },`;
  };
  const operations = contract.operations.map(entry);
  const notifications = contract.notifications.map(({ event, body }, index) => {
    schemas[`notification${index}`] = checkSchema(body.schema);
    return `  ${literal(event)}: notification${index},`;
  });
  return [
    compileChecks(document, formats, schemas, { inline: false }),
    "/** By operation and status: the check of its answer. */",
    "export const responses = {",
    ...operations,
    "};",
    "",
    "/** By event: the check of its notification. */",
    "export const notifications = {",
    ...notifications,
    "};",
    "",
  ].join("\n");
}
