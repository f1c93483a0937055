// The x- fields of behaviour in documents that TypeSpec did not check.
import fields from "@pix-contract/behaviour/fields.json" with { type: "json" };
import { makeReaders, type Reader } from "../check/read.ts";
import { type Document, operationsOf, type Schema } from "../openapi.ts";
import { listParts } from "../parts.ts";
import { step } from "../pointer.ts";
import { TableMaker } from "../shapes/make-table.ts";
import { makeShapes } from "../shapes/normalise.ts";
import { SpecError } from "../spec-error.ts";

/** An x- field whose value has another form than the field of this name has. */
export interface WrongField {
  /** The object that has it. */
  part: Record<string, unknown>;
  name: string;
  /** Its place and its mistakes, in a line. */
  message: string;
}

/** Finds the x- fields of behaviour that have another form. */
export function findWrongFields(document: object): WrongField[] {
  return listParts(document)
    .filter(({ kind }) => kind === "words")
    .flatMap(({ part, steps }) =>
      Object.entries(part).flatMap(([name, value]): WrongField[] => {
        const findings = Object.hasOwn(fields.$defs, name) ? readerOf(name)(value).findings : [];
        if (findings.length === 0) return [];
        const mistakes = findings.map(({ path, message }) => `${path || "it"} ${message}`);
        const pointer = [...steps, name].reduce<string>(step, "#");
        return [{ part, name, message: `${pointer}: ${mistakes.join("; ")}.` }];
      }),
    );
}

/**
 * Leaves fields out that other tools give another meaning.
 *
 * @returns a line for each
 */
export function removeForeignFields(document: object): string[] {
  return findWrongFields(document).map(({ part, name, message }) => {
    delete part[name];
    return `${message} It is left out.`;
  });
}

/** @throws {SpecError} if an x- field of behaviour has another form */
export function assertFields(document: object): void {
  const wrong = findWrongFields(document);
  if (wrong.length > 0) throw new SpecError(wrong.map(({ message }) => message).join("\n"));
}

/** Gives fields of behaviour the values that a document may leave out. */
export function completeFields(document: Document): void {
  for (const { operation } of operationsOf(document.paths)) {
    const { "x-idempotency": keys } = operation;
    if (keys)
      operation["x-idempotency"] = {
        ...keys,
        scope: keys.scope ?? "caller",
        keeps: keys.keeps ?? [],
      };
  }
}

const readers = new Map<string, Reader>();

function readerOf(name: string): Reader {
  const known = readers.get(name);
  if (known) return known;
  const schemas = JSON.parse(
    JSON.stringify(fields.$defs).replaceAll("#/$defs/", "#/components/schemas/"),
  ) as Record<string, Schema>;
  const tables = new TableMaker();
  const row = tables.add(makeShapes(schemas).named(name));
  const reader = makeReaders(tables.table)(row);
  readers.set(name, reader);
  return reader;
}
