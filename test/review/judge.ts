// Compiles edited specs and judges what the review says of each edit.
import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { emitDocument } from "@packages/contract/src/compile.ts";
import { buildDocument } from "@packages/contract/src/document/build-document.ts";
import { SpecError } from "@packages/contract/src/spec-error.ts";
import { compile, type Diagnostic, NodeHost, type Program } from "@typespec/compiler";
import type { Change } from "../../packages/review/src/change.ts";
import { compareContracts } from "../../packages/review/src/compare-contracts.ts";
import type { Loaded } from "../../packages/review/src/load/loaded.ts";
import { locateIn } from "../../packages/review/src/load/locate.ts";
import type { Tree } from "../../packages/review/src/place.ts";
import { type Mutation, mutationsOf, withoutExamples } from "./mutate.ts";

interface Judgement {
  result: Result;
  /** What was said. */
  findings: string[];
}

/**
 * What can come of an edit: each finding `named` the declaration and its line, the document is the `same`, there is a reason
 * to be `silent`, the compiler `refused` it, or something else is `wrong`.
 */
type Result = "named" | "same" | "silent" | "refused" | "wrong";

/** Why an edit that changes the document may be silent. */
const silent: [reason: string, is: (mutation: Mutation) => boolean][] = [
  ["words are counted, not judged", ({ edit }) => edit === "reworded"],
  ["order means nothing", ({ edit }) => edit === "reordered"],
  ["tags are described for people", ({ what }) => what === "@tagMetadata"],
  [
    "a parameter that the route names keeps its place, and loses its example",
    ({ what }) => what === "@path",
  ],
  [
    "a parameter of the path is required, whatever is said",
    ({ what, name, text }) => what === "parameter" && text.includes(`/{${name}}`),
  ],
  [
    "a pattern beside a length allows the same texts without it",
    ({ what, text, after: [first, last] }) => {
      const edited = text
        .split("\n")
        .slice(first - 1, last)
        .join("\n");
      const isLength = /^@(min|max)Length$/.test(what) || edited.includes("@maxLength(500)");
      return isLength && edited.includes("@pattern");
    },
  ],
  [
    "the report lists statements that are not documented by themselves",
    ({ what }) => what === "@basis",
  ],
];

/** A copy of the project's spec that files are edited in. */
export class EditedSpec {
  readonly #folder: string;
  readonly #files: Map<string, string>;
  #base: Loaded | undefined;
  #previous: Program | undefined;

  constructor(home: string, folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
    cpSync(join(home, "spec"), join(folder, "spec"), { recursive: true });
    // Examples would have to be edited with every field: without them, an edit of the contract stays one edit.
    for (const file of globSync("spec/**/*.tsp", { cwd: folder })) {
      const path = join(folder, file);
      writeFileSync(path, withoutExamples(readFileSync(path, "utf8")));
    }
    symlinkSync(join(home, "node_modules"), join(folder, "node_modules"), "junction");
    const files = globSync("spec/**/*.tsp", { cwd: home });
    this.#files = new Map(
      files.sort().map((file) => [file, readFileSync(join(folder, file), "utf8")]),
    );
  }

  mutations(): Mutation[] {
    const files = [...this.#files].filter(([file]) => !file.includes("examples"));
    return files.flatMap(([file, text]) => mutationsOf(file, text));
  }

  async judge(mutation: Mutation): Promise<Judgement> {
    const base = await this.base();
    try {
      const head = await this.edited({ [mutation.file]: mutation.text });
      if (typeof head === "string") return { result: "refused", findings: [head] };
      const { changes } = await compareContracts(base, head);
      const own = changes.filter(({ kind }) => !kind.startsWith("example-"));
      const wrong = own.filter((change) => !isNamed(change, mutation));
      const isSame = isDeepStrictEqual(head.document, base.document);
      const hasReason = own.length === 0 && silent.some(([, is]) => is(mutation));
      const isNamedAll = own.length > 0 && wrong.length === 0;
      const outcomes: [Result, boolean][] = [
        ["same", isSame],
        ["silent", hasReason],
        ["named", isNamedAll],
      ];
      const result = outcomes.find(([, is]) => is)?.[0] ?? "wrong";
      const said = (wrong.length > 0 ? wrong : own).map(
        ({ kind, where, message }) =>
          `${kind} ${where.source} ${where.in} ${where.pointer} :: ${message}`,
      );
      return { result, findings: said };
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
      return { result: "refused", findings: [error.message] };
    }
  }

  /** The spec as it is. */
  async base(): Promise<Loaded> {
    this.#base ??= (await this.#load()) as Loaded;
    return this.#base;
  }

  /** Text of a file as it is. */
  textOf(file: string): string {
    return this.#files.get(file) ?? "";
  }

  /** The spec with other texts of some files, or what the compiler says against it. */
  async edited(texts: Record<string, string>): Promise<Loaded | string> {
    for (const [file, text] of Object.entries(texts)) writeFileSync(join(this.#folder, file), text);
    try {
      return await this.#load();
    } finally {
      for (const file of Object.keys(texts))
        writeFileSync(join(this.#folder, file), this.textOf(file));
    }
  }

  /** The edited spec as a contract, or what the compiler says against it. */
  async #load(): Promise<Loaded | string> {
    const program = await compile(
      NodeHost,
      join(this.#folder, "spec/main.tsp"),
      {},
      this.#previous,
    );
    this.#previous = program;
    const fatal = program.diagnostics.find(isRefused);
    if (fatal) return `${fatal.code}: ${fatal.message}`;
    // What the behaviour library asks for beyond the compiler is not in question here.
    Object.defineProperty(program, "diagnostics", { value: [] });
    try {
      const document = buildDocument(
        await emitDocument(program, "spec/main.tsp"),
      ) as unknown as Tree;
      const sources = new Map(
        [...this.#files.keys()].map((file) => [
          file,
          readFileSync(join(this.#folder, file), "utf8"),
        ]),
      );
      return {
        name: "spec",
        document,
        locate: locateIn(program, document, this.#folder),
        sources: async () => sources,
      };
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
}

function isRefused({ code }: Diagnostic): boolean {
  // Examples were taken out; everything else that the compiler asks for has to be there.
  return !/behaviour\/.*example/.test(code);
}

function isNamed({ where }: Change, mutation: Mutation): boolean {
  const [first, last] = where.in === "base" ? mutation.before : mutation.after;
  return where.file === mutation.file && Number(where.line) >= first && Number(where.line) <= last;
}
