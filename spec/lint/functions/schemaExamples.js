// Checks each example of a schema (JSON Schema's `examples`) with the schema itself, and with the one that it refers to.
import { schema as checkSchema } from "@stoplight/spectral-functions";

/**
 * A finding at each example that its schema refuses.
 *
 * @param {{ examples: unknown[], $ref?: string }} schema as it is written: a resolved reference has lost what stands beside it
 * @param {unknown} _options
 * @param {import("@stoplight/spectral-core").RulesetFunctionContext} context
 */
export default function schemaExamples(schema, _options, context) {
  const { examples, $ref, ...siblings } = schema;
  const { resolved: document } = /** @type {{ resolved?: any }} */ (context.documentInventory);
  const { examples: _, ...resolved } = context.path.reduce((part, key) => part[key], document);
  const rules = $ref === undefined ? resolved : { allOf: [resolved, siblings] };
  return examples.flatMap((example, index) => {
    const path = [...context.path, "examples", index];
    const found = checkSchema(example, { schema: rules }, { ...context, path });
    return (Array.isArray(found) ? found : []).map(({ message }) => ({
      message: message.replace(`"${index}" property`, "The example").replace(/\.$/, ""),
      path,
    }));
  });
}
