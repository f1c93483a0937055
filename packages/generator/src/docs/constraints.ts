import { type Constraint, listConstraints } from "@packages/contract/src/constraints.ts";
import { type FieldShape, follow, type Shape, visit } from "@packages/contract/src/shapes/shape.ts";
import { code, inline } from "./markdown.ts";

/** Type of a value in words: `string`, `array of object`, `integer or null`. A shape may hold itself: it ends at a depth. */
export function typeWords(shape: Shape, depth = 4): string {
  if (depth === 0) return "any";
  const names = visit<string[]>(shape, {
    string: () => ["string"],
    number: ({ integer }) => [integer ? "integer" : "number"],
    boolean: () => ["boolean"],
    constant: ({ value }) => [nameType(value)],
    enum: ({ values }) => values.map(nameType),
    array: ({ items }) => [`array of ${typeWords(items, depth - 1)}`],
    record: () => ["object"],
    object: () => ["object"],
    discriminated: () => ["object"],
    union: ({ variants }) => variants.map((variant) => typeWords(variant, depth - 1)),
    reference: ({ target }) => [typeWords(target(), target().kind === "union" ? depth - 1 : depth)],
    anything: ({ annotations: { isFile } }) => [isFile ? "file" : "any"],
  });
  return [...new Set([...names, ...(shape.nullable ? ["null"] : [])])].join(" or ");
}

function nameType(value: unknown): string {
  if (value === null) return "null";
  return Number.isInteger(value) ? "integer" : typeof value;
}

/** Every rule of a value. */
export function describeConstraints(
  shape: Shape,
  formatBy?: FieldShape["formatBy"],
  depth = 4,
): Constraint[] {
  const form = follow(shape);
  const { default: usual, codes = {} } = form.annotations;
  const rule = (keyword: string, text: string): Constraint => ({ keywords: [keyword], text });
  return [
    ...(form.kind === "constant" && form.value !== null
      ? [rule("enum", valueWords([form.value], false))]
      : []),
    ...(form.kind === "enum" ? [rule("enum", valueWords(form.values, form.open))] : []),
    ...listConstraints(form),
    // The format of a number is its width, which its bounds describe better.
    ...(form.kind === "string" && form.format !== undefined
      ? [rule("format", `format ${code(form.format)}`)]
      : []),
    // A format names the form of a string; the document has its pattern too.
    ...(form.kind === "string" && form.format === undefined
      ? form.patterns.map((pattern) => rule("pattern", `pattern ${code(pattern)}`))
      : []),
    ...Object.entries(formatBy?.formats ?? {}).map(([value, name]) =>
      rule(
        "format",
        `format ${code(name)} where ${code(formatBy?.property ?? "")} is ${code(value)}`,
      ),
    ),
    ...variantRules(form, depth).map((text) => rule("anyOf", text)),
    ...(usual === undefined ? [] : [rule("default", `default ${code(JSON.stringify(usual))}`)]),
    ...[...new Set(Object.values(codes))].map((error): Constraint => {
      const keywords = Object.keys(codes).filter((keyword) => codes[keyword] === error);
      const broken = keywords.map((one) => violationWords[one] ?? `breaking ${code(one)}`);
      return { keywords, text: `${[...new Set(broken)].join(" or ")}: ${code(error)}` };
    }),
  ];
}

function listConstraintWords(shape: Shape, depth: number): string {
  const rules = describeConstraints(shape, undefined, depth).map(({ text }) => text);
  return rules.join(", ") || inline(typeWords(shape));
}

/** The forms of a value that has three or more, each with a name: rows of a table. Otherwise none. */
export function namedForms(shape: Shape): { name: string; description: string; rules: string }[] {
  const variants = listVariants(shape, 4);
  const named = variants.flatMap((variant) =>
    variant.kind === "reference"
      ? [
          {
            name: variant.name,
            description: follow(variant).annotations.description ?? "",
            rules: listConstraintWords(variant, 3),
          },
        ]
      : [],
  );
  return named.length >= 3 && named.length === variants.length ? named : [];
}

/** The words for a value that breaks a rule, by the rule's keyword. */
const violationWords: Record<string, string> = {
  "*": "invalid",
  minimum: "too low",
  maximum: "too high",
  minLength: "too short",
  maxLength: "too long",
  format: "malformed",
  pattern: "malformed",
};

/** The forms that a value may have, except objects, whose fields have separate constraints. */
function listVariants(shape: Shape, depth: number): Shape[] {
  const form = follow(shape);
  if (depth === 0 || form.kind !== "union") return [];
  return form.variants.filter((variant) => variant.kind !== "object" && variant.kind !== "record");
}

/** The rules of each form that a value may have. A single value beside one other form needs no name: `format uri, or ""`. */
function variantRules(form: Shape, depth: number): string[] {
  const variants = namedForms(form).length > 0 ? [] : listVariants(form, depth);
  const [first, second] = variants;
  if (variants.length === 2 && first && second?.kind === "constant")
    return [`${listConstraintWords(first, depth - 1)}, or ${code(JSON.stringify(second.value))}`];
  return variants.map(
    (variant, index) =>
      `${index === 0 ? "" : "or "}${variantName(variant)}${listConstraintWords(variant, depth - 1)}`,
  );
}

function variantName(shape: Shape): string {
  return shape.kind === "reference" ? `${inline(shape.name)}: ` : "";
}

function valueWords(values: readonly unknown[], open: boolean): string {
  const names = values.map((value) =>
    code(typeof value === "string" && value !== "" ? value : JSON.stringify(value)),
  );
  if (names.length === 1 && !open) return `only ${names[0]}`;
  return `one of ${names.join(", ")}${open ? "; more may come" : ""}`;
}
