import { checkExchange } from "./checks/index.ts";
import type { Contract } from "./contract.ts";
import type { ServerControl } from "./control.ts";
import { StopError, UnreachableError } from "./errors.ts";
import { Listener } from "./listener.ts";
import type { ConformanceOptions } from "./options.ts";
import type { Probe } from "./probe.ts";
import { lookBack } from "./probes/look-back.ts";
import { repeatLost } from "./probes/lost-requests.ts";
import type { Profile } from "./profile.ts";
import { type Report, summarizeRun } from "./report.ts";
import { Session } from "./session.ts";
import { describeFailure } from "./transport.ts";

/** Takes the messages of a run while it goes on, a line each. */
export type Progress = (line: string) => void;

/** The contract, the profile and the probes that a server is checked against. */
export interface Suite {
  contract: Contract;
  profile: Profile;
  probes: readonly Probe[];
  /** Control plane that the run may use. */
  control?: ServerControl;
}

/** Milliseconds that a probe may take: with a control plane nothing is waited for. */
const probeTime = { controlled: 5 * 60_000, waiting: 12 * 60_000 };

/**
 * Holds a server against a contract. However the run ends, it deletes its objects and reports its findings.
 *
 * @throws {UnreachableError} if the server cannot be tested: it does not answer, or the credentials are wrong
 */
export async function runSuite(
  { contract, profile, probes, control }: Suite,
  options: ConformanceOptions,
  progress: Progress = () => {},
): Promise<Report> {
  const listener = await Listener.open(options.listen, options.publicUrl);
  const session = new Session(contract, profile, options, listener, checkExchange);
  const { budget } = session;
  const ended: string[] = [];
  const end = (error: unknown) => {
    if (!(error instanceof StopError)) throw error;
    if (!ended.includes(error.message)) ended.push(error.message);
  };
  /** State between probes: lost requests, figures of the server, and the first objects of the run. */
  const between = async () => {
    if (budget.isStopped || ended.length > 0) return;
    const reportFailedAudit = (error: unknown) =>
      session.findings.incidents.push(
        `The figures of the server could not be read: ${describeFailure(error)}.`,
      );
    await repeatLost(session).catch(end);
    await profile.watch.audit(session).catch(reportFailedAudit);
    await lookBack(session).catch(end);
  };
  try {
    session.clock.control = control;
    await prepareSession(session).catch(end);
    // Explains why nothing seems to happen for a minute.
    const wait =
      "It keeps to the limits and waits for full windows: about five minutes with two callers, more with one.";
    if (!control && options.pace !== false && ended.length === 0) progress(wait);
    const wanted = probes.filter((probe) => isWanted(session, probe));
    const rests: Promise<unknown>[] = [];
    for (const lanes of planProbes(wanted, session)) {
      const run = async (probe: Probe) => {
        const rest = await runProbe(session, probe, progress).catch(end);
        if (rest) {
          const ending = runProbe(
            session,
            { ...probe, name: `the end of ${probe.name}`, run: rest },
            progress,
          ).catch(end);
          // A clock is moved by one at a time.
          if (control) await ending;
          else rests.push(ending);
        }
        if (lanes.length === 1) await between();
      };
      await Promise.all(
        lanes.map(async (lane) => {
          for (const probe of lane) if (!budget.isStopped && ended.length === 0) await run(probe);
          if (lane.some((probe) => probe.lane === "second")) session.reserved = undefined;
        }),
      );
      await between();
    }
    await Promise.all(rests);
  } finally {
    const left = session.created.ids.length;
    if (left > 0) progress(`Deleting ${left} objects that the run has created.`);
    await session.cleanUp();
    await budget.clean(30_000, async () => {
      await control?.close();
      // The run has used up limits. The next caller need not wait for the end of their windows.
      if (ended.length === 0) await control?.advance(longestWindow(session.contract));
    });
    await listener.close();
  }
  return summarizeRun(session, [...ended, ...session.findings.incidents].join(" ") || undefined);
}

/** Milliseconds of the longest window of a rate limit. */
function longestWindow({ operations }: Contract): number {
  const seconds = operations.map(({ rateLimit }) => rateLimit?.window ?? 0);
  return Math.max(0, ...seconds) * 1_000;
}

/** Probes in the order in which they run: steps one after the other, of lanes that run at the same time. */
function planProbes(probes: readonly Probe[], session: Session): Probe[][][] {
  const { control, second } = session;
  const of = (phase: Probe["phase"]): Probe[] => probes.filter((probe) => probe.phase === phase);
  const requests = of("requests").map((probe) => [probe]);
  // Probes that move the clock run one at a time.
  const limits = [of("limits")];
  if (control) return [requests, [[...of("objects"), ...of("time")]], limits];
  const later = [...of("time"), ...of("objects")];
  const isOf = (lane: Probe["lane"]) => later.filter((probe) => probe.lane === lane);
  if (!second)
    return [limits, [...requests, isOf("third")], [[...isOf("second"), ...isOf(undefined)]]];
  session.reserved = second;
  // Windows are fresh now. While the full ones of the first caller end, the second one's are used.
  return [limits, [...requests, isOf("third"), isOf(undefined), isOf("second")]];
}

/** Whether a probe makes a check that is wanted. */
function isWanted({ findings, profile }: Session, { checks: own, showsObjects }: Probe): boolean {
  const ofObjects = showsObjects
    ? [...profile.objectChecks.map(({ check }) => check), ...profile.watch.checks]
    : [];
  return findings.asksFor(...own, ...ofObjects);
}

/**
 * Runs a probe within its time.
 *
 * @returns the work that it leaves
 * @throws {StopError} if the whole run has to end
 */
async function runProbe(
  session: Session,
  { name, checks: own, needsControl, run }: Probe,
  progress: Progress,
) {
  const { budget } = session;
  const time = session.control ? probeTime.controlled : probeTime.waiting;
  const late = `The probe "${name}" took longer than ${time / 60_000} minutes.`;
  const [first] = own;
  if (needsControl !== undefined && !session.control) {
    if (first !== undefined) session.untested(first, "*", needsControl);
    return undefined;
  }
  let rest: (() => Promise<void>) | undefined;
  try {
    await budget.within(time, late, async () => {
      rest = (await run(session)) ?? undefined;
    });
  } catch (error) {
    // Without a token nothing else can be tested either.
    const stop = error instanceof UnreachableError ? new StopError(error.message) : error;
    const reason =
      stop instanceof StopError
        ? stop.message
        : `The probe "${name}" failed: ${describeFailure(stop)}.`;
    for (const check of own)
      if (!session.findings.made.includes(check)) session.untested(check, "*", reason);
    if (stop instanceof StopError && reason !== late) {
      budget.stop(stop);
      throw stop;
    }
    session.findings.incidents.push(reason);
  }
  progress(
    `${name}: ${budget.requests} requests so far, ${session.findings.found.length} findings`,
  );
  return rest;
}

/** Everything that has to be there before the first check: clock, callers, tokens and the listener. */
async function prepareSession(session: Session) {
  const { options, first, profile, control } = session;
  if (control) {
    await control.open(first.apiKey);
    await session.clock.read(control);
    if (!session.second) {
      session.second = await control.caller("other");
      session.keepSecret(session.second.apiSecret, "an API secret");
    }
  } else {
    session.clock.set(await readServerTime(options));
  }
  await session.tokenOf(first);
  if (session.second) await session.tokenOf(session.second);
  if (!session.wantedResources.some(({ remove }) => remove)) return;
  for (const caller of session.callers)
    await session.created.findRemains(caller, profile.isFromSuite);
  await session.created.discardAll();
}

/** The time of a server by its `Date` header, which is whole seconds: a clock that is right is left alone. */
async function readServerTime({ url, timeout = 30_000 }: ConformanceOptions): Promise<number> {
  const now = Date.now();
  const date = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(timeout) }).then(
    (response) => Date.parse(response.headers.get("date") ?? ""),
    (error: unknown) => {
      throw new UnreachableError(`No server answers at ${url}: ${describeFailure(error)}.`);
    },
  );
  return Number.isNaN(date) || Math.abs(date - now) < 2_000 ? Date.now() : date + 500;
}
