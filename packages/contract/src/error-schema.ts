import type { CataloguedError, Contract } from "./model.ts";
import type { Schema } from "./openapi.ts";

/** What a body with one error has to be: that of every error, with this code and the details that belong to it. */
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
