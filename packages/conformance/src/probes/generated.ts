import fc from "fast-check";
import type { ExpectedError, JsonObject, Operation } from "../contract.ts";
import { StopError } from "../errors.ts";
import { codeOf, type Exchange, isSuccess, outcomeOf } from "../exchange.ts";
import { invalidBodies, validBodies } from "../generate/arbitraries.ts";
import { expectedErrors } from "../generate/expected-errors.ts";
import type { Probe } from "../probe.ts";
import type { Session } from "../session.ts";
import { costly, discardOf, isCostly, isOutside } from "./expect.ts";

/** Requests that the search for the smallest failing case may take. */
const mostShrinks = 80;

/** Bodies that are made by chance: valid ones are accepted, invalid ones refused with an error of theirs. */
export const generatedProbe: Probe = {
  name: "generated data",
  phase: "objects",
  checks: ["generated-data"],
  run: async (session) => {
    for (const operation of session.operations.filter(({ body }) => body)) {
      await tryInvalid(session, operation);
      if (isCostly(session, operation)) session.untested("generated-data", operation, costly);
      else await tryValid(session, operation);
    }
  },
};

/** Bodies for each operation: as many as the limit leaves room for, where nothing moves the clock. */
export function casesFor(session: Session, { rateLimit }: Operation): number {
  const { cases = 25 } = session.options;
  return session.control || !rateLimit ? cases : Math.min(cases, Math.ceil(rateLimit.limit / 4));
}

function tryValid(session: Session, operation: Operation): Promise<void> {
  return search(session, operation, "a valid body", validBodies(session, operation), (exchange) => {
    return isSuccess(exchange) || isOutside(session, operation, exchange)
      ? undefined
      : `It is valid, and got ${outcomeOf(exchange)}.`;
  });
}

function tryInvalid(session: Session, operation: Operation): Promise<void> {
  return search(session, operation, "an invalid body", invalidBodies(session, operation), (exchange, body) => {
    const expected = expectedErrors(session, operation, body);
    const fits = expected.some(({ status, code }) => status === exchange.response?.status && code === codeOf(exchange));
    return fits ? undefined : `It got ${outcomeOf(exchange)} instead of ${words(expected)}.`;
  });
}

const words = (errors: readonly ExpectedError[]): string =>
  errors.map(({ status, code }) => `${status} ${code}`).join(" or ");

/** Sends bodies until one fails, and then smaller ones until none smaller does. */
async function search(
  session: Session,
  operation: Operation,
  label: string,
  bodies: fc.Arbitrary<JsonObject>,
  judge: (exchange: Exchange, body: JsonObject) => string | undefined,
): Promise<void> {
  let smallest: { message: string; exchange: Exchange } | undefined;
  let shrinks = 0;
  let stopped: StopError | undefined;
  const property = fc.asyncProperty(bodies, async (body) => {
    // What counts as passed ends the search.
    if (stopped || (smallest && ++shrinks > mostShrinks)) return true;
    try {
      const exchange = await session.call(operation, { label, body });
      await discardOf(session, exchange);
      const message = judge(exchange, body);
      if (message === undefined) return true;
      smallest = { message: `${label}: ${message}`, exchange };
      return false;
    } catch (error) {
      if (!(error instanceof StopError)) throw error;
      stopped = error;
      return true;
    }
  });
  await fc.check(property, { seed: session.seed, numRuns: casesFor(session, operation) });
  session.check("generated-data", operation, smallest ? [smallest.message] : [], smallest?.exchange);
  if (stopped) throw stopped;
}
