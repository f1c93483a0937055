import type { ErrorRule, Finding, OperationRule } from "../rules.ts";

/** A field that a request got wrong. */
export interface Violation {
  /** Names and positions joined by dots: `items.0.title`. */
  path: string;
  /** JSON Schema keyword. */
  rule: string;
  message: string;
}

/** A violation with what its error says beside it. */
export interface FoundViolation extends Violation {
  /** Code of its own; absent where the general error is meant. */
  code?: string;
  /** Figures of the rule: `{ minimum: 1 }`. */
  figures?: Record<string, unknown>;
}

/** Violations that a response lists; a hostile body may hold a hundred thousand. */
export const mostViolations = 100;

/**
 * Turns what a check found into violations, each with the code that the contract gives it: one for each field, because
 * the second rule that a value breaks is mostly the first one in other words.
 */
export function findViolations(findings: readonly Finding[], invalid: OperationRule["invalid"]): FoundViolation[] {
  const byPath = new Map<string, FoundViolation>();
  for (const finding of withoutVariants(findings)) {
    const path = pathOf(finding);
    const rule = finding.keyword;
    const code = codeOf(invalid, path, rule);
    const { limit } = finding.params;
    const violation: FoundViolation = {
      path,
      rule,
      message: messageOf(finding),
      ...(code !== undefined && { code }),
      ...(typeof limit === "number" && { figures: { [rule]: limit } }),
    };
    const known = byPath.get(path);
    if (known ? rankOf(violation) < rankOf(known) : byPath.size < mostViolations) byPath.set(path, violation);
  }
  return [...byPath.values()];
}

/** What says most about a field: that its type is wrong, then what has a code of its own, then its format. */
function rankOf({ rule, code }: FoundViolation): number {
  if (rule === "type" || rule === "required") return 0;
  if (code !== undefined) return 1;
  return rule === "format" ? 2 : 3;
}

/**
 * The error that violations amount to: the general one if any of them has no code of its own, else that of the first.
 * `general` is undefined where the operation has no general error.
 */
export function chooseError(violations: readonly FoundViolation[]): string | undefined {
  return violations.some(({ code }) => code === undefined) ? undefined : violations[0]?.code;
}

/**
 * What an error tells of violations: all of them in a list, or the one that it is about, with all of them in `fields`
 * where there are several.
 */
export function detailsOf(error: ErrorRule, violations: readonly FoundViolation[]): unknown {
  if (error.list) return violations.map(plain);
  const first = violations.find(({ code }) => code === error.code) ?? violations[0];
  if (!first) return undefined;
  const about = { ...plain(first), ...first.figures };
  return violations.length > 1 ? { ...about, fields: violations.map(plain) } : about;
}

function plain({ path, rule, message }: Violation): Violation {
  return { path, rule, message };
}

/**
 * A value that fits none of several variants is one violation, not one for each variant: of the type where no variant
 * takes it. Conditions say nothing that their consequences do not.
 */
function withoutVariants(findings: readonly Finding[]): Finding[] {
  const own = findings.filter(({ keyword }) => keyword !== "if");
  const unions = new Set(own.filter(isUnion).map(({ instancePath }) => instancePath));
  if (unions.size === 0) return own;
  const ofOtherType = new Set<string>(unions);
  for (const finding of own) {
    if (!isUnion(finding) && finding.keyword !== "type") ofOtherType.delete(finding.instancePath);
  }
  return own.flatMap((finding) => {
    if (!isUnion(finding)) return isWithin(finding.instancePath, unions) ? [] : [finding];
    const ofType = ofOtherType.has(finding.instancePath);
    return [ofType ? { ...finding, keyword: "type", message: "has the wrong type" } : finding];
  });
}

function isUnion({ keyword }: Finding): boolean {
  return keyword === "anyOf" || keyword === "oneOf";
}

/** Whether a path or one that it leads through is among some; not by trying them all, for there may be very many. */
function isWithin(path: string, among: ReadonlySet<string>): boolean {
  for (let end = path.length; end >= 0; end = path.lastIndexOf("/", end - 1)) {
    if (among.has(path.slice(0, end))) return true;
    if (end === 0) return false;
  }
  return false;
}

function pathOf({ instancePath, keyword, params }: Finding): string {
  const steps = instancePath
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (keyword === "required") steps.push(String(params.missingProperty));
  return steps.join(".");
}

function codeOf(invalid: OperationRule["invalid"], path: string, rule: string): string | undefined {
  // Missing fields and wrong JSON types are never more than the general error.
  if (rule === "required" || rule === "type") return undefined;
  const codes = invalid[path] ?? invalid[path.replace(/(?<=^|\.)[0-9]+(?=\.|$)/g, "*")];
  return codes && (codes[rule] ?? codes["*"]);
}

function messageOf({ keyword, params, message = "is invalid" }: Finding): string {
  if (keyword === "required") return "is required";
  if (keyword === "anyOf" || keyword === "oneOf")
    return message === "has the wrong type" ? message : "has no known form";
  if (keyword === "enum" && Array.isArray(params.allowedValues))
    return `must be one of ${params.allowedValues.join(", ")}`;
  return message;
}
