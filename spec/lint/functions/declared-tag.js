import { resolvedDocument } from "./support/openapi.js";

/**
 * A tag that the document describes.
 * @type {import("@stoplight/spectral-core").RulesetFunction<string>}
 */
export default function declaredTag(tag, _options, context) {
  const { tags = [] } = resolvedDocument(context);
  if (tags.some(({ name }) => name === tag)) return [];
  return [{ message: `The tag "${tag}" is not described by the document` }];
}
