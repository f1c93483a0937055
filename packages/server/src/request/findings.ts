// What compiled checks find most often, as Ajv words it: written once, not at every field of every schema.
import type { Finding } from "../rules.ts";

/** A field that has to be there and is not. @param instancePath of the object */
export function missing(instancePath: string, missingProperty: string): Finding {
  const message = `must have required property '${missingProperty}'`;
  return { instancePath, keyword: "required", params: { missingProperty }, message };
}

/** A value of another type than the schema's. */
export function wrongType(instancePath: string, type: string): Finding {
  return { instancePath, keyword: "type", params: { type }, message: `must be ${type}` };
}
