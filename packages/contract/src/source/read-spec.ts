// A spec as the model reads it, from wherever it comes: TypeSpec, or an OpenAPI document.
import { readFile } from "node:fs/promises";
import { buildDocument } from "../document/build-document.ts";
import { pruneSchemas } from "../document/tidy.ts";
import { type Document, operationsOf } from "../openapi.ts";
import { SpecError } from "../spec-error.ts";
import { findUnsupported, removeUnsupported, type UnsupportedOperation } from "../unsupported.ts";
import { assertFields, completeFields, removeForeignFields } from "./behaviour-fields.ts";
import { markExactIntegers } from "./mark-exact-integers.ts";
import { nameMethods } from "./name-methods.ts";
import type { TextLine } from "./read-text.ts";

/** How a spec is read. */
export interface SpecOptions {
  /** Version of a service that has several. */
  version?: string | undefined;
  /** Whether operations that are not supported are left out; otherwise they are an error. */
  skipUnsupported?: boolean | undefined;
  /** What integers of 64 bits are in programs: `number`, as all are, or `bigint`. */
  int64?: "number" | "bigint" | undefined;
  /** Paths of overlays, in the order in which they are applied. */
  overlays?: readonly string[] | undefined;
}

/** A spec that was read. */
export interface Spec {
  /** The document in the words of the spec alone. */
  document: Document;
  /** Files of an OpenAPI document. */
  files: readonly string[];
  /** A line for each operation that is left out of the document, with its place and reason. */
  leftOut: readonly string[];
}

/** Operations cannot be carried out. The message has a line for each, with its place and reason. */
export class UnsupportedError extends SpecError {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join("\n"));
    this.lines = lines;
  }
}

/** Whether a spec is an OpenAPI document, by the name of its file. */
export function isDocument(entry: string): boolean {
  return /\.(ya?ml|json)$/i.test(entry);
}

/**
 * Reads a spec.
 *
 * @param entry path of its main file: `.tsp`, `.yaml`, `.yml` or `.json`
 * @throws {UnsupportedError} if operations are not supported, and are not left out
 * @throws {SpecError} if it has an error
 */
export async function readSpec(entry: string, options: SpecOptions = {}): Promise<Spec> {
  const { overlays = [] } = options;
  if (isDocument(entry)) return keepSupported(await readFromDocument(entry, overlays), options);
  const { compileSpec } = await import("../compile.ts");
  const { document } = await compileSpec(entry, options.version);
  const changed = await applyOverlays(document, overlays);
  if (overlays.length > 0) assertFields(changed);
  return readEmitted(changed, options);
}

/**
 * Reads a document that TypeSpec emitted.
 *
 * @throws {UnsupportedError} if operations are not supported, and are not left out
 */
export function readEmitted(emitted: Document, options: SpecOptions): Promise<Spec> {
  return keepSupported({ document: buildDocument(emitted), problems: [], files: [] }, options);
}

type Locate = (pointers: readonly string[]) => Promise<Map<string, TextLine>>;

interface Source {
  document: Document;
  problems: UnsupportedOperation[];
  files: readonly string[];
  locate?: Locate;
}

async function keepSupported(
  { document, problems: known, files, locate }: Source,
  { skipUnsupported = false, int64 }: SpecOptions,
): Promise<Spec> {
  if (int64 === "bigint") markExactIntegers(document);
  const problems = [...known, ...findUnsupported(document)];
  if (problems.length === 0) return { document, files, leftOut: [] };
  const lines = await describeProblems(problems, locate);
  if (!skipUnsupported) throw new UnsupportedError(lines);
  removeUnsupported(document, problems);
  pruneSchemas(document);
  const left = [...operationsOf(document.paths), ...operationsOf(document.webhooks)];
  if (left.length === 0) throw new UnsupportedError([...lines, "No operation is left."]);
  return { document, files, leftOut: lines };
}

async function readFromDocument(entry: string, overlays: readonly string[]): Promise<Source> {
  const [{ readDocument }, { adoptDocument }] = await Promise.all([
    import("./read-document.ts"),
    import("./adopt-document.ts"),
  ]);
  const read = await readDocument(entry, { exact: false });
  for (const line of removeForeignFields(read.document)) console.warn(`${entry}: ${line}`);
  const given = await applyOverlays(read.document, overlays);
  assertFields(given);
  const { document, problems, remarks } = adoptDocument(given);
  for (const line of remarks) console.warn(`${entry}: ${line}`);
  completeFields(document);
  nameMethods(document);
  const files = [...read.files, ...overlays];
  return { ...read, files, document: buildDocument(document, false), problems };
}

/** The document with the changes of overlays. */
async function applyOverlays<Given extends object>(
  document: Given,
  overlays: readonly string[],
): Promise<Given> {
  if (overlays.length === 0) return document;
  const { applyOverlay } = await import("./apply-overlay.ts");
  let changed = document;
  for (const file of overlays) {
    const source = await readFile(file, "utf8").catch(({ message }: Error) => {
      throw new SpecError(`The overlay ${file} cannot be read: ${message}.`);
    });
    changed = applyOverlay(changed, source, file);
  }
  return changed;
}

/** `api.yaml:12: reason` of each problem; of TypeSpec, whose reasons name the operation, the reason alone. */
async function describeProblems(
  problems: readonly UnsupportedOperation[],
  locate: Locate | undefined,
): Promise<string[]> {
  const places = await locate?.(problems.map(({ pointer }) => pointer));
  return problems.map(({ pointer, reason }) => {
    const place = places?.get(pointer);
    if (place) return `${place.file}:${place.line}: ${reason}`;
    return locate ? `${pointer}: ${reason}` : reason;
  });
}
