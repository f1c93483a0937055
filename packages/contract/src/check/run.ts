import type { Codes, Row } from "./table.ts";

/** A rule that a value breaks, and where in the value. */
export interface ValueViolation {
  /** Names and positions joined by dots: `items.0.title`; empty for the value itself. */
  path: string;
  /** Keyword of JSON Schema. */
  rule: string;
  message: string;
  /** Error code that the contract gives this rule of this field. */
  code?: string;
  /** Figure, pattern or format of the rule. */
  limit?: string | number;
}

/** How a format is checked: a function for texts, with a pattern that each of them matches perhaps, or for numbers. */
export type FormatCheck =
  | (((text: string) => boolean) & { readonly implies?: string })
  | { type: "number"; validate: (value: number) => boolean };

/** How a value is read. */
export interface ReadOptions {
  /** Whether defaults are filled in, as a receiver does. */
  fill?: boolean;
  /** Whether texts stand for numbers and truth values, as in a URL. */
  coerce?: boolean;
  /** Says which texts are none, whatever their shape. */
  isBadText?: ((text: string) => boolean) | undefined;
  /** Takes the paths of the fields that are left out. Given for values of programs, which may have getters: each is read once. */
  dropped?: string[];
  /** Steps to the value, before its own path. */
  at?: readonly string[];
  /** Findings after which reading stops; 100 if absent. */
  maxFindings?: number;
}

/** A copy, and the faults of the value; if it has any, the copy is of no use. */
export interface Reading {
  value: unknown;
  findings: ValueViolation[];
}

/** Levels of nesting that are read. */
export const maxDepth = 500;
/** Variants of unions that are tried for one value: those within each other would multiply. */
export const maxUnionTries = 100_000;

/** One reading of one value. */
export class Run {
  readonly findings: ValueViolation[] = [];
  readonly path: (string | number)[];
  readonly options: ReadOptions;
  readonly maxFindings: number;
  tries = 0;
  /** Depth of the union whose variants are tried, or -1: then the first finding ends a try, and is not kept. */
  trial = -1;
  failed = false;
  /** Whether a variant failed by more than its type. */
  isOfType = false;
  /** Whether the value is a plain one, which can be read more than once. */
  isPlain: boolean;

  constructor(options: ReadOptions) {
    this.options = options;
    this.path = options.at ? [...options.at] : [];
    this.maxFindings = options.maxFindings ?? 100;
    this.isPlain = options.dropped === undefined;
  }

  /** Whether there is no need to look further. */
  get isOver(): boolean {
    return this.trial >= 0 ? this.failed : this.findings.length >= this.maxFindings;
  }

  pathTo(depth: number): string {
    return this.path.slice(0, depth).join(".");
  }

  /** Notes a broken rule; returns nothing, for a reader to return. @param index of the finding; last if absent */
  break(
    { codes }: { readonly codes?: Codes },
    depth: number,
    [rule, limit]: Broken,
    message: string,
    index = this.findings.length,
  ): undefined {
    if (this.trial >= 0) {
      this.failed = true;
      if (rule !== "type" || depth > this.trial) this.isOfType = true;
      return;
    }
    const code =
      rule === "type" || rule === "required" ? undefined : (codes?.[rule] ?? codes?.["*"]);
    this.findings.splice(index, 0, {
      path: this.pathTo(depth),
      rule,
      message,
      ...(code !== undefined && { code }),
      ...(limit !== undefined && { limit }),
    });
  }
}

type Broken = readonly [rule: string, limit?: string | number];
export type Read = (value: unknown, run: Run, depth: number) => unknown;
export type Formats = Readonly<Record<string, FormatCheck>>;
/** Gives the reader of a row. */
export type Find = (row: number) => Read;
export type FieldValues = Record<string, unknown>;

export const badText = "must not contain U+0000 or half a surrogate pair";

export function isObject(value: unknown): value is FieldValues {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isTooDeep(row: Row, run: Run, depth: number): boolean {
  if (depth < maxDepth) return false;
  if (!run.isOver)
    run.break(
      row,
      run.trial >= 0 ? depth : (run.options.at?.length ?? 0),
      ["depth"],
      "is nested too deep",
    );
  return true;
}
