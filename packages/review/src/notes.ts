// Collects findings, asks the rules what they mean, and tells of a thing once that reaches many operations.
import type { Change, Party, Role } from "./change.ts";
import { isTree, stepsOf, type Tree } from "./place.ts";
import { rules } from "./rules.ts";

/** Who reads, writes or calls, and what: the sides of what is being compared. */
export interface Side {
  role: Role;
  /** Who is on the consumer's side of it. */
  consumer: Party;
  /** What is written or read: `request`, `response`, `notification`. */
  message: string;
  /** Operation or notification that it belongs to; absent for what belongs to the whole contract. */
  operation?: string;
}

/** A difference, told to the collector. */
export interface Note {
  kind: string;
  /** What changed, in words. */
  subject: string;
  name?: string | undefined;
  before?: string | undefined;
  after?: string | undefined;
  baseAt?: string | undefined;
  headAt?: string | undefined;
}

interface Entry {
  note: Note;
  side: Side;
  operations: Set<string>;
  subjects: Set<string>;
}

export class Notes {
  readonly #entries = new Map<string, Entry>();

  add(side: Side, note: Note): void {
    const { kind, name, before, after, baseAt, headAt } = note;
    // Where the place is a component's, the change is one however many operations use it.
    const shared = /^\/components\//.test(headAt ?? baseAt ?? "") ? "" : note.subject;
    const key = JSON.stringify([kind, side.role, side.consumer, name, before, after, baseAt, headAt, shared]);
    const entry = this.#entries.get(key) ?? { note, side, operations: new Set(), subjects: new Set() };
    if (side.operation !== undefined) entry.operations.add(side.operation);
    entry.subjects.add(note.subject);
    this.#entries.set(key, entry);
  }

  changes(): Change[] {
    return [...this.#entries.values()].map(toChange);
  }
}

function toChange({ note, side, operations, subjects }: Entry): Change {
  const rule = rules[note.kind];
  const ruling = rule?.[side.role] ?? rule?.calls ?? rule?.reads ?? rule?.writes;
  if (!ruling) throw new Error(`There is no rule for a change of the kind '${note.kind}'.`);
  const { headAt, baseAt } = note;
  const at = headAt ?? baseAt ?? "";
  const [subject = ""] = subjects.size === 1 ? subjects : [subjectOf(at, note.subject)];
  const who = side.role === "writes" && side.consumer === "client" ? "client" : side.consumer;
  const words: Record<string, string | undefined> = { ...note, subject: titled(subject), who, message: side.message };
  const places = [...operations];
  const reach = subjects.size > 1 ? ` (in ${side.message}s of ${listed(places)})` : "";
  const message = fill(ruling.says, words, reach);
  return {
    kind: note.kind,
    severity: ruling.severity,
    affects: ruling.affects ?? [side.consumer],
    where: { pointer: clean(at), in: headAt !== undefined ? "head" : "base", subject, operations: places },
    message: message.charAt(0).toUpperCase() + message.slice(1),
    ...(ruling.instead !== undefined && { instead: ruling.instead }),
    ...(note.before !== undefined && { before: note.before }),
    ...(note.after !== undefined && { after: note.after }),
  };
}

function clean(pointer: string): string {
  return pointer.split("#")[0] ?? pointer;
}

function listed(names: string[]): string {
  if (names.length <= 4) return names.join(", ");
  return `${names.slice(0, 3).join(", ")} and ${names.length - 3} more`;
}

/** A subject within a sentence: `weeks` (createLoan request). */
function titled(subject: string): string {
  if (/^(The|Security|Delivery) /.test(subject)) return subject;
  const [, holder, part] = /^(.*?): (.+)$/.exec(subject) ?? [];
  return part === undefined ? `\`${subject}\`` : `\`${part}\` (${holder})`;
}

/** Code within a sentence looks like code. */
function quoted(value: string): string {
  return /[{}[\]^$\\"]/.test(value) && !value.includes("`") ? `\`${value}\`` : value;
}

/** Puts the words into a sentence; the reach stands behind the subject. */
function fill(sentence: string, words: Record<string, string | undefined>, reach: string): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (_, word: string) => {
    const value = words[word] ?? "";
    if (word === "subject") return `${value}${reach}`;
    return ["before", "after"].includes(word) ? quoted(value.replaceAll("\n", " ")) : value;
  });
}

/** A place within a component in words: `Loan.due`, `header Retry-After`; the given words elsewhere. */
export function subjectOf(pointer: string, words: string): string {
  const [area, kind, name, ...rest] = stepsOf(clean(pointer));
  if (area !== "components" || name === undefined) return words;
  if (kind !== "schemas") return `${kind?.replace(/s$/, "")} ${name}`;
  const fields: string[] = [];
  for (let index = 0; index < rest.length; index += 1) {
    if (rest[index] !== "properties" && rest[index] !== "x-values") continue;
    index += 1;
    fields.push(rest[index] ?? "");
  }
  return [name, ...fields].join(".");
}

/** The tree under a key, or nothing. */
export function treeAt(tree: Tree | undefined, key: string): Tree | undefined {
  const value = tree?.[key];
  return isTree(value) ? value : undefined;
}
