// Another version of a large document: fields come and go, bounds, formats, lists of values and examples change.

type Tree = Record<string, unknown>;

const isTree = (value: unknown): value is Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Edits a copy of a document.
 *
 * @param share each how many of its schemas are edited; 1 edits all of them, their bounds and the examples as well
 */
export function editDocument(document: object, share: number): object {
  // A major version may break: the command ends with 0.
  const head = { ...structuredClone(document), info: { title: "Large", version: "2.0.0" } } as Tree;
  const schemas = Object.values((head.components as Tree).schemas as Tree) as Tree[];
  for (const [index, schema] of schemas.entries())
    if (index % share === 0) editFields(schema, index, share === 1);
  if (share === 1) editExamples(head.paths);
  return head;
}

function editFields(schema: Tree, index: number, isWhole: boolean): void {
  const [, extended] = Array.isArray(schema.allOf) ? (schema.allOf as Tree[]) : [];
  const fields = (extended?.properties ?? schema.properties) as Tree;
  const [first = ""] = Object.keys(fields);
  if (index % 2 === 0) delete fields[first];
  fields[`added_${index}`] = { type: "string" };
  if (!isWhole) return;
  for (const field of Object.values(fields)) {
    if (!isTree(field)) continue;
    if (field.maxLength !== undefined) field.maxLength = 100;
    if (field.type === "integer") field.format = "int32";
    if (Array.isArray(field.enum)) field.enum.push("other");
    if (field.maxItems !== undefined) field.maxItems = 10;
  }
}

function editExamples(part: unknown): void {
  if (!isTree(part)) return;
  const { examples } = part;
  if (isTree(examples) && isTree(examples.default) && isTree(examples.default.value)) {
    const [first = ""] = Object.keys(examples.default.value);
    examples.default.value[first] = "changed";
    return;
  }
  for (const inner of Object.values(part)) editExamples(inner);
}
