// Bodies of requests, responses and notifications, by media type.
import type { Side } from "../notes.ts";
import { canonical, type Place } from "../place.ts";
import { type Finding, show } from "../schema/finding.ts";
import { compareExamples } from "./compare-examples.ts";
import { type Context, noteSchemas, type Pair, placesOf, schemaOf } from "./context.ts";
import { mediaTypes } from "./read-operations.ts";

/** Compares the request bodies of two operations. */
export function compareBodies(context: Context, side: Side, { base, head }: Pair, subject: string): void {
  const was = context.base.child(base, "requestBody");
  const is = context.head.child(head, "requestBody");
  const required = (body: Place | undefined): boolean => body?.value.required === true;
  const note = (kind: string): void =>
    context.notes.add(side, { kind, subject, ...(was && { baseAt: was.at }), ...(is && { headAt: is.at }) });
  if (!was && !is) return;
  if (!was) {
    note(required(is) ? "required-body-added" : "body-added");
    return;
  }
  if (!is) {
    note("body-removed");
    return;
  }
  if (!required(was) && required(is)) note("body-became-required");
  if (required(was) && !required(is)) note("body-became-optional");
  compareContent(context, side, { base: was, head: is }, subject);
}

/** Compares what a body may be, and returns what was found in its schemas. */
export function compareContent(context: Context, side: Side, pair: Pair, subject: string): Finding[] {
  const was = mediaTypes(context.base, pair.base);
  const is = mediaTypes(context.head, pair.head);
  if (was.size === 0 && is.size > 0 && !("content" in pair.base.value)) {
    context.notes.add(side, {
      kind: side.message === "answer" ? "answer-body-added" : "body-added",
      subject,
      ...placesOf(pair, "content"),
    });
    return [];
  }
  if (is.size === 0 && was.size > 0) {
    context.notes.add(side, { kind: "body-removed", subject, ...placesOf(pair, "content") });
    return [];
  }
  const found: Finding[] = [];
  for (const [name, base] of was) {
    const head = is.get(name) ?? covering(is, name);
    if (!head) {
      context.notes.add(side, { kind: "media-type-removed", subject, name, baseAt: base.at });
      continue;
    }
    const title = was.size > 1 ? `${subject} as ${name}` : subject;
    found.push(...noteSchemas(context, side, schemaOf(base), schemaOf(head), title));
    compareExamples(context, side, { base, head }, title);
    if (canonical(base.value.encoding) !== canonical(head.value.encoding))
      context.notes.add(side, {
        kind: "encoding-changed",
        subject: title,
        before: show(base.value.encoding),
        after: show(head.value.encoding),
        ...placesOf({ base, head }, "encoding"),
      });
  }
  for (const [name, head] of is) {
    if (!was.has(name)) context.notes.add(side, { kind: "media-type-added", subject, name, headAt: head.at });
  }
  return found;
}

/** The range that a media type belongs to, where the range is listed. */
function covering(types: Map<string, Place>, name: string): Place | undefined {
  return types.get(`${name.split("/")[0]}/*`) ?? types.get("*/*");
}
