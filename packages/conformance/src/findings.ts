import { type BasisKind, type BrokenRule, findBasis, toMistake } from "./basis.ts";
import { type Area, areas, type CheckName, type CheckStatement, checks } from "./checks.ts";
import { type Citation, cite } from "./citation.ts";
import type { Contract } from "./contract.ts";
import { describeResponse, type Exchange, quoteError, type SentRequest } from "./exchange.ts";
import type { ConformanceOptions, Skip } from "./options.ts";
import { toCurl } from "./requests.ts";

/** A place of a finding: an operation, and the field or the kind of request that shows it. */
export interface FindingPlace {
  /** Id of the operation, an event or a kind of object; `*` for a cause that belongs to none. */
  operation: string;
  /**
   * The field of the request, like `customer.name`, or else its subject without figures. Empty for a check that looks at
   * every exchange.
   */
  place: string;
  message: string;
  /** The subject of the first request. */
  request: string;
  /** A command that repeats the first request; empty if there was none. */
  curl: string;
  /** The notification that shows it, as it came. */
  received?: string;
  /** Further requests that show it. */
  repeats: number;
}

/** What shows a broken check: an exchange, a notification, or both. */
export interface Evidence {
  exchange?: Exchange | undefined;
  /** A notification, as {@link showNotification} prints it. */
  received?: string;
}

/** A difference between the contract and the server: a check that is broken in one way, wherever it is. */
export interface Finding extends Citation {
  check: CheckName;
  area: Area;
  /** Where the broken statement comes from, if that is not the provider's document; none for money and security, which bind. */
  basis?: BasisKind;
  /** The message of the first cause. */
  message: string;
  /** The message without figures, ids and places, the same in two runs. */
  gist: string;
  /** At least one. */
  causes: FindingPlace[];
  /** Findings that follow from this one. */
  consequences: Finding[];
}

/** Something that could not be tested here, and why. */
export interface Untested {
  check: CheckName;
  operation: string;
  reason: string;
}

/** Checks that find that a response is not in the contract: whatever else is wrong with its form follows from that. */
const ofResponse: readonly CheckName[] = [
  "server-error",
  "documented-status",
  "content-type",
  "error-code",
];

/** Whether a broken response explains the failure of another check of it. A leak, or money, has a separate cause. */
function explains(cause: Finding, area: Area, basis: BasisKind | undefined): boolean {
  if (isLessBinding(cause.basis, basis)) return false;
  return area !== "security" && (area !== "money" || cause.check === "server-error");
}

/** Whether the first of two findings is about an assumption and the second is not: then only the second counts. */
const isLessBinding = (one: BasisKind | undefined, other: BasisKind | undefined): boolean =>
  one !== undefined && other === undefined;

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
  /** The refusals of the requests of each finding. */
  readonly refusals: RefusalsByFinding = new Map();

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

  /** Whether requests are sent for some checks: one of them is wanted, or one that any exchange may break. */
  asksFor(...own: readonly CheckName[]): boolean {
    // Except for checks of a 429: the probe of the limits brings those about.
    const everywhere = this.names.filter(
      (name) => this.checks[name]?.group === "exchange" && name !== "retry-after",
    );
    return [...own, ...everywhere, "error-fits-cause" as const].some((check) => this.wants(check));
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
    messages: readonly (string | BrokenRule)[],
    evidence: Evidence = {},
  ): void {
    const { exchange } = evidence;
    if (this.#only && !this.#only.has(check)) return;
    this.coverage.set(operation, (this.coverage.get(operation) ?? new Set()).add(check));
    if (messages.length === 0 || this.#isSkipped(check, operation, exchange?.label ?? "")) return;
    // All breaches of one check in one response have one cause: the first message is the finding, the others follow from it.
    const [head = { text: "" }, ...others] = messages.map(toMistake);
    const first = this.#add(check, operation, head, evidence);
    for (const message of others) this.#add(check, operation, message, evidence, first);
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
    { text: message, basis: given }: BrokenRule,
    { exchange, received }: Evidence,
    first?: Finding,
  ): Finding {
    const statement = this.checks[check];
    if (!statement) throw new Error(`There is no check ${check}.`);
    const broken = exchange && this.#causes.get(exchange.request);
    const isOfResponse = ofResponse.includes(check);
    const status = exchange?.response?.status;
    const citation = this.#cite(statement, operation, message, status);
    const isBinding = statement.area === "money" || statement.area === "security";
    const place = { cites: citation.cites, operation, status, message };
    const found = isBinding ? undefined : findBasis(this.#contract, place);
    const basis = given === "documented" ? undefined : (given ?? found);
    const isExplained = broken && !isOfResponse && explains(broken, statement.area, basis);
    const list = first?.consequences ?? (isExplained ? broken.consequences : this.found);
    const request = exchange?.label ?? "";
    const gist = shortenMessage(check, message, request, operation);
    const known = this.#find(list, { check, gist, ...(basis && { basis }) });
    const finding: Finding = known ?? {
      check,
      area: statement.area,
      ...(basis && { basis }),
      message,
      gist,
      ...citation,
      causes: [],
      consequences: [],
    };
    if (!known) list.push(finding);
    const curl = exchange ? toCurl(exchange.request) : "";
    const cause = {
      ...makeCause(statement, operation, request),
      message,
      curl,
      ...(received !== undefined && { received }),
    };
    const seen = finding.causes.find((one) => isSameCause(one, cause));
    if (seen) seen.repeats += 1;
    else finding.causes.push(cause);
    this.refusals.set(finding, [...(this.refusals.get(finding) ?? []), readRefusal(exchange)]);
    if (exchange && !broken && isOfResponse) this.#causes.set(exchange.request, finding);
    return finding;
  }

  /** A finding that is known. One that was a consequence only, and occurs by itself now, leaves its cause. */
  #find(list: readonly Finding[], wanted: FindingName): Finding | undefined {
    const isIt = (one: Finding) => isSameFinding(one, wanted);
    const known = list.find(isIt) ?? flatten(this.found).find(isIt);
    if (known === undefined || list !== this.found || this.found.includes(known)) return known;
    for (const one of flatten(this.found))
      one.consequences = one.consequences.filter((consequence) => consequence !== known);
    this.found.push(known);
    return known;
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

/** A cause by the subject of its request, which begins with the field that it is about: `customer.name: missing`. */
export function makeCause(
  { group, cites }: CheckStatement,
  operation: string,
  request: string,
): FindingPlace {
  const [, field] = (cites !== "@/security" && /^([A-Za-z_$][\w.$-]*): /.exec(request)) || [];
  // These checks look at any exchange: which request of an operation shows a mistake is chance.
  const isOfAny = operation !== "*" && (group === "exchange" || group === "consistency");
  const place = isOfAny ? "" : (field ?? request.replaceAll(/\b\d+/g, "#"));
  return { operation, place, message: "", request, curl: "", repeats: 0 };
}

const isSameCause = (one: FindingPlace, other: FindingPlace): boolean =>
  one.operation === other.operation && one.place === other.place;

/** Findings of a run whose causes another one does not have, each with those causes alone. */
export function subtract(findings: readonly Finding[], others: readonly Finding[]): Finding[] {
  return flatten(findings).flatMap((finding) => {
    const known = flatten(others)
      .filter((one) => isSameFinding(one, finding))
      .flatMap(({ causes }) => causes);
    const left = finding.causes.filter((cause) => !known.some((one) => isSameCause(one, cause)));
    const [first] = left;
    return first ? [{ ...finding, message: first.message, causes: left, consequences: [] }] : [];
  });
}

/** Number of requests that show a finding. */
export function countRequests({ causes }: Pick<Finding, "causes">): number {
  return causes.reduce((sum, { repeats }) => sum + 1 + repeats, 0);
}

/** Its operations, events or kinds of objects, each once. */
export function listOperations({ causes }: Pick<Finding, "causes">): string[] {
  return [...new Set(causes.map(({ operation }) => operation))];
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
      .replace(/ The server says: .*$/s, "")
      .replaceAll(operation, "#")
      .replaceAll(/"(?:[^"\\]|\\.)*"/g, "#")
      // The first one of several errors that would be right is enough. Its code and its status stay.
      .replace(/(instead of \d{3} \w+)(?: or \d{3} \w+)*/, "$1")
      .replaceAll(/(?<=[a-z])\.\d+(?=[. ])/gi, ".#")
      .replaceAll(/(?<![\w.])-?[\w.:-]*\d[\w.:-]*(?![\w.:-]| [A-Z_]{4})/g, "#")
      // Checksums of letters alone, and the full stop that a figure takes with it.
      .replaceAll(/\b[A-F]{4}\b\.?/g, "#")
  );
}

function matchesPattern(pattern: string, name: string): boolean {
  const source = pattern.split("*").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${source.join(".*")}$`).test(name);
}

/** Checks that another one trips: their findings of the same operation follow from that one's. */
const follows: Readonly<Record<string, readonly string[]>> = {
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
  // Balances are wrong because of what a request did that should have had no effect.
  ledger: ["idempotency-replay", "idempotency-parallel", "idempotency-retention", "authentication"],
};

/** For each finding, how each of its requests was refused; undefined for a request that was not. */
type RefusalsByFinding = Map<Finding, readonly (RefusedRequest | undefined)[]>;

interface RefusedRequest {
  words: string;
  /** Whether the request is an example of the contract, as it stands there. */
  isOfExample: boolean;
}

function readRefusal(exchange: Exchange | undefined): RefusedRequest | undefined {
  const { status = 0 } = exchange?.response ?? {};
  if (!exchange || status < 400 || status >= 500) return undefined;
  const words = describeResponse(exchange) + quoteError(exchange);
  return { words, isOfExample: exchange.label.startsWith("the example ") };
}

/** Checks of a request like one that was accepted: no refusal of valid data explains them. */
const afterAcceptance: readonly CheckName[] = [
  "good-data-accepted",
  "idempotency-replay",
  "idempotency-retention",
  "idempotency-scope",
];

/** Whether examples of the contract are refused, and every request of another finding in the same words. */
function isRefusedAlike(cause: Finding, finding: Finding, refusals: RefusalsByFinding): boolean {
  if (cause.check !== "good-data-accepted" || finding.area === "security") return false;
  if (afterAcceptance.includes(finding.check)) return false;
  const ofExamples = (refusals.get(cause) ?? []).filter((one) => one?.isOfExample);
  const own = refusals.get(finding) ?? [];
  return (
    own.length > 0 && own.every((one) => ofExamples.some((other) => other?.words === one?.words))
  );
}

/** Checks that fail if an operation does not work at all. */
const brokenOperation: readonly CheckName[] = [
  "server-error",
  "documented-status",
  "content-type",
  "good-data-accepted",
];

/**
 * The findings by cause, the worst first: each with those that follow from it.
 *
 * @param lives whether an operation has ever succeeded
 * @param refusals those of the requests of each finding
 */
export function byCause(
  found: readonly Finding[],
  lives: (operation: string) => boolean,
  refusals: RefusalsByFinding = new Map(),
): Finding[] {
  const causes = new Map<Finding, Finding>();
  // Refusals come first: a finding that only follows from one does not explain others.
  for (const explains of [
    (cause: Finding, finding: Finding) => isRefusedAlike(cause, finding, refusals),
    (cause: Finding, finding: Finding) => isTripped(cause, finding, lives),
  ]) {
    for (const finding of found) {
      if (causes.has(finding)) continue;
      const cause = found.find(
        (other) =>
          other !== finding &&
          !causes.has(other) &&
          isAsWide(other, finding) &&
          explains(other, finding),
      );
      if (cause) causes.set(finding, cause);
    }
  }
  const roots = new Map<Finding, Finding>();
  for (const finding of found)
    if (!causes.has(finding))
      roots.set(finding, { ...finding, consequences: [...finding.consequences] });
  for (const [finding, cause] of causes) {
    let root = cause;
    for (let next = causes.get(root); next; next = causes.get(root)) root = next;
    roots.get(root)?.consequences.push(finding);
  }
  return [...roots.values()].sort(
    (one, other) => getRank(one) - getRank(other) || countRequests(other) - countRequests(one),
  );
}

/** Whether a finding has the operations of another one, and binds as much. */
function isAsWide(cause: Finding, finding: Finding): boolean {
  const ofCause = listOperations(cause);
  return (
    !isLessBinding(cause.basis, finding.basis) &&
    listOperations(finding).every((operation) => ofCause.includes(operation))
  );
}

/** Whether the check of a finding fails because that of another one does, or because its operations never succeed. */
function isTripped(
  cause: Finding,
  finding: Finding,
  lives: (operation: string) => boolean,
): boolean {
  if (follows[finding.check]?.includes(cause.check)) return true;
  if (!brokenOperation.includes(cause.check)) return false;
  if (brokenOperation.includes(finding.check) || finding.area === "security") return false;
  return listOperations(finding).every((operation) => operation !== "*" && !lives(operation));
}

/** The parts of a finding by which two runs know it. */
type FindingName = Pick<Finding, "check" | "gist" | "basis">;

const isSameFinding = (one: FindingName, other: FindingName): boolean =>
  one.check === other.check && one.gist === other.gist && one.basis === other.basis;

/** Money first, then security, then broken responses, then the other areas. */
const getRank = ({ area, check }: Finding) =>
  check === "server-error" ? areas.indexOf("security") + 0.5 : areas.indexOf(area);
