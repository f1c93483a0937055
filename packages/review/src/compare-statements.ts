// The statements without a document that one of two contracts makes.
import type { BasisStatement } from "@packages/contract/src/model.ts";
import type { Document } from "@packages/contract/src/openapi.ts";
import { readBasis } from "@packages/contract/src/read-basis.ts";
import type { Tree } from "./place.ts";

export interface BasisChanges {
  added: BasisStatement[];
  removed: BasisStatement[];
  /** New names of operations, models and fields, with the number of statements that moved with each. */
  renamed: { from: string; to: string; statements: number }[];
}

/** Compares the undocumented statements of two contracts. One whose subject alone was renamed is neither removed nor added. */
export function compareStatements(base: Tree, head: Tree): BasisChanges {
  const before = readBasis(base as unknown as Document);
  const after = readBasis(head as unknown as Document);
  const removed = new Set(onlyIn(before, after));
  const added = new Set(onlyIn(after, before));
  const namesBefore = new Set(before.flatMap(subjectWords));
  const namesAfter = new Set(after.flatMap(subjectWords));
  const renamed: BasisChanges["renamed"] = [];
  for (const old of removed)
    for (const one of added) {
      const name = renamedIn(old, one);
      if (!name || namesAfter.has(name.from) || namesBefore.has(name.to)) continue;
      removed.delete(old);
      added.delete(one);
      const known = renamed.find(({ from, to }) => from === name.from && to === name.to);
      if (known) known.statements += 1;
      else renamed.push({ ...name, statements: 1 });
      break;
    }
  return { added: [...added], removed: [...removed], renamed };
}

function onlyIn(
  list: readonly BasisStatement[],
  others: readonly BasisStatement[],
): BasisStatement[] {
  const key = ({ subject, kind, reason }: BasisStatement): string =>
    [subject, kind, reason].join("\n");
  const known = new Set(others.map(key));
  return list.filter((statement) => !known.has(key(statement)));
}

function subjectWords({ subject }: BasisStatement): string[] {
  return subject.split(/[.:\s]+/);
}

/** The one name that two statements differ in. */
function renamedIn(
  old: BasisStatement,
  one: BasisStatement,
): { from: string; to: string } | undefined {
  if (old.kind !== one.kind || old.reason !== one.reason) return undefined;
  const was = subjectWords(old);
  const is = subjectWords(one);
  const differing = was.flatMap((from, index) => {
    const to = is[index] ?? "";
    return from === to ? [] : [{ from, to }];
  });
  return was.length === is.length && differing.length === 1 ? differing[0] : undefined;
}
