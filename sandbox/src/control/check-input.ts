import type { ErrorObject, ValidateFunction } from "ajv";
import { InvalidInputError } from "./invalid-input-error.ts";
import type { ControlOperation } from "./types.ts";

/** What an operation is given, beside the identifiers in its path. */
export interface Input {
  query?: unknown;
  body?: unknown;
}

interface Checks {
  query: ValidateFunction;
  body: ValidateFunction;
}

type Find = (operation: ControlOperation) => Checks;

let loading: Promise<Find> | undefined;

/**
 * Checks what an operation is given against the control plane's contract; fields that it does not know are wrong.
 *
 * The contract and its validator are loaded with the first call: a sandbox whose control plane nobody uses starts
 * without them.
 *
 * @throws {InvalidInputError}
 */
export async function checkInput(operation: ControlOperation, { query = {}, body }: Input): Promise<void> {
  loading ??= loadChecks();
  const checks = (await loading)(operation);
  const wrong = [...findWrong(checks.query, query), ...findWrong(checks.body, body ?? null)];
  if (wrong.length > 0) throw new InvalidInputError(wrong);
}

async function loadChecks(): Promise<Find> {
  const [{ Ajv2020 }, { default: document }] = await Promise.all([
    import("ajv/dist/2020.js"),
    import("../../../generated/control/openapi.json", { with: { type: "json" } }),
  ]);
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: true,
    allowUnionTypes: true,
    formats: { int32: true, int64: true, double: true, "date-time": isTime },
  });
  const { components } = structuredClone(document) as unknown as { components: Components };
  closeObjects(components.schemas);
  ajv.addVocabulary(["components", "example"]);
  ajv.addSchema({ $id: "control", components: { schemas: components.schemas } });
  const parameters = (components.parameters ?? {}) as Record<string, Parameter>;
  const resolve = (parameter: Parameter | { $ref: string }): Parameter =>
    "$ref" in parameter
      ? (parameters[parameter.$ref.slice("#/components/parameters/".length)] as Parameter)
      : parameter;
  const operations = new Map(
    Object.values(document.paths).flatMap((item) =>
      Object.values(item as Record<string, Operation>).map((operation) => [operation.operationId, operation] as const),
    ),
  );
  const known = new Map<string, Checks>();
  return (id) => {
    const found = known.get(id);
    if (found) return found;
    const operation = operations.get(id);
    if (!operation) throw new TypeError(`The control plane has no operation ${id}.`);
    const checks = {
      query: ajv.compile(querySchema(operation.parameters?.map(resolve))),
      body: ajv.compile(bodySchema(operation)),
    };
    known.set(id, checks);
    return checks;
  };
}

type Schema = Record<string, unknown>;

interface Components {
  schemas: Record<string, Schema>;
  parameters?: Record<string, Parameter>;
}

interface Parameter {
  name: string;
  in: string;
  schema: Schema;
}

interface Operation {
  operationId: string;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: { "application/json": { schema: Schema } } };
}

function querySchema(parameters: readonly Parameter[] = []): Schema {
  const query = parameters.filter((parameter) => parameter.in === "query");
  return {
    type: "object",
    properties: Object.fromEntries(query.map(({ name, schema }) => [name, within(schema)])),
    additionalProperties: false,
  };
}

/** The body; null stands for none. */
function bodySchema({ requestBody }: Operation): Schema {
  if (!requestBody) return { type: "null" };
  const schema = within(requestBody.content["application/json"].schema);
  return requestBody.required ? schema : { if: { type: "null" }, else: schema };
}

/** A schema whose references point into the document. */
function within(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"control#/')) as Schema;
}

/** Objects that list their fields have no others. */
function closeObjects(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const entry of Object.values(value)) closeObjects(entry);
  const schema = value as Schema;
  if (schema.type !== "object" || typeof schema.properties !== "object") return;
  schema.additionalProperties ??= false;
}

function isTime(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i.test(text) && !Number.isNaN(Date.parse(text))
  );
}

function findWrong(check: ValidateFunction, value: unknown): { path: string; message: string }[] {
  if (check(value)) return [];
  const byPath = new Map<string, { message: string; isOfType: boolean }>();
  for (const error of check.errors ?? []) {
    // Says no more than what it leads to.
    if (error.keyword === "if") continue;
    const { path, message } = describe(error, value);
    const known = byPath.get(path);
    const isOfType = error.keyword === "type";
    // Of a value that may be of several types, what is wrong for its own says most.
    const saysMore = known?.isOfType === true && !isOfType && error.keyword !== "anyOf";
    if (!known || saysMore) byPath.set(path, { message, isOfType });
  }
  return [...byPath].slice(0, 20).map(([path, { message }]) => ({ path, message }));
}

function describe({ instancePath, keyword, params, parentSchema, message = "is wrong" }: ErrorObject, value: unknown) {
  const at = instancePath.slice(1).replaceAll("/", ".");
  const under = (name: unknown): string => (at === "" ? String(name) : `${at}.${name}`);
  switch (keyword) {
    case "required":
      return { path: under(params.missingProperty), message: "is required" };
    case "additionalProperties":
      return { path: under(params.additionalProperty), message: "is not known here" };
    case "enum":
      return { path: at, message: `must be ${oneOf(params.allowedValues)}` };
    case "const":
      return { path: at, message: `must be ${JSON.stringify(params.allowedValue)}` };
    case "pattern":
      return { path: at, message: `has the wrong form: ${formOf(parentSchema) ?? params.pattern}` };
    default:
      if (at === "" && value === null) return { path: "", message: "A body is required" };
      if (at === "" && keyword === "type" && params.type === "null")
        return { path: "", message: "No body is expected" };
      return { path: at, message };
  }
}

function formOf(schema: ErrorObject["parentSchema"]): string | undefined {
  return (schema?.description as string | undefined)?.replace(/\.$/, "");
}

function oneOf(values: readonly unknown[]): string {
  return values.length === 1 ? String(values[0]) : `one of ${values.join(", ")}`;
}
