import { createHmac } from "node:crypto";
import { withoutParameters } from "@packages/contract/src/media-types.ts";
import { signingKey } from "@packages/contract/src/signature.ts";
import { findByteFaults } from "../checks/response.ts";
import { personalIn } from "../checks/secrets.ts";
import type { CheckName } from "../checks.ts";
import {
  type Contract,
  isJsonObject,
  type JsonObject,
  type Lifecycle,
  type Notification,
  type Resource,
} from "../contract.ts";
import type { Caller, Exchange } from "../exchange.ts";
import { brokenMessages, stringsWithin, valueAtPath } from "../json-values.ts";
import { type ReceivedNotification, showNotification } from "../listener.ts";
import { differences, isMasked, isSame } from "../meaning.ts";
import type { ReceiverRegistration } from "../profile.ts";
import type { Session } from "../session.ts";
import { describeViolation } from "../validate.ts";
import { type CreatedObject, createObject } from "./objects.ts";

/** Creates an object whose notifications go to the listener; undefined if the server refuses. */
export async function makeWithUrl(
  session: Session,
  resource: Resource,
  path: string,
): Promise<CreatedObject | undefined> {
  const known = session.bodyOf(resource.create);
  const body = known && withUrl(resource, known, session.listener.url + path);
  return (
    body && createObject(session, resource, { body, label: "a valid request with a receiver" })
  );
}

/** A body that names the receiver of an object's notifications; undefined if the operation has no field for it. */
export function withUrl(
  { create }: Resource,
  body: JsonObject,
  url: string,
): JsonObject | undefined {
  const field = /#\/(\w+)\}$/.exec(create.callbacks?.url ?? "")?.[1];
  return field === undefined ? undefined : { ...body, [field]: url };
}

/** The kind of object by which a caller registers receivers; undefined if there is none. */
export function findRegistry({ resources, profile }: Session): Resource | undefined {
  return resources.find(({ create }) => create.id === profile.registrations?.create);
}

/** Registers a receiver for all objects of a caller; undefined if the server refuses. */
export async function register(
  session: Session,
  path: string,
  {
    as = session.first,
    ...receiver
  }: Parameters<ReceiverRegistration["body"]>[2] & { as?: Caller } = {},
): Promise<CreatedObject | undefined> {
  const registry = findRegistry(session);
  const example = registry && session.bodyOf(registry.create);
  const body =
    example && session.profile.registrations?.body(example, session.listener.url + path, receiver);
  if (!registry || !body) return undefined;
  return createObject(session, registry, { body, label: `a receiver at ${path}`, as });
}

/** Secret that signs notifications to the URL of a call; undefined if it is not known. */
export async function callbackSecret({
  options,
  control,
  first,
}: Session): Promise<string | undefined> {
  return options.callbackSecret ?? control?.callbackSecret(first.apiKey);
}

/** The notification of a creation. */
export function firstNotification(
  { notifications }: Contract,
  { transitions }: Lifecycle,
): Notification | undefined {
  const event = transitions.find(({ from }) => from === null)?.notification;
  return notifications.find((one) => one.event === event);
}

/** Milliseconds between a failed attempt and the next, at most: the nth one after the first. */
export function maxWait({ delivery }: Contract, repeat: number): number {
  const { schedule = [], jitter = 0 } = delivery ?? {};
  return (schedule[repeat] ?? 0) * 1000 * (1 + jitter);
}

/** The delivery that a receiver has to get, and how it can verify it. */
interface ExpectedDelivery {
  notification: Notification;
  /** The fields that the notification must have of its object. */
  record: JsonObject;
  scope: string;
  /** Secret of the receiver; undefined if the suite does not know it. */
  secret: string | undefined;
  /** The request that caused it, if the suite sent one. */
  exchange?: Exchange;
}

/** Holds a delivery against the one that was expected. */
export function checkDelivery(
  session: Session,
  delivery: ReceivedNotification,
  expected: ExpectedDelivery,
): void {
  const { notification, exchange, secret } = expected;
  const { event } = notification;
  const received = showNotification(delivery);
  const check = (name: CheckName, messages: readonly string[]) =>
    session.check(name, event, messages, exchange, received);
  check("notification-shape", findUrlShape(session, delivery, notification));
  const signature = checkDeliverySignature(session, delivery, secret);
  const unknown =
    "The secret for URLs of calls is not known: --callback-secret, or a control plane.";
  if (signature) check("notification-signature", signature);
  else session.untested("notification-signature", event, unknown);
  check("notification-content", checkContent(delivery, expected));
  check("no-leaks", findLeaks(session, delivery));
  check("personal-data", findPersonalData(session, delivery, notification));
}

/** A delivery holds no secret: it is sent over the network and appears in the receiver's logs. */
function findLeaks({ secrets }: Session, { headers, body, json }: ReceivedNotification): string[] {
  const strings = [...stringsWithin(json ?? body.toString("utf8")), ...Object.values(headers)];
  const found = [...secrets].filter(([secret]) =>
    strings.some((string) => string.includes(secret)),
  );
  return [...new Set(found.map(([, what]) => `The notification shows ${what}.`))];
}

/** A field that the contract does not know holds no data of a person. */
function findPersonalData(
  session: Session,
  { json }: ReceivedNotification,
  { body: { schema } }: Notification,
): string[] {
  const unknown = json
    ? session.validator.unknownFields(schema, json).map((path) => valueAtPath(json, path) ?? null)
    : [];
  return personalIn(session, stringsWithin(unknown)).map(
    (name) => `An unknown field shows ${name} of a person.`,
  );
}

function findUrlShape(
  { validator }: Session,
  { method, headers, json, body: bytes }: ReceivedNotification,
  { event, body: { schema, mediaType } }: Notification,
): string[] {
  const given = headers["content-type"];
  const type = given === undefined ? undefined : withoutParameters(given);
  const violations = json ? validator.violations(schema, json) : [];
  return [
    ...brokenMessages(
      [method === "POST", `It is a ${method}, not a POST.`],
      [type === mediaType, `Its content type is ${type ?? "missing"}, not ${mediaType}.`],
      [json !== undefined, `The body of ${event} is not JSON.`],
    ),
    ...findByteFaults(bytes, json),
    ...violations.map((violation) => `In its body, ${describeViolation(violation)}.`),
  ];
}

/** Time in seconds and signatures of a delivery, as they stand there; undefined if the header is missing. */
export function readSignature(
  { contract: { signature } }: Session,
  { headers }: ReceivedNotification,
) {
  const value = headers[(signature?.header ?? "").toLowerCase()];
  if (!signature || value === undefined) return undefined;
  const { id: idHeader, timestamp, version } = signature;
  if (idHeader !== undefined) {
    const [id = "", time = ""] = [idHeader, timestamp].map((name) => headers[name.toLowerCase()]);
    const given = value
      .split(" ")
      .flatMap((one) => (one.startsWith(`${version},`) ? one.slice(version.length + 1) : []));
    return {
      value,
      id,
      time,
      given,
      isWhole: id !== "" && isSigned(time, given, /^[A-Za-z\d+/]{43}=$/),
    };
  }
  const parts = value.split(",").map((part) => part.split("="));
  const time = parts.find(([key]) => key === timestamp)?.[1] ?? "";
  const given = parts.filter(([key]) => key === version).map(([, hex = ""]) => hex);
  return { value, id: "", time, given, isWhole: isSigned(time, given, /^[0-9a-f]+$/) };
}

function isSigned(time: string, given: string[], form: RegExp): boolean {
  return /^[0-9]+$/.test(time) && given.length > 0 && given.every((one) => form.test(one));
}

/** The mistake in the signature; undefined if the secret is not known. */
function checkDeliverySignature(
  session: Session,
  delivery: ReceivedNotification,
  secret: string | undefined,
): string[] | undefined {
  const { signature } = session.contract;
  if (!signature) return undefined;
  const read = readSignature(session, delivery);
  if (!read) return [`The header ${signature.header} is missing.`];
  const { value, id, time, given, isWhole } = read;
  if (!isWhole) return [`The signature is malformed: ${value}.`];
  // A server whose clock was moved may sign with its own time or, as receivers check it, with everybody's.
  const off = Math.min(
    ...[session.now(), Date.now()].map((now) => Math.abs(Number(time) - now / 1000)),
  );
  const wrong =
    off <= signature.tolerance
      ? []
      : [`The signature's time is ${Math.round(off)} s from the present.`];
  if (secret === undefined) return wrong.length > 0 ? wrong : undefined;
  const [before = "", after = ""] = signature.signed
    .replace("{id}", id)
    .replace("{timestamp}", time)
    .split("{body}");
  const hash = createHmac("sha256", signingKey(signature, secret))
    .update(before)
    .update(delivery.body)
    .update(after);
  const expected = hash.digest(signature.id === undefined ? "hex" : "base64");
  return given.includes(expected)
    ? wrong
    : [...wrong, "The signature is not that of the sent bytes with the receiver's own secret."];
}

function checkContent(
  { json }: ReceivedNotification,
  { notification, record, scope }: ExpectedDelivery,
) {
  const object = json?.[notification.subject];
  if (!json || !isJsonObject(object)) return [];
  const isOfScope = json.scope === undefined || json.scope === scope;
  return [
    ...differences(record, object, (one, other) => isSame(one, other) || isMasked(one, other)),
    ...brokenMessages([isOfScope, `Its scope is ${json.scope}, not ${scope}.`]),
  ];
}
