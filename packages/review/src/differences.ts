// Collects the differences of two documents, joins those that come from one edit, and gets their meaning from the rules.

import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { compoundKey } from "@packages/contract/src/compound-key.ts";
import { fieldsIn } from "@packages/contract/src/read-basis.ts";
import type { Change, Party, Role } from "./change.ts";
import type { Written } from "./load/loaded.ts";
import { splitPointer, type Tree, valueAt } from "./place.ts";
import type { RuleOutcome } from "./rules/rule.ts";
import { rules } from "./rules.ts";

/** Who reads, writes or calls the thing that is compared, and its name. */
export interface Side {
  role: Role;
  /** Who is on the consumer's side of it. */
  consumer: Party;
  /** The kind of message: `request`, `response`, `notification`. */
  message: string;
  /** Operation or notification that it belongs to; absent for parts of the whole contract. */
  operation?: string;
}

/** One difference. A place is given on the side that has the thing: only the base's for a removed thing. */
export interface Difference {
  kind: string;
  /** The changed thing, in words. */
  subject: string;
  name?: string | undefined;
  before?: string | undefined;
  after?: string | undefined;
  baseAt?: string | undefined;
  headAt?: string | undefined;
  /** In an example: the fields whose values differ. */
  fields?: string[];
  /** For something added or removed: the place of its use, which was edited if the thing itself is in both documents. */
  usedAt?: string;
}

/** The sources of the places of a document, by pointer. */
export type Places = ReadonlyMap<string, Written>;

/** Notes of one edit. */
interface IndexedDifference {
  difference: Difference;
  sides: Side[];
  subjects: Set<string>;
  /** Every place of the document that the edit shows in. */
  pointers: Set<string>;
  written: Written | undefined;
}

export class Differences {
  readonly #all: { difference: Difference; side: Side }[] = [];
  readonly #base: Tree;
  readonly #head: Tree;

  constructor(base: Tree, head: Tree) {
    this.#base = base;
    this.#head = head;
  }

  add(side: Side, difference: Difference): void {
    this.#all.push({ difference: this.#withEditedPlace(difference), side });
  }

  /** A difference without the place that both documents have unchanged: the edit was made at the other. */
  #withEditedPlace(difference: Difference): Difference {
    const { baseAt, headAt, usedAt } = difference;
    if (usedAt !== undefined) return this.#withPlaceOfUse(difference, usedAt);
    if (baseAt === undefined || headAt === undefined || baseAt === headAt) return difference;
    if (this.#isUnedited(headAt)) return { ...difference, headAt: undefined };
    return this.#isUnedited(baseAt) ? { ...difference, baseAt: undefined } : difference;
  }

  /** A removed or an added part, at the place of its use if both documents have the part: then the use was edited. */
  #withPlaceOfUse(difference: Difference, usedAt: string): Difference {
    const { baseAt = "", headAt } = difference;
    if (headAt === undefined) {
      const isStillInHead = valueAt(this.#head, baseAt) !== undefined;
      return isStillInHead ? { ...difference, baseAt: usedAt } : difference;
    }
    const wasInBase = valueAt(this.#base, headAt) !== undefined;
    return wasInBase ? { ...difference, headAt: usedAt } : difference;
  }

  #isUnedited(at: string): boolean {
    const before = valueAt(this.#base, clean(at));
    return before !== undefined && isDeepStrictEqual(before, valueAt(this.#head, clean(at)));
  }

  /** Pointers to look for in a document's source. */
  pointers(document: "base" | "head"): string[] {
    const places = this.#all
      .map(({ difference }) => getPlace(difference))
      .filter((place) => place.in === document);
    return [...new Set(places.map(({ pointer }) => pointer))];
  }

  /**
   * The changes, those of one declaration as one.
   *
   * @param places sources of the pointers of both documents, as far as they are known
   */
  changes(places?: { base: Places; head: Places }): Change[] {
    const entries = new Map<string, IndexedDifference>();
    for (const { difference, side } of this.#all) {
      const { pointer, in: document } = getPlace(difference);
      const written = places?.[document].get(pointer);
      // A field that is spread into five models is one declaration, and one change.
      const where =
        written?.name === undefined
          ? [difference.baseAt, difference.headAt]
          : [written.file, written.line, written.name];
      const shown = isShared(difference) || written?.name !== undefined ? "" : difference.subject;
      const { kind, name, before, after } = difference;
      const key = compoundKey(kind, side.role, name, before, after, ...where, shown);
      const entry = entries.get(key) ?? {
        difference,
        sides: [],
        subjects: new Set(),
        pointers: new Set(),
        written,
      };
      entries.set(key, entry);
      entry.sides.push(side);
      entry.subjects.add(difference.subject);
      entry.pointers.add(pointer);
    }
    return [...entries.values()].map(toChange);
  }
}

/** A part of a component changes once, however many operations use it. */
function isShared(difference: Difference): boolean {
  return getPlace(difference).pointer.startsWith("/components/");
}

function getPlace({ headAt, baseAt }: Difference): { pointer: string; in: "head" | "base" } {
  return { pointer: clean(headAt ?? baseAt ?? ""), in: headAt !== undefined ? "head" : "base" };
}

function toChange({ difference, sides, subjects, pointers, written }: IndexedDifference): Change {
  const [side] = sides;
  const rule = rules[difference.kind];
  const ruling = side && (rule?.[side.role] ?? rule?.calls ?? rule?.reads ?? rule?.writes);
  if (!ruling) throw new Error(`There is no rule for a change of the kind '${difference.kind}'.`);
  const place = getPlace(difference);
  const [only] = subjects;
  const isWrittenElsewhere = isShared(difference) && written?.name !== undefined;
  const subject =
    subjects.size === 1 && only !== undefined && !isWrittenElsewhere
      ? only
      : withField(
          difference,
          ownerName(difference, written?.name ?? getSubject(place.pointer, difference.subject)),
        );
  const reached = distinct(sides.flatMap(({ operation }) => operation ?? []));
  return {
    kind: difference.kind,
    fingerprint: makeFingerprint(difference, side, pointers),
    severity: ruling.severity,
    affects: ruling.affects ?? distinct(sides.map(({ consumer }) => consumer)),
    where: {
      pointer: place.pointer,
      in: place.in,
      subject,
      operations: reached,
      ...(written && {
        source: `${written.file}:${written.line}`,
        file: written.file,
        line: written.line,
      }),
    },
    message: sentence(ruling, difference, sides, subject, only === subject ? [] : reached),
    messages: distinct([...subjects].map((one) => one.split(": ")[0] ?? one)),
    fields: difference.fields ?? distinct([...subjects].flatMap(namesInSubject)),
    ...(ruling.instead !== undefined && { instead: ruling.instead }),
    ...(difference.name !== undefined && { name: difference.name }),
    ...(difference.before !== undefined && { before: difference.before }),
    ...(difference.after !== undefined && { after: difference.after }),
  };
}

/** A field that is only required has no separate declaration. */
function withField({ kind, name = "" }: Difference, declared: string): string {
  const isOfField = /^(required-)?field-/.test(kind) && name !== "";
  return isOfField && !`.${declared}`.endsWith(`.${name}`) ? `${declared}.${name}` : declared;
}

/** The owner of a value or form: `LoanStatus` for `LoanStatus.late`, if the sentence names `late` itself. */
function ownerName({ kind, name = "", subject }: Difference, declared: string): string {
  if (!/value-|alternative-/.test(kind)) return declared;
  if (declared === name) return subject;
  return declared.endsWith(`.${name}`) ? declared.slice(0, -name.length - 1) : declared;
}

function sentence(
  ruling: RuleOutcome,
  difference: Difference,
  sides: Side[],
  subject: string,
  reached: string[],
): string {
  const consumers = distinct(sides.map(({ consumer }) => consumer));
  const messages = distinct(sides.map(({ message }) => message));
  const { name, before, after } = difference;
  const words: Record<string, string | undefined> = {
    name,
    before,
    after,
    subject: titled(subject),
    who: consumers.join(" or "),
    message: messages.join(" or "),
  };
  // The callback of any notification is named so, and each notification is named as well.
  const named = reached.length > 1 ? reached.filter((name) => name !== "notification") : reached;
  const reach =
    named.length > 0
      ? ` (in ${messages.map((word) => `${word}s`).join(" and ")} of ${joinNames(named)})`
      : "";
  const message = fillTemplate(
    ruling.says.replaceAll("{who}s", consumers.map((who) => `${who}s`).join(" or ")),
    words,
    reach,
  );
  const said = message.replaceAll(/\ba (?=answer|error response)/g, "an ");
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** The fields on the way to a place: `items` and `title` of `createLoan request: items[].title`. */
function namesInSubject(subject: string): string[] {
  const [, path = ""] = subject.split(": ");
  return path.split(/[.[\]*]+/).filter((name) => /^[^\d\s()]/.test(name));
}

function distinct<Value>(list: Value[]): Value[] {
  return [...new Set(list)];
}

/** The same for the same edit of the same thing, wherever its lines move to. */
function makeFingerprint(
  difference: Difference,
  side: Side,
  pointers: ReadonlySet<string>,
): string {
  const [first = ""] = [...pointers].sort();
  // Positions in a list move when another entry comes or goes.
  const place = first.replaceAll(/\/\d+(?=\/|$)/g, "/*");
  const parts = [
    difference.kind,
    side.role,
    place,
    isShared(difference) ? "" : difference.subject,
    difference.name,
    difference.before,
    difference.after,
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 12);
}

/** The pointer without the number of a schema that is not written there. */
function clean(pointer: string): string {
  // A callback may have its own `#`, followed by `~1`.
  return pointer.split("#/")[0] ?? pointer;
}

function joinNames(names: string[]): string {
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
function fillTemplate(
  template: string,
  words: Record<string, string | undefined>,
  reach: string,
): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, word: string) => {
    const value = words[word] ?? "";
    if (word === "subject") return `${value}${reach}`;
    return ["before", "after"].includes(word) ? quoted(value.replaceAll("\n", " ")) : value;
  });
}

/** A place within a component in words: `Loan.due`, `header Retry-After`; the given words elsewhere. */
function getSubject(pointer: string, words: string): string {
  const [area, kind, name, ...rest] = splitPointer(pointer);
  if (area !== "components" || name === undefined) return words;
  return kind === "schemas"
    ? [name, ...fieldsIn(rest)].join(".")
    : `${kind?.replace(/s$/, "")} ${name}`;
}
