import { relative, resolve } from "node:path";
import {
  type CompilerHost,
  compile,
  type DecoratorApplication,
  type DecoratorContext,
  type Diagnostic,
  type Example,
  formatDiagnostic,
  getEncode,
  getExamples,
  getPagingOperation,
  getSourceLocation,
  getTypeName,
  isList,
  listServices,
  type ModelProperty,
  NodeHost,
  navigateProgram,
  normalizePath,
  type Operation,
  type PagingOperation,
  type Program,
  resolveCompilerOptions,
  resolveEncodedName,
  type SourceFile,
  serializeValueAsJson,
  type Type,
} from "@typespec/compiler";
import { $ } from "@typespec/compiler/typekit";
import {
  $header,
  $query,
  getHeaderFieldName,
  getHeaderFieldOptions,
  getHttpOperation,
  getPathParamOptions,
  getQueryParamOptions,
  getStatusCodes,
  isBody,
  isBodyRoot,
  isHeader,
  isPathParam,
  isQueryParam,
  isStatusCode,
} from "@typespec/http";
import { getExtensions, setExtension } from "@typespec/openapi";
import { getOpenAPI3, type OpenAPI3VersionedDocumentRecord } from "@typespec/openapi3";
import type { Pagination } from "./behaviour.ts";
import { narrowVersion } from "./document/narrow-version.ts";
import { separateSteps, stepMark } from "./document/separate-steps.ts";
import type { Document } from "./openapi.ts";
import { SpecError } from "./spec-error.ts";

export { SpecError };

/** A compiled spec: the OpenAPI document as TypeSpec emits it, and the program. */
export interface CompiledSpec {
  document: Document;
  program: Program;
}

/** TypeSpec's own diagnostics of a spec. */
export class DiagnosticsError extends SpecError {
  readonly diagnostics: readonly Diagnostic[];

  constructor(message: string, diagnostics: readonly Diagnostic[]) {
    super(message);
    this.diagnostics = diagnostics;
  }
}

/** The files that were read last, by their paths. */
const sourceFiles = new Map<string, SourceFile>();

/** Gives an unchanged file as it gave it before: the compiler parses it once for all specs and all compilations. */
const host: CompilerHost = {
  ...NodeHost,
  parseCache: new WeakMap(),
  async readFile(path) {
    const file = await NodeHost.readFile(path);
    const known = sourceFiles.get(path);
    if (known?.text === file.text) return known;
    sourceFiles.set(path, file);
    return file;
  },
};

/**
 * Compiles a spec in this process.
 *
 * @param entry path of its main file
 * @param version of a service that has several
 * @param onFlaw receives each error and warning, and the document is made as far as it can be; without it, the first one ends
 *   the compilation. What the compiler could not read is a reference to `unreadSchema`
 * @throws {SpecError} if the spec has an error or a warning; a warning of something deprecated is printed
 */
export async function compileSpec(
  entry: string,
  version?: string,
  onFlaw?: (diagnostic: Diagnostic) => void,
): Promise<CompiledSpec> {
  // TypeSpec gives the files of a relative entry relative paths, and cannot locate an error in them.
  const path = normalizePath(resolve(entry));
  const [{ linterRuleSet }, problems] = await resolveCompilerOptions(host, {
    cwd: process.cwd(),
    entrypoint: path,
  });
  failOnDiagnostics(problems);
  // The settings next to the spec count only for their rules: the caller decides on the output.
  const program = await compile(host, path, {
    parseOptions: {},
    ...(linterRuleSet && { linterRuleSet }),
  });
  if (onFlaw && program.hasError()) await completeInSpiteOfErrors(program);
  const judge = (found: readonly Diagnostic[]): void =>
    onFlaw ? found.filter(isFlaw).forEach(onFlaw) : failOnDiagnostics(found);
  judge(program.diagnostics);
  const tolerated = program.diagnostics.filter(isDeprecation);
  if (tolerated.length > 0) console.warn(formatDiagnostics(tolerated));
  return { document: await emitDocument(program, entry, version, judge), program };
}

/**
 * The OpenAPI document of a program that compiled. The program is left as it was, for other emitters.
 *
 * @param entry how errors call the spec
 * @param version of a service that has several
 * @param judge decides on the emitter's diagnostics
 * @throws {SpecError} if TypeSpec's emitter has an error or a warning, or the program not exactly one service
 */
export async function emitDocument(
  program: Program,
  entry: string,
  version?: string,
  judge = failOnDiagnostics,
): Promise<Document> {
  // Checked here, because the emitter takes a spec without a service for one whose title is "(title)".
  const services = listServices(program);
  const [only] = services;
  if (!only || services.length > 1)
    throw new SpecError(
      `${entry} has to declare exactly one @service; it declares ${services.length}.`,
    );
  const compiled = program.diagnostics.length;
  const additions = new Additions(program);
  try {
    additions.add();
    const [service] = await getOpenAPI3(program, { "openapi-versions": ["3.1.0"] });
    const judgeEmitted = (found: readonly Diagnostic[]): void =>
      judge(found.filter((diagnostic) => !isAboutStep(program, diagnostic)));
    judgeEmitted(program.diagnostics.slice(compiled));
    if (!service) throw new Error("TypeSpec emitted no document, and gave no reason.");
    const emitted = service.versioned
      ? chooseVersion(service.versions, version, describePlace(only.type))
      : service;
    judgeEmitted(emitted.diagnostics);
    // The emitter's object may share parts between places: a copy is safe to edit.
    const document = JSON.parse(
      JSON.stringify(emitted.document, (_, value) =>
        typeof value === "string" && value.startsWith(disguise) ? value.slice(1) : value,
      ),
    ) as Document;
    if (service.versioned) narrowVersion(document);
    separateSteps(document);
    return document;
  } finally {
    additions.remove();
  }
}

/** A character that no name in a spec has. */
const disguise = "\0";

type Decorated = Type & { decorators: DecoratorApplication[] };

/** Extensions of types, while a document is written, for the parts that TypeSpec's emitter of OpenAPI leaves out. */
class Additions {
  readonly #program: Program;
  readonly #removals: (() => void)[] = [];

  constructor(program: Program) {
    this.#program = program;
  }

  /**
   * Adds the examples of headers and of path and query parameters, and how lists come in pages. Writes the statuses of a
   * range one by one that OpenAPI has no key for.
   */
  add(): void {
    navigateProgram(this.#program, {
      modelProperty: (property) => {
        this.#addExample(property);
        this.#listStatuses(property);
      },
    });
    const keep = (type: Decorated): void => this.#keepExtensions(type);
    navigateProgram(this.#program, {
      enum: keep,
      interface: keep,
      model: keep,
      modelProperty: keep,
      scalar: keep,
      union: keep,
      operation: (operation) => {
        keep(operation);
        this.#addPages(operation);
        this.#markSteps(operation);
      },
    });
  }

  /** Takes everything back. */
  remove(): void {
    for (const removeOne of this.#removals) removeOne();
  }

  /** Sets an extension of a type, and notes how to take it back. */
  #set(type: Type, key: `x-${string}`, value: unknown): void {
    const before = getExtensions(this.#program, type).get(key);
    setExtension(this.#program, type, key, value);
    const extensions = getExtensions(this.#program, type) as Map<string, unknown>;
    this.#removals.push(() => {
      if (before === undefined) extensions.delete(key);
      else extensions.set(key, before);
    });
  }

  /**
   * Runs a function for each copy of a type: the emitter makes each version of a service from copies, on which it runs
   * decorators again, and extensions that were set once all types were known are on none of them.
   */
  #again({ decorators }: Decorated, set: (copy: Type) => void): void {
    const added: DecoratorApplication = { decorator: (_, copy) => set(copy as Type), args: [] };
    decorators.push(added);
    this.#removals.push(() => decorators.splice(decorators.indexOf(added), 1));
  }

  #keepExtensions(type: Decorated): void {
    const extensions = getExtensions(this.#program, type);
    if (extensions.size > 0)
      this.#again(type, (copy) =>
        extensions.forEach((value, key) => void setExtension(this.#program, copy, key, value)),
      );
  }

  #addExample(property: ModelProperty): void {
    const program = this.#program;
    if (
      !isHeader(program, property) &&
      !isPathParam(program, property) &&
      !isQueryParam(program, property)
    )
      return;
    this.#disguise(property);
    const [example] = getExamples(program, property);
    if (example) this.#set(property, "x-example", serializeExample(program, property, example));
  }

  /** TypeSpec's emitter fails at names that every object has, such as `constructor`: they are written with a mark. */
  #disguise(property: ModelProperty): void {
    const program = this.#program;
    const path = getPathParamOptions(program, property);
    const query = getQueryParamOptions(program, property);
    const options = path ?? query ?? getHeaderFieldOptions(program, property);
    if (!options || !(options.name in {})) return;
    if (path)
      throw new SpecError(
        `${describePlace(property)}: no path parameter can be called '${path.name}', at which TypeSpec's emitter of OpenAPI fails.`,
      );
    const write = (target: ModelProperty, name: string): void => {
      const context = { program } as DecoratorContext;
      if (query) $query(context, target, { ...query, name });
      else $header(context, target, { ...options, name });
    };
    write(property, disguise + options.name);
    this.#again(property, (copy) => write(copy as ModelProperty, disguise + options.name));
    this.#removals.push(() => write(property, options.name));
  }

  /** OpenAPI has a key for all statuses of a hundred, `4XX`, and none for some of them. */
  #listStatuses(property: ModelProperty): void {
    const program = this.#program;
    if (!isStatusCode(program, property)) return;
    const isWhole = (one: ReturnType<typeof getStatusCodes>[number]): boolean =>
      typeof one !== "object" || (one.start % 100 === 0 && one.end % 100 === 99);
    const ranges = getStatusCodes(program, property);
    if (ranges.every(isWhole)) return;
    const { union, unionVariant, literal } = $(program);
    const statuses = ranges.flatMap((one) => {
      if (typeof one !== "object") return [Number(one)];
      return Array.from({ length: one.end - one.start + 1 }, (_, nth) => one.start + nth);
    });
    const { type } = property;
    property.type = union.create({
      variants: statuses.map((status) =>
        unionVariant.create({ name: String(status), type: literal.create(status) }),
      ),
    });
    this.#removals.push(() => {
      property.type = type;
    });
  }

  /** Marks the parameters of a path that are steps of it, `{/name}`, for which the emitter has no word. */
  #markSteps(operation: Operation): void {
    const program = this.#program;
    const [{ parameters }] = getHttpOperation(program, operation);
    for (const { param, ...options } of parameters.parameters) {
      if (options.type !== "path" || options.style !== "path") continue;
      // The parts of a list or an object would be a step each.
      if (options.explode && param.type.kind === "Model") continue;
      this.#set(param, stepMark, true);
      this.#again(param, (copy) => setExtension(program, copy, stepMark, true));
    }
  }

  #addPages(operation: Operation): void {
    const program = this.#program;
    if (!isList(program, operation)) return;
    // A copy is not complete when it is made: its pages are read when the document is written.
    const pagesOf = (copy: Type) => ({ toJSON: () => readPages(program, copy as Operation) });
    this.#set(operation, "x-pages", pagesOf(operation));
    this.#again(operation, (copy) => setExtension(program, copy, "x-pages", pagesOf(copy)));
  }
}

/** The document of one version of a service. */
function chooseVersion(
  records: readonly OpenAPI3VersionedDocumentRecord[],
  wanted: string | undefined,
  place: string,
): OpenAPI3VersionedDocumentRecord {
  const found = records.find(({ version }) => version === wanted);
  if (found) return found;
  const names = records.map(({ version }) => version).join(", ");
  if (wanted === undefined)
    throw new SpecError(
      `${place}: the service has the versions ${names}: choose one with --api-version.`,
    );
  throw new SpecError(`${place}: the service has no version ${wanted}: it has ${names}.`);
}

function serializeExample(program: Program, property: ModelProperty, { value }: Example): unknown {
  const { type } = property;
  // HTTP writes the time in a header in another form.
  const isTime = type.kind === "Scalar" && program.checker.isStdType(type, "utcDateTime");
  const encoding =
    isHeader(program, property) && isTime ? { encoding: "rfc7231" as const, type } : undefined;
  return serializeValueAsJson(program, value, property, getEncode(program, property) ?? encoding);
}

function describePlace(target: Type): string {
  const place = getSourceLocation(target);
  if (!place) return getTypeName(target);
  const { line } = place.file.getLineAndCharacterOfPosition(place.pos);
  return `${relative(process.cwd(), place.file.path)}:${line + 1}`;
}

function failOnDiagnostics(diagnostics: readonly Diagnostic[]): void {
  const found = diagnostics.filter((diagnostic) => !isDeprecation(diagnostic));
  const warning = found.find(({ severity }) => severity === "warning");
  const hint = `\nWarnings count as errors. Fix it, or put \`#suppress "${warning?.code}" "why"\` above its line.`;
  if (found.length > 0)
    throw new DiagnosticsError(formatDiagnostics(found) + (warning ? hint : ""), found);
}

/** Name of the schema that stands for types which the compiler could not read. */
export const unreadSchema = "UnreadType";

/** Completes the types of a program with errors: the compiler skips the last step, and could not read some types. */
async function completeInSpiteOfErrors(program: Program): Promise<void> {
  const { model, modelProperty, intrinsic } = $(program);
  // Without a field, it would be no body.
  const unread = modelProperty.create({ name: "unread", type: intrinsic.any });
  const schema = model.create({ name: unreadSchema, properties: { unread } });
  Object.assign((program.checker as unknown as { errorType: Type }).errorType, schema);
  for (const { esmExports } of program.jsSourceFiles.values())
    if (typeof esmExports.$onValidate === "function") await esmExports.$onValidate(program);
}

/** Whether the emitter complains of a parameter that is a step of a path: the document has it as one. */
function isAboutStep(program: Program, { code, target }: Diagnostic): boolean {
  return (
    code === "@typespec/openapi3/invalid-style" &&
    typeof target === "object" &&
    "kind" in target &&
    getExtensions(program, target as Type).has(stepMark)
  );
}

/** What follows from a type that was not read repeats that mistake. */
function isFlaw(diagnostic: Diagnostic): boolean {
  return !isDeprecation(diagnostic) && !/\bErrorType\b/.test(diagnostic.message);
}

function isDeprecation({ code, severity }: Diagnostic): boolean {
  return severity === "warning" && /\bdeprecated\b/.test(code);
}

function formatDiagnostics(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .map((one) => formatDiagnostic(one, { pathRelativeTo: process.cwd() }))
    .join("\n");
}

/** How an operation with `@list` gives its pages; undefined for others, and if none of the known ways leads on. */
function readPages(program: Program, operation: Operation): Pagination | undefined {
  // The compiler itself reports wrong decorators.
  const [found] = isList(program, operation) ? getPagingOperation(program, operation) : [];
  if (!found) return undefined;
  const { input, output } = found;
  const place = (path: readonly ModelProperty[]): string[] =>
    path
      .filter((property) => !isBody(program, property) && !isBodyRoot(program, property))
      .map((property) => resolveEncodedName(program, property, "application/json"));
  const next = output.continuationToken ?? output.nextLink;
  const from =
    next &&
    (isHeader(program, next.property)
      ? getHeaderFieldName(program, next.property)
      : place(next.path));
  const items = place(output.pageItems.path);
  if (output.nextLink && from) return { items, by: "link", next: from };
  const { by, property } = findPageProperty(input);
  const parameter = property && readParameterName(program, property);
  if (parameter === undefined || (by === "token" && !from)) return undefined;
  return { items, by, parameter, ...(by === "token" && from && { next: from }) };
}

/** The property that selects a page: a token, the number of items before it, or its own number. */
function findPageProperty({ continuationToken, offset, pageIndex }: PagingOperation["input"]) {
  if (continuationToken) return { by: "token", property: continuationToken.property } as const;
  if (offset) return { by: "offset", property: offset.property } as const;
  return { by: "page", property: pageIndex?.property } as const;
}

/** Name of a query or header parameter; undefined for other parameters. */
function readParameterName(program: Program, property: ModelProperty): string | undefined {
  if (isQueryParam(program, property))
    return getQueryParamOptions(program, property)?.name ?? property.name;
  return isHeader(program, property) ? getHeaderFieldName(program, property) : undefined;
}
