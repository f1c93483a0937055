import { type Area, areas, type CheckName, type CheckStatement, checks } from "./checks.ts";
import { type Citation, cite } from "./citation.ts";
import type { Contract } from "./contract.ts";
import type { Exchange, SentRequest } from "./exchange.ts";
import type { ConformanceOptions, Skip } from "./options.ts";
import { toCurl } from "./requests.ts";

/** A difference between the contract and the server, wherever it occurs. */
export interface Finding extends Citation {
  check: CheckName;
  area: Area;
  /** Id of the first operation, event or kind of object; `*` for a finding that belongs to none. */
  operation: string;
  /** All of them. */
  operations: string[];
  message: string;
  /** The message without figures, ids and places: findings of two runs with the same one are the same. */
  gist: string;
  /** The subject of the first request. */
  request: string;
  /** The subjects of some further requests. */
  requests: string[];
  /** A command that repeats the first request; empty if the server did something by itself. */
  curl: string;
  /** Further requests with the same finding. */
  repeats: number;
  /** Findings that follow from this one. */
  consequences: Finding[];
}

/** Something that could not be tested here, and why. */
export interface Untested {
  check: CheckName;
  operation: string;
  reason: string;
}

/** Requests of a finding that are kept, besides the first. */
const maxShownRequests = 20;

// Checks that find that a response is not in the contract: whatever else is wrong with it follows from that.
const ofResponse: readonly CheckName[] = [
  "server-error",
  "documented-status",
  "content-type",
  "error-code",
];

/** The findings of a run. */
export class Findings {
  readonly found: Finding[] = [];
  readonly untested: Untested[] = [];
  /** Checks that were made, by operation or event. */
  readonly coverage = new Map<string, Set<CheckName>>();
  /** Parts of the run that did not come to their end, and why. */
  readonly incidents: string[] = [];
  /** Operations that were called, and whether one has succeeded. */
  readonly #alive = new Map<string, boolean>();
  readonly #contract: Contract;
  /** The checks of the run: those of any contract, and those of the profile. */
  readonly checks: Readonly<Record<string, CheckStatement>>;
  /** Skips, and how many failures each has hidden; one that hides nothing may be out of date. */
  readonly skips: { skip: Skip; used: number }[];
  readonly #only: ReadonlySet<string> | undefined;
  /** The mistake in the response to each request. */
  readonly #causes = new WeakMap<SentRequest, Finding>();

  /** @param own checks of the profile */
  constructor(
    contract: Contract,
    { skip = [], only }: Pick<ConformanceOptions, "skip" | "only">,
    own: Readonly<Record<string, CheckStatement>>,
  ) {
    this.#contract = contract;
    this.checks = { ...checks, ...own };
    this.skips = skip.map((entry) => ({ skip: entry, used: 0 }));
    this.#only = only && only.checks.length > 0 ? new Set(only.checks) : undefined;
  }

  /** Whether a check is made at all. */
  wants(check: CheckName): boolean {
    return !(this.#only && !this.#only.has(check)) && !this.leavesOut(check);
  }

  /** Whether a check is skipped altogether. */
  leavesOut(check: CheckName): boolean {
    return this.skips.some(
      ({ skip }) => skip.check === check && !("operation" in skip) && !("request" in skip),
    );
  }

  /** Records that a check was made, with its messages, if any. */
  record(
    check: CheckName,
    operation: string,
    messages: readonly string[],
    exchange?: Exchange,
  ): void {
    if (this.#only && !this.#only.has(check)) return;
    this.coverage.set(operation, (this.coverage.get(operation) ?? new Set()).add(check));
    if (messages.length === 0 || this.#isSkipped(check, operation, exchange?.label ?? "")) return;
    // All breaches of one check in one response have one cause: the first message is the finding, the others follow from it.
    const [head = "", ...others] = messages;
    const first = this.#add(check, operation, head, exchange);
    for (const message of others) this.#add(check, operation, message, exchange, first);
  }

  recordUntested(check: CheckName, operation: string, reason: string): void {
    if (!this.wants(check)) return;
    const known = this.untested.some((one) => one.check === check && one.operation === operation);
    if (!known) this.untested.push({ check, operation, reason });
  }

  noteCall(operation: string, isSuccess: boolean): void {
    this.#alive.set(operation, isSuccess || this.#alive.get(operation) === true);
  }

  /** Whether an operation has succeeded once, or was never called. */
  lives(operation: string): boolean {
    return this.#alive.get(operation) ?? true;
  }

  get names(): CheckName[] {
    return Object.keys(this.checks) as CheckName[];
  }

  /** Checks that were made at least once. */
  get made(): CheckName[] {
    return this.names.filter((name) =>
      [...this.coverage.values()].some((checks) => checks.has(name)),
    );
  }

  #add(
    check: CheckName,
    operation: string,
    message: string,
    exchange?: Exchange,
    first?: Finding,
  ): Finding {
    const cause = exchange && this.#causes.get(exchange.request);
    const isOfResponse = ofResponse.includes(check);
    const list = first?.consequences ?? (cause && !isOfResponse ? cause.consequences : this.found);
    const label = exchange?.label ?? "";
    const gist = shortenMessage(check, message, label, operation);
    // The same failure of a hundred requests is one finding.
    const isIt = (one: Finding) => isSameFinding(one, { check, gist });
    const known = list.find(isIt) ?? flatten(this.found).find(isIt);
    if (known) {
      known.repeats += 1;
      if (!known.operations.includes(operation)) known.operations.push(operation);
      const isNew = ![known.request, ...known.requests].includes(label);
      if (isNew && known.requests.length < maxShownRequests) known.requests.push(label);
    }
    const statement = this.checks[check];
    if (!statement) throw new Error(`There is no check ${check}.`);
    const finding = known ?? {
      check,
      area: statement.area,
      operation,
      operations: [operation],
      message,
      gist,
      ...this.#cite(statement, operation, message, exchange?.response?.status),
      request: label,
      requests: [],
      repeats: 0,
      curl: exchange ? toCurl(exchange.request) : "",
      consequences: [],
    };
    if (!known) list.push(finding);
    if (exchange && !cause && isOfResponse) this.#causes.set(exchange.request, finding);
    return finding;
  }

  /** The contract's sentence about the error in a message is more specific than that of the check. */
  #cite(
    { cites: place }: CheckStatement,
    operation: string,
    message: string,
    status?: number,
  ): Citation {
    const citation = cite(this.#contract, place, operation, status);
    const [, code] = /instead of \d{3} (\w+)/.exec(message) ?? [];
    const error = this.#contract.errors.find((one) => one.code === code);
    return error ? { ...citation, sentence: `\`${error.code}\`: ${error.condition}` } : citation;
  }

  #isSkipped(check: CheckName, operation: string, request: string): boolean {
    const found = this.skips.find(
      ({ skip }) =>
        skip.check === check &&
        ["*", operation].includes(skip.operation ?? "*") &&
        matchesPattern(skip.request ?? "*", request),
    );
    if (found) found.used += 1;
    return found !== undefined;
  }
}

/** Every finding, those that follow from others too. */
export function flatten(findings: readonly Finding[]): Finding[] {
  return findings.flatMap((finding) => [finding, ...flatten(finding.consequences)]);
}

/** A message without its variable parts: the request, the operation, figures, ids, times and quotations. */
function shortenMessage(
  check: CheckName,
  message: string,
  label: string,
  operation: string,
): string {
  // A caller who sees one object of another caller sees the others too.
  if (check === "isolation") return check;
  const bare =
    label !== "" && message.startsWith(`${label}: `) ? message.slice(label.length + 2) : message;
  return (
    bare
      .replaceAll(operation, "#")
      .replaceAll(/"(?:[^"\\]|\\.)*"/g, "#")
      // Of several errors that would be right the first one is enough. Its code and its status stay.
      .replace(/(instead of \d{3} \w+)(?: or \d{3} \w+)*/, "$1")
      .replaceAll(/(?<=[a-z])\.\d+(?=[. ])/gi, ".#")
      .replaceAll(/(?<![\w.])-?[\w.:-]*\d[\w.:-]*(?! [A-Z_]{4})/g, "#")
  );
}

function matchesPattern(pattern: string, text: string): boolean {
  const source = pattern.split("*").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${source.join(".*")}$`).test(text);
}

/** Checks that another one trips: their findings of the same operation follow from that one's. */
const follows: Partial<Record<CheckName, readonly CheckName[]>> = {
  "generated-data": ["bad-data-refused", "good-data-accepted", "error-fits-cause"],
  "error-names-field": ["error-code", "body-schema"],
  "idempotency-conflict": ["idempotency-replay"],
  "idempotency-parallel": ["idempotency-replay"],
  "idempotency-retention": ["idempotency-replay"],
  "idempotency-refusals": ["idempotency-replay"],
  "rate-limit-scope": ["rate-limit"],
  "rate-limit-window": ["rate-limit"],
  "rate-limit-headers": ["headers", "rate-limit"],
  "retry-after": ["headers", "rate-limit"],
  "notification-repeat": ["notification-expected"],
  "notification-timeout": ["notification-expected"],
};

/** Checks that find that an operation does not work at all. */
const unreachable: readonly CheckName[] = [
  "server-error",
  "documented-status",
  "content-type",
  "good-data-accepted",
];

/**
 * The findings by cause, the worst first: each with those that follow from it.
 *
 * @param lives whether an operation has ever succeeded
 */
export function byCause(
  found: readonly Finding[],
  lives: (operation: string) => boolean,
): Finding[] {
  const roots: Finding[] = [];
  const causes = new Map<Finding, Finding>();
  for (const finding of found) {
    const cause = found.find(
      (other) => other !== finding && !causes.has(other) && isCause(other, finding, lives),
    );
    if (cause) causes.set(finding, cause);
    else roots.push({ ...finding, consequences: [...finding.consequences] });
  }
  for (const [finding, cause] of causes) {
    const root = roots.find((one) => isSameFinding(one, cause)) ?? roots[0];
    root?.consequences.push(finding);
  }
  return roots.sort((one, other) => areaRank(one) - areaRank(other) || other.repeats - one.repeats);
}

function isCause(cause: Finding, finding: Finding, lives: (operation: string) => boolean): boolean {
  const shared = finding.operations.every((operation) => cause.operations.includes(operation));
  if (!shared) return false;
  if (follows[finding.check]?.includes(cause.check)) return true;
  const isUnreachable = finding.operations.every(
    (operation) => operation !== "*" && !lives(operation),
  );
  return (
    isUnreachable &&
    unreachable.includes(cause.check) &&
    !unreachable.includes(finding.check) &&
    finding.area !== "security"
  );
}

export const isSameFinding = (
  one: Pick<Finding, "check" | "gist">,
  other: Pick<Finding, "check" | "gist">,
): boolean => one.check === other.check && one.gist === other.gist;

const areaRank = ({ area }: Finding) => areas.indexOf(area);
