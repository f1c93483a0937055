// Responses by status, with their headers, bodies and links.
import type { Side } from "../differences.ts";
import type { Place, Source } from "../place.ts";
import { readPastSunset } from "../schema/compare-lifetimes.ts";
import { compareContent } from "./compare-bodies.ts";
import { compareCarried } from "./compare-parameters.ts";
import {
  addIfDifferent,
  type CompareContext,
  compareRemarks,
  match,
  type Pair,
  placesOf,
} from "./context.ts";

export function compareResponses(
  context: CompareContext,
  side: Side,
  { base, head }: Pair,
  id: string,
): void {
  const was = new Map(context.base.listed(context.base.child(base, "responses")));
  const is = new Map(context.head.listed(context.head.child(head, "responses")));
  for (const status of new Set([...was.keys(), ...is.keys()])) {
    const subject = `${id} ${status}`;
    // A status that a range or the default covers may be listed by itself as well.
    const before = was.get(status) ?? findRange(was, status);
    const after = is.get(status) ?? findRange(is, status);
    if (before && after) compareResponse(context, side, { base: before, head: after }, subject);
    else if (before) {
      const kind = responseKind(status);
      // The rest of a range are the statuses that are listed by themselves.
      const isSuccess = kind === "success-response";
      const members = [...is.keys()].filter((name) => isSuccess && coversStatus(status, name));
      context.differences.add(side, {
        kind: members.length > 0 ? "success-range-narrowed" : `${kind}-removed`,
        subject,
        name: status,
        baseAt: before.at,
        ...(members.length > 0 && { before: status, after: members.join(", ") }),
      });
    } else if (after)
      context.differences.add(side, {
        kind: `${responseKind(status)}-added`,
        subject,
        name: status,
        headAt: after.at,
      });
  }
}

function findRange(responses: Map<string, Place>, status: string): Place | undefined {
  const range = [...responses].find(([name]) => coversStatus(name, status));
  return range?.[1] ?? responses.get("default");
}

/** Whether a name is the range that another status belongs to: `2XX`. */
function coversStatus(name: string, status: string): boolean {
  return name.toUpperCase() === `${status[0]}XX` && name !== status;
}

function responseKind(status: string): string {
  return /^[123]/.test(status) ? "success-response" : "error-response";
}

function compareResponse(context: CompareContext, side: Side, pair: Pair, subject: string): void {
  const status = subject.split(" ").at(-1) ?? "";
  const isError = responseKind(status) === "error-response";
  const responseSide: Side = { ...side, message: isError ? "error response" : side.message };
  compareHeaders(context, responseSide, pair, subject);
  compareContent(context, responseSide, pair, subject);
  compareLinks(context, responseSide, pair, subject);
  compareRemarks(context, responseSide, pair, subject);
}

function indexHeaders(headers: [string, Place][]): Map<string, { name: string; place: Place }> {
  const entries = headers.map(([name, place]) => [name.toLowerCase(), { name, place }] as const);
  return new Map(entries.filter(([name]) => name !== "content-type"));
}

function compareHeaders(context: CompareContext, side: Side, pair: Pair, subject: string): void {
  const was = indexHeaders(context.base.children(context.base.child(pair.base, "headers")));
  const is = indexHeaders(context.head.children(context.head.child(pair.head, "headers")));
  const isRequired = (place: Place): boolean => place.value.required === true;
  const add = (kind: string, name: string, at: object): void =>
    context.differences.add(side, { kind, subject: `${subject}: header ${name}`, name, ...at });
  const required = (place: Place): string => (isRequired(place) ? "required-" : "");
  match(was, is, {
    removed({ name, place }) {
      const { deprecated, "x-sunset": sunset } = place.value;
      const past = readPastSunset(context.calendar, deprecated, sunset);
      const kind = past === undefined ? `${required(place)}header-removed` : "removed-after-sunset";
      add(kind, name, { before: past, baseAt: place.at, usedAt: pair.base.at });
    },
    added: ({ name, place }) =>
      add(`${required(place)}header-added`, name, { headAt: place.at, usedAt: pair.head.at }),
    kept({ name, place: base }, { place: head }) {
      const kind = isRequired(head) ? "header-became-required" : "header-became-optional";
      if (isRequired(base) !== isRequired(head)) add(kind, name, placesOf({ base, head }));
      compareCarried(context, side, { base, head }, `${subject}: header ${name}`, "header");
    },
  });
}

function compareLinks(context: CompareContext, side: Side, pair: Pair, subject: string): void {
  const linksOf = (source: Source, place: Place) =>
    new Map(source.children(source.child(place, "links")));
  const title = (name: string): string => `${subject}: link ${name}`;
  match(linksOf(context.base, pair.base), linksOf(context.head, pair.head), {
    removed: ({ at }, name) =>
      context.differences.add(side, { kind: "link-removed", subject: title(name), baseAt: at }),
    added: ({ at }, name) =>
      context.differences.add(side, { kind: "link-added", subject: title(name), headAt: at }),
    kept(base, head, name) {
      for (const key of ["operationId", "operationRef", "parameters", "requestBody", "server"])
        addIfDifferent(
          context,
          side,
          { kind: "link-changed", subject: title(name) },
          { base, head },
          key,
        );
    },
  });
}
