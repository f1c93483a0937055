// Collects the differences of two documents, joins those that come from one edit, and asks the rules what they mean.

import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Change, Party, Role } from "./change.ts";
import type { Written } from "./load/loaded.ts";
import { stepsOf, type Tree, valueAt } from "./place.ts";
import type { Ruling } from "./rules/rule.ts";
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

/** One difference. A place is given on the side that has the thing: only the base's for what was removed. */
export interface Note {
  kind: string;
  /** What changed, in words. */
  subject: string;
  name?: string | undefined;
  before?: string | undefined;
  after?: string | undefined;
  baseAt?: string | undefined;
  headAt?: string | undefined;
  /** For something that came or went: where it is used, which was edited if the thing itself is in both documents. */
  usedAt?: string;
}

/** Where the places of a document were written, by pointer. */
export type Places = ReadonlyMap<string, Written>;

interface Entry {
  note: Note;
  sides: Side[];
  operations: Set<string>;
  subjects: Set<string>;
  /** Every place of the document that the edit shows in. */
  pointers: Set<string>;
  written?: Written | undefined;
}

export class Notes {
  readonly #entries = new Map<string, Entry>();
  readonly #base: Tree;
  readonly #head: Tree;

  constructor(base: Tree, head: Tree) {
    this.#base = base;
    this.#head = head;
  }

  add(side: Side, given: Note): void {
    const note = this.#edited(given);
    const key = JSON.stringify([side.role, side.consumer, ...identity(note), isShared(note) ? "" : note.subject]);
    const entry = this.#entries.get(key);
    if (entry) join(entry, { sides: [side], operations: new Set([side.operation ?? ""]), subjects: [note.subject] });
    else
      this.#entries.set(key, {
        ...{ note, sides: [side], operations: new Set([side.operation ?? ""]) },
        ...{ subjects: new Set([note.subject]), pointers: new Set([placeOf(note).pointer]) },
      });
  }

  /** The note with the place that was edited: not the one whose statement only took effect, or no longer does. */
  #edited(note: Note): Note {
    const { baseAt, headAt, usedAt } = note;
    if (usedAt !== undefined) {
      const other = headAt === undefined ? this.#head : this.#base;
      if (valueAt(other, headAt ?? baseAt ?? "") === undefined) return note;
      return { ...note, ...(headAt === undefined ? { baseAt: usedAt } : { headAt: usedAt }) };
    }
    if (baseAt === undefined || headAt === undefined || baseAt === headAt) return note;
    const isSame = (at: string): boolean => {
      const [was, is] = [valueAt(this.#base, clean(at)), valueAt(this.#head, clean(at))];
      return was !== undefined && isDeepStrictEqual(was, is);
    };
    if (isSame(headAt)) return { ...note, headAt: undefined };
    return isSame(baseAt) ? { ...note, baseAt: undefined } : note;
  }

  /** Pointers that somebody has to find in a document's source. */
  pointers(document: "base" | "head"): string[] {
    const places = [...this.#entries.values()].map(({ note }) => placeOf(note));
    return [...new Set(places.filter((place) => place.in === document).map(({ pointer }) => pointer))];
  }

  /**
   * The changes, those of one declaration as one.
   *
   * @param places where the pointers of both documents were written, as far as that is known
   */
  changes(places?: { base: Places; head: Places }): Change[] {
    const joined = new Map<string, Entry>();
    for (const entry of this.#entries.values()) {
      const { note, sides } = entry;
      const place = placeOf(note);
      const written = places?.[place.in].get(place.pointer);
      const [role] = sides.map((side) => side.role);
      // A field that is spread into five models is one declaration, and one change.
      const where = written?.name === undefined ? identity(note) : [written.file, written.line, written.name];
      const shown = isShared(note) || written?.name !== undefined ? "" : note.subject;
      const key = JSON.stringify([note.kind, role, note.name, note.before, note.after, where, shown]);
      const known = joined.get(key);
      if (known) join(known, entry);
      else joined.set(key, { ...entry, sides: [...sides], written });
    }
    return [...joined.values()].map(toChange);
  }
}

function join(
  entry: Entry,
  more: Pick<Entry, "sides" | "operations"> & { subjects: Iterable<string>; pointers?: Set<string> },
): void {
  for (const side of more.sides)
    if (!entry.sides.some(({ consumer, message }) => consumer === side.consumer && message === side.message))
      entry.sides.push(side);
  for (const operation of more.operations) entry.operations.add(operation);
  for (const subject of more.subjects) entry.subjects.add(subject);
  for (const pointer of more.pointers ?? []) entry.pointers.add(pointer);
}

function identity({ kind, name, before, after, baseAt, headAt }: Note): (string | undefined)[] {
  return [kind, name, before, after, baseAt, headAt];
}

/** What stands in a component changes once, however many operations use it. */
function isShared(note: Note): boolean {
  return placeOf(note).pointer.startsWith("/components/");
}

function placeOf({ headAt, baseAt }: Note): { pointer: string; in: "head" | "base" } {
  return { pointer: clean(headAt ?? baseAt ?? ""), in: headAt !== undefined ? "head" : "base" };
}

function toChange({ note, sides, operations, subjects, pointers, written }: Entry): Change {
  const [side] = sides;
  const rule = rules[note.kind];
  const ruling = side && (rule?.[side.role] ?? rule?.calls ?? rule?.reads ?? rule?.writes);
  if (!ruling) throw new Error(`There is no rule for a change of the kind '${note.kind}'.`);
  const place = placeOf(note);
  const [only] = subjects;
  const subject =
    subjects.size === 1 && only !== undefined && !(isShared(note) && written?.name !== undefined)
      ? only
      : (written?.name ?? subjectOf(place.pointer, note.subject));
  const reached = [...operations].filter((name) => name !== "");
  return {
    kind: note.kind,
    fingerprint: fingerprintOf(note, side, pointers),
    severity: ruling.severity,
    affects: ruling.affects ?? distinct(sides.map(({ consumer }) => consumer)),
    where: {
      ...{ pointer: place.pointer, in: place.in, subject, operations: reached },
      ...(written && { source: `${written.file}:${written.line}`, file: written.file, line: written.line }),
    },
    message: sentence(ruling, note, sides, subject, only === subject ? [] : reached),
    ...(ruling.instead !== undefined && { instead: ruling.instead }),
    ...(note.before !== undefined && { before: note.before }),
    ...(note.after !== undefined && { after: note.after }),
  };
}

function sentence(ruling: Ruling, note: Note, sides: Side[], subject: string, reached: string[]): string {
  const consumers = distinct(sides.map(({ consumer }) => consumer));
  const messages = distinct(sides.map(({ message }) => message));
  const words: Record<string, string | undefined> = {
    ...{ ...note, subject: titled(subject) },
    ...{ who: consumers.join(" or "), message: messages.join(" or ") },
  };
  const reach =
    reached.length > 0 ? ` (in ${messages.map((word) => `${word}s`).join(" and ")} of ${listed(reached)})` : "";
  const message = fill(ruling.says.replaceAll("{who}s", consumers.map((who) => `${who}s`).join(" or ")), words, reach);
  return message.charAt(0).toUpperCase() + message.slice(1);
}

function distinct<Value>(list: Value[]): Value[] {
  return [...new Set(list)];
}

/** The same for the same edit of the same thing, wherever its lines move to. */
function fingerprintOf(note: Note, side: Side, pointers: ReadonlySet<string>): string {
  const [first = ""] = [...pointers].sort();
  // Positions in a list move when another entry comes or goes.
  const place = first.replaceAll(/\/\d+(?=\/|$)/g, "/*");
  const parts = [note.kind, side.role, place, isShared(note) ? "" : note.subject, note.name, note.before, note.after];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 12);
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
function fill(text: string, words: Record<string, string | undefined>, reach: string): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, word: string) => {
    const value = words[word] ?? "";
    if (word === "subject") return `${value}${reach}`;
    return ["before", "after"].includes(word) ? quoted(value.replaceAll("\n", " ")) : value;
  });
}

/** A place within a component in words: `Loan.due`, `header Retry-After`; the given words elsewhere. */
function subjectOf(pointer: string, words: string): string {
  const [area, kind, name, ...rest] = stepsOf(pointer);
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
