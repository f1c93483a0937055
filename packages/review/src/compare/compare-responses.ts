// Responses by status, with their headers, bodies and links.
import type { Side } from "../notes.ts";
import type { Place } from "../place.ts";
import { compareContent } from "./compare-bodies.ts";
import { compareExtensions } from "./compare-extensions.ts";
import { compareCarried } from "./compare-parameters.ts";
import { type Context, noteIfDifferent, type Pair, placesOf } from "./context.ts";

export function compareResponses(context: Context, side: Side, { base, head }: Pair, id: string): void {
  const was = new Map(context.base.children(context.base.child(base, "responses")));
  const is = new Map(context.head.children(context.head.child(head, "responses")));
  for (const [status, response] of was) {
    const other = is.get(status) ?? rangeOf(is, status);
    if (other) compareResponse(context, side, { base: response, head: other }, `${id} ${status}`);
    else
      context.notes.add(side, {
        kind: `${kindOf(status)}-removed`,
        subject: `${id} ${status}`,
        name: status,
        baseAt: response.at,
      });
  }
  for (const [status, response] of is) {
    if (was.has(status)) continue;
    // What a range or the default covered before may now be said more closely.
    const before = rangeOf(was, status);
    if (before) compareResponse(context, side, { base: before, head: response }, `${id} ${status}`);
    else
      context.notes.add(side, {
        kind: `${kindOf(status)}-added`,
        subject: `${id} ${status}`,
        name: status,
        headAt: response.at,
      });
  }
}

function rangeOf(responses: Map<string, Place>, status: string): Place | undefined {
  const range = [...responses].find(([name]) => name.toUpperCase() === `${status[0]}XX`);
  return range?.[1] ?? responses.get("default");
}

function kindOf(status: string): string {
  return /^[123]/.test(status) ? "success-response" : "error-response";
}

function compareResponse(context: Context, side: Side, pair: Pair, subject: string): void {
  const error = kindOf(subject.split(" ").at(-1) ?? "") === "error-response";
  const told: Side = { ...side, message: error ? "error response" : side.message };
  compareHeaders(context, told, pair, subject);
  compareContent(context, told, pair, subject);
  compareLinks(context, told, pair, subject);
  compareExtensions(context, told, pair, subject);
}

function headersOf(headers: [string, Place][]): Map<string, { name: string; place: Place }> {
  const entries = headers.map(([name, place]) => [name.toLowerCase(), { name, place }] as const);
  return new Map(entries.filter(([name]) => name !== "content-type"));
}

function compareHeaders(context: Context, side: Side, pair: Pair, subject: string): void {
  const was = headersOf(context.base.children(context.base.child(pair.base, "headers")));
  const is = headersOf(context.head.children(context.head.child(pair.head, "headers")));
  const required = (place: Place): string => (place.value.required === true ? "required-" : "");
  for (const [key, { name, place }] of was) {
    const other = is.get(key)?.place;
    const title = `${subject}: header ${name}`;
    if (!other) {
      context.notes.add(side, {
        kind: `${required(place)}header-removed`,
        subject: title,
        name,
        baseAt: place.at,
        usedAt: pair.base.at,
      });
      continue;
    }
    const both = { base: place, head: other };
    if (place.value.required !== true && other.value.required === true)
      context.notes.add(side, { kind: "header-became-required", subject: title, name, ...placesOf(both) });
    if (place.value.required === true && other.value.required !== true)
      context.notes.add(side, { kind: "header-became-optional", subject: title, name, ...placesOf(both) });
    compareCarried(context, side, both, title, "header");
  }
  for (const [key, { name, place }] of is) {
    if (!was.has(key))
      context.notes.add(side, {
        kind: `${required(place)}header-added`,
        subject: `${subject}: header ${name}`,
        name,
        headAt: place.at,
        usedAt: pair.head.at,
      });
  }
}

function compareLinks(context: Context, side: Side, pair: Pair, subject: string): void {
  const was = new Map(context.base.children(context.base.child(pair.base, "links")));
  const is = new Map(context.head.children(context.head.child(pair.head, "links")));
  for (const [name, place] of was) {
    const other = is.get(name);
    if (!other)
      context.notes.add(side, { kind: "link-removed", subject: `${subject}: link ${name}`, baseAt: place.at });
    else
      for (const key of ["operationId", "operationRef", "parameters", "requestBody", "server"])
        noteIfDifferent(context, side, "link-changed", `${subject}: link ${name}`, { base: place, head: other }, key);
  }
  for (const [name, place] of is)
    if (!was.has(name))
      context.notes.add(side, { kind: "link-added", subject: `${subject}: link ${name}`, headAt: place.at });
}
