// Parameters and headers: the parts of a message next to the body.
import type { Side } from "../differences.ts";
import { type Place, readString, type Source } from "../place.ts";
import { readPastSunset } from "../schema/compare-lifetimes.ts";
import { knownVariantsOf } from "../schema/variant.ts";
import {
  addSchemaDifferences,
  type CompareContext,
  compareRemarks,
  type Pair,
  pairUp,
  placesOf,
  schemaOf,
} from "./context.ts";
import { mediaTypes, type ReadOperation, type ReadParameter } from "./read-operations.ts";

export function compareParameters(
  context: CompareContext,
  side: Side,
  was: ReadOperation,
  is: ReadOperation,
): void {
  const add = (kind: string, parameter: ReadParameter, at: object): void =>
    context.differences.add(side, {
      kind,
      subject: parameterTitle(side, parameter),
      name: parameter.name,
      ...at,
    });
  const nameKind = ({ required }: ReadParameter, outcome: string): string =>
    `${required ? "required-" : ""}parameter-${outcome}`;
  // A parameter of the same name may have moved to another place.
  const { pairs, removed, added } = pairUp(was.parameters, is.parameters, [
    ({ key }) => key,
    ({ name }) => name,
  ]);
  for (const [base, head] of pairs)
    if (base.key !== head.key || !context.isUnchanged(base.place.value, head.place.value))
      compareParameter(context, side, base, head);
  for (const parameter of removed) {
    const { deprecated, "x-sunset": sunset } = parameter.place.value;
    const past = readPastSunset(context.calendar, deprecated, sunset);
    const kind = past === undefined ? nameKind(parameter, "removed") : "removed-after-sunset";
    add(kind, parameter, { before: past, baseAt: parameter.place.at, usedAt: was.place.at });
  }
  for (const parameter of added)
    add(nameKind(parameter, "added"), parameter, {
      headAt: parameter.place.at,
      usedAt: is.place.at,
    });
}

function parameterTitle({ operation = "" }: Side, { name, in: where }: ReadParameter): string {
  return `${operation}: ${where} parameter ${name}`;
}

function compareParameter(
  context: CompareContext,
  side: Side,
  base: ReadParameter,
  head: ReadParameter,
): void {
  const pair: Pair = { base: base.place, head: head.place };
  const subject = parameterTitle(side, head);
  const add = (kind: string, before: string, after: string): void =>
    context.differences.add(side, {
      kind,
      subject,
      name: head.name,
      before,
      after,
      ...placesOf(pair),
    });
  if (base.in !== head.in) add("parameter-moved", base.in, head.in);
  else if (base.in === "path" && base.name !== head.name)
    add("path-parameter-renamed", base.name, head.name);
  if (!base.required && head.required) add("parameter-became-required", "optional", "required");
  if (base.required && !head.required) add("parameter-became-optional", "required", "optional");
  const [before, after] = [base, head].map(({ place }) => place.value.allowEmptyValue === true);
  if (before !== after)
    add(after ? "empty-value-allowed" : "empty-value-refused", String(before), String(after));
  compareCarried(context, side, pair, subject, base.in === head.in ? head.in : undefined);
}

/** The value of a parameter or header, and how it is written; `where` is the parameter's place, if it kept it. */
export function compareCarried(
  context: CompareContext,
  side: Side,
  pair: Pair,
  subject: string,
  where?: string,
): void {
  const read = (source: Source, place: Place) => {
    const [[type, media] = []] = mediaTypes(source, place);
    return {
      schema: schemaOf(media ?? place),
      form: where === undefined ? undefined : (type ?? serialization(source, place, where)),
    };
  };
  const was = read(context.base, pair.base);
  const is = read(context.head, pair.head);
  const states = { before: was.form, after: is.form, ...placesOf(pair) };
  if (was.form !== is.form)
    context.differences.add(side, { kind: "serialization-changed", subject, ...states });
  addSchemaDifferences(context, side, was.schema, is.schema, subject);
  compareRemarks(context, side, pair, subject);
}

/** How OpenAPI writes a parameter, with the defaults of its keywords. */
function serialization(source: Source, place: Place, where: string | undefined): string {
  const { value } = place;
  const usual = where === "query" || where === "cookie" ? "form" : "simple";
  const style = readString(place, "style") ?? usual;
  const explode = typeof value.explode === "boolean" ? value.explode : style === "form";
  const variants = knownVariantsOf(source, schemaOf(place), "reads");
  // A single value is written the same way, exploded or not, in the styles that name nothing.
  const hasSeveral = variants.some(({ type }) => type === "array" || type === "object");
  const exploded = explode && hasSeveral ? " exploded" : "";
  const reserved = value.allowReserved === true ? ", reserved characters as they are" : "";
  return `${style}${exploded}${reserved}`;
}
