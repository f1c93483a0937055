import type { Contract } from "../../../contract/src/model.ts";
import { schemasOf } from "../../../contract/src/schemas.ts";
import { SpecError } from "../../../contract/src/spec-error.ts";
import type { Format } from "../../../server/src/request/formats.ts";

/**
 * Looks for formats that nobody can check, because a server would let every value pass.
 *
 * @throws {SpecError} with the place of the first one
 */
export function assertKnownFormats(contract: Contract, formats: Readonly<Record<string, Format>>): void {
  for (const { schema, steps } of schemasOf(contract)) {
    const named = [schema.format ?? [], Object.values(schema["x-format-by"]?.formats ?? {})].flat();
    const unknown = named.find((name) => !Object.hasOwn(formats, name));
    if (unknown !== undefined) {
      throw new SpecError(
        `${steps.join(".")}: nobody knows how to check the format ${JSON.stringify(unknown)}: add it to formats/index.ts beside the spec.`,
      );
    }
  }
}
