import type { ErrorStatement } from "./behaviour.ts";
import type { ErrorDetails, Json, Schema } from "./openapi.ts";
import { SpecError } from "./spec-error.ts";

/** Name of an error's examples: its code in kebab case, as `Prefer: example=` takes it. */
export function exampleName(code: string): string {
  return code.toLowerCase().replaceAll("_", "-");
}

/**
 * A body with an error: its code, message and details, and of every other field the value that it always has, or its
 * example.
 *
 * @param body the schema of every error
 * @throws {SpecError} if a field has neither
 */
export function sampleError(
  body: Schema,
  error: ErrorStatement & { details?: ErrorDetails },
): Json {
  const fields = Object.entries(body.properties ?? {}).flatMap(
    ([name, field]): [string, Json][] => {
      if (name === "error") {
        const { code, message, details } = error;
        return [
          [
            name,
            { code, message, ...(details?.example !== undefined && { details: details.example }) },
          ],
        ];
      }
      const value = field.const ?? (field.enum?.length === 1 ? field.enum[0] : field.examples?.[0]);
      if (value !== undefined) return [[name, value]];
      if (!body.required?.includes(name)) return [];
      throw new SpecError(
        `The field '${name}' of errors needs an @example, from which the example of ${error.code} is made.`,
      );
    },
  );
  return Object.fromEntries(fields);
}
