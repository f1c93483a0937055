// The two lists of the interface, which people read: what the contract consists of, and what of it is documented.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Document } from "@packages/contract/src/openapi.ts";
import { isSeq, parse, parseDocument, stringify } from "yaml";
import { compareTrees, type Difference } from "./compare.ts";
import { listStatements } from "./list-statements.ts";
import { takeInventory } from "./take-inventory.ts";

const lists = { "inventory.yaml": takeInventory, "documented.yaml": listDocumented };

/** What a list and the contract disagree on. */
export interface Disagreement extends Difference {
  list: keyof typeof lists;
}

/** Where a contract's document differs from the lists. */
export function compareLists(document: Document): Disagreement[] {
  const names = Object.keys(lists) as (keyof typeof lists)[];
  return names.flatMap((list) => {
    // Through JSON, so that both sides hold nothing but plain values.
    const actual: unknown = JSON.parse(JSON.stringify(lists[list](document)));
    return compareTrees(parse(readFileSync(join(import.meta.dirname, list), "utf8")), actual).map(
      (found) => ({
        list,
        ...found,
      }),
    );
  });
}

/** A disagreement as a line to paste: its file, its place, the new line and the old one. */
export function describeDisagreement({ list, path, was, is }: Disagreement): string {
  const line = (value: unknown): string =>
    stringify({ [path.at(-1) ?? ""]: value }, format)
      .trimEnd()
      .replaceAll("\n", "\n    ");
  const place = [`test/interface/${list}`, ...path.slice(0, -1)].join(" › ");
  return [
    place,
    ...(was === undefined ? [] : [`- ${line(was)}`]),
    ...(is === undefined ? [] : [`+ ${line(is)}`]),
  ].join("\n  ");
}

/** Whether accepting a disagreement claims something about the provider's document, and not only about the contract. */
export function isClaim({ list }: Disagreement): boolean {
  return list === "documented.yaml";
}

/** Writes the contract's lines into the lists, whose comments and order stay. @param folder of the lists */
export function acceptDisagreements(
  disagreements: readonly Disagreement[],
  folder = import.meta.dirname,
): void {
  for (const list of new Set(disagreements.map((found) => found.list))) {
    const found = disagreements.filter((one) => one.list === list);
    const file = join(folder, list);
    writeFileSync(file, mergeLines(readFileSync(file, "utf8"), found));
  }
}

/** The text of a list with what differs. A list of values stays on one line, or one line for each, as it was. */
export function mergeLines(list: string, disagreements: readonly Difference[]): string {
  const text = parseDocument(list);
  for (const { path, is } of disagreements) {
    const was = text.getIn(path, true);
    if (is === undefined) text.deleteIn(path);
    else
      text.setIn(
        path,
        text.createNode(is, { flow: isSeq(was) ? was.flow === true : Array.isArray(is) }),
      );
  }
  return text.toString(format);
}

const format = { lineWidth: 120, flowCollectionPadding: false };

/** What the document states without a basis, by place: what a thing is, and in what words it is described. */
function listDocumented(document: Document): Record<string, unknown> {
  const found: Record<string, string[]> = {};
  for (const { place, words, marked } of listStatements(document)) {
    if (!marked && !found[place]?.includes(words)) found[place] = [...(found[place] ?? []), words];
  }
  return Object.fromEntries(
    Object.entries(found).map(([place, words]) => [place, words.length === 1 ? words[0] : words]),
  );
}
