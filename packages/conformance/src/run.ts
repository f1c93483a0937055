import { checkExchange } from "./checks/index.ts";
import { checkNames, checks } from "./checks.ts";
import type { Contract } from "./contract.ts";
import type { Control } from "./control.ts";
import { Listener } from "./listener.ts";
import type { ConformanceOptions } from "./options.ts";
import type { Probe } from "./probe.ts";
import type { Profile } from "./profile.ts";
import { makeReport, type Report } from "./report.ts";
import { BudgetError, reasonOf, Session } from "./session.ts";
import { UnreachableError } from "./unreachable-error.ts";

/** What a run is told about while it goes on. */
export interface Progress {
  /** A probe has begun, or ended. */
  probe?(name: string, state: "begun" | "ended", session: Session): void;
}

/** What a server is held against. */
export interface Suite {
  contract: Contract;
  profile: Profile;
  probes: readonly Probe[];
  /** The control plane at an address. @throws {UnreachableError} where there is none */
  openControl(address: NonNullable<ConformanceOptions["control"]>): Promise<Control>;
}

const phases = ["requests", "objects", "time", "limits"] as const;

/**
 * Holds a server against a contract.
 *
 * @throws {UnreachableError} where the server cannot be tested: nobody answers, or the credentials are wrong
 */
export async function runSuite(
  { contract, profile, probes, openControl }: Suite,
  options: ConformanceOptions,
  progress: Progress,
): Promise<Report> {
  const session = new Session(contract, profile, options, checkExchange);
  const control = options.control && (await openControl(options.control));
  let stopped: string | undefined;
  let isPrepared = false;
  try {
    await prepare(session, control);
    isPrepared = true;
    const wanted = probes.filter((probe) => isWanted(session, probe));
    for (const phase of phases) {
      const ofPhase = wanted.filter((probe) => probe.phase === phase);
      // In the later phases probes move the clock and fill windows: one at a time.
      if (phase === "requests") await Promise.all(ofPhase.map((probe) => runProbe(session, probe, progress)));
      else for (const probe of ofPhase) await runProbe(session, probe, progress);
    }
  } catch (error) {
    // Of a server that goes away in the midst of a run it is told what was found, which may be why.
    const isGone = error instanceof UnreachableError && isPrepared && session.findings.found.length > 0;
    if (!(error instanceof BudgetError || isGone)) throw error;
    stopped = error.message;
  } finally {
    await session.cleanUp();
    await control?.close();
    await session.listener?.close();
  }
  return makeReport(session, stopped);
}

/** Whether a probe makes a check that is wanted. Those of every exchange, and of every refusal, any probe makes. */
function isWanted({ findings, profile }: Session, { checks: own, showsObjects }: Probe): boolean {
  // But for what only a 429 shows: the probe of the limits brings those about.
  const everywhere = checkNames.filter((name) => checks[name].group === "exchange" && name !== "retry-after");
  const ofObjects = showsObjects ? profile.objectChecks.map(({ check }) => check) : [];
  return [...own, ...ofObjects, ...everywhere, "error-fits-cause" as const].some((check) => findings.wants(check));
}

/** Runs a probe. Where it fails the others that run end too. */
async function runProbe(session: Session, probe: Probe, progress: Progress): Promise<void> {
  progress.probe?.(probe.name, "begun", session);
  try {
    await probe.run(session);
  } catch (error) {
    session.stop(error);
    throw error;
  }
  progress.probe?.(probe.name, "ended", session);
}

/** Everything that has to be there before the first check: clock, companies, tokens and the listener. */
async function prepare(session: Session, control: Control | undefined): Promise<void> {
  const { options, first } = session;
  session.control = control;
  if (control) {
    await control.open(first.apiKey);
    await session.readTime(control);
    if (!session.second) {
      session.second = await control.company("other", 1_000_000_000);
      session.keepSecret(session.second.apiSecret, "an API secret");
    }
  } else {
    session.setTime(await readServerTime(options));
  }
  await session.tokenOf(first);
  if (session.second) await session.tokenOf(session.second);
  session.listener = await Listener.open(options.listen);
}

/** The time of a server by its `Date` header, which is whole seconds: a clock that is right is left alone. */
async function readServerTime({ url, timeout = 30_000 }: ConformanceOptions): Promise<number> {
  const now = Date.now();
  const date = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(timeout) }).then(
    (response) => Date.parse(response.headers.get("date") ?? ""),
    (error: unknown) => {
      throw new UnreachableError(`Nobody answers at ${url}: ${reasonOf(error)}.`);
    },
  );
  return Number.isNaN(date) || Math.abs(date - now) < 2_000 ? Date.now() : date + 500;
}
