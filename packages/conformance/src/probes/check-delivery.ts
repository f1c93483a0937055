import { createHmac, timingSafeEqual } from "node:crypto";
import { isObject, type Json, type JsonObject, type Notification } from "../contract.ts";
import type { Delivery } from "../listener.ts";
import type { Session } from "../session.ts";
import { describeViolation } from "../validate.ts";

/** The delivery that a receiver has to get, and how it can verify it. */
export interface ExpectedDelivery {
  notification: Notification;
  /** What the notification has to say of its object. */
  record: JsonObject;
  scope: string;
  /** Secret of the receiver; undefined where the suite does not know it. */
  secret: string | undefined;
}

/** A delivery's body as JSON; undefined where it is none. */
export function bodyOf({ body }: Delivery): JsonObject | undefined {
  try {
    const value = JSON.parse(body.toString("utf8")) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a delivery is about an object. */
export function isAbout(delivery: Delivery, id: string): boolean {
  return Object.values(bodyOf(delivery) ?? {}).some((value) => isObject(value) && value.id === id);
}

/** Time of a delivery's signature, as it stands there; undefined where there is none. */
export function signedAt({ contract: { signature } }: Session, { headers }: Delivery): number | undefined {
  const value = headers[(signature?.header ?? "").toLowerCase()];
  const time = value
    ?.split(",")
    .map((part) => part.split("="))
    .find(([key]) => key === signature?.timestamp)?.[1];
  return time === undefined ? undefined : Number(time);
}

/** Holds a delivery against the one that was expected. */
export function checkDelivery(session: Session, delivery: Delivery, expected: ExpectedDelivery): void {
  const { notification } = expected;
  session.check("notification-shape", notification.event, shapeOf(session, delivery, notification));
  const signature = signatureOf(session, delivery, expected.secret);
  if (signature) session.check("notification-signature", notification.event, signature);
  else {
    const reason = "The secret of the company's postbackUrl is not known: --postback-secret, or a control plane.";
    session.untested("notification-signature", notification.event, reason);
  }
  session.check("notification-content", notification.event, contentOf(session, delivery, expected));
  session.check("no-leaks", notification.event, leaksOf(session, delivery));
}

/** A delivery holds no secret: it is sent over the network and appears in the receiver's logs. */
function leaksOf({ secrets }: Session, { headers, body }: Delivery): string[] {
  const texts = [body.toString("utf8"), ...Object.values(headers)];
  const found = [...secrets].filter(([secret]) => texts.some((text) => text.includes(secret)));
  return [...new Set(found.map(([, what]) => `The notification shows ${what}.`))];
}

function shapeOf(
  { validator }: Session,
  delivery: Delivery,
  { event, body: { schema, mediaType } }: Notification,
): string[] {
  const body = bodyOf(delivery);
  const type = delivery.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  return [
    ...(delivery.method === "POST" ? [] : [`It is a ${delivery.method}, not a POST.`]),
    ...(type === mediaType ? [] : [`Its content type is ${type ?? "missing"}, not ${mediaType}.`]),
    ...(body ? [] : [`The body of ${event} is not JSON.`]),
    ...(body ? validator.violations(schema, body) : []).map(
      (violation) => `In its body, ${describeViolation(violation)}.`,
    ),
  ];
}

/** What is wrong with the signature; undefined where the secret is not known. */
function signatureOf(session: Session, { headers, body }: Delivery, secret: string | undefined): string[] | undefined {
  const { signature } = session.contract;
  if (!signature) return undefined;
  const name = signature.header.toLowerCase();
  const value = headers[name];
  if (value === undefined) return [`The header ${signature.header} is missing.`];
  const parts = value.split(",").map((part) => part.split("="));
  const time = parts.find(([key]) => key === signature.timestamp)?.[1] ?? "";
  const given = parts.filter(([key]) => key === signature.version).map(([, hex = ""]) => hex);
  const isHex = given.every((hex) => /^[0-9a-f]+$/.test(hex));
  if (!/^[0-9]+$/.test(time) || given.length === 0 || !isHex) return [`The signature is malformed: ${value}.`];
  // A sandbox whose clock was moved may sign with its own time or, as receivers check it, with everybody's.
  const off = Math.min(...[session.now(), Date.now()].map((now) => Math.abs(Number(time) - now / 1000)));
  const wrong = off <= signature.tolerance ? [] : [`The signature's time is ${Math.round(off)} s from the present.`];
  if (secret === undefined) return wrong.length > 0 ? wrong : undefined;
  const [before = "", after = ""] = signature.signed.replace("{timestamp}", time).split("{body}");
  const expected = createHmac("sha256", secret).update(before).update(body).update(after).digest();
  const fits = given.some((hex) => {
    const bytes = Buffer.from(hex, "hex");
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
  return fits ? wrong : [...wrong, "The signature is not that of the body with the receiver's secret."];
}

function contentOf(
  { meaning }: Session,
  delivery: Delivery,
  { notification, record, scope }: ExpectedDelivery,
): string[] {
  const body = bodyOf(delivery);
  const object = body?.[notification.subject];
  if (!body || !isObject(object)) return [];
  return [
    ...meaning.differences(record, object),
    ...(body.scope === undefined || body.scope === scope ? [] : [`Its scope is ${body.scope}, not ${scope}.`]),
  ];
}
