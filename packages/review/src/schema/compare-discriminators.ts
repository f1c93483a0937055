// The field that distinguishes the forms of a schema, and which of its values stands for which form.
import { isTree, type Source, splitPointer, type Tree, treeAt } from "../place.ts";
import type { Comparison } from "./comparison.ts";
import { keywordDifference, quoteValue, type SchemaDifference } from "./difference.ts";
import { firstKeyword, type KeywordValue, type SchemaNode, shapesFor } from "./schema-shapes.ts";

const getFormName = (form = ""): string => splitPointer(form).at(-1) ?? form;

/** Compares the first discriminator of each side. */
export function compareDiscriminators(
  comparison: Comparison,
  base: readonly SchemaNode[],
  head: readonly SchemaNode[],
): SchemaDifference[] {
  const sides = {
    base: firstKeyword(base, "discriminator"),
    head: firstKeyword(head, "discriminator"),
  };
  const [was, is] = [sides.base, sides.head].map((side) =>
    isTree(side?.value) ? side.value : undefined,
  );
  if (!was || !is)
    return was || is
      ? [keywordDifference(`discriminator-${was ? "removed" : "added"}`, sides)]
      : [];
  if (was.propertyName !== is.propertyName) {
    const states = { before: quoteValue(was.propertyName), after: quoteValue(is.propertyName) };
    return [{ ...keywordDifference("discriminator-changed", sides), ...states }];
  }
  const old = formsIn(comparison.base, base);
  const now = formsIn(comparison.head, head);
  const from = readMapping(comparison.base, was, old);
  const to = readMapping(comparison.head, is, now);
  const removed = [...from.keys()].filter((value) => !to.has(value));
  const added = [...to.keys()].filter((value) => !from.has(value));
  // A value that came with a new form, or went with an old one, is reported as that form.
  const isRename = removed.length > 0 && added.length > 0;
  const lost = old.filter((form) => !now.includes(form));
  const addedForms = now.filter((form) => !old.includes(form));
  const moved = [...from].filter(
    ([value, form]) => to.has(value) && to.get(value) !== form && now.includes(form),
  );
  // OpenAPI 3.2.
  const from32 = was.defaultMapping;
  const to32 = is.defaultMapping;
  const otherwise = {
    ...keywordDifference("mapping-changed", sides, "any other value"),
    before: quoteValue(from32 ?? "refused"),
    after: quoteValue(to32 ?? "refused"),
  };
  return [
    ...(from32 === to32 ? [] : [otherwise]),
    ...removed
      .filter((value) => isRename || !lost.includes(from.get(value) ?? ""))
      .map((value) => keywordDifference("mapping-removed", sides, value)),
    ...added
      .filter((value) => isRename || !addedForms.includes(to.get(value) ?? ""))
      .map((value) => keywordDifference("mapping-added", sides, value)),
    // A form under a new name is compared with its match; one that both sides have is another for that value.
    ...moved.map(([value, form]) => ({
      ...keywordDifference("mapping-changed", sides, value),
      before: getFormName(form),
      after: getFormName(to.get(value)),
    })),
  ];
}

/** Pointers of the forms, as they are listed or as they extend the schema. */
function formsIn(source: Source, parts: readonly SchemaNode[]): string[] {
  const listed: KeywordValue | undefined =
    firstKeyword(parts, "oneOf") ?? firstKeyword(parts, "anyOf");
  const list = Array.isArray(listed?.value) ? listed.value : [];
  return [
    ...list.flatMap((form) =>
      isTree(form) && typeof form.$ref === "string" ? [source.pointerOf(form.$ref)] : [],
    ),
    ...parts.flatMap((part) =>
      shapesFor(source)
        .childrenOf(part)
        .map(({ at }) => at),
    ),
  ];
}

/** The form that each value stands for: by the mapping that is written, and by the names of components without one. */
function readMapping(source: Source, { mapping }: Tree, forms: string[]): Map<string, string> {
  const schemas = treeAt(treeAt(source.root, "components"), "schemas") ?? {};
  const written = Object.entries(isTree(mapping) ? mapping : {}).map(
    ([value, to]): [string, string] => {
      const target = String(to);
      return [
        value,
        target in schemas ? `/components/schemas/${target}` : source.pointerOf(target),
      ];
    },
  );
  const mapped = new Set(written.map(([, to]) => to));
  const named = forms
    .filter((form) => !mapped.has(form))
    .map((form): [string, string] => [getFormName(form), form]);
  return new Map([...written, ...named]);
}
