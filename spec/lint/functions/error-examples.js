import { at } from "./support/openapi.js";

/** @typedef {import("./support/openapi.js").Response} Response */

/**
 * A response with an example for each error that it lists, which carries the error's code by these names.
 * @type {import("@stoplight/spectral-core").RulesetFunction<Response, { at: string[] }>}
 */
export default function errorExamples({ content = {}, "x-errors": codes = [] }, { at: names }, { path }) {
  const results = [];
  for (const [type, { examples }] of Object.entries(content)) {
    for (const code of codes) {
      const name = code.toLowerCase().replaceAll("_", "-");
      const example = examples?.[name];
      const place = [...path, "content", type, "examples"];
      if (!example) results.push({ message: `No example "${name}" for the error ${code}`, path: place });
      else if (at(example.value, names) !== code)
        results.push({
          message: `The example "${name}" does not carry the code ${code}`,
          path: [...place, name, "value", ...names],
        });
    }
  }
  return results;
}
