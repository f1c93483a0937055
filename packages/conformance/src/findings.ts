import { type CheckName, checkNames } from "./checks.ts";
import { toCurl } from "./curl.ts";
import type { Exchange } from "./exchange.ts";
import type { ConformanceOptions, Skip } from "./options.ts";

/** Something that the contract says and the server does otherwise. */
export interface Finding {
  /** Id of the operation, the event of a notification, or `*`. */
  operation: string;
  check: CheckName;
  message: string;
  /** What the request was about. */
  request: string;
  /** A command that repeats it; empty where the server did something by itself. */
  curl: string;
  /** Further requests with the same finding. */
  repeats: number;
}

/** Something that could not be tested here, and why. */
export interface Untested {
  check: CheckName;
  operation: string;
  reason: string;
}

/** How often a check was made of an operation. */
export interface CheckCount {
  passed: number;
  failed: number;
}

/** What a run has found, counted by operation and check. */
export class Findings {
  readonly found: Finding[] = [];
  readonly untested: Untested[] = [];
  readonly counts = new Map<string, Map<CheckName, CheckCount>>();
  /** Parts of the run that did not come to their end, and why. */
  readonly incidents: string[] = [];
  readonly statuses = new Map<string, Map<number, number>>();
  readonly #skips: { skip: Skip; used: number }[];
  readonly #only: ReadonlySet<CheckName> | undefined;

  constructor({ skip = [], only }: Pick<ConformanceOptions, "skip" | "only">) {
    this.#skips = skip.map((entry) => ({ skip: entry, used: 0 }));
    this.#only = only && only.checks.length > 0 ? new Set(only.checks) : undefined;
  }

  /** Whether a check is made at all. */
  wants(check: CheckName): boolean {
    return !(this.#only && !this.#only.has(check)) && !this.leavesOut(check);
  }

  /** Whether a check is skipped altogether. */
  leavesOut(check: CheckName): boolean {
    return this.#skips.some(({ skip }) => {
      return skip.check === check && skip.operation === undefined && skip.request === undefined;
    });
  }

  /** Records that a check was made, and what it found: nothing, or messages. */
  record(check: CheckName, operation: string, messages: readonly string[], exchange?: Exchange): void {
    if (this.#only && !this.#only.has(check)) return;
    const byCheck = this.counts.get(operation) ?? new Map<CheckName, CheckCount>();
    this.counts.set(operation, byCheck);
    const count = byCheck.get(check) ?? { passed: 0, failed: 0 };
    byCheck.set(check, count);
    if (messages.length === 0) {
      count.passed += 1;
      return;
    }
    if (this.#isSkipped(check, operation, exchange?.label ?? "")) return;
    count.failed += 1;
    for (const message of messages) this.#add(check, operation, message, exchange);
  }

  recordUntested(check: CheckName, operation: string, reason: string): void {
    if (!this.wants(check)) return;
    const known = this.untested.some((one) => one.check === check && one.operation === operation);
    if (!known) this.untested.push({ check, operation, reason });
  }

  countStatus(operation: string, status: number): void {
    const byStatus = this.statuses.get(operation) ?? new Map<number, number>();
    this.statuses.set(operation, byStatus);
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
  }

  /** Skips, and how many failures each has hidden; one that hides nothing may be out of date. */
  get skips(): readonly { skip: Skip; used: number }[] {
    return this.#skips;
  }

  /** Checks that were made at least once. */
  get made(): CheckName[] {
    return checkNames.filter((name) => [...this.counts.values()].some((byCheck) => byCheck.has(name)));
  }

  #add(check: CheckName, operation: string, message: string, exchange: Exchange | undefined): void {
    // The same failure of a hundred requests is one finding: figures in it do not make it another.
    const known = this.found.find((one) => {
      return (
        one.check === check && one.operation === operation && withoutFigures(one.message) === withoutFigures(message)
      );
    });
    if (known) {
      known.repeats += 1;
      return;
    }
    this.found.push({
      ...{ operation, check, message, request: exchange?.label ?? "", repeats: 0 },
      curl: exchange ? toCurl(exchange.request) : "",
    });
  }

  #isSkipped(check: CheckName, operation: string, request: string): boolean {
    const found = this.#skips.find(({ skip }) => {
      return (
        skip.check === check &&
        (skip.operation === undefined || skip.operation === "*" || skip.operation === operation) &&
        (skip.request === undefined || matches(skip.request, request))
      );
    });
    if (found) found.used += 1;
    return found !== undefined;
  }
}

function withoutFigures(message: string): string {
  return message.replaceAll(/"[^"]*"|[0-9]+/g, "#");
}

function matches(pattern: string, text: string): boolean {
  const source = pattern.split("*").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${source.join(".*")}$`).test(text);
}
