import { resolvedDocument } from "./support/openapi.js";

/** @typedef {import("./support/openapi.js").Operation} Operation */
/** @typedef {Record<string, Record<string, Record<string, Operation>>>} Callbacks */

/**
 * Callbacks that are webhooks by another way: each has the name and the body of one, or the choice of all their bodies.
 * @type {import("@stoplight/spectral-core").RulesetFunction<Callbacks>}
 */
export default function declaredCallback(callbacks, _options, context) {
  const { webhooks = {} } = resolvedDocument(context);
  const all = Object.values(webhooks).flatMap((item) => Object.values(item).map(bodyOf));
  const results = [];
  for (const [name, callback] of Object.entries(callbacks)) {
    for (const [url, item] of Object.entries(callback)) {
      for (const [method, operation] of Object.entries(item)) {
        const body = bodyOf(operation);
        const own = webhooks[name]?.[method];
        const fits = own ? same(bodyOf(own), body) : all.every((one) => body?.oneOf?.some((each) => same(each, one)));
        if (!fits)
          results.push({ message: `The callback "${name}" is none`, path: [...context.path, name, url, method] });
      }
    }
  }
  return results;
}

/** @param {Operation} operation */
function bodyOf({ requestBody }) {
  return Object.values(requestBody?.content ?? {})[0]?.schema;
}

/**
 * @param {unknown} one
 * @param {unknown} other
 */
function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
