import type { CataloguedError, Contract } from "./model.ts";
import type { Schema } from "./openapi.ts";

/** The schema of a body with one error: that of every error, with this code and its details. */
export function errorSchema(
  { schemas }: Pick<Contract, "schemas">,
  { code, details }: CataloguedError,
): Schema {
  const body = schemas.ErrorBody ?? {};
  const error = body.properties?.error ?? {};
  const properties = {
    ...error.properties,
    code: { type: "string", enum: [code] },
    details: details?.schema ?? { type: "object", additionalProperties: {} },
  };
  const required = [...(error.required ?? []), ...(details?.required ? ["details"] : [])];
  return { ...body, properties: { ...body.properties, error: { ...error, required, properties } } };
}
