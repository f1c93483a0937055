import { fieldsOf } from "@packages/contract/src/shapes/shape.ts";
import type { CheckName } from "../checks.ts";
import { isBetween } from "../clock.ts";
import {
  getPayload,
  isJsonObject,
  type Json,
  type JsonObject,
  type Operation,
  payloadShape,
  type Resource,
} from "../contract.ts";
import { describeResponse, type Exchange, getRecord, isSuccess } from "../exchange.ts";
import {
  brokenRules,
  inAnotherCase,
  isFreeText,
  listFormats,
  unusualText,
} from "../generate/cases.ts";
import { type ExampleField, fieldsOfBody } from "../generate/fields.ts";
import { tryParseJson } from "../json-values.ts";
import { differences } from "../meaning.ts";
import type { Probe } from "../probe.ts";
import type { CallChanges, Session } from "../session.ts";
import {
  checkEcho,
  expectedFields,
  expectRefusal,
  isCallable,
  isCostly,
  isOutside,
  unknownQuery,
} from "./expect.ts";
import { listNotFoundErrors } from "./paths.ts";

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
        if (!isCallable(session, resource.create)) return;
        if (!isCostly(session, resource.create, "lookup")) await followResource(session, resource);
      }),
    );
  },
};

/** An object that the run has created, and the response to its creation. */
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
  call: Partial<CallChanges> = {},
): Promise<CreatedObject | undefined> {
  return createdBy(session, await session.call(create, { label: "a valid request", ...call }));
}

/** The object in a response, with the fields of the contract alone; undefined if there is none. */
export function documentedRecord(session: Session, exchange: Exchange): JsonObject | undefined {
  const record = isSuccess(exchange) ? getPayload(session.documentedPart(exchange)) : undefined;
  return isJsonObject(record) ? record : undefined;
}

/** The object that a request has created; undefined if it has created none. */
export function createdBy(session: Session, exchange: Exchange): CreatedObject | undefined {
  const record = documentedRecord(session, exchange);
  const sent = tryParseJson(exchange.request.body ?? "");
  const body = isJsonObject(sent) ? sent : {};
  return typeof record?.id === "string" ? { id: record.id, body, record, exchange } : undefined;
}

/** Holds that an object is found, with the fields of its request and of its creation. */
export async function expectFound(
  session: Session,
  read: Operation,
  { id, body, record, exchange: created }: CreatedObject,
  label: string,
): Promise<Exchange | undefined> {
  const exchange = await session.call(read, { label, id });
  const found = getRecord(exchange);
  const lost = `What was created is not found: ${describeResponse(exchange)}.`;
  if (!session.expect("lookup", exchange, found !== undefined, lost) || !found) return undefined;
  // Time changes these.
  const { status: _, updatedAt: __, ...lasting } = record;
  const { operation } = created;
  const isEchoed = operation && session.profile.echoes;
  const sent = isEchoed ? expectedFields(session, operation, body) : {};
  session.check("lookup", exchange, differences({ ...sent, ...lasting }, found));
  checkCreationTime(session, found, created, exchange);
  return exchange;
}

async function followResource(session: Session, resource: Resource) {
  const { create, remove } = resource;
  const [first, second, ...others] = bodiesToFollow(session, create);
  // Equal requests are two all the same, and each of several at once gets its own response.
  const atOnce = [first ?? {}, ...(second ? [second] : []), first ?? {}];
  const answered = await session.pace.together(create, session.first, atOnce.length, () =>
    Promise.all(
      atOnce.map((body) =>
        createObject(session, resource, { label: "several requests at once", body, atOnce: true }),
      ),
    ),
  );
  for (const body of others) answered.push(await createObject(session, resource, { body }));
  answered.push(await repeatCreation(session, resource, first ?? {}));
  const made = answered.filter((one) => one !== undefined);
  if (made.length === 0) {
    await readList(session, resource);
    return session.untested("lookup", create, "Nothing could be created.");
  }
  const ids = made.map(({ id }) => id);
  const isUnique = new Set(ids).size === ids.length;
  const message = `${ids.join(", ")}: ids repeat.`;
  session.expect("unique-ids", create, isUnique, message, made[0]?.exchange);
  for (const one of made) {
    checkEcho(session, one.body, one.exchange);
    checkStart(session, resource, one);
    await lookUpObject(session, resource, one);
  }
  await checkSpellings(session, resource, made);
  const { findings } = session;
  if (findings.asksFor("unknown-object")) await checkKinds(session, resource, made);
  await checkList(session, resource, made);
  if (findings.asksFor("isolation")) await checkIsolation(session, resource, made);
  if (!remove) return;
  if (!findings.asksFor("deletion", "list")) {
    // The caller may have a limit of objects, which other probes count.
    for (const { id } of made) await session.created.discard(id);
    return;
  }
  for (const one of made) await checkDeletion(session, resource, one);
  // An object that is created after a deletion is listed like those from before.
  const late = await createObject(session, resource);
  if (!late) return;
  await checkList(session, resource, [late]);
  await checkDeletion(session, resource, late, unknownQuery);
}

/** A request that came before is a new one: it has no key, or another one. */
async function repeatCreation(session: Session, { create }: Resource, body: JsonObject) {
  const call = { label: "a request like one before, later", body };
  const exchange = await session.call(create, call);
  const isTaken = isSuccess(exchange) || isOutside(session, exchange);
  session.expect("good-data-accepted", exchange, isTaken);
  return createdBy(session, exchange);
}

/** Strings that some languages read as an empty value or as a number. */
const emptyLike = ["0", "null", "false", "undefined", "0.0", "1e3", "[]"];

/**
 * Bodies of objects that are followed: one without the optional free fields, one with an unusual
 * value in each of them and long ones in others, and, if nothing has a price, some with larger amounts, which show how a
 * server rounds.
 */
function bodiesToFollow(session: Session, create: Operation): JsonObject[] {
  const { profile, control, contract } = session;
  const fields = fieldsOfBody(contract, create).filter(({ path }) => path.length === 1);
  const plain = fields
    .filter(isPlainField)
    .map(({ path, shape }) => ({ name: String(path), shape }));
  const first = session.bodyOf(create, 0);
  const second = session.bodyOf(create, 1);
  if (!first || !second) return [];
  const unusual = fields.flatMap((field): [string, Json][] => {
    const value = unusualValue(session, field);
    return value === undefined ? [] : [[String(field.path), value]];
  });
  const strings = plain.filter(({ shape }) => shape.kind === "string");
  const amounts = control && Object.values(first).includes(1) ? profile.amounts : [];
  const larger = amounts.map((amount, index): JsonObject => {
    const body = Object.entries(session.bodyOf(create) ?? {});
    return {
      ...Object.fromEntries(body.map(([name, value]) => [name, value === 1 ? amount : value])),
      ...Object.fromEntries(strings.map(({ name }) => [name, emptyLike[index] ?? ""])),
    };
  });
  return [
    Object.fromEntries(
      Object.entries(first).filter(([name]) => !plain.some((one) => one.name === name)),
    ),
    { ...second, ...Object.fromEntries(unusual) },
    ...larger.filter((body) => brokenRules(session, create, body).size === 0),
  ];
}

/** Whether a field is optional, and free text or a boolean. */
const isPlainField = ({ required, shape }: ExampleField) =>
  !required && (isFreeText(shape) || shape.kind === "boolean");

/** An unusual value of a plain field, or the longest edge of a format; undefined if there is none. */
function unusualValue({ profile }: Session, field: ExampleField): Json | undefined {
  const { shape } = field;
  if (isPlainField(field))
    return shape.kind === "string" ? fillWithSigns(shape.maxLength) : !shape.annotations.default;
  const edges = listFormats(field).flatMap((format) => profile.edges[format] ?? []);
  return edges.toSorted((one, other) => one.length - other.length).at(-1);
}

/** The unusual string, as long as a value may be, or as a column of a database often is: a server may cut it off. */
function fillWithSigns(maxLength = 255): string {
  const missing = Math.max(0, maxLength - [...unusualText].length - 1);
  return [...` ${"x".repeat(missing)}${unusualText}`].slice(0, maxLength).join("");
}

function checkStart(
  session: Session,
  { lifecycle }: Resource,
  { record, exchange }: CreatedObject,
) {
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
) {
  if (typeof record.createdAt !== "string") return;
  const isThen = isBetween(Date.parse(record.createdAt), created.sentAt, created.receivedAt);
  const message = `createdAt is ${record.createdAt}, the request was sent at ${new Date(created.sentAt).toISOString()}.`;
  session.expect("times", shown, isThen, message);
}

/** Looks an object up twice in a row: unless its status has changed, both show the same. */
async function lookUpObject(session: Session, { read }: Resource, object: CreatedObject) {
  if (!read) return;
  const { id } = object;
  const label = "the id of a creation";
  const first = await expectFound(session, read, object, label);
  if (!first) return;
  const second = await session.call(read, { label, id });
  const before = documentedRecord(session, first) ?? {};
  const after = getRecord(second);
  if (!after) {
    const lost = `The second of two lookups in a row does not find it: ${describeResponse(second)}.`;
    session.check("lookup", second, [lost]);
    return;
  }
  const changed = before.status === after.status ? differences(before, after) : [];
  const messages = changed.map((difference) => `Two lookups in a row differ: ${difference}`);
  session.check("lookup", second, messages);
}

/** An id written otherwise is found; a similar one is not. How a server compares ids, one object of a kind shows. */
async function checkSpellings(session: Session, { read }: Resource, [one]: CreatedObject[]) {
  if (!read || !one) return;
  const { id } = one;
  for (const call of respellId(id)) {
    const exchange = await session.call(read, call);
    const record = getRecord(exchange);
    // A lookup need not show the id.
    session.expect("lookup", exchange, record !== undefined && (record.id ?? id) === id);
  }
  // A database may compare without case or blanks, or look for beginnings and patterns.
  for (const [what, other] of similarIds(id)) {
    const call = { label: `the id of a creation, ${what}`, id: other };
    await expectUnknown(session, read, "unknown-object", call);
  }
}

/** Sends an id that nothing of the caller has, or no longer. */
const expectUnknown = (
  session: Session,
  operation: Operation,
  check: CheckName,
  call: CallChanges,
) =>
  expectRefusal(
    session,
    operation,
    check,
    { as: session.first, ...call },
    listNotFoundErrors(operation),
  );

/** A query does not belong to an id, and whatever letters of an id are escaped, it is the same (RFC 3986, 6.2.2.2). */
function respellId(id: string): CallChanges[] {
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
  const isCounted = /^[0-9]+$/.test(id);
  const like: [string, string][] = [
    ["in another case", isUuid ? id : inAnotherCase(id)],
    ["without its end", isCounted || id.length < 8 ? id : id.slice(0, Math.ceil(id.length * 0.75))],
    ["with a blank after it", `${id} `],
    ["with _ for its last sign", `${id.slice(0, -1)}_`],
    ["as any text", "%"],
  ];
  return like.filter(([, other]) => other !== id);
}

/** The id of one kind of object is unknown to the others, unless each kind counts by itself. */
async function checkKinds(session: Session, resource: Resource, [one]: CreatedObject[]) {
  if (!one || /^[0-9]+$/.test(one.id)) return;
  for (const { read } of session.resources) {
    if (!read || read === resource.read || !session.operations.includes(read)) continue;
    const call = { label: `an id of ${resource.create.id}`, id: one.id };
    await expectUnknown(session, read, "unknown-object", call);
  }
}

/** Records that a list shows, by id. */
export async function readList(session: Session, { list }: Resource, as = session.first) {
  if (!list) return undefined;
  const exchange = await session.call(list, { label: `the list of the ${as.name} caller`, as });
  const payload = getPayload(exchange.response?.json);
  if (!isSuccess(exchange) || !Array.isArray(payload)) return undefined;
  return { records: payload.filter((record) => isJsonObject(record)), exchange };
}

/** Holds that a list shows each created object once. */
export async function checkList(
  session: Session,
  resource: Resource,
  made: CreatedObject[],
): Promise<void> {
  const { list } = resource;
  const listed = await readList(session, resource);
  if (!list || !listed) return;
  const ids = listed.records.map(({ id }) => id);
  session.expect(
    "list",
    listed.exchange,
    new Set(ids).size === ids.length,
    "The list shows an object twice.",
  );
  const payload = payloadShape(session.contract, list);
  const known = payload.kind === "array" ? fieldsOf(payload.items) : {};
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

async function checkIsolation(session: Session, resource: Resource, made: CreatedObject[]) {
  const { second } = session;
  const { create, read, list, remove } = resource;
  const [one] = made;
  if (!one) return;
  const none = "There is no second caller: --other-key and --other-secret name one.";
  if (!second) return session.untested("isolation", create, none);
  for (const operation of [read, remove]) {
    if (!operation) continue;
    const call = { label: "the id of another caller's object", id: one.id, as: second };
    await expectUnknown(session, operation, "isolation", call);
  }
  const listed = await readList(session, resource, second);
  if (!list || !listed) return;
  const isOwn = !listed.records.some(({ id }) => made.some((other) => other.id === id));
  session.expect("isolation", listed.exchange, isOwn, "The list shows another caller's objects.");
  const own = await readList(session, resource);
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
) {
  const { remove, read } = resource;
  const removed = await session.created.discard(id, query);
  if (!remove || !removed) return;
  const wasDeleted = isSuccess(removed);
  session.expect(
    "deletion",
    removed,
    wasDeleted,
    `It cannot be deleted: ${describeResponse(removed)}.`,
  );
  const said = getRecord(removed)?.id;
  const message = `The response to the deletion names the id ${JSON.stringify(said)}.`;
  if (wasDeleted && said !== undefined) session.expect("deletion", removed, said === id, message);
  for (const operation of [remove, read]) {
    if (!operation || !wasDeleted) continue;
    const call = { label: "the id of a deleted object", id };
    await expectUnknown(session, operation, "deletion", call);
  }
  // That a list no longer shows it is checked wherever there is a list.
  await readList(session, resource);
}
