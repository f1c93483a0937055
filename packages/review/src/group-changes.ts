// One edit is one change: changes that follow from another are listed with it.
import { createHash } from "node:crypto";
import { bySeverity, type Change, isUnknownField, verdictOf } from "./change.ts";
import type { Edited, SpecEdits } from "./load/edited.ts";
import { schemaRules } from "./rules/schemas.ts";

/** A change with the edited declaration that it follows from, if that is another one. */
interface CausedChange {
  change: Change;
  cause: Edited | undefined;
}

/** Changes of one edit. */
type ChangeGroup = CausedChange[];

/** Kinds with one meaning under two names: a removal and an addition under these names belong to it. */
const renames =
  /^(values?-re(spelled|placed)|notification-renamed|transition-notification-changed|idempotency-header-changed)$/;
/** Errors that are kept for a key. */
const keptErrors = /^idempotency-error-(no-longer-)?kept$/;
const listedErrors = /^error-(no-longer-)?listed$/;
/** Uses of an error, which come and go with it. */
const mayFollowError =
  /^(idempotency-error-(no-longer-)?kept|error-(no-longer-)?listed|error-response-(added|removed))$/;
/** A status of an operation, which comes and goes with the only error that has it. */
const errorStatuses = /^error-response-(added|removed)$/;
/** Descriptions that are often written with a figure of another statement. */
const derivedTexts =
  /^(error-condition|notification-condition|transition-trigger|transition-delay)-changed$/;

/**
 * Groups changes by the edit that they follow from. The worst of a group stands for it.
 *
 * @param find finds the edited declaration behind a change, if the sources of both specs are known
 */
export function groupChanges(changes: readonly Change[], edits?: SpecEdits): Change[] {
  const entries = changes.map(
    (change): CausedChange => ({ change, cause: findChangeCause(change, edits) }),
  );
  const renameIn = findRenames(changes);
  const keyOf = ({ change }: CausedChange): string =>
    renameIn(change) ?? JSON.stringify(editOf(change));
  const isFollower = (entry: CausedChange): boolean =>
    mayFollow(entry) && renameIn(entry.change) === undefined;
  // The documents' package compares on Node 20, which has no Map.groupBy.
  const byEdit = new Map<string, ChangeGroup>();
  for (const entry of entries.filter((one) => !isFollower(one))) {
    const key = keyOf(entry);
    const group = byEdit.get(key);
    if (group) group.push(entry);
    else byEdit.set(key, [entry]);
  }
  const groups = [...byEdit.values()];
  const followers = entries.filter(isFollower);
  // Errors that are listed, or no longer, may have followers of their own.
  const isListed = ({ change }: CausedChange): boolean => listedErrors.test(change.kind);
  for (const entry of [
    ...followers.filter(isListed),
    ...followers.filter((one) => !isListed(one)),
  ]) {
    const group = groups.find((candidate) => belongs(entry, candidate));
    if (group) group.push(entry);
    else groups.push([entry]);
  }
  return attachExamples(groups).map(joinGroup);
}

function findChangeCause({ where }: Change, edits: SpecEdits | undefined): Edited | undefined {
  const { file, line } = where;
  return file === undefined || line === undefined
    ? undefined
    : edits?.findCause(where.in, file, line);
}

/** The facts that one edit shares for everybody who sees it: a writer, a reader or a receiver. */
function editOf(change: Change): unknown[] {
  const { kind, name, before, after, where } = change;
  // However many parts have the field, a person decides once.
  if (isUnknownField(change)) return ["extension", name];
  const place = where.source ?? where.pointer;
  const [, listed] = /^(?:(?:known-)?value|notification)-(added|removed)$/.exec(kind) ?? [];
  return listed ? [listed, namedThing(change), place] : [kind, name, before, after, place];
}

/** The value or name that a change is about; of a notification, its own. */
function namedThing({ kind, name = "", where }: Change): string {
  return kind.startsWith("notification-") ? (where.operations[0] ?? "") : name;
}

/** Whether a change may follow from a change of another kind. */
function mayFollow({ change: { kind }, cause }: CausedChange): boolean {
  return cause !== undefined || derivedTexts.test(kind) || mayFollowError.test(kind);
}

/** Finds the new name that a change is about, with the old one: `paid → PAID`. */
function findRenames(changes: readonly Change[]): (change: Change) => string | undefined {
  const found = new Map<string, string>();
  for (const { kind, before = "", after = "" } of changes) {
    if (!renames.test(kind) || /\s/.test(`${before}${after}`)) continue;
    found.set(before, `${before} → ${after}`);
    found.set(after, `${before} → ${after}`);
  }
  return (change) => {
    const { kind, before = "" } = change;
    if (renames.test(kind)) return found.get(before);
    const [known] = namedThing(change)
      .split(" → ")
      .flatMap((part) => found.get(part) ?? []);
    return /-(removed|added)$/.test(kind) ? known : undefined;
  };
}

function belongs({ change, cause }: CausedChange, group: ChangeGroup): boolean {
  return group.some((other) => {
    if (explains(other.change, change) || isSameError(other.change, change)) return true;
    if (!cause) return false;
    return other.cause ? other.cause.name === cause.name : isWithin(other.change, cause);
  });
}

/** Whether a description changed only in the words that another change reports. */
function explains({ before, after }: Change, other: Change): boolean {
  if (!before || !after || !derivedTexts.test(other.kind)) return false;
  return other.before !== other.after && other.before?.replaceAll(before, after) === other.after;
}

/**
 * Whether a change follows from the cause because both are about one error: an error that an operation no longer lists takes its
 * status with it, and its place among the stored responses; one that the contract no longer has, its place everywhere.
 */
function isSameError(cause: Change, change: Change): boolean {
  const [operation = ""] = change.where.operations;
  const isListedThere = listedErrors.test(cause.kind) && cause.where.operations.includes(operation);
  if (errorStatuses.test(change.kind))
    return isListedThere && (cause.before ?? cause.after) === change.name;
  if (cause.name !== change.name) return false;
  if (/^error-(added|removed)$/.test(cause.kind)) return mayFollowError.test(change.kind);
  return isListedThere && keptErrors.test(change.kind);
}

function isWithin({ where: { file, line = 0, in: side } }: Change, cause: Edited): boolean {
  return side === cause.in && file === cause.file && cause.first <= line && line <= cause.last;
}

/** Examples follow from the change of the field, error or limit that they show; others stand alone. */
function attachExamples(groups: readonly ChangeGroup[]): ChangeGroup[] {
  const isExample = ([first]: ChangeGroup): boolean =>
    first?.change.kind.startsWith("example-") === true;
  const found = groups.filter((group) => !isExample(group));
  // By what both name: a large document has thousands of examples and of changes.
  const byTopic = new Map<string, { change: Change; index: number }[]>();
  for (const [index, group] of found.entries())
    for (const { change } of group)
      for (const topic of shownTopics(change)) {
        const entries = byTopic.get(topic);
        if (entries) entries.push({ change, index });
        else byTopic.set(topic, [{ change, index }]);
      }
  const firstShown = (example: Change): number[] =>
    exampleTopics(example).flatMap(
      (topic) =>
        byTopic.get(topic)?.find(({ change }) => sharesFields(change, example))?.index ?? [],
    );
  const alone: ChangeGroup[] = [];
  for (const group of groups.filter(isExample)) {
    const shown = group.flatMap(({ change }) => firstShown(change));
    const holder = found[Math.min(...shown)];
    if (holder) holder.push(...group);
    else alone.push(group);
  }
  return [...found, ...alone];
}

/** Errors and messages whose examples show a change. */
function shownTopics({ kind, name = "", messages }: Change): string[] {
  if (kind.startsWith("error-")) return [`error ${name.toLowerCase().replaceAll("_", "-")}`];
  if (kind.startsWith("rate-limit-")) return messages.map((message) => `message ${message} 429`);
  if (!Object.hasOwn(schemaRules, kind)) return [];
  return messages.map((message) => `message ${message}`);
}

function exampleTopics({ name = "", messages }: Change): string[] {
  return [`error ${name}`, ...messages.map((message) => `message ${message}`)];
}

/** Whether an example differs in a field that a change is about; an error or a limit is about none. */
function sharesFields({ kind, fields }: Change, example: Change): boolean {
  if (/^(error|rate-limit)-/.test(kind) || fields.length === 0) return true;
  return fields.some((one) => example.fields.includes(one));
}

/** The change that stands for a group, with the others. */
function joinGroup(group: ChangeGroup): Change {
  // The one with both names stands for its equals.
  const rank = ({ change: { kind } }: CausedChange): number =>
    Number(renames.test(kind)) - 2 * Number(kind === "values-replaced");
  const leaders = group
    .filter((entry) => !isDerived(entry, group))
    .sort((a, b) => rank(b) - rank(a));
  const [first, ...others] = leaders.length > 0 ? leaders : group;
  const leader = others.reduce(
    (best, entry) => (bySeverity(entry.change, best.change) < 0 ? entry : best),
    first as CausedChange,
  );
  const { change, cause } = leader;
  const severity = verdictOf(leaders.map((entry) => entry.change));
  const follows = group
    .filter((entry) => entry !== leader)
    .map((entry) =>
      isWorse(entry.change, change) ? { ...entry.change, severity: change.severity } : entry.change,
    )
    .sort(bySeverity);
  const breaking = [change, ...follows].filter((one) => one.severity === "breaking");
  const led = cause ? atCause(change, cause) : change;
  if (follows.length === 0 || severity === "none") return led;
  if (isUnknownField(led)) return { ...led, message: countPlaces(group), follows };
  return { ...led, fingerprint: groupFingerprint(led, breaking), follows };
}

/** `x-internal` was added in 3 places and removed in 1; … */
function countPlaces(group: ChangeGroup): string {
  const counts = ["added", "changed", "removed"].flatMap((outcome) => {
    const ofKind = group.filter(({ change }) => change.kind === `extension-${outcome}`);
    // A schema of requests and responses has a change for each.
    const { size } = new Set(ofKind.map(({ change }) => change.where.pointer));
    return size > 0 ? [`${outcome} in ${size} ${size === 1 ? "place" : "places"}`] : [];
  });
  const name = group[0]?.change.name;
  return `\`${name}\` was ${counts.join(" and ")}; this review does not know the field.`;
}

/** Whether an entry adds nothing to its group. */
function isDerived({ change }: CausedChange, group: ChangeGroup): boolean {
  const isText = derivedTexts.test(change.kind) || /^(example-|basis-reworded)/.test(change.kind);
  return group.length > 1 && (isText || keptErrors.test(change.kind));
}

function isWorse(a: Change, b: Change): boolean {
  return bySeverity(a, b) < 0;
}

/** Several breaking changes stand together: who accepts one accepts them all. */
function groupFingerprint({ fingerprint }: Change, breaking: readonly Change[]): string {
  if (breaking.length < 2) return fingerprint;
  const all = breaking.map((change) => change.fingerprint).sort();
  return createHash("sha256").update(all.join(" ")).digest("hex").slice(0, 12);
}

/** The change at the declaration that was edited. */
function atCause(change: Change, { in: side, file, line, name }: Edited): Change {
  const edited = { in: side, file, line, source: `${file}:${line}` };
  const message = `${change.message} This follows from \`${name}\`.`;
  return {
    ...change,
    message,
    where: { ...change.where, ...edited },
  };
}
