import type { Basis, BasisStatement } from "./model.ts";
import type { Document } from "./openapi.ts";

/** Every statement of the document that is not documented, in the order of the document, with its place in words. */
export function readBasis(document: Document): BasisStatement[] {
  const found: BasisStatement[] = [];
  const visit = (value: unknown, path: string[]): void => {
    if (value === null || typeof value !== "object") return;
    for (const [key, entry] of Object.entries(value)) {
      // The catalogue repeats what the schemas of its errors say; examples are data.
      if (key === "x-error-catalogue" || key === "examples" || key === "example") continue;
      if ((key === "x-basis" || key === "basis") && isBasis(entry)) {
        found.push({
          pointer: toPointer(path),
          subject: subjectOf(document, path),
          kind: entry.kind,
          reason: entry.reason,
        });
      } else {
        visit(entry, [...path, key]);
      }
    }
  };
  visit(document, []);
  return found;
}

function isBasis(value: unknown): value is Basis {
  return value !== null && typeof value === "object" && "kind" in value && "reason" in value;
}

function toPointer(path: string[]): string {
  return path.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

function subjectOf(document: Document, path: string[]): string {
  const at = (depth: number): Record<string, unknown> => {
    let value: unknown = document;
    for (const step of path.slice(0, depth)) value = (value as Record<string, unknown>)[step];
    return value as Record<string, unknown>;
  };
  const [area, first = "", second = "", ...rest] = path;
  if (area === "paths" || area === "webhooks") {
    const id = String(at(3).operationId ?? `${second} ${first}`);
    const [part, ...inside] = rest;
    if (part === undefined) return id;
    if (part === "parameters") return `${id}: ${String(at(5).name)}`;
    if (part === "responses") return `${id}: ${inside[0]} ${inside.slice(2).join(" ")}`.trim();
    return `${id}: ${part.replace(/^x-/, "")}`;
  }
  if (area === "components" && first === "schemas") return schemaSubject(second, rest, at);
  if (area === "components") return `${first.replace(/s$/, "")} ${second}`;
  return path.map((step) => step.replace(/^x-/, "")).join(" ");
}

function schemaSubject(name: string, path: string[], at: (depth: number) => Record<string, unknown>): string {
  const place = path.indexOf("x-lifecycle");
  if (place >= 0) {
    const { from, to } = at(path.length + 3);
    return `${name}: ${String(from ?? "(none)")} → ${String(to)}`;
  }
  const names = path.filter((step) => !["properties", "x-values", "items", "anyOf"].includes(step));
  return [name, ...names].join(".");
}
