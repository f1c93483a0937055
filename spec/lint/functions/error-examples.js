import { at, listErrors } from "./support/openapi.js";

/** @typedef {import("./support/openapi.js").Media} Media */

/**
 * A body with an example for each error that it may be, which carries the error's code by these names.
 * @type {import("@stoplight/spectral-core").RulesetFunction<Media, { at: string[] }>}
 */
export default function errorExamples(media, { at: names }, { path }) {
  const results = [];
  for (const { code } of listErrors(media.schema)) {
    const name = code.toLowerCase().replaceAll("_", "-");
    const example = media.examples?.[name];
    const place = [...path, "examples", name];
    if (!example) results.push({ message: `No example "${name}" for the error ${code}`, path: [...path, "examples"] });
    else if (at(example.value, names) !== code)
      results.push({
        message: `The example "${name}" does not carry the code ${code}`,
        path: [...place, "value", ...names],
      });
  }
  return results;
}
