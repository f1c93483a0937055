import { type ExpectedError, errorFor, isObject, type Json, type Operation } from "../contract.ts";
import { isSuccess } from "../exchange.ts";
import { badHeaderValues, goodHeaderValues } from "../generate/cases.ts";
import type { Probe } from "../probe.ts";
import type { Session } from "../session.ts";
import { discardOf, isTooDear, tooDear } from "./bodies.ts";
import { checkEcho } from "./echo.ts";
import { expectAccepted, expectRefused } from "./expect.ts";

/** What is wrong, or unusual and right, before anybody looks at fields: bodies as text, content types, headers. */
export const contentsProbe: Probe = {
  name: "contents",
  phase: "requests",
  checks: [
    ...(["bad-data-refused", "duplicate-names", "good-data-accepted", "body-limit", "required-header"] as const),
    "error-fits-cause",
  ],
  run: async (session) => {
    await Promise.all(
      session.operations.map(async (operation) => {
        if (operation.body) await sendContents(session, operation);
        await sendHeaders(session, operation);
      }),
    );
  },
};

const errorsFor = ({ contract }: Session, operation: Operation, cause: string): ExpectedError[] => {
  const found = errorFor(contract, cause, operation);
  return found ? [found] : [];
};

async function sendContents(session: Session, operation: Operation): Promise<void> {
  const text = JSON.stringify(session.bodyOf(operation));
  const broken: [label: string, body: string, cause: string][] = [
    ["a body that is not JSON", '{"broken": ', "malformed-body"],
    ["a body cut short", text.slice(0, -1), "malformed-body"],
    ["JSON with something behind it", `${text} }`, "malformed-body"],
    ["JSON with a comma too many", `${text.slice(0, -1)},}`, "malformed-body"],
    ["JSON with a comment", `/* comment */ ${text}`, "malformed-body"],
  ];
  for (const [label, rawBody, cause] of broken) {
    const exchange = await session.call(operation, { label, rawBody, as: session.leastBusy(operation) });
    expectRefused(session, operation, "bad-data-refused", exchange, errorsFor(session, operation, cause));
    await discardOf(session, exchange);
  }
  await sendNameTwice(session, operation);
  const empty = await session.call(operation, { label: "an empty body", rawBody: "" });
  expectRefused(session, operation, "bad-data-refused", empty, [
    ...errorsFor(session, operation, "validation"),
    ...errorsFor(session, operation, "malformed-body"),
  ]);
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/xml"]) {
    const headers = { "content-type": type };
    const exchange = await session.call(operation, {
      ...{ label: `the content type ${type}`, headers, as: session.leastBusy(operation) },
    });
    expectRefused(session, operation, "bad-data-refused", exchange, errorsFor(session, operation, "media-type"));
    await discardOf(session, exchange);
  }
  if (isTooDear(session, operation)) return session.untested("body-limit", operation, tooDear);
  for (const type of [`${operation.body?.mediaType}; charset=utf-8`, String(operation.body?.mediaType).toUpperCase()]) {
    const exchange = await session.call(operation, {
      label: `the content type ${type}`,
      headers: { "content-type": type },
    });
    expectAccepted(session, operation, "good-data-accepted", exchange);
    await discardOf(session, exchange);
  }
  await sendLarge(session, operation);
}

/** Another valid value of the same type. */
const otherThan = (value: Json | undefined): Json =>
  typeof value === "number" ? value + 1 : typeof value === "string" ? `${value}0` : (value ?? null);

/** A body in which a name stands twice is refused, or the last value counts. */
async function sendNameTwice(session: Session, operation: Operation): Promise<void> {
  const body = session.bodyOf(operation) ?? {};
  const inner = Object.values(body).find((value) => isObject(value));
  for (const object of inner ? [body, inner] : [body]) {
    const [name, value] = Object.entries(object)[0] ?? [];
    if (name === undefined) continue;
    const text = JSON.stringify(object);
    const twice = `{${JSON.stringify(name)}:${JSON.stringify(otherThan(value))},${text.slice(1)}`;
    const rawBody = JSON.stringify(body).replace(text, () => twice);
    const exchange = await session.call(operation, { label: `a body with ${name} twice`, rawBody });
    if (isSuccess(exchange)) checkEcho(session, operation, body, exchange, "duplicate-names");
    else
      expectRefused(session, operation, "duplicate-names", exchange, errorsFor(session, operation, "malformed-body"));
    await discardOf(session, exchange);
  }
}

/** Blanks around JSON belong to the body, and to nothing in it. */
async function sendLarge(session: Session, operation: Operation): Promise<void> {
  const { bodyLimit } = session.contract;
  if (bodyLimit === undefined) return;
  const fill = (length: number): string => {
    const text = JSON.stringify(session.bodyOf(operation));
    return text + " ".repeat(length - Buffer.byteLength(text));
  };
  const largest = await session.call(operation, { label: `a body of ${bodyLimit} bytes`, rawBody: fill(bodyLimit) });
  expectAccepted(session, operation, "body-limit", largest);
  await discardOf(session, largest);
  const label = `a body of ${bodyLimit + 1} bytes`;
  const larger = await session.call(operation, { label, rawBody: fill(bodyLimit + 1) });
  expectRefused(session, operation, "body-limit", larger, errorsFor(session, operation, "body-too-large"));
  await discardOf(session, larger);
}

async function sendHeaders(session: Session, operation: Operation): Promise<void> {
  for (const { name, schema, required } of operation.parameters.filter((parameter) => parameter.in === "header")) {
    const invalid = errorsFor(session, operation, "validation");
    const isKey = operation.idempotency?.header === name;
    const absent = isKey ? errorsFor(session, operation, "idempotency-key-missing") : invalid;
    if (required) {
      const missing = await session.call(operation, { label: `${name}: missing`, headers: { [name]: undefined } });
      expectRefused(session, operation, "required-header", missing, absent);
      const empty = await session.call(operation, { label: `${name}: empty`, headers: { [name]: "" } });
      expectRefused(session, operation, "required-header", empty, [...absent, ...invalid]);
    }
    for (const value of badHeaderValues(session, schema)) {
      const label = `${name}: ${JSON.stringify(value.slice(0, 40))}, ${value.length} characters`;
      const exchange = await session.call(operation, { label, headers: { [name]: value } });
      expectRefused(session, operation, "bad-data-refused", exchange, invalid);
    }
    if (isTooDear(session, operation)) continue;
    for (const value of goodHeaderValues(session, schema)) {
      const label = `${name}: ${value.slice(0, 40)}, ${value.length} characters`;
      const exchange = await session.call(operation, { label, headers: { [name]: value } });
      expectAccepted(session, operation, "good-data-accepted", exchange);
    }
    const headers = { [name]: undefined, [name.toUpperCase()]: `upper-${session.seed}-${session.now()}` };
    const upper = await session.call(operation, { label: `${name} in upper case`, headers });
    expectAccepted(session, operation, "good-data-accepted", upper);
  }
}
