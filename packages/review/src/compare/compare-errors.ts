// Errors: what the catalogue says of each, and which an operation answers with.
import type { Side } from "../notes.ts";
import { isTree, type Place, type Source, step, type Tree, treeAt } from "../place.ts";
import { show } from "../schema/finding.ts";
import { alternatives } from "../schema/parts.ts";
import { noteBasis } from "./compare-basis.ts";
import { type Context, calls, noteSchemas, type Pair, schemaOf } from "./context.ts";
import { mediaTypes } from "./read-operations.ts";

interface StatedError {
  error: Tree;
  at: string;
}

/** Every error that a document states, by its code. */
export function errorsOf(source: Source): Map<string, StatedError> {
  const known = statedErrors.get(source) ?? readErrors(source);
  statedErrors.set(source, known);
  return known;
}

/** Every operation asks for them. */
const statedErrors = new WeakMap<Source, Map<string, StatedError>>();

function readErrors(source: Source): Map<string, StatedError> {
  const found = new Map<string, StatedError>();
  const components = source.child({ value: source.root, at: "" }, "components");
  for (const [, { value, at }] of source.children(components && source.child(components, "schemas"))) {
    const error = value["x-error"];
    if (isTree(error) && typeof error.code === "string") found.set(error.code, { error, at: step(at, "x-error") });
  }
  const catalogue = source.root["x-error-catalogue"];
  for (const [index, error] of (Array.isArray(catalogue) ? catalogue : []).entries()) {
    if (!isTree(error) || typeof error.code !== "string") continue;
    // The schema's own statement has the better place.
    const at = found.get(error.code)?.at ?? step("/x-error-catalogue", index);
    found.set(error.code, { error, at });
  }
  return found;
}

export function compareErrors(context: Context): void {
  const was = errorsOf(context.base);
  const is = errorsOf(context.head);
  const side = calls("client");
  for (const [code, { error, at }] of was) {
    const other = is.get(code);
    if (other) compareError(context, side, code, { error, at }, other);
    // A catalogue that is gone altogether is not read; what operations answer with still is.
    else if (is.size > 0)
      context.notes.add(side, {
        kind: "error-removed",
        subject: `The error ${code}`,
        before: show(error.status),
        baseAt: at,
      });
  }
  for (const [code, { error, at }] of is) {
    if (!was.has(code) && was.size > 0)
      context.notes.add(side, {
        kind: "error-added",
        subject: `The error ${code}`,
        after: show(error.status),
        headAt: at,
      });
  }
}

function compareError(context: Context, side: Side, code: string, base: StatedError, head: StatedError): void {
  const note = (kind: string, key: string): void => {
    const [before, after] = [base, head].map(({ error }) =>
      Array.isArray(error[key]) ? error[key].join(", ") : show(error[key]),
    );
    context.notes.add(side, { kind, subject: `The error ${code}`, before, after, baseAt: base.at, headAt: head.at });
  };
  const [was, is] = [base.error, head.error];
  if (was.status !== is.status) note("error-status-changed", "status");
  if (was.retryable !== is.retryable)
    note(is.retryable === true ? "error-retryable" : "error-not-retryable", "retryable");
  if (was.condition !== is.condition) note("error-condition-changed", "condition");
  if (String(was.causes ?? "") !== String(is.causes ?? "")) note("error-cause-changed", "causes");
  noteBasis(
    context,
    { base: { value: was, at: base.at }, head: { value: is, at: head.at } },
    `The error ${code}`,
    "x-basis",
  );
  compareDetails(context, code, base, head);
  if ((was.anywhere === true) !== (is.anywhere === true))
    note(is.anywhere === true ? "error-everywhere" : "error-not-everywhere", "anywhere");
}

/** Compares what an error says beyond its code. */
function compareDetails(context: Context, code: string, base: StatedError, head: StatedError): void {
  const [was, is] = [base, head].map(({ error }) => treeAt(error, "details") ?? {}) as [Tree, Tree];
  const subject = `The error ${code}`;
  const side: Side = { role: "reads", consumer: "client", message: "error response" };
  if ((was.required === true) !== (is.required === true)) {
    const kind = is.required === true ? "field-became-required" : "field-became-optional";
    const at = { baseAt: step(base.at, "details"), headAt: step(head.at, "details") };
    context.notes.add(side, { kind, subject: `${subject}: details`, name: "details", ...at });
  }
  if ("schema" in was && "schema" in is) {
    const [from, to] = [base, head].map(({ at }) => ({ at: step(at, "details") })) as [{ at: string }, { at: string }];
    noteSchemas(
      context,
      side,
      schemaOf({ value: was, ...from }),
      schemaOf({ value: is, ...to }),
      `${subject}: details`,
    );
  }
}

/** Compares which errors an operation lists, and under which status, as far as both documents know them. */
export function compareErrorsOf(context: Context, side: Side, { base, head }: Pair, id: string): void {
  const was = listed(context.base, base);
  const is = listed(context.head, head);
  const known = { base: errorsOf(context.base), head: errorsOf(context.head) };
  for (const [code, { status, at }] of was) {
    const other = is.get(code);
    if (other === undefined) {
      if (known.head.has(code))
        context.notes.add(side, {
          kind: "error-no-longer-listed",
          subject: id,
          name: code,
          before: status,
          baseAt: at,
        });
      continue;
    }
    // A new status of the error itself is told of once, for all of its operations.
    const everywhere = known.base.get(code)?.error.status !== known.head.get(code)?.error.status;
    if (status !== other.status && !everywhere)
      context.notes.add(side, {
        kind: "error-moved",
        subject: id,
        name: code,
        before: status,
        after: other.status,
        baseAt: at,
        headAt: other.at,
      });
  }
  for (const [code, { status, at }] of is) {
    if (!was.has(code) && known.base.has(code))
      context.notes.add(side, { kind: "error-listed", subject: id, name: code, after: status, headAt: at });
  }
}

/** Codes of the errors in the responses of an operation: those that a response names, and those of its schemas. */
function listed(source: Source, operation: Place): Map<string, { status: string; at: string }> {
  const found = new Map<string, { status: string; at: string }>();
  for (const [status, response] of source.children(source.child(operation, "responses"))) {
    const named = response.value["x-errors"];
    for (const code of Array.isArray(named) ? named : []) found.set(String(code), { status, at: response.at });
    for (const media of mediaTypes(source, response).values()) {
      for (const code of codesIn(source, media)) found.set(code, { status, at: response.at });
    }
  }
  return found;
}

function codesIn(source: Source, media: Place): string[] {
  return alternatives(source, [schemaOf(media)]).flatMap((parts) =>
    parts.flatMap(({ schema }) => {
      const error = schema["x-error"];
      return isTree(error) && typeof error.code === "string" ? [error.code] : [];
    }),
  );
}
