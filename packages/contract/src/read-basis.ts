import type { Basis } from "./behaviour.ts";
import type { BasisStatement } from "./model.ts";
import type { Document } from "./openapi.ts";
import { listParts } from "./parts.ts";
import { step, valueAt } from "./pointer.ts";

/** Every statement of the document that is not documented, in the order of the document, with its place in words. */
export function readBasis(document: Document): BasisStatement[] {
  // The catalogue repeats the statements of its errors' schemas.
  const { "x-error-catalogue": _, ...statements } = document;
  const stating = listParts(
    statements,
    "words",
    ({ part, kind }) => kind !== "names" && "x-basis" in part,
  );
  return stating.flatMap(({ part: { "x-basis": basis }, steps }) =>
    isBasis(basis)
      ? [{ pointer: steps.reduce(step, ""), subject: getBasisSubject(document, steps), ...basis }]
      : [],
  );
}

function isBasis(value: unknown): value is Basis {
  return value !== null && typeof value === "object" && "kind" in value && "reason" in value;
}

function getBasisSubject(document: Document, path: string[]): string {
  const at = (depth: number) =>
    valueAt(document, path.slice(0, depth).reduce(step, "")) as Record<string, unknown>;
  const [area, first = "", second = "", ...rest] = path;
  if (area === undefined) return document.info.title;
  if (area === "paths" || area === "webhooks") {
    const id = String(at(3).operationId ?? `${second} ${first}`);
    const [part, ...inside] = rest;
    if (part === undefined) return id;
    return `${id}: ${partSubject(part, inside, String(at(5)?.name))}`;
  }
  if (area === "components" && first === "schemas") return schemaSubject(second, rest, at);
  if (area === "components") return `${first.replace(/s$/, "")} ${second}`;
  if (area === "servers") return `server variable ${path.at(-1)}`;
  return path.map((key) => key.replace(/^x-/, "")).join(" ");
}

/** A part of an operation; `name` is that of the parameter, if it is one. */
function partSubject(part: string, path: string[], name: string): string {
  const fields = fieldsIn(path).join(".");
  if (part === "parameters") return [name, fields].filter(Boolean).join(".");
  if (part === "requestBody") return ["request", fields].filter(Boolean).join(" ");
  if (part !== "responses") return part.replace(/^x-/, "");
  const [status, kind, header] = path;
  return [status, kind === "headers" ? header : fields].filter(Boolean).join(" ");
}

function schemaSubject(
  name: string,
  path: string[],
  at: (depth: number) => Record<string, unknown>,
): string {
  if (path[0] === "x-lifecycle") {
    const { from, to } = at(path.length + 3);
    if (to === undefined) return `${name}: final statuses`;
    return `${name}: ${String(from ?? "(none)")} → ${String(to)}`;
  }
  return [name, ...fieldsIn(path)].join(".");
}

/** Names of the fields and values on the way to a place in a schema, without the steps of the schema's own making. */
export function fieldsIn(path: string[]): string[] {
  const fields: string[] = [];
  for (let index = 0; index < path.length; index += 1) {
    if (path[index] !== "properties" && path[index] !== "x-values") continue;
    // The next part is a name, even if it reads like a step.
    index += 1;
    fields.push(path[index] ?? "");
  }
  return fields;
}
