// Bodies of requests, responses and notifications, by media type.
import { isDeepStrictEqual } from "node:util";
import { canonical } from "@packages/contract/src/canonical.ts";
import type { Difference, Side } from "../differences.ts";
import { isTree, type Place, type Source, type Tree } from "../place.ts";
import {
  addIfDifferent,
  addSchemaDifferences,
  type CompareContext,
  type Pair,
  pairUp,
  placesOf,
  schemaOf,
} from "./context.ts";
import { mediaTypes } from "./read-operations.ts";

/** Compares the request bodies of two operations. */
export function compareBodies(
  context: CompareContext,
  side: Side,
  { base, head }: Pair,
  subject: string,
): void {
  const was = context.base.child(base, "requestBody");
  const is = context.head.child(head, "requestBody");
  const [before, after] = [was, is].map((body) => body?.value.required === true);
  const add = (kind: string): void =>
    context.differences.add(side, {
      kind,
      subject,
      ...(was && { baseAt: was.at }),
      ...(is && { headAt: is.at }),
    });
  if (!was && is) add(after ? "required-body-added" : "body-added");
  if (was && !is) add("body-removed");
  if (!was || !is) return;
  if (!before && after) add("body-became-required");
  if (before && !after) add("body-became-optional");
  compareContent(context, side, { base: was, head: is }, subject);
}

/** Compares the forms of a body. */
export function compareContent(
  context: CompareContext,
  side: Side,
  pair: Pair,
  subject: string,
): void {
  const was = mediaTypes(context.base, pair.base);
  const is = mediaTypes(context.head, pair.head);
  const add = (kind: string): void =>
    context.differences.add(side, { kind, subject, ...placesOf(pair, "content") });
  const isAdded = was.size === 0 && is.size > 0 && !("content" in pair.base.value);
  const isRemoved = is.size === 0 && was.size > 0;
  if (isAdded) add(side.message === "answer" ? "answer-body-added" : "body-added");
  if (isRemoved) add("body-removed");
  if (isAdded || isRemoved) return;
  const compare = (base: Place, head: Place, name: string): void =>
    compareMedia(context, side, { base, head }, was.size > 1 ? `${subject} as ${name}` : subject);
  for (const [name, base] of was) {
    const head = findWider(is, name);
    if (head) compare(base, head, name);
    else {
      // The rest of a range are the types that are listed by themselves.
      const members = [...is.keys()].filter((other) => widerTypes(other).includes(name));
      const narrowed = { before: name, after: members.join(", ") };
      context.differences.add(side, {
        kind: members.length > 0 ? "media-type-narrowed" : "media-type-removed",
        subject,
        name,
        baseAt: base.at,
        ...(members.length > 0 && narrowed),
      });
    }
  }
  for (const [name, head] of is) {
    if (was.has(name)) continue;
    const base = findWider(was, name);
    if (base) compare(base, head, name);
    else
      context.differences.add(side, { kind: "media-type-added", subject, name, headAt: head.at });
  }
}

/** A media type and those that contain it: the type without parameters, and ranges. */
function widerTypes(name: string): string[] {
  const [bare = name] = name.split(";");
  return [name, bare, `${bare.split("/")[0]}/*`, "*/*"];
}

function findWider(types: ReadonlyMap<string, Place>, name: string): Place | undefined {
  return widerTypes(name)
    .map((wider) => types.get(wider))
    .find((place) => place !== undefined);
}

function compareMedia(context: CompareContext, side: Side, pair: Pair, subject: string): void {
  addSchemaDifferences(context, side, schemaOf(pair.base), schemaOf(pair.head), subject);
  // OpenAPI 3.2: the schema of each item of a stream.
  if ("itemSchema" in pair.base.value || "itemSchema" in pair.head.value) {
    const [was, is] = [pair.base, pair.head].map((place) => schemaOf(place, "itemSchema"));
    if (was && is) addSchemaDifferences(context, side, was, is, `${subject}: []`);
  }
  for (const key of ["encoding", "itemEncoding", "prefixEncoding"]) {
    const [was, is] = [pair.base, pair.head].map(({ value }) => value[key]);
    const kind = isEncodedMore(was, is) ? "encoding-widened" : "encoding-changed";
    addIfDifferent(context, side, { kind, subject }, pair, key);
  }
  // Requests to a mock select an example by its name.
  const { pairs, removed, added } = pairUp(
    readNamedExamples(context.base, pair.base),
    readNamedExamples(context.head, pair.head),
    [({ name }) => name, ({ shown }) => canonical(shown)],
  );
  const add = (kind: string, about: Partial<Difference>): void =>
    context.differences.add(side, { kind, subject, ...about });
  for (const { name, place, shown } of removed)
    add("example-removed", { name, baseAt: place.at, fields: differingFields(shown, undefined) });
  for (const { name, place, shown } of added)
    add("example-added", { name, headAt: place.at, fields: differingFields(undefined, shown) });
  for (const [was, is] of pairs) {
    const places = placesOf({ base: was.place, head: is.place });
    const { name } = is;
    const fields = differingFields(was.shown, is.shown);
    if (was.name !== name)
      add("example-renamed", { name, before: was.name, after: name, ...places, fields });
    else if (!isDeepStrictEqual(was.shown, is.shown))
      add("example-changed", { name, ...places, fields });
  }
}

/** Whether the parts of a form may have further media types, and nothing else about them changed. */
function isEncodedMore(was: unknown, is: unknown): boolean {
  if (!isTree(was) || !isTree(is)) return false;
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].every((part) => {
    const before = was[part];
    const after = is[part];
    if (!isTree(before) || !isTree(after)) return false;
    const typesOf = ({ contentType }: Tree): string[] => String(contentType ?? "").split(/\s*,\s*/);
    const others = ({ contentType: _, ...rest }: Tree): Tree => rest;
    const kept = typesOf(after);
    return (
      isDeepStrictEqual(others(before), others(after)) &&
      typesOf(before).every((type) => kept.includes(type))
    );
  });
}

interface NamedExample {
  name: string;
  place: Place;
  /** Its value, or the address of it. */
  shown: unknown;
}

function readNamedExamples(source: Source, media: Place): NamedExample[] {
  return source.children(source.child(media, "examples")).map(([name, place]) => {
    const { value, dataValue, externalValue, serializedValue } = place.value;
    const given = [value, dataValue, externalValue, serializedValue].filter(
      (one) => one !== undefined,
    );
    return { name, place, shown: given.length === 1 ? given[0] : given };
  });
}

/** Names of the fields on the way to each difference of two values. */
function differingFields(was: unknown, is: unknown): string[] {
  if (isDeepStrictEqual(was, is)) return [];
  if (Array.isArray(was) || Array.isArray(is)) {
    const [before, after] = [was, is].map((list) => (Array.isArray(list) ? list : []));
    const length = Math.max(before?.length ?? 0, after?.length ?? 0);
    const indices = Array.from({ length }, (_, index) => index);
    return [
      ...new Set(indices.flatMap((index) => differingFields(before?.[index], after?.[index]))),
    ];
  }
  if (!isTree(was) && !isTree(is)) return [];
  const [before, after] = [was, is].map((value) => (isTree(value) ? value : {})) as [Tree, Tree];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const differing = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const inner = differing.flatMap((name) => differingFields(before[name], after[name]));
  return [...new Set([...differing, ...inner])];
}
