import { type Document, type Json, operationsOf, resolve } from "../openapi.ts";
import { listParts } from "../parts.ts";
import { duration, size } from "../words.ts";

const proseKeywords = [
  "condition",
  "description",
  "message",
  "reason",
  "summary",
  "trigger",
  "when",
];
const placeholder = /\{([\w-]+(?:\.[\w-]+)*)(?::(\w+))?\}/g;
const figureFormats: Record<string, (figure: number) => string> = { duration, size };

type DocumentPart = Record<string, unknown>;

/**
 * Writes figures into prose, so that each is written once: `{maxLength}` is the keyword of the schema that the prose
 * describes, `{Amount.maximum}` that of another schema, `{TOO_LOW.status}` that of an error, `{lend.x-rate-limit.limit}`
 * that of an operation, `{service.x-body-limit:size}` that of the document. A format behind a colon writes seconds as
 * `5 days` (`duration`) and bytes as `256 KiB` (`size`). The details of an error take figures alike. A name that leads to no
 * figure stays as it is.
 */
export function fillFigures(document: Document): void {
  const figures = readFigures(document);
  const roots: DocumentPart = { service: document, ...figures.schemas };
  for (const { operation } of operationsOf(document.paths))
    roots[operation.operationId ?? ""] = operation;
  for (const { "x-error": error } of Object.values(document.components?.schemas ?? {})) {
    if (error) roots[error.code] = { ...asTree(error.details), ...error };
  }
  const fill = (text: string, part: DocumentPart): string =>
    text.replaceAll(placeholder, (whole, path: string, format?: string) => {
      const [first = "", ...rest] = path.split(".");
      const figure = figures.at(part, [first, ...rest]) ?? figures.at(asTree(roots[first]), rest);
      if (typeof figure !== "number" && typeof figure !== "string") return whole;
      return format === undefined
        ? String(figure)
        : (figureFormats[format]?.(Number(figure)) ?? whole);
    });
  for (const { part, kind } of listParts(document)) {
    if (kind === "names") continue;
    const details = asTree(part.details);
    for (const [key, value] of Object.entries(details)) {
      const figure = typeof value === "string" ? fill(value, {}) : value;
      if (figure !== value) details[key] = Number(figure) as Json;
    }
    // The reason of a basis speaks of the part that carries the basis.
    for (const holder of [part, asTree(part["x-basis"])]) {
      for (const key of proseKeywords) {
        if (typeof holder[key] !== "string" || !holder[key].includes("{")) continue;
        holder[key] = fill(holder[key], {
          ...asTree(asTree(part["x-error"]).details),
          ...details,
          ...part,
        });
      }
    }
  }
}

/** The schemas by name, and the value at the end of a path: through fields and references alike. */
function readFigures(document: Document): {
  schemas: DocumentPart;
  at(part: DocumentPart, path: readonly string[]): unknown;
} {
  const schemas = (document.components?.schemas ?? {}) as DocumentPart;
  const at = (part: DocumentPart, path: readonly string[]): unknown => {
    const [key = "", ...rest] = path;
    const found = part[key] ?? asTree(part.properties)[key];
    if (found !== undefined) return rest.length === 0 ? found : at(asTree(found), rest);
    const target = resolve(document, part);
    return target === part ? undefined : at(target, path);
  };
  return { schemas, at };
}

function asTree(value: unknown): DocumentPart {
  return value !== null && typeof value === "object" && !Array.isArray(value)
    ? (value as DocumentPart)
    : {};
}
