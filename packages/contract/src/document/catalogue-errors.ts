import {
  type CataloguedError,
  type Document,
  type ErrorDetails,
  type MediaType,
  operationsOf,
  type Response,
  resolve,
  type Schema,
} from "../openapi.ts";
import { schemaName } from "../pointer.ts";
import { exampleName, sampleError } from "../sample-error.ts";
import { SpecError } from "../spec-error.ts";

const bodyName = "ErrorBody";
const codeName = "ErrorCode";

/** An error as its own schema describes it, and its schema. */
interface FoundError {
  error: CataloguedError;
  schema: Schema;
}

/**
 * Makes one thing of all errors: a schema for every error body, a schema with the list of codes, and the catalogue. The
 * schemas of single errors, which are alike but for a constant, go. Every response that may hold errors names their
 * codes, describes when each is given, and has one named example for each; an example that the operation has already
 * stays.
 *
 * @throws {SpecError} if an error lacks a field that every error has
 */
export function catalogueErrors(document: Document): void {
  const found = findErrors(document);
  if (found.size === 0) return;
  const errors = [...found.values()].sort(
    (a, b) => a.error.status - b.error.status || (a.error.code < b.error.code ? -1 : 1),
  );
  const body = chooseErrorBody(errors.map(({ schema }) => schema));

  for (const { operation } of operationsOf(document.paths)) {
    for (const response of Object.values(operation.responses)) {
      for (const media of Object.values(response.content ?? {})) {
        const sent = Object.values(operation.requestBody?.content ?? {})[0]?.schema ?? {};
        const [field] = resolve<Schema>(document, sent).required ?? [];
        for (const { error } of listErrors(document, found, body, response, media, field)) {
          error.operations = [...new Set([...error.operations, operation.operationId ?? ""])];
        }
      }
    }
  }

  const others = Object.entries(document.components?.schemas ?? {}).filter(
    ([name]) => !found.has(name),
  );
  const taken = others.find(([name]) => name === bodyName || name === codeName);
  if (taken)
    throw new SpecError(
      `The schema ${taken[0]} needs another name: it is that of the contract's errors.`,
    );
  const schemas = {
    ...Object.fromEntries(others),
    [bodyName]: body,
    [codeName]: errorCode(errors),
  };
  document.components = { ...document.components, schemas };
  document["x-error-catalogue"] = errors.map(({ error }) => error);
}

function findErrors(document: Document): Map<string, FoundError> {
  const found = new Map<string, FoundError>();
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    if (!schema["x-error"]) continue;
    const { details: example, ...statement } = schema["x-error"];
    const details = readDetails(document, schema, statement.code, example);
    const { "x-basis": basis } = schema;
    const error = {
      ...statement,
      ...(details && { details }),
      operations: [],
      ...(basis && { "x-basis": basis }),
    };
    found.set(name, { schema, error });
  }
  return found;
}

function readDetails(
  document: Document,
  schema: Schema,
  code: string,
  example: ErrorDetails["example"],
): ErrorDetails | undefined {
  const error = resolve<Schema>(document, schema.properties?.error ?? {});
  const fits = ["success", "error", "timestamp"].every((field) => schema.required?.includes(field));
  if (!fits || !error.properties?.code || !error.properties.message)
    throw new SpecError(
      `The error ${code} needs the fields success, error.code, error.message and timestamp, all of them required: servers ` +
        "and clients know errors in this shape alone.",
    );
  const required = error.required?.includes("details") ?? false;
  const { description: _, ...details } = error.properties.details ?? {};
  const form = resolve<Schema>(document, details);
  const known = form.type !== "object" || form.properties !== undefined || form.allOf !== undefined;
  const shape = known && Object.keys(details).length > 0 ? { schema: details } : {};
  if (!required && example === undefined && !("schema" in shape)) return undefined;
  return { ...shape, required, ...(example !== undefined && { example }) };
}

/** The schema of every error: the fields that all of them have, and the choice of their details. */
function chooseErrorBody(schemas: Schema[]): Schema {
  // Its own details are more exact than those that all errors have.
  const first =
    schemas.find(({ properties }) => !properties?.error?.required?.includes("details")) ??
    schemas[0] ??
    {};
  const { error = {} } = first.properties ?? {};
  const { code, details, ...others } = error.properties ?? {};
  const forms = schemas.flatMap((schema) => {
    const { description: _, ...form } = schema.properties?.error?.properties?.details ?? {};
    return Object.keys(form).length > 0 ? [[JSON.stringify(form), form] as const] : [];
  });
  const known = [...new Map(forms).values()];
  return {
    description: "The form of every error: `error.code` names the error.",
    type: "object",
    required: first.required ?? [],
    properties: {
      ...first.properties,
      error: {
        ...error,
        required: (error.required ?? []).filter((name) => name !== "details"),
        properties: {
          code: {
            $ref: `#/components/schemas/${codeName}`,
            ...(code?.description !== undefined && { description: code.description }),
          },
          ...others,
          ...(details && {
            details: {
              ...(details.description !== undefined && { description: details.description }),
              ...(known.length > 1 ? { anyOf: known } : known[0]),
            },
          }),
        },
      },
    },
  };
}

/** The list of codes, with the description of each. New codes may come, as with every contract. */
function errorCode(errors: FoundError[]): Schema {
  return {
    description: "Code of an error, for programs.",
    type: "string",
    enum: errors.map(({ error }) => error.code),
    "x-open-set": true,
    "x-values": Object.fromEntries(
      errors.map(({ error: { code, status, condition, "x-basis": basis } }) => [
        code,
        { description: `${status}: ${condition}`, ...(basis && { "x-basis": basis }) },
      ]),
    ),
  };
}

/** The errors among the schemas of a response body, in the order in which the response lists them. */
function errorsIn(
  document: Document,
  found: Map<string, FoundError>,
  schema: Schema,
): FoundError[] {
  const error = found.get(schemaName(schema.$ref ?? "") ?? "");
  if (error) return [error];
  const target = resolve<Schema>(document, schema);
  return (target.anyOf ?? target.oneOf ?? []).flatMap((variant) =>
    errorsIn(document, found, variant),
  );
}

function listErrors(
  document: Document,
  found: Map<string, FoundError>,
  body: Schema,
  response: Response,
  media: MediaType,
  field: string | undefined,
): FoundError[] {
  const errors = errorsIn(document, found, media.schema);
  if (errors.length === 0) return [];

  const own = media.examples ?? {};
  const examples: NonNullable<MediaType["examples"]> = {};
  const conditions: string[] = [];
  for (const { error } of errors) {
    conditions.push(`\`${error.code}\`: ${error.condition}`);
    const name = exampleName(error.code);
    examples[name] = own[name] ?? {
      summary: error.condition,
      value: sampleError(body, withFieldInExample(error, field)),
    };
  }
  // The order of the errors is the order of the examples: a mock without a preference takes the first.
  media.examples = { ...examples, ...own, ...examples };
  response.description = conditions
    .map((line) => (conditions.length > 1 ? `- ${line}` : line))
    .join("\n");
  response["x-errors"] = [
    ...new Set([...(response["x-errors"] ?? []), ...errors.map(({ error }) => error.code)]),
  ];
  const others = (resolve<Schema>(document, media.schema).anyOf ?? []).filter(
    (variant) => errorsIn(document, found, variant).length === 0,
  );
  const error = { $ref: `#/components/schemas/${bodyName}` };
  media.schema = others.length > 0 ? { anyOf: [...others, error] } : error;
  return errors;
}

/** If an error lists violations, a copy whose example lists them for a field that the operation has. */
function withFieldInExample(error: CataloguedError, field: string | undefined): CataloguedError {
  const { causes = [], details } = error;
  const listsViolations = causes.includes("validation");
  if (field === undefined || !listsViolations || !Array.isArray(details?.example)) return error;
  const example = details.example.map((violation) => ({ ...Object(violation), path: field }));
  return { ...error, details: { ...details, example } };
}
