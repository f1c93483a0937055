import { at } from "./support/openapi.js";

/** @typedef {import("./support/openapi.js").Schema} Schema */
/** @typedef {{ unit: string, names: string, schemas: string[] }} Options */

/**
 * A property that, if it is about money by its name or its schema, is a bounded integer in the unit. What it does not
 * say itself, the schema that it refers to may say.
 * @type {import("@stoplight/spectral-core").RulesetFunction<Schema, Options>}
 */
export default function money(property, { unit, names, schemas }, { document, path }) {
  const name = String(path.at(-1));
  const chain = followReferences(document.data, property);
  const referenced = chain.flatMap(({ $ref }) => $ref?.split("/").at(-1) ?? []);
  if (!new RegExp(names).test(name) && !referenced.some((schema) => schemas.includes(schema))) return [];

  const missing = [];
  if (!chain.some(({ type }) => type === "integer")) missing.push("type integer");
  if (!chain.some(({ minimum }) => minimum !== undefined)) missing.push("a minimum");
  if (!chain.some(({ maximum }) => maximum !== undefined)) missing.push("a maximum");
  if (!chain.some(({ description }) => description?.includes(unit))) missing.push(`the word "${unit}"`);
  return missing.length === 0 ? [] : [{ message: `The money in "${name}" lacks ${missing.join(", ")}` }];
}

/**
 * A schema, what it refers to, what that refers to, and so on.
 * @param {unknown} document
 * @param {Schema} schema
 * @returns {Schema[]}
 */
function followReferences(document, schema) {
  const chain = [schema];
  for (let next = schema; next.$ref !== undefined; ) {
    const target = /** @type {Schema | undefined} */ (at(document, next.$ref.split("/").slice(1)));
    if (target === undefined || chain.includes(target)) break;
    chain.push(target);
    next = target;
  }
  return chain;
}
