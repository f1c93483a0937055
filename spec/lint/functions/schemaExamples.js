// Checks each example of a schema (JSON Schema's `examples`) with the schema itself.
import { schema as checkSchema } from "@stoplight/spectral-functions";

/**
 * A finding at each example that its schema refuses.
 *
 * @param {{ examples: unknown[] }} schema
 * @param {unknown} _options
 * @param {import("@stoplight/spectral-core").RulesetFunctionContext} context
 */
export default function schemaExamples(schema, _options, context) {
  const { examples, ...rules } = schema;
  return examples.flatMap((example, index) => {
    const path = [...context.path, "examples", index];
    const found = checkSchema(example, { schema: rules }, { ...context, path });
    return (Array.isArray(found) ? found : []).map(({ message }) => ({
      message: message.replace(/\.$/, ""),
      path,
    }));
  });
}
