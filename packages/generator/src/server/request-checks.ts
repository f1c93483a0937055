import type { Contract, Parameter } from "../../../contract/src/model.ts";
import type { Schema } from "../../../contract/src/openapi.ts";
import type { Format } from "../../../server/src/request/formats.ts";
import { key, literal } from "../print-code.ts";
import { checkSchema, parametersSchema } from "./check-schema.ts";
import { makeCleaners } from "./cleaners.ts";
import { compileChecks } from "./compile-checks.ts";
import { detailsOf } from "./contract-rules.ts";

const places = { path: "path", query: "query", header: "headers" } as const;

/** Two modules: the strict checks of bodies with what binds everything together, and the coercing ones of parameters. */
export function printRequestChecks(
  contract: Contract,
  formats: Record<string, Format>,
): { bodies: string; parameters: string } {
  const bodies: Record<string, object> = {};
  const parameters: Record<string, object> = {};
  const cleaners = makeCleaners(contract, false);
  const entries = contract.operations.map((operation, index) => {
    const parts: string[] = [];
    const separators: string[] = [];
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
      const lists = Object.entries(fieldsOf(found)).flatMap(([field, { separator }]) =>
        separator === undefined ? [] : [`${key(field)}: ${literal(separator)}`],
      );
      if (lists.length > 0) separators.push(`${name}: { ${lists.join(", ")} }`);
      if (place === "header") parts.push(`headerNames: ${literal(found.map((header) => header.name.toLowerCase()))}`);
    }
    if (separators.length > 0) parts.push(`lists: { ${separators.join(", ")} }`);
    return `  ${literal(operation.id)}: { ${parts.join(", ")} },`;
  });
  const names = Object.keys(parameters);
  return {
    parameters: compileChecks(contract, formats, parameters, { coerce: true }),
    bodies: [
      compileChecks(contract, formats, bodies),
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

/** A schema each, and the name of its check; a schema that comes again has the name of the first. */
function makeChecks(prefix: string): { schemas: Record<string, object>; add: (schema: Schema) => string } {
  const schemas: Record<string, object> = {};
  const names = new Map<string, string>();
  const add = (schema: Schema): string => {
    const rules = checkSchema(schema);
    const text = JSON.stringify(rules);
    const name = names.get(text) ?? `${prefix}${names.size}`;
    names.set(text, name);
    schemas[name] = rules;
    return name;
  };
  return { schemas, add };
}

/**
 * Two modules: the checks of responses and notifications, by operation and status, and by event; and those of the headers
 * of responses, which are texts whatever they stand for.
 */
export function printResponseChecks(
  contract: Contract,
  formats: Record<string, Format>,
): { bodies: string; headers: string } {
  const bodies = makeChecks("body");
  const headers = makeChecks("header");
  const responses = contract.operations.map(({ id, responses }) => {
    const checks = responses
      .filter(({ range }) => !range)
      .map((response) => {
        const listed = response.headers.map(({ name, required, schema }) => {
          const fields = `name: ${literal(name.toLowerCase())}, required: ${required}, check: ${headers.add(schema)}`;
          return `      { ${fields} },\n`;
        });
        const errors = response.errors.length > 0 ? `errors: ${literal(response.errors)}, ` : "";
        const isJson = /json$/.test(response.mediaType ?? "");
        const body = response.schema && isJson && errors === "" ? `body: ${bodies.add(response.schema)}, ` : errors;
        return `    ${response.status}: { ${body}headers: [${listed.length > 0 ? `\n${listed.join("")}    ` : ""}] },`;
      });
    return [`  ${key(id)}: {`, ...checks, "  },"].join("\n");
  });
  const errorChecks = printErrorChecks(contract, bodies.add);
  const notifications = contract.notifications.map(({ event, body }) => `  ${key(event)}: ${bodies.add(body.schema)},`);
  const names = Object.keys(headers.schemas);
  return {
    headers: compileChecks(contract, formats, headers.schemas, { coerce: true }),
    bodies: [
      compileChecks(contract, formats, bodies.schemas, { inline: false }),
      names.length > 0 ? `import { ${names.join(", ")} } from "./response-headers.js";\n` : "",
      "/** By operation and status: the checks of a response. */",
      "export const responses = {",
      ...responses,
      "};",
      "",
      ...errorChecks,
      "/** By event: the check of its notification. */",
      "export const notifications = {",
      ...notifications,
      "};",
      "",
    ].join("\n"),
  };
}

/** One check of what all errors have, and one of each kind of details: not one of every error, which say mostly the same. */
function printErrorChecks(contract: Contract, add: (schema: Schema) => string): string[] {
  const { timestamp } = contract.schemas.ErrorBody?.properties ?? {};
  const text: Schema = { type: "string" };
  const details = contract.errors.flatMap(({ code }) => {
    const schema = detailsOf(contract, code);
    return schema ? [`    ${key(code)}: { check: ${add(schema)}, required: ${needsDetails(contract, code)} },`] : [];
  });
  const envelope: Schema = {
    type: "object",
    required: ["success", "error", ...(timestamp ? ["timestamp"] : [])],
    properties: {
      success: { type: "boolean", enum: [false] },
      error: { type: "object", required: ["code", "message"], properties: { code: text, message: text } },
      ...(timestamp && { timestamp }),
    },
  };
  return [
    "/** What all errors have, and by code what the details of one are. */",
    "export const errors = {",
    `  envelope: ${add(envelope)},`,
    "  details: {",
    ...details,
    "  },",
    "};",
    "",
  ];
}

function needsDetails(contract: Contract, code: string): boolean {
  return contract.errors.find((error) => error.code === code)?.details?.required ?? false;
}
