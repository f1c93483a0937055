// Errors: the catalogue's entries, and the errors that each operation answers with.
import type { Side } from "../differences.ts";
import { type Place, type Source, step } from "../place.ts";
import { quoteValue } from "../schema/difference.ts";
import { knownVariantsOf } from "../schema/variant.ts";
import { comparePromise, namesIn } from "./compare-promises.ts";
import {
  addSchemaDifferences,
  type CompareContext,
  callSide,
  holds,
  match,
  type Pair,
  rootOf,
  schemaOf,
} from "./context.ts";
import { mediaTypes } from "./read-operations.ts";

/** Every error that a document states, by its code. */
export function errorsOf(source: Source): Map<string, Place> {
  const known = statedErrors.get(source) ?? readErrors(source);
  statedErrors.set(source, known);
  return known;
}

/** Required by every operation. */
const statedErrors = new WeakMap<Source, Map<string, Place>>();

function readErrors(source: Source): Map<string, Place> {
  const found = new Map<string, Place>();
  const components = source.child(rootOf(source), "components");
  for (const [, schema] of source.children(components && source.child(components, "schemas"))) {
    const error = holds(schema, "x-error");
    if (error && typeof error.value.code === "string") found.set(error.value.code, error);
  }
  // The schema's own statement has the better place.
  for (const { value, at } of source.entries(rootOf(source), "x-error-catalogue"))
    if (typeof value.code === "string")
      found.set(value.code, { value, at: found.get(value.code)?.at ?? at });
  return found;
}

export function compareErrors(context: CompareContext): void {
  const was = errorsOf(context.base);
  const is = errorsOf(context.head);
  // A catalogue that is gone altogether is not read; the errors of operations still are.
  if (was.size === 0 || is.size === 0) return;
  const side = callSide("client");
  match(was, is, {
    removed({ value, at }, code) {
      const states = { before: quoteValue(value.status), baseAt: at };
      context.differences.add(side, {
        kind: "error-removed",
        subject: `The error ${code}`,
        name: code,
        ...states,
      });
    },
    added({ value, at }, code) {
      const states = { after: quoteValue(value.status), headAt: at };
      context.differences.add(side, {
        kind: "error-added",
        subject: `The error ${code}`,
        name: code,
        ...states,
      });
    },
    kept(base, head, code) {
      comparePromise(context, side, "x-error", `The error ${code}`, base, head);
      compareDetails(context, `The error ${code}: details`, { base, head });
    },
  });
}

/** Compares the content of an error besides its code. */
function compareDetails(context: CompareContext, subject: string, { base, head }: Pair): void {
  const detailsOf = (place: Place): Place =>
    holds(place, "details") ?? { value: {}, at: step(place.at, "details") };
  const was = detailsOf(base);
  const is = detailsOf(head);
  const side: Side = { role: "reads", consumer: "client", message: "error response" };
  if ((was.value.required === true) !== (is.value.required === true)) {
    const kind = is.value.required === true ? "field-became-required" : "field-became-optional";
    context.differences.add(side, {
      kind,
      subject,
      name: "details",
      baseAt: was.at,
      headAt: is.at,
    });
  }
  if ("schema" in was.value || "schema" in is.value)
    addSchemaDifferences(context, side, schemaOf(was), schemaOf(is), subject);
}

/** Compares which errors an operation lists, and under which status, as far as both documents know them. */
export function compareErrorsOf(
  context: CompareContext,
  side: Side,
  { base, head }: Pair,
  id: string,
): void {
  const known = { base: errorsOf(context.base), head: errorsOf(context.head) };
  match(listErrorsOf(context.base, base), listErrorsOf(context.head, head), {
    removed({ status, at }, name) {
      const states = { name, before: status, baseAt: at };
      if (known.head.has(name))
        context.differences.add(side, { kind: "error-no-longer-listed", subject: id, ...states });
    },
    added({ status, at }, name) {
      const states = { name, after: status, headAt: at };
      if (known.base.has(name))
        context.differences.add(side, { kind: "error-listed", subject: id, ...states });
    },
    kept(was, is, name) {
      // A new status of the error itself is reported once, for all of its operations.
      const isEverywhere =
        known.base.get(name)?.value.status !== known.head.get(name)?.value.status;
      const states = { name, before: was.status, after: is.status, baseAt: was.at, headAt: is.at };
      if (was.status !== is.status && !isEverywhere)
        context.differences.add(side, { kind: "error-moved", subject: id, ...states });
    },
  });
}

/** Codes of the errors in the responses of an operation: those that a response names, and those of its schemas. */
function listErrorsOf(
  source: Source,
  operation: Place,
): Map<string, { status: string; at: string }> {
  const found = new Map<string, { status: string; at: string }>();
  for (const [status, response] of source.listed(source.child(operation, "responses"))) {
    const media = [...mediaTypes(source, response).values()];
    for (const code of [
      ...namesIn(response.value["x-errors"]),
      ...media.flatMap((one) => codesIn(source, one)),
    ])
      found.set(code, { status, at: response.at });
  }
  return found;
}

/** Codes by the schema that holds them: most operations answer with the same errors. */
const knownCodes = new WeakMap<object, string[]>();

function codesIn(source: Source, media: Place): string[] {
  if (errorsOf(source).size === 0) return [];
  const schema = schemaOf(media);
  const { value } = source.resolve({ value: schema.schema, at: schema.at });
  const codes =
    knownCodes.get(value) ??
    knownVariantsOf(source, schema, "reads").flatMap(({ error }) => error ?? []);
  knownCodes.set(value, codes);
  return codes;
}
