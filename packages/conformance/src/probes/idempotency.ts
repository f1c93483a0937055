import { randomUUID } from "node:crypto";
import type { BrokenRule } from "../basis.ts";
import type { CheckName } from "../checks.ts";
import {
  type ExpectedError,
  errorByCode,
  type Json,
  type JsonObject,
  type Operation,
} from "../contract.ts";
import { describeResponse, type Exchange, getRecord, isSuccess, quoteError } from "../exchange.ts";
import { badBodies, brokenRules, expectedErrors, listFormats } from "../generate/cases.ts";
import { fieldsOfBody } from "../generate/fields.ts";
import { brokenMessages, tryParseJson } from "../json-values.ts";
import { firstDifference } from "../meaning.ts";
import type { Probe } from "../probe.ts";
import type { CallChanges, Session } from "../session.ts";
import { checkRefusal, expectAcceptance, isCostly } from "./expect.ts";
import { keepObjects } from "./lifecycles.ts";

/** Requests that are sent again with the same key: replayed, refused or new, as the contract lists. */
export const idempotencyProbe: Probe = {
  name: "idempotency",
  phase: "objects",
  lane: "third",
  checks: [
    "idempotency-replay",
    "idempotency-conflict",
    "idempotency-parallel",
    "idempotency-refusals",
    "idempotency-scope",
  ],
  showsObjects: true,
  run: async (session) => {
    const { findings, profile } = session;
    for (const subject of listSubjects(session)) {
      if (findings.asksFor("idempotency-refusals", "idempotency-conflict"))
        await checkRefusals(subject);
      const needed = ["idempotency-replay", "idempotency-parallel"] as const;
      if (needed.filter((check) => isCostly(session, subject.operation, check)).length > 0)
        continue;
      await checkReplay(subject);
      if (findings.asksFor("idempotency-parallel", ...profile.watch.checks))
        await checkParallel(subject);
      if (findings.asksFor("idempotency-scope")) await checkScope(subject);
    }
  },
};

type KeyedSubject = ReturnType<typeof listSubjects>[number];

/** The idempotent operations, and calls of them with a key. */
function listSubjects(session: Session) {
  return session.operations.flatMap((operation) => {
    const { idempotency } = operation;
    if (!idempotency) return [];
    const send = (
      key: string,
      body: Json,
      label: string,
      call: Pick<CallChanges, "as" | "atOnce"> = {},
    ) => session.call(operation, { label, body, headers: { [idempotency.header]: key }, ...call });
    return [{ session, operation, idempotency, send }];
  });
}

const isMarked = ({ idempotency }: KeyedSubject, { response }: Exchange) =>
  response?.headers.get(idempotency.replayedHeader ?? "") === "true";

function conflictErrors({ session, idempotency }: KeyedSubject): ExpectedError[] {
  const found = errorByCode(session.contract, idempotency.conflict ?? "");
  return found ? [found] : [];
}

/** Whether a request was accepted; if not, the check that needs it is noted as untested. */
function isFirstAccepted(
  { session, operation }: KeyedSubject,
  check: CheckName,
  first: Exchange,
): boolean {
  if (!isSuccess(first))
    session.untested(check, operation, `A valid request got ${describeResponse(first)}.`);
  return isSuccess(first);
}

/** Holds that a repeat got the first response, marked as such. */
function expectReplay(
  subject: KeyedSubject,
  check: "idempotency-replay" | "idempotency-refusals",
  first: Exchange,
  again: Exchange,
): boolean {
  const { session } = subject;
  const isOther =
    first.response?.status === again.response?.status
      ? firstDifference(session.documentedPart(first), session.documentedPart(again))
      : `it is ${describeResponse(again)}, and was ${describeResponse(first)}`;
  const message = `${again.label}: the response differs from the first one: ${isOther}.${quoteError(again)}`;
  const broken = isSuccess(again) ? message : aboutRefusal(subject, message);
  session.check(check, again, isOther === undefined ? [] : [broken]);
  return isOther === undefined && expectMark(session, check, again);
}

/** A second object costs money, the refusal of a repeat does not. */
const aboutRefusal = ({ idempotency }: KeyedSubject, message: string): BrokenRule => ({
  text: message,
  basis: idempotency["x-basis"]?.kind ?? "documented",
});

/** Holds that a replay is marked. The second effect costs money, a missing mark may break an assumption. */
export function expectMark(session: Session, check: CheckName, again: Exchange): boolean {
  const { operation } = again;
  const name = operation?.idempotency?.replayedHeader;
  const isRight = again.response?.headers.get(name ?? "") === "true";
  const text = `${again.label}: the replay is not marked with ${name}.`;
  session.check(check, again, isRight ? [] : [aboutMark(operation, text)]);
  return isRight;
}

function aboutMark(operation: Operation | undefined, text: string): BrokenRule {
  const header = operation?.responses
    .flatMap(({ headers }) => headers)
    .find(({ name }) => name === operation.idempotency?.replayedHeader);
  return { text, basis: header?.basis?.kind ?? "documented" };
}

/** Sends a request of the run once more, key and all. */
export async function repeatRequest(
  session: Session,
  operation: Operation,
  first: Exchange,
): Promise<void> {
  const subject = listSubjects(session).find((one) => one.operation === operation);
  const key = first.request.headers[operation.idempotency?.header ?? ""];
  if (!subject || key === undefined) return;
  const body = tryParseJson(first.request.body ?? "") ?? {};
  const again = await subject.send(key, body, "the first request of the run, once more");
  expectReplay(subject, "idempotency-replay", first, again);
}

async function checkReplay(subject: KeyedSubject) {
  const { session, operation, idempotency, send } = subject;
  const key = longestKey(subject);
  const body = session.bodyOf(operation) ?? {};
  const first = await send(key, body, "a new key");
  if (!isFirstAccepted(subject, "idempotency-replay", first)) return;
  const message = `${idempotency.replayedHeader} is set, although the key is new.`;
  session.expect("idempotency-replay", first, !isMarked(subject, first), message);
  const expectAgain = async (label: string, same = body) =>
    expectReplay(subject, "idempotency-replay", first, await send(key, same, label));
  await expectAgain("the same key and body");
  // The members of a JSON object have no order.
  const reversed = Object.fromEntries(Object.entries(body).reverse());
  await expectAgain("the same key and body, its members in another order", reversed);
  for (const [what, other] of otherBodies(subject, body)) {
    const exchange = await send(key, other, `the same key, ${what}`);
    if (!checkRefusal(session, "idempotency-conflict", exchange, conflictErrors(subject))) continue;
    const wrong = brokenMessages(
      [!isMarked(subject, exchange), "A refusal is marked as a replay."],
      [!exchange.response?.headers.has("retry-after"), asksToWait],
    );
    session.check("idempotency-conflict", exchange, wrong);
  }
  await expectAgain("the same key and body, after a conflict");
  const others = {
    "in upper case": key.toUpperCase(),
    "with another last character": `${key.slice(0, -1)}y`,
    "without its hyphens": key.replaceAll("-", ""),
    "with dots for hyphens": key.replaceAll("-", "."),
    "without its end": key.slice(0, -1),
  };
  for (const [what, other] of Object.entries(others)) {
    const another = await send(other, body, `the key ${what}, the same body`);
    const isNew = isSuccess(another) && getId(first) !== getId(another);
    const message = `Another key, the first one ${what}, does not make another object.`;
    session.expect("idempotency-replay", another, isNew, message);
  }
  await moveOn(subject, first);
  await expectAgain("the same key and body, the object changed");
}

const asksToWait =
  "A key that has its response is answered with Retry-After, as if the first request still ran.";

/** A new key, as long as keys may be. */
function longestKey({ operation, idempotency }: KeyedSubject): string {
  const { maxLength = 36 } =
    operation.parameters.find(({ name }) => name === idempotency.header)?.schema ?? {};
  return randomUUID().padEnd(maxLength, "x");
}

/** Takes an object to its next status, if a control plane can. */
async function moveOn({ session, operation }: KeyedSubject, exchange: Exchange) {
  const { lifecycle } = session.resources.find(({ create }) => create === operation) ?? {};
  const next = lifecycle?.transitions.find(({ from }) => from === lifecycle.initial)?.to;
  const id = getId(exchange);
  if (!lifecycle || next === undefined || typeof id !== "string") return;
  if (session.control?.canMove(lifecycle.subject, next))
    await session.control.move(lifecycle.subject, id, next);
}

/**
 * Valid bodies that differ in one field from one that was sent, each with its description: the field has another value, or is
 * left out. A field that was left out is another one when it is there, and a default is the same without it.
 */
function otherBodies(
  { session, operation }: KeyedSubject,
  body: JsonObject,
): [string, JsonObject][] {
  const fields = fieldsOfBody(session.contract, operation).filter(({ path }) => path.length === 1);
  return fields.flatMap((field): [string, JsonObject][] => {
    const name = String(field.path);
    const value = body[name] ?? field.value;
    const samples = listFormats(field).flatMap((format) => session.sample(format) ?? []);
    const values = typeof value === "number" ? [value + 1] : [`${value}!`, ...samples];
    const other = values
      .map((one) => ({ ...body, [name]: one }))
      .find((one) => brokenRules(session, operation, one).size === 0);
    const { [name]: sent, ...rest } = body;
    const isOptional = !field.required && sent !== undefined;
    const isOmitted = isOptional && sent !== field.shape.annotations.default;
    return [
      ...(other ? [[`another ${name}`, other] satisfies [string, JsonObject]] : []),
      ...(isOmitted ? [[`no ${name}`, rest] satisfies [string, JsonObject]] : []),
    ];
  });
}

const getId = (exchange: Exchange) => getRecord(exchange)?.id;

/** Sends 8 requests with one key at once, twice with the same body and once with two bodies: they make one object. */
async function checkParallel(subject: KeyedSubject) {
  const { session, operation, send } = subject;
  const check = "idempotency-parallel";
  for (const bodyCount of [1, 1, 2]) {
    const key = randomUUID();
    const bodies = Array.from({ length: bodyCount }, () => session.bodyOf(operation) ?? {});
    const label = `8 requests at once with one key${bodyCount > 1 ? " and two bodies" : ""}`;
    const sendOne = (_: unknown, index: number) =>
      send(key, bodies[index % bodyCount] ?? {}, label, { atOnce: true });
    const exchanges = await session.pace.together(operation, session.first, 8, () =>
      Promise.all(Array.from({ length: 8 }, sendOne)),
    );
    const successes = exchanges.filter(isSuccess);
    const { size: objects } = new Set(successes.map(getId));
    const shown = successes[0] ?? exchanges[0];
    session.expect(
      check,
      operation,
      objects === 1,
      `Parallel requests made ${objects} objects.`,
      shown,
    );
    // The one that made the object is no replay.
    const unmarked = successes.filter((exchange) => !isMarked(subject, exchange)).length;
    const message = `${unmarked} of ${successes.length} parallel successes are not marked as replays.`;
    const broken = unmarked > 1 ? [aboutMark(operation, message)] : [];
    session.check(check, operation, broken, successes[0]);
    for (const refusal of exchanges.filter((one) => !isSuccess(one))) {
      checkRefusal(session, check, refusal, conflictErrors(subject));
      // The other body is refused for good once the first request has its response.
      if (bodyCount > 1) continue;
      const mayRetry = refusal.response?.headers.has("retry-after") ?? false;
      const withoutHeader = "A refusal of a request whose first one still runs has no Retry-After.";
      session.check(check, refusal, mayRetry ? [] : [aboutRefusal(subject, withoutHeader)]);
    }
  }
}

async function checkScope(subject: KeyedSubject) {
  const { session, operation, send } = subject;
  const { second } = session;
  const { scope } = subject.idempotency;
  const untested = (why: string) => session.untested("idempotency-scope", operation, why);
  if (scope !== "caller" && scope !== "apiKey")
    return untested(`Callers may have the same ${scope}.`);
  if (!second) return untested("There is no second caller (--other-key).");
  const key = randomUUID();
  const body = session.bodyOf(operation) ?? {};
  const first = await send(key, body, "a new key");
  if (!isFirstAccepted(subject, "idempotency-scope", first)) return;
  const other = await send(key, body, "the key of another caller, with the same body", {
    as: second,
  });
  const isOwn =
    !isMarked(subject, other) && other.response?.status !== 409 && getId(first) !== getId(other);
  const message = `Another caller's key is not independent: ${describeResponse(other)}.`;
  session.expect("idempotency-scope", other, isOwn, message);
  await useElsewhere(subject, key);
}

/** A key belongs to its operation: an operation that creates something else does not know it. */
async function useElsewhere({ session, operation, idempotency }: KeyedSubject, key: string) {
  for (const { create } of session.wantedResources) {
    if (create === operation || isCostly(session, create)) continue;
    const call = { label: `a key of ${operation.id}`, headers: { [idempotency.header]: key } };
    await expectAcceptance(session, create, "idempotency-scope", { ...call, as: session.first });
  }
}

async function checkRefusals(subject: KeyedSubject) {
  const { session, operation, idempotency, send } = subject;
  const bodies = badBodies(session, operation).map(({ label, body }) => {
    const codes = expectedErrors(session, operation, body).map(({ code }) => code);
    const kept = codes.filter((code) => idempotency.keeps.includes(code)).length;
    return { label, body, codes, isKept: kept === codes.length, isFree: kept === 0 };
  });
  const kept = bodies.filter(({ isKept }) => isKept);
  const [one, other] = kept;
  if (one && other) {
    const key = randomUUID();
    const first = await send(key, one.body, `a new key, ${one.label}`);
    expectReplay(
      subject,
      "idempotency-refusals",
      first,
      await send(key, one.body, `the same key, ${one.label}`),
    );
    const conflict = await send(key, other.body, `the same key, ${other.label}`);
    checkRefusal(session, "idempotency-conflict", conflict, conflictErrors(subject));
  }
  // Any body will do: the token is refused before it.
  const tried = one ?? bodies[0];
  if (tried) {
    const key = randomUUID();
    const headers = { [idempotency.header]: key, authorization: "Bearer not-a-token" };
    await session.call(operation, {
      label: "a new key, a wrong token",
      as: null,
      body: tried.body,
      headers,
    });
    const next = await send(key, tried.body, "the same key, a right token");
    const message = `A refusal for the token is remembered for its key: ${describeResponse(next)}.`;
    session.expect("idempotency-refusals", next, next.response?.status !== 401, message);
  }
  // One of each error that leaves the key free, and then another request with that key.
  const free = new Map(
    bodies.filter(({ isFree }) => isFree).map((entry) => [entry.codes.join(), entry]),
  );
  for (const { label, body, codes } of free.values()) {
    const key = randomUUID();
    const first = await send(key, body, `a new key, ${label}`);
    const again = await send(key, body, `the same key, ${label}`);
    const isFree = !isMarked(subject, again) && again.response?.status === first.response?.status;
    const message = `${codes.join()} is remembered for its key: ${describeResponse(again)}.`;
    session.expect("idempotency-refusals", again, isFree, message);
    if (!one) continue;
    const next = await send(key, one.body, `the same key, ${one.label}`);
    checkRefusal(
      session,
      "idempotency-refusals",
      next,
      expectedErrors(session, operation, one.body),
    );
  }
}

/** How long a key is remembered, and that objects are kept longer. */
export const retentionProbe: Probe = {
  name: "retention",
  phase: "time",
  checks: ["idempotency-retention", "lookup", "list"],
  needsControl: "It takes as long as a key is remembered: a control plane moves the clock.",
  run: async (session) => {
    const lookAgain = await keepObjects(session);
    for (const subject of listSubjects(session)) {
      const { operation, idempotency, send } = subject;
      if (isCostly(session, operation, "idempotency-retention")) continue;
      const expect = (holds: boolean, exchange: Exchange, instead: string) => {
        const message = `${exchange.label}: ${describeResponse(exchange)}, not ${instead}.`;
        return session.expect("idempotency-retention", exchange, holds, message);
      };
      const key = randomUUID();
      const body = session.bodyOf(operation) ?? {};
      const first = await send(key, body, "a new key");
      if (!isFirstAccepted(subject, "idempotency-retention", first)) continue;
      await session.pass(idempotency.retention * 1000 - 120_000);
      const kept = await send(key, body, "the same key, just before it is forgotten");
      expect(isMarked(subject, kept) && getId(kept) === getId(first), kept, "replayed");
      await session.pass(180_000);
      const forgotten = await send(key, body, "the same key, just after it may be forgotten");
      const isNew =
        isSuccess(forgotten) && !isMarked(subject, forgotten) && getId(forgotten) !== getId(first);
      expect(isNew, forgotten, "a new request");
    }
    await lookAgain();
  },
};
