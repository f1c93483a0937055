import type { Party } from "../change.ts";
import type { Note, Notes, Side } from "../notes.ts";
import { canonical, type Place, type Source, step } from "../place.ts";
import { compareNotes } from "../schema/compare-notes.ts";
import { compareSchemas } from "../schema/compare-schemas.ts";
import type { Comparison } from "../schema/comparison.ts";
import { type Finding, show } from "../schema/finding.ts";
import { type Part, partOf } from "../schema/parts.ts";
import type { Unchanged } from "../unchanged.ts";

/** What every comparer needs: two documents, and somebody to tell. */
export interface Context {
  base: Source;
  head: Source;
  comparison: Comparison;
  notes: Notes;
  /** Codes of the errors of both documents, where both state theirs; none where one does not. */
  codes: ReadonlySet<string>;
  isUnchanged: Unchanged;
}

/** The two states of one part. */
export interface Pair {
  base: Place;
  head: Place;
}

/** The schema under a place as a part; one that allows everything where there is none. */
export function schemaOf(place: Place, key = "schema"): Part {
  return partOf(place.value[key], step(place.at, key));
}

/** Compares two schemas and tells what differs, with `subject` as what they are the schemas of. */
export function noteSchemas(context: Context, side: Side, base: Part, head: Part, subject: string): Finding[] {
  if (context.isUnchanged(base.schema, head.schema)) return [];
  const view = side.role === "writes" ? "writes" : "reads";
  const found = [
    ...compareSchemas(context.comparison, [base], [head], view),
    ...compareNotes(context.comparison, [base], [head]),
    // Which errors an operation lists is compared by their codes.
  ].filter(({ kind, name, path, after }) => {
    if (kind.startsWith("error-alternative")) return !context.codes.has(name ?? "");
    // So are the codes themselves, wherever they are listed.
    if (side.message === "error response" && /^(known-)?values?-/.test(kind))
      return !(name ?? after ?? "").split(", ").some((code) => context.codes.has(code));
    // So is where the errors come from.
    return !(side.message === "error response" && path === "" && kind.startsWith("basis"));
  });
  for (const finding of found) noteFinding(context, side, asError(finding, side), subject);
  return found;
}

/** A further form of an error response is a further error. */
function asError(finding: Finding, { message }: Side): Finding {
  return message === "error response" && finding.kind.startsWith("alternative-")
    ? { ...finding, kind: `error-${finding.kind}` }
    : finding;
}

export function noteFinding(context: Context, side: Side, finding: Finding, subject: string): void {
  const { path, kind, effect: _, ...about } = finding;
  const field = path === "" ? subject : `${subject}: ${path}`;
  context.notes.add(side, { ...about, kind, subject: field });
}

/** Tells of two values of a keyword that differ; nothing where they are the same. */
export function noteIfDifferent(
  context: Context,
  side: Side,
  kind: string,
  subject: string,
  pair: Pair,
  key: string,
  name?: string,
): void {
  const [before, after] = [pair.base.value[key], pair.head.value[key]];
  if (canonical(before) === canonical(after)) return;
  context.notes.add(side, {
    kind,
    subject,
    name: name ?? key,
    before: show(before),
    after: show(after),
    ...placesOf(pair, key),
  });
}

/** Where a pair stands, or what it has under a key: only on the side that has it. */
export function placesOf({ base, head }: Pair, key?: string): Pick<Note, "baseAt" | "headAt"> {
  if (key === undefined) return { baseAt: base.at, headAt: head.at };
  const at = ({ value, at }: Place): string | undefined => (key in value ? step(at, key) : undefined);
  const [baseAt, headAt] = [at(base), at(head)];
  return baseAt === undefined && headAt === undefined ? placesOf({ base, head }) : { baseAt, headAt };
}

export function calls(consumer: Party, operation?: string): Side {
  return { role: "calls", consumer, message: "request", ...(operation !== undefined && { operation }) };
}
