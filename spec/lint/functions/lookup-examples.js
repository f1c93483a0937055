import { holds } from "./support/openapi.js";

/** @typedef {import("./support/openapi.js").Media} Media */
/** @typedef {import("./support/openapi.js").Schema} Schema */

/**
 * The answer of a lookup that, if the object has a lifecycle, is shown in each of its statuses.
 * @type {import("@stoplight/spectral-core").RulesetFunction<Media>}
 */
export default function lookupExamples({ schema, examples = {} }) {
  const shown = Object.values(examples).map(({ value }) => value);
  return [...findLifecycles(schema)].flatMap((status) =>
    (status.enum ?? [])
      .filter((value) => !shown.some((example) => holds(example, value)))
      .map((value) => ({ message: `No example with the ${status["x-lifecycle"]?.subject} status "${value}"` })),
  );
}

/**
 * The schemas with a lifecycle inside another, each once.
 * @param {Schema | undefined} schema
 * @param {Set<Schema>} visited
 * @returns {Set<Schema>}
 */
function findLifecycles(schema, visited = new Set()) {
  /** @type {Set<Schema>} */
  const found = new Set();
  if (!schema || visited.has(schema)) return found;
  visited.add(schema);
  if (schema["x-lifecycle"]) found.add(schema);
  const { properties = {}, items, allOf = [], anyOf = [], oneOf = [] } = schema;
  for (const part of [...Object.values(properties), items, ...allOf, ...anyOf, ...oneOf]) {
    for (const status of findLifecycles(part, visited)) found.add(status);
  }
  return found;
}
