// Which operations and notifications there are, and what each says of itself.
import type { Side } from "../notes.ts";
import { canonical, type Place, type Source, text, treeAt } from "../place.ts";
import { compareBodies } from "./compare-bodies.ts";
import { compareErrorsOf } from "./compare-errors.ts";
import { compareParameters } from "./compare-parameters.ts";
import { comparePromise } from "./compare-promises.ts";
import { compareResponses } from "./compare-responses.ts";
import { compareSecurity } from "./compare-security.ts";
import { compareOwnServers } from "./compare-service.ts";
import { type Context, calls, compareRemarks, holds, match, noteIfDifferent, type Pair, placesOf } from "./context.ts";
import { isUnchangedOperation, operationsIn, type ReadOperation, readOperations } from "./read-operations.ts";

export function compareOperations(context: Context): void {
  const base = readOperations(context.base, "paths");
  const head = readOperations(context.head, "paths");
  const pairs = pairUp(base, head);
  for (const [was, is] of pairs) if (!isUnchangedOperation(context, was, is)) compareOperation(context, was, is);
  const [kept, keeps] = [new Set(pairs.map(([was]) => was)), new Set(pairs.map(([, is]) => is))];
  for (const operation of base.filter((one) => !kept.has(one))) {
    const sunset = text(operation.place, "x-sunset");
    const isOver = operation.place.value.deprecated === true && sunset !== undefined && new Date(sunset) <= new Date();
    const kind = isOver ? "operation-removed-after-sunset" : "operation-removed";
    const note = { kind, subject: titleOf(operation), before: sunset, baseAt: operation.place.at };
    context.notes.add(calls("client", operation.id), note);
  }
  for (const operation of head.filter((one) => !keeps.has(one))) {
    const note = { kind: "operation-added", subject: titleOf(operation), headAt: operation.place.at };
    context.notes.add(calls("client", operation.id), note);
  }
}

function titleOf({ id, method, path }: ReadOperation): string {
  const call = `${method.toUpperCase()} ${path}`;
  return id === call ? call : `${id} (${call})`;
}

/** What makes two operations the same, the surest first: the path as it is written, the call, the id after a move. */
const sameness: ((operation: ReadOperation) => string)[] = [
  ({ method, path }) => `${method} ${path}`,
  ({ key }) => key,
  ({ id }) => id,
];

function pairUp(base: ReadOperation[], head: ReadOperation[]): [ReadOperation, ReadOperation][] {
  const left = { base: new Set(base), head: new Set(head) };
  return sameness.flatMap((nameOf) => {
    const named = new Map([...left.head].reverse().map((is) => [nameOf(is), is]));
    return [...left.base].flatMap((was): [ReadOperation, ReadOperation][] => {
      const is = named.get(nameOf(was));
      if (!is || !left.head.delete(is)) return [];
      left.base.delete(was);
      return [[was, is]];
    });
  });
}

function compareOperation(context: Context, was: ReadOperation, is: ReadOperation): void {
  const { id } = is;
  const side = calls("client", id);
  const pair: Pair = { base: was.place, head: is.place };
  const [before, after] = [was, is].map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  if (was.key !== is.key)
    context.notes.add(side, { kind: "operation-moved", subject: id, before, after, ...placesOf(pair) });
  const [from, to] = [firstTag(was.place), firstTag(is.place)];
  if (from !== undefined && from !== to) {
    const states = { before: from, after: to ?? "no tag" };
    context.notes.add(side, { kind: "group-changed", subject: id, ...states, ...placesOf(pair, "tags") });
  }
  const writes: Side = { ...side, role: "writes", message: "request" };
  const reads: Side = { ...side, role: "reads", message: "response" };
  compareMessages(context, { out: writes, in: reads, about: side }, was, is, id, `${id} request`);
  compareName(context, side, pair, after ?? "");
  noteIfDifferent(context, side, { kind: "method-renamed", subject: id }, pair, "x-client-name");
  compareErrorsOf(context, side, pair, id);
  compareOwnServers(context, side, was, is);
  compareSecurity(context, side, pair, id);
  compareCallbacks(context, side, pair, id);
  for (const key of ["x-rate-limit", "x-idempotency", "x-token"] as const)
    comparePromise(context, side, key, id, holds(pair.base, key), holds(pair.head, key));
}

/** What goes out with a call and what comes back, in the eyes of the consumer. */
function compareMessages(
  context: Context,
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

function compareName(context: Context, side: Side, pair: Pair, subject: string): void {
  if (text(pair.base, "operationId") !== undefined)
    noteIfDifferent(context, side, { kind: "operation-id-changed", subject }, pair, "operationId");
}

function firstTag({ value }: Place): string | undefined {
  const tag = Array.isArray(value.tags) ? value.tags[0] : undefined;
  return typeof tag === "string" ? tag : undefined;
}

export function compareNotifications(context: Context): void {
  const byKey = (source: Source) => new Map(readOperations(source, "webhooks").map((one) => [one.key, one]));
  match(byKey(context.base), byKey(context.head), {
    removed: ({ path, place }) =>
      context.notes.add(calls("receiver", path), {
        ...{ kind: "notification-removed", subject: `The notification ${path}`, baseAt: place.at },
      }),
    added: ({ path, place }) =>
      context.notes.add(calls("receiver", path), {
        ...{ kind: "notification-added", subject: `The notification ${path}`, headAt: place.at },
      }),
    kept(was, is) {
      if (!isUnchangedOperation(context, was, is)) compareNotification(context, was, is, was.path);
    },
  });
}

/** Compares two forms of a notification; what a receiver reads is the request here, what it writes the response. */
function compareNotification(context: Context, was: ReadOperation, is: ReadOperation, name: string): void {
  const side = calls("receiver", name);
  const reads: Side = { ...side, role: "reads", message: "notification" };
  const writes: Side = { ...side, role: "writes", message: "answer" };
  const pair = { base: was.place, head: is.place };
  const title = name.endsWith("notification") ? name : `${name} notification`;
  compareMessages(context, { out: reads, in: writes, about: side }, was, is, name, title);
  compareSecurity(context, reads, pair, name);
  compareName(context, side, pair, `The notification ${name}`);
  const [before, after] = [pair.base, pair.head].map((place) => holds(place, "x-notification"));
  comparePromise(context, side, "x-notification", `The notification ${name}`, before, after);
}

interface Callback {
  /** Where in the request the URL is. */
  url: string;
  item: Place;
  place: Place;
}

/** Callbacks: which notifications an operation sends, to which URL of its request. */
function compareCallbacks(context: Context, side: Side, pair: Pair, subject: string): void {
  const isShared = ({ root }: Source, name: string): boolean => name in (treeAt(root, "webhooks") ?? {});
  match(callbacksOf(context.base, pair.base), callbacksOf(context.head, pair.head), {
    // A notification that is no longer sent at all, or that is new, is reported as that.
    removed({ place }, name) {
      if (!isShared(context.base, name) || isShared(context.head, name))
        context.notes.add(side, { kind: "callback-removed", subject, name, baseAt: place.at });
    },
    added({ place }, name) {
      if (isShared(context.base, name) || !isShared(context.head, name))
        context.notes.add(side, { kind: "callback-added", subject, name, headAt: place.at });
    },
    kept(was, is, name) {
      const states = { before: was.url, after: is.url, ...placesOf({ base: was.place, head: is.place }) };
      if (was.url !== is.url) context.notes.add(side, { kind: "callback-url-changed", subject, name, ...states });
      // What is a notification of the whole contract is compared as that.
      if (isOfContract(context.base, name, was) && isOfContract(context.head, name, is)) return;
      const [[old], [now]] = [operationsIn(context.base, name, was.item), operationsIn(context.head, name, is.item)];
      if (old && now) compareNotification(context, old, now, name);
    },
  });
}

/** Whether a callback is a notification of the contract, referred to or written out once more. */
function isOfContract(source: Source, name: string, { item }: Callback): boolean {
  if (item.at.startsWith("/webhooks/")) return true;
  const webhooks = source.child({ value: source.root, at: "" }, "webhooks");
  const notification = webhooks && source.child(webhooks, name);
  if (!notification) return false;
  const [own, shared] = [operationsIn(source, name, item)[0], operationsIn(source, name, notification)[0]];
  return ["parameters", "requestBody", "responses", "security"].every(
    (part) => meaningOf(own?.place.value[part]) === meaningOf(shared?.place.value[part]),
  );
}

/** What explains a part to people, and what a mock answers with: written out once more, it may be left out. */
const explaining = new Set(["description", "summary", "example", "examples"]);

function meaningOf(part: unknown): string {
  const json = JSON.stringify(part ?? null, (key, value: unknown) => (explaining.has(key) ? undefined : value));
  return canonical(JSON.parse(json));
}

function callbacksOf(source: Source, operation: Place): Map<string, Callback> {
  const found = new Map<string, Callback>();
  for (const [name, place] of source.children(source.child(operation, "callbacks"))) {
    for (const [url, item] of source.children(place)) found.set(name, { url, item, place });
  }
  return found;
}
