// Whether a value fits a schema, as far as the review understands its keywords.
import { isDeepStrictEqual as same } from "node:util";
import { follow, type Shape } from "@packages/contract/src/shapes/shape.ts";
import { isTree, type Source } from "../place.ts";
import type { View } from "./fields.ts";
import { knownFormat } from "./formats.ts";
import { admits } from "./limits.ts";
import { typeOf } from "./types.ts";
import { alternativesOf, isExclusive, readVariants, type Variant } from "./variant.ts";

/** Undefined if it depends on a keyword that is not understood here. */
type Answer = boolean | undefined;

/** Whether a value fits a shape: of `oneOf`, exactly one of its forms. */
export function fits(source: Source, shape: Shape, view: View, value: unknown): Answer {
  const form = follow(shape);
  if (form.nullable && value === null) return true;
  const alternatives = alternativesOf(form);
  if (alternatives) {
    const answers = alternatives.map((one) => fits(source, one, view, value));
    return isExclusive(source, form) ? exactlyOne(answers) : some(answers);
  }
  const variants = readVariants(source, form, view);
  return some(variants.map((variant) => fitsVariant(source, variant, view, value)));
}

function every(answers: readonly Answer[]): Answer {
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
}

function some(answers: readonly Answer[]): Answer {
  if (answers.includes(true)) return true;
  return answers.includes(undefined) ? undefined : false;
}

function exactlyOne(answers: readonly Answer[]): Answer {
  const count = answers.filter((answer) => answer === true).length;
  if (count > 1) return false;
  return answers.includes(undefined) ? undefined : count === 1;
}

function fitsVariant(source: Source, variant: Variant, view: View, value: unknown): Answer {
  const { type, values, open, formats, rules } = variant;
  if (typeOf(value) !== type) return false;
  const isListed = !values || open || values.some((one) => same(one.value, value));
  const within = (shape: Shape, part: unknown): Answer => fits(source, shape, view, part);
  return every([
    isListed && admits(variant, value),
    ...formats.map(({ value: format }) => fitsFormat(format, value)),
    ...(rules.size > 0 ? [undefined] : []),
    ...(Array.isArray(value) ? listAnswers(variant, value, within) : []),
    ...(isTree(value) ? objectAnswers(variant, value, within) : []),
  ]);
}

function fitsFormat(name: string, value: unknown): Answer {
  if (typeof value !== "string") return true;
  const format = knownFormat(name);
  if (format?.sample === value) return true;
  // A string that has the form of a format may still break it.
  return format?.pattern && !new RegExp(format.pattern, "u").test(value) ? false : undefined;
}

type Within = (shape: Shape, part: unknown) => Answer;

function listAnswers({ tuple, items }: Variant, value: unknown[], within: Within): Answer[] {
  return value.map((entry, index) => {
    const shape = tuple[index] ?? items;
    return shape ? within(shape, entry) : true;
  });
}

function objectAnswers(
  { properties, additional }: Variant,
  value: Record<string, unknown>,
  within: Within,
): Answer[] {
  const known = [...properties].map(([name, { shape, required }]): Answer => {
    if (!Object.hasOwn(value, name)) return !required;
    return shape ? within(shape, value[name]) : true;
  });
  const others = Object.keys(value).filter((name) => !properties.has(name));
  const more = others.map((name): Answer => {
    if (additional.kind === "closed") return false;
    return additional.shape ? within(additional.shape, value[name]) : true;
  });
  return [...known, ...more];
}
