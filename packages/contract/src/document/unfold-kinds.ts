import type { Document } from "../openapi.ts";

/**
 * Lets a schema whose kinds extend it stand for its kinds, for tools that read a discriminator of `oneOf` alone. The
 * part that all kinds share gets a separate name.
 */
export function unfoldKinds({ components: { schemas = {} } = {} }: Document): void {
  for (const [name, schema] of Object.entries(schemas)) {
    const { discriminator, ...rest } = schema;
    const field = discriminator?.propertyName ?? "";
    const kinds = [...new Set(Object.values(discriminator?.mapping ?? {}))].map(($ref) => ({
      $ref,
    }));
    const own = `#/components/schemas/${name}`;
    const extend = Object.values(schemas).filter(({ allOf = [] }) =>
      allOf.some(({ $ref }) => $ref === own),
    );
    if (kinds.length === 0 || extend.length === 0) continue;
    let shared = `${name}Base`;
    while (shared in schemas) shared += "_";
    schemas[name] = { oneOf: kinds };
    schemas[shared] = rest;
    // Each kind is more exact; samples would take the base's value.
    if (extend.every(({ properties = {} }) => field in properties)) {
      const { [field]: _, ...properties } = rest.properties ?? {};
      schemas[shared] = {
        ...rest,
        properties,
        required: (rest.required ?? []).filter((one) => one !== field),
      };
    }
    for (const one of extend)
      one.allOf = (one.allOf ?? []).map((part) =>
        part.$ref === own ? { $ref: `#/components/schemas/${shared}` } : part,
      );
  }
}
