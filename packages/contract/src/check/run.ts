import type { BasisKind, ConstraintAnnotations, Row } from "./table.ts";

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
  /** Where the rule comes from if the provider's document does not state it. */
  basis?: BasisKind;
}

/**
 * How a format is checked: a function for strings or for numbers. One for strings may have a pattern that each valid string matches
 * (`implies`), and words for what it demands, which follow its name in messages (`demand`).
 */
export type FormatCheck =
  | (((value: string) => boolean) & { readonly implies?: string; readonly demand?: string })
  | { type: "number"; validate: (value: number) => boolean };

/** How a value is read. */
export interface CheckOptions {
  /** Whether defaults are filled in, as a receiver does. */
  fill?: boolean;
  /** Whether strings stand for numbers and booleans, as in a URL. */
  coerce?: boolean;
  /** Whether a string is invalid, whatever its shape: it holds a lone surrogate or U+0000. */
  isInvalidString?: ((value: string) => boolean) | undefined;
  /** Takes the paths of the fields that are left out. Given for values of programs, which may have getters: each is read once. */
  dropped?: string[];
  /**
   * Whether a value that breaks the form of a rule that is not documented is taken, as from somebody who knows the document
   * alone. Its violations are `mismatches`.
   */
  tolerant?: boolean;
  /** Steps to the value, before its own path. */
  at?: readonly string[];
  /** Findings after which reading stops; 100 if absent. */
  maxFindings?: number;
}

/** A copy, and the violations of the value; the copy of a value with violations must not be used. */
export interface Reading {
  value: unknown;
  findings: ValueViolation[];
  /** Constraints that the value breaks and that were tolerated. Empty unless the reading was tolerant. */
  mismatches: ValueViolation[];
}

/** Constraints beyond the shape of a value: a value that breaks one is still of the right kind. */
const tolerable = new Set(
  (
    "format pattern enum anyOf oneOf minLength maxLength minItems maxItems uniqueItems minimum maximum exclusiveMinimum " +
    "exclusiveMaximum multipleOf"
  ).split(" "),
);

/** Levels of nesting that are read. */
export const maxDepth = 500;
/** Variants of unions that are tried for one value: those within each other would multiply. */
export const maxUnionTries = 100_000;

/** One reading of one value. */
export class Run {
  readonly findings: ValueViolation[] = [];
  readonly mismatches: ValueViolation[] = [];
  readonly path: (string | number)[];
  readonly options: CheckOptions;
  readonly maxFindings: number;
  tries = 0;
  /** Depth of the union whose variants are tried, or -1: then the first finding ends a try, and is not kept. */
  trial = -1;
  failed = false;
  /** Whether a variant failed by more than its type. */
  isOfType = false;
  /** Whether a string fits a variant but for its format: the variant was probably meant. */
  breaksFormatAlone = false;
  /** Whether no rule is tolerated: while it is tried which variant fits without. */
  isStrict = false;
  /** Whether the value is a plain one, which can be read more than once. */
  isPlain: boolean;

  constructor(options: CheckOptions) {
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

  /** Notes a violation; returns nothing, for a reader to return. @param index of the violation; last if absent */
  break(
    annotations: ConstraintAnnotations,
    depth: number,
    [rule, limit]: Broken,
    message: string,
    index = this.findings.length,
  ): undefined {
    const { codes } = annotations;
    const basis = findBasis(annotations.basis, rule);
    const isTolerated = this.tolerates(annotations, rule);
    if (isTolerated && this.trial >= 0) return;
    if (this.trial >= 0) {
      this.failed = true;
      if (rule !== "type" || depth > this.trial) this.isOfType = true;
      return;
    }
    const code =
      rule === "type" || rule === "required" ? undefined : (codes?.[rule] ?? codes?.["*"]);
    const finding: ValueViolation = {
      path: this.pathTo(depth),
      rule,
      message,
      ...(code !== undefined && { code }),
      ...(limit !== undefined && { limit }),
      ...(basis && { basis }),
    };
    if (isTolerated) this.mismatches.push(finding);
    else this.findings.splice(index, 0, finding);
  }

  /** Reads a value as a form of a union: an error code of the union holds for the value, whichever constraint it breaks. */
  withCodes<Value>({ codes = {} }: ConstraintAnnotations, depth: number, read: () => Value): Value {
    const start = this.findings.length;
    const value = read();
    for (const finding of this.findings.slice(start)) {
      const code = codes[finding.rule] ?? codes["*"];
      const isOwn = finding.path === this.pathTo(depth) && finding.rule !== "type";
      if (isOwn && code !== undefined) finding.code ??= code;
    }
    return value;
  }

  /** Whether a value that breaks a constraint is taken all the same. */
  tolerates({ basis }: ConstraintAnnotations, rule: string): boolean {
    const isSought = this.options.tolerant && !this.isStrict && tolerable.has(rule);
    return Boolean(isSought && findBasis(basis, rule));
  }
}

/** Where a rule comes from; undefined if it is documented. */
function findBasis(bases: ConstraintAnnotations["basis"], rule: string): BasisKind | undefined {
  const own = bases?.[rule];
  return (own === undefined ? bases?.["*"] : own) ?? undefined;
}

type Broken = readonly [rule: string, limit?: string | number];
export type Read = (value: unknown, run: Run, depth: number) => unknown;
export type Formats = Readonly<Record<string, FormatCheck>>;
/** Gives the reader of a row. */
export type Find = (row: number) => Read;
export type FieldValues = Record<string, unknown>;

export const invalidString = "must not contain U+0000 or a lone surrogate";

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
