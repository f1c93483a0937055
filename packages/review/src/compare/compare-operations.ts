// Operations and notifications: which exist, and the statements of each.

import { canonical } from "@packages/contract/src/canonical.ts";
import type { Side } from "../differences.ts";
import { type Place, readString, type Source, treeAt, writeLarge } from "../place.ts";
import { readPastSunset } from "../schema/compare-lifetimes.ts";
import { compareBodies } from "./compare-bodies.ts";
import { compareErrorsOf } from "./compare-errors.ts";
import { compareParameters } from "./compare-parameters.ts";
import { comparePromise } from "./compare-promises.ts";
import { compareResponses } from "./compare-responses.ts";
import { compareSecurity } from "./compare-security.ts";
import { compareOwnServers } from "./compare-service.ts";
import {
  addIfDifferent,
  type CompareContext,
  callSide,
  compareRemarks,
  holds,
  type Pair,
  pairUp,
  placesOf,
} from "./context.ts";
import {
  type Callback,
  isUnchangedOperation,
  operationsIn,
  type ReadOperation,
  readCallbacks,
  readOperations,
} from "./read-operations.ts";

export function compareOperations(context: CompareContext): void {
  const base = readOperations(context.base, "paths", context.basePaths.base);
  const head = readOperations(context.head, "paths", context.basePaths.head);
  const { pairs, removed, added } = pairUp(base, head, sameness);
  for (const [was, is] of pairs)
    if (!isUnchangedOperation(context, was, is)) compareOperation(context, was, is);
  for (const operation of removed) {
    const { deprecated, "x-sunset": sunset } = operation.place.value;
    const past = readPastSunset(context.calendar, deprecated, sunset);
    const difference = {
      kind: past === undefined ? "operation-removed" : "removed-after-sunset",
      subject: operationTitle(operation),
      before: past,
      baseAt: operation.place.at,
    };
    context.differences.add(callSide("client", operation.id), difference);
  }
  for (const operation of added) {
    const difference = {
      kind: "operation-added",
      subject: operationTitle(operation),
      headAt: operation.place.at,
    };
    context.differences.add(callSide("client", operation.id), difference);
  }
}

function operationTitle({ id, method, path }: ReadOperation): string {
  const call = `${method.toUpperCase()} ${path}`;
  return id === call ? call : `${id} (${call})`;
}

/** Names that make two operations the same, the surest first: the path as written, the call, the id after a move. */
const sameness: ((operation: ReadOperation) => string)[] = [
  ({ method, path }) => `${method} ${path}`,
  ({ key }) => key,
  ({ id }) => id,
];

function compareOperation(context: CompareContext, was: ReadOperation, is: ReadOperation): void {
  const { id } = is;
  const side = callSide("client", id);
  const pair: Pair = { base: was.place, head: is.place };
  const [before, after] = [was, is].map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  if (was.key !== is.key)
    context.differences.add(side, {
      kind: "operation-moved",
      subject: id,
      before,
      after,
      ...placesOf(pair),
    });
  const from = firstTag(was.place);
  const to = firstTag(is.place);
  if (from !== undefined && from !== to) {
    const states = { before: from, after: to ?? "no tag" };
    context.differences.add(side, {
      kind: "group-changed",
      subject: id,
      ...states,
      ...placesOf(pair, "tags"),
    });
  }
  const writes: Side = { ...side, role: "writes", message: "request" };
  const reads: Side = { ...side, role: "reads", message: "response" };
  compareMessages(context, { out: writes, in: reads, about: side }, was, is, id, `${id} request`);
  compareName(context, side, pair, after ?? "");
  addIfDifferent(context, side, { kind: "method-renamed", subject: id }, pair, "x-client-name");
  compareErrorsOf(context, side, pair, id);
  compareOwnServers(context, side, was, is);
  compareSecurity(context, side, pair, id);
  compareCallbacks(context, side, pair, id);
  for (const key of ["x-rate-limit", "x-idempotency", "x-token"] as const)
    comparePromise(context, side, key, id, holds(pair.base, key), holds(pair.head, key));
}

/** The requests and responses of a call, in the eyes of the consumer. */
function compareMessages(
  context: CompareContext,
  sides: { out: Side; in: Side; about: Side },
  was: ReadOperation,
  is: ReadOperation,
  name: string,
  title: string,
): void {
  const pair: Pair = { base: was.place, head: is.place };
  compareParameters(context, sides.out, was, is);
  compareBodies(context, sides.out, pair, title);
  compareResponses(context, sides.in, pair, name);
  compareRemarks(context, sides.about, pair, name);
}

function compareName(context: CompareContext, side: Side, pair: Pair, subject: string): void {
  if (readString(pair.base, "operationId") !== undefined)
    addIfDifferent(context, side, { kind: "operation-id-changed", subject }, pair, "operationId");
}

function firstTag({ value }: Place): string | undefined {
  const tag = Array.isArray(value.tags) ? value.tags[0] : undefined;
  return typeof tag === "string" ? tag : undefined;
}

export function compareNotifications(context: CompareContext): void {
  const base = readOperations(context.base, "webhooks");
  const head = readOperations(context.head, "webhooks");
  const { pairs, removed, added } = pairUp(base, head, [({ key }) => key, ({ path }) => path]);
  for (const [was, is] of pairs)
    if (was.method !== is.method || !isUnchangedOperation(context, was, is))
      compareNotification(context, was, is, was.path);
  const add = (kind: string, path: string, at: object): void =>
    context.differences.add(callSide("receiver", path), {
      kind,
      subject: `The notification ${path}`,
      ...at,
    });
  for (const { path, place } of removed) add("notification-removed", path, { baseAt: place.at });
  for (const { path, place } of added) add("notification-added", path, { headAt: place.at });
}

/** Compares two forms of a notification; the receiver reads the request here, and writes the response. */
function compareNotification(
  context: CompareContext,
  was: ReadOperation,
  is: ReadOperation,
  name: string,
): void {
  const side = callSide("receiver", name);
  const reads: Side = { ...side, role: "reads", message: "notification" };
  const writes: Side = { ...side, role: "writes", message: "answer" };
  const pair = { base: was.place, head: is.place };
  const title = name.endsWith("notification") ? name : `${name} notification`;
  const from = was.method.toUpperCase();
  const to = is.method.toUpperCase();
  const states = { before: from, after: to, ...placesOf(pair) };
  if (from !== to)
    context.differences.add(side, {
      kind: "notification-method-changed",
      subject: `The notification ${name}`,
      ...states,
    });
  compareMessages(context, { out: reads, in: writes, about: side }, was, is, name, title);
  compareSecurity(context, reads, pair, name);
  compareName(context, side, pair, `The notification ${name}`);
  const [before, after] = [pair.base, pair.head].map((place) => holds(place, "x-notification"));
  comparePromise(context, side, "x-notification", `The notification ${name}`, before, after);
}

/** Callbacks: which notifications an operation sends, to which URL of its request. */
function compareCallbacks(context: CompareContext, side: Side, pair: Pair, subject: string): void {
  const isNotification = ({ root }: Source, { name }: Callback): boolean =>
    name in (treeAt(root, "webhooks") ?? {});
  const base = readCallbacks(context.base, pair.base);
  const head = readCallbacks(context.head, pair.head);
  const { pairs, removed, added } = pairUp(base, head, [
    ({ name, url, sent }) => `${name} ${url} ${sent.method}`,
    ({ name, url }) => `${name} ${url}`,
    ({ name, sent }) => `${name} ${sent.method}`,
    ({ name }) => name,
    // The name of a callback is not sent, so one with another name and the same content is the same callback.
    ({ url, sent }) => `${url} ${sent.method} ${wireContent(sent)}`,
  ]);
  const add = (kind: string, name: string, at: object): void =>
    context.differences.add(side, { kind, subject, name, ...at });
  // A notification that only one document has is reported once, by `compareNotifications`, and not for each callback of its name.
  for (const callback of removed)
    if (!isNotification(context.base, callback) || isNotification(context.head, callback))
      add("callback-removed", titleIn(base, callback), { baseAt: callback.sent.place.at });
  for (const callback of added)
    if (isNotification(context.base, callback) || !isNotification(context.head, callback))
      add("callback-added", titleIn(head, callback), { headAt: callback.sent.place.at });
  for (const [was, is] of pairs) {
    const { name } = was;
    const states = {
      before: was.url,
      after: is.url,
      ...placesOf({ base: was.sent.place, head: is.sent.place }),
    };
    if (was.url !== is.url)
      context.differences.add(side, { kind: "callback-url-changed", subject, name, ...states });
    // A notification of the whole contract is compared as that.
    if (!isOfContract(context.base, was) || !isOfContract(context.head, is))
      compareNotification(context, was.sent, is.sent, name);
  }
}

/** The title of a callback, with its URL if the operation has several of the name. */
function titleIn(all: Callback[], { name, url }: Callback): string {
  return all.filter((other) => other.name === name).length > 1 ? `${name} (${url})` : name;
}

/** Whether a callback is a notification of the contract, referred to or written out once more. */
function isOfContract(source: Source, { name, item, sent }: Callback): boolean {
  if (item.at.startsWith("/webhooks/")) return true;
  const webhooks = source.child({ value: source.root, at: "" }, "webhooks");
  const notification = webhooks && source.child(webhooks, name);
  const shared =
    notification &&
    operationsIn(source, name, notification).find(({ method }) => method === sent.method);
  return shared !== undefined && wireContent(shared) === wireContent(sent);
}

/** The request and the responses, as far as they count on the wire. */
function wireContent({ place }: ReadOperation): string {
  const { parameters, requestBody, responses, security } = place.value;
  return meaningOf([parameters, requestBody, responses, security]);
}

/** Keywords that explain a part or give a mock its answers: copies of a part may differ in them. */
const explaining = new Set(["description", "summary", "example", "examples"]);

function meaningOf(part: unknown): string {
  const json = JSON.stringify(part ?? null, (key, value: unknown) =>
    explaining.has(key) ? undefined : writeLarge(value),
  );
  return canonical(JSON.parse(json));
}
