/** @typedef {import("./support/openapi.js").Schema} Schema */

/**
 * An enum whose `x-values` says what each value means.
 * @type {import("@stoplight/spectral-core").RulesetFunction<Schema>}
 */
export default function valuesDescribed(schema, _options, { path }) {
  const described = schema["x-values"] ?? {};
  const values = (schema.enum ?? []).map(String);
  const place = [...path, "x-values"];
  return [
    ...values
      .filter((value) => !described[value]?.description)
      .map((value) => ({ message: `The value "${value}" is not described`, path: place })),
    ...Object.keys(described)
      .filter((value) => !values.includes(value))
      .map((value) => ({ message: `"${value}" is described and is no value of the enum`, path: [...place, value] })),
  ];
}
