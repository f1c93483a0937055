import { createHmac } from "node:crypto";
import type { Signature } from "../behaviour.ts";
import { type Document, operationsOf, type Parameter, resolve } from "../openapi.ts";

/**
 * Signs an example of a notification, the shortest that there is, with the secret that the spec gives for it. The
 * signature becomes the example of the header, the body stands next to it.
 */
export function signExample(document: Document): void {
  const signature = document["x-notification-signature"];
  const notifications = [...operationsOf(document.webhooks)].map(({ operation }) => operation);
  const bodies = notifications
    .flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
    .flatMap(({ examples = {} }) => Object.values(examples))
    .map((example) => JSON.stringify(resolve(document, example).value))
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const [body] = bodies;
  if (!signature?.example || body === undefined) return;
  const value = sign(signature, signature.example, body);
  signature.example = { ...signature.example, body, value };
  for (const reference of notifications.flatMap(({ parameters = [] }) => parameters)) {
    const parameter = resolve<Parameter>(document, reference);
    if (parameter.in === "header" && parameter.name === signature.header) parameter.example = value;
  }
}

function sign(scheme: Signature, { secret, timestamp }: NonNullable<Signature["example"]>, body: string): string {
  const signed = scheme.signed.replace(/\{(timestamp|body)\}/g, (_, part) => (part === "body" ? body : `${timestamp}`));
  const hash = createHmac(scheme.algorithm.replace(/^HMAC-/, "").replace("-", ""), secret);
  return `${scheme.timestamp}=${timestamp},${scheme.version}=${hash.update(signed).digest("hex")}`;
}
