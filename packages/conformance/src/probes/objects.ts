import { type Form, fieldsOf, follow } from "@packages/contract/src/shapes/shape.ts";
import { isBetween } from "../clock.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  type Operation,
  payloadOf,
  payloadShape,
  type Resource,
  shapeOf,
} from "../contract.ts";
import { type Exchange, isSuccess, outcomeOf, recordOf } from "../exchange.ts";
import { expectedErrors, inAnotherCase, isFreeText, unusualText } from "../generate/cases.ts";
import { differences } from "../meaning.ts";
import type { Probe } from "../probe.ts";
import type { Call, Session } from "../session.ts";
import { checkEcho, expectedFields, isCostly, refuse, unknownQuery } from "./expect.ts";
import { notFoundOf } from "./paths.ts";

/** A created object stays as it was created: looked up, listed, by another caller, and after it was deleted. */
export const objectsProbe: Probe = {
  name: "objects",
  phase: "objects",
  checks: [
    "echo",
    "lookup",
    "list",
    "unique-ids",
    "times",
    "deletion",
    "isolation",
    "lifecycle",
    "unknown-object",
  ],
  showsObjects: true,
  run: async (session) => {
    await Promise.all(
      session.wantedResources.map(async (resource) => {
        if (!isCostly(session, resource.create, "lookup")) await followResource(session, resource);
      }),
    );
  },
};

/** An object that the run has made, and how its creation said it is. */
export interface CreatedObject {
  id: string;
  body: JsonObject;
  record: JsonObject;
  exchange: Exchange;
}

/** Creates an object; undefined if the server refuses, which the checks of requests report. */
export async function createObject(
  session: Session,
  { create }: Resource,
  call: {
    body?: JsonObject;
    label?: string;
    as?: Session["first"];
    headers?: Record<string, string>;
  } = {},
): Promise<CreatedObject | undefined> {
  const body = call.body ?? session.bodyOf(create) ?? {};
  const exchange = await session.call(create, { label: "a valid request", ...call, body });
  return createdBy(session, exchange, body);
}

/** The object that a response shows, as far as the contract knows its fields; undefined if there is none. */
export function documentedRecord(session: Session, exchange: Exchange): JsonObject | undefined {
  const record = isSuccess(exchange) ? payloadOf(session.documentedPart(exchange)) : undefined;
  return isObject(record) ? record : undefined;
}

/** The object that a request has created; undefined if it has created none. */
export function createdBy(
  session: Session,
  exchange: Exchange,
  body: JsonObject,
): CreatedObject | undefined {
  const record = documentedRecord(session, exchange);
  return typeof record?.id === "string" ? { id: record.id, body, record, exchange } : undefined;
}

/** Holds that an object is found, with what was sent and what its creation has shown. */
export async function expectFound(
  session: Session,
  read: Operation,
  { id, body, record, exchange: created }: CreatedObject,
  label: string,
): Promise<Exchange | undefined> {
  const exchange = await session.call(read, { label, id });
  const found = recordOf(exchange);
  const lost = `What was created is not found: ${outcomeOf(exchange)}.`;
  if (!session.expect("lookup", exchange, found !== undefined, lost) || !found) return undefined;
  // Time changes these.
  const { status: _, updatedAt: __, ...lasting } = record;
  const sent = created.operation ? expectedFields(session, created.operation, body) : {};
  session.check("lookup", exchange, differences({ ...sent, ...lasting }, found));
  checkCreationTime(session, found, created, exchange);
  return exchange;
}

async function followResource(session: Session, resource: Resource): Promise<void> {
  const { create } = resource;
  const bodies = [
    bare(session, resource),
    unusual(session, resource),
    // Larger amounts if nothing has a price: they show how a server rounds.
    ...(session.control
      ? session.profile.amounts
          .map((amount, index) => withAmount(session, resource, amount, emptyLike[index] ?? ""))
          .filter((body) => body && expectedErrors(session, create, body).length === 0)
      : []),
  ];
  // Equal requests are two all the same.
  bodies.push(bodies[0]);
  const made: CreatedObject[] = [];
  for (const body of bodies) {
    const one = body && (await createObject(session, resource, { body }));
    if (one) made.push(one);
  }
  if (made.length === 0) {
    await listOf(session, resource);
    return session.untested("lookup", create, "Nothing could be created.");
  }
  const ids = made.map(({ id }) => id);
  const isUnique = new Set(ids).size === ids.length;
  session.expect(
    "unique-ids",
    create,
    isUnique,
    `${ids.join(", ")}: ids repeat.`,
    made[0]?.exchange,
  );
  for (const one of made) {
    checkEcho(session, one.body, one.exchange);
    checkStart(session, resource, one);
    await lookUp(session, resource, one);
  }
  await checkKinds(session, resource, made);
  await checkList(session, resource, made);
  await checkIsolation(session, resource, made);
  if (!resource.remove) return;
  for (const one of made) await checkDeletion(session, resource, one);
  // An object that is created after a deletion is listed like those from before.
  const late = await createObject(session, resource);
  if (late) await checkList(session, resource, [late]);
  if (late) await checkDeletion(session, resource, late, unknownQuery);
}

/** The first example without the fields that have no form and are not required. */
function bare(session: Session, resource: Resource): JsonObject | undefined {
  const body = session.bodyOf(resource.create, 0);
  const plain = plainFields(session, resource);
  return body && Object.fromEntries(Object.entries(body).filter(([name]) => !plain.has(name)));
}

/** The second example with an unusual text in place of each that has no form, and no default for what is true or false. */
function unusual(session: Session, resource: Resource): JsonObject | undefined {
  const body = session.bodyOf(resource.create, 1);
  const plain = [...plainFields(session, resource)];
  const values = plain.map(([name, field]): [string, Json] => [
    name,
    field.kind === "boolean" ? !field.notes.default : unusualText,
  ]);
  return body && { ...body, ...Object.fromEntries(values) };
}

/** Fields of a request that may be left out, and hold a text of no form or say whether. */
function plainFields(session: Session, { create }: Resource): Map<string, Form> {
  const fields = Object.entries(fieldsOf(shapeOf(session.contract, create.body?.schema)));
  return new Map(
    fields.flatMap(([name, { required, shape }]): [string, Form][] => {
      const form = follow(shape);
      return !required && (isFreeText(form) || form.kind === "boolean") ? [[name, form]] : [];
    }),
  );
}

/** Texts that languages take for nothing, or for something else than a text. */
const emptyLike = ["0", "null", "false", "undefined", "0.0", "1e3", "[]"];

/** A valid request with another amount, and a text in its fields without form; undefined if it has no amount. */
function withAmount(
  session: Session,
  resource: Resource,
  amount: number,
  text: string,
): JsonObject | undefined {
  const body = session.bodyOf(resource.create) ?? {};
  const names = Object.keys(body).filter((name) => body[name] === 1);
  if (names.length === 0) return undefined;
  const texts = [...plainFields(session, resource)].filter(([, { kind }]) => kind === "text");
  return {
    ...body,
    ...Object.fromEntries(names.map((name) => [name, amount])),
    ...Object.fromEntries(texts.map(([name]) => [name, text])),
  };
}

function checkStart(
  session: Session,
  { lifecycle }: Resource,
  { record, exchange }: CreatedObject,
): void {
  if (lifecycle && typeof record.status === "string") {
    const message = `A new ${lifecycle.subject} is ${record.status}, not ${lifecycle.initial}.`;
    session.expect("lifecycle", exchange, record.status === lifecycle.initial, message);
  }
  checkCreationTime(session, record, exchange, exchange);
}

function checkCreationTime(
  session: Session,
  record: JsonObject,
  created: Exchange,
  shown: Exchange,
): void {
  if (typeof record.createdAt !== "string") return;
  const isThen = isBetween(Date.parse(record.createdAt), created.sentAt, created.receivedAt);
  const message = `createdAt is ${record.createdAt}, the request was sent at ${new Date(created.sentAt).toISOString()}.`;
  session.expect("times", shown, isThen, message);
}

async function lookUp(session: Session, { read }: Resource, object: CreatedObject): Promise<void> {
  if (!read) return;
  const { id } = object;
  const label = "the id of a creation";
  const first = await expectFound(session, read, object, label);
  if (!first) return;
  const second = await session.call(read, { label, id });
  const found = documentedRecord(session, first) ?? {};
  for (const call of respellId(id)) {
    const exchange = await session.call(read, call);
    session.expect("lookup", exchange, recordOf(exchange)?.id === id);
  }
  // A database may compare without case or blanks, or look for beginnings and patterns.
  for (const [what, other] of similarIds(id)) {
    const call = { label: `the id of a creation, ${what}`, as: session.first, id: other };
    await refuse(session, read, "unknown-object", call, notFoundOf(read));
  }
  const again = recordOf(second);
  const isStable =
    again && (found.status !== again.status || differences(found, again).length === 0);
  session.expect("lookup", second, isStable ?? false, "Two lookups in a row say different things.");
}

/** A query is no part of an id, and whatever letters of an id are escaped, it is the same (RFC 3986, 6.2.2.2). */
function respellId(id: string): Call[] {
  const label = "the id of a creation";
  const escaped = encodeURIComponent(id).replace(
    /^[A-Za-z0-9]/,
    (first) => `%${first.charCodeAt(0).toString(16)}`,
  );
  return [
    { label: `${label}, a letter escaped`, writtenId: escaped },
    { label: `${label}, a query behind it`, id, query: "?x=1" },
  ];
}

/** Ids that are not an object's own. A UUID is the same in any case; ids that count up begin with one another. */
function similarIds(id: string): [what: string, id: string][] {
  const isUuid = /^[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i.test(id);
  const like: [string, string][] = isUuid ? [] : [["in another case", inAnotherCase(id)]];
  if (id.length >= 8 && !/^[0-9]+$/.test(id))
    like.push(["without its end", id.slice(0, Math.ceil(id.length * 0.75))]);
  like.push(
    ["with a blank after it", `${id} `],
    ["with _ for its last sign", `${id.slice(0, -1)}_`],
    ["as any text", "%"],
  );
  return like.filter(([, other]) => other !== id);
}

/** The id of one kind of object is none of another kind, unless each kind counts by itself. */
async function checkKinds(
  session: Session,
  resource: Resource,
  [one]: CreatedObject[],
): Promise<void> {
  if (!one || /^[0-9]+$/.test(one.id)) return;
  for (const { read } of session.resources) {
    if (!read || read === resource.read || !session.operations.includes(read)) continue;
    const call = { label: `an id of ${resource.create.id}`, as: session.first, id: one.id };
    await refuse(session, read, "unknown-object", call, notFoundOf(read));
  }
}

/** Records that a list shows, by id. */
export async function listOf(session: Session, { list }: Resource, as = session.first) {
  if (!list) return undefined;
  const exchange = await session.call(list, { label: `the list of the ${as.name} caller`, as });
  const payload = payloadOf(exchange.response?.json);
  if (!isSuccess(exchange) || !Array.isArray(payload)) return undefined;
  return { records: payload.filter((record) => isObject(record)), exchange };
}

/** Holds that a list shows what was created, each once. */
export async function checkList(
  session: Session,
  resource: Resource,
  made: CreatedObject[],
): Promise<void> {
  const { list } = resource;
  const listed = await listOf(session, resource);
  if (!list || !listed) return;
  const ids = listed.records.map(({ id }) => id);
  session.expect(
    "list",
    listed.exchange,
    new Set(ids).size === ids.length,
    "The list shows an object twice.",
  );
  const payload = payloadShape(session.contract, list);
  const known = payload.kind === "list" ? fieldsOf(payload.items) : {};
  for (const { id, record } of made) {
    const entry = listed.records.find((one) => one.id === id);
    // The list does not have fields that are shown only once, such as a secret.
    const expected = Object.fromEntries(Object.entries(record).filter(([name]) => name in known));
    const wrong = entry
      ? differences(expected, entry)
      : ["The list does not show what was created."];
    session.check("list", listed.exchange, wrong);
  }
}

async function checkIsolation(
  session: Session,
  resource: Resource,
  made: CreatedObject[],
): Promise<void> {
  const { second } = session;
  const { create, read, list, remove } = resource;
  const [one] = made;
  if (!one) return;
  const none = "There is no second caller: --other-key and --other-secret name one.";
  if (!second) return session.untested("isolation", create, none);
  for (const operation of [read, remove]) {
    if (!operation) continue;
    const call = { label: "the id of another caller's object", id: one.id, as: second };
    await refuse(session, operation, "isolation", call, notFoundOf(operation));
  }
  const listed = await listOf(session, resource, second);
  if (!list || !listed) return;
  const isOwn = !listed.records.some(({ id }) => made.some((other) => other.id === id));
  session.expect("isolation", listed.exchange, isOwn, "The list shows another caller's objects.");
  const own = await listOf(session, resource);
  const isThere = own?.records.some(({ id }) => id === one.id) ?? true;
  session.expect(
    "isolation",
    remove ?? list,
    isThere,
    "Another caller has deleted an object.",
    own?.exchange,
  );
}

async function checkDeletion(
  session: Session,
  resource: Resource,
  { id }: CreatedObject,
  query = "",
): Promise<void> {
  const { remove, read } = resource;
  const removed = await session.created.discard(id, query);
  if (!remove || !removed) return;
  const wasDeleted = isSuccess(removed);
  session.expect("deletion", removed, wasDeleted, `It cannot be deleted: ${outcomeOf(removed)}.`);
  const said = recordOf(removed)?.id;
  const message = `The response to the deletion names the id ${JSON.stringify(said)}.`;
  if (wasDeleted) session.expect("deletion", removed, said === id, message);
  for (const operation of [remove, read]) {
    if (!operation || !wasDeleted) continue;
    const call = { label: "the id of a deleted object", as: session.first, id };
    await refuse(session, operation, "deletion", call, notFoundOf(operation));
  }
  // That a list no longer shows it is checked wherever there is a list.
  await listOf(session, resource);
}
