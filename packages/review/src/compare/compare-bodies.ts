// Bodies of requests, responses and notifications, by media type.
import { isDeepStrictEqual } from "node:util";
import type { Side } from "../notes.ts";
import type { Place, Source } from "../place.ts";
import {
  type Context,
  match,
  noteIfDifferent,
  noteSchemas,
  type Pair,
  placesOf,
  schemaOf,
} from "./context.ts";
import { mediaTypes } from "./read-operations.ts";

/** Compares the request bodies of two operations. */
export function compareBodies(
  context: Context,
  side: Side,
  { base, head }: Pair,
  subject: string,
): void {
  const was = context.base.child(base, "requestBody");
  const is = context.head.child(head, "requestBody");
  const [before, after] = [was, is].map((body) => body?.value.required === true);
  const note = (kind: string): void =>
    context.notes.add(side, {
      kind,
      subject,
      ...(was && { baseAt: was.at }),
      ...(is && { headAt: is.at }),
    });
  if (!was && is) note(after ? "required-body-added" : "body-added");
  if (was && !is) note("body-removed");
  if (!was || !is) return;
  if (!before && after) note("body-became-required");
  if (before && !after) note("body-became-optional");
  compareContent(context, side, { base: was, head: is }, subject);
}

/** Compares the forms of a body. */
export function compareContent(context: Context, side: Side, pair: Pair, subject: string): void {
  const was = mediaTypes(context.base, pair.base);
  const is = mediaTypes(context.head, pair.head);
  const note = (kind: string): void =>
    context.notes.add(side, { kind, subject, ...placesOf(pair, "content") });
  const isAdded = was.size === 0 && is.size > 0 && !("content" in pair.base.value);
  const isRemoved = is.size === 0 && was.size > 0;
  if (isAdded) note(side.message === "answer" ? "answer-body-added" : "body-added");
  if (isRemoved) note("body-removed");
  if (isAdded || isRemoved) return;
  for (const [name, base] of was) {
    // A wider media type may be listed instead: the type without parameters, or a range.
    const [bare = name] = name.split(";");
    const head = is.get(name) ?? is.get(bare) ?? is.get(`${bare.split("/")[0]}/*`) ?? is.get("*/*");
    const title = was.size > 1 ? `${subject} as ${name}` : subject;
    if (head) compareMedia(context, side, { base, head }, title);
    else context.notes.add(side, { kind: "media-type-removed", subject, name, baseAt: base.at });
  }
  for (const [name, head] of is)
    if (!was.has(name))
      context.notes.add(side, { kind: "media-type-added", subject, name, headAt: head.at });
}

function compareMedia(context: Context, side: Side, pair: Pair, subject: string): void {
  noteSchemas(context, side, schemaOf(pair.base), schemaOf(pair.head), subject);
  noteIfDifferent(context, side, { kind: "encoding-changed", subject }, pair, "encoding");
  // Requests to a mock select an example by its name.
  match(readNamedExamples(context.base, pair.base), readNamedExamples(context.head, pair.head), {
    removed: ({ at }, name) =>
      context.notes.add(side, { kind: "example-removed", subject, name, baseAt: at }),
    added: ({ at }, name) =>
      context.notes.add(side, { kind: "example-added", subject, name, headAt: at }),
    kept(base, head, name) {
      const [was, is] = [base, head].map(({ value }) => [value.value, value.externalValue]);
      if (!isDeepStrictEqual(was, is))
        context.notes.add(side, {
          kind: "example-changed",
          subject,
          name,
          ...placesOf({ base, head }),
        });
    },
  });
}

function readNamedExamples(source: Source, media: Place): Map<string, Place> {
  return new Map(source.children(source.child(media, "examples")));
}
