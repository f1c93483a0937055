// Where statements come from: what was documented and is now assumed, and what was confirmed.
import type { BasisStatement } from "../../../contract/src/model.ts";
import type { Document } from "../../../contract/src/openapi.ts";
import { readBasis } from "../../../contract/src/read-basis.ts";
import type { Source } from "../place.ts";
import { basisFinding } from "../schema/compare-notes.ts";
import { type Context, calls, noteFinding, type Pair, placesOf } from "./context.ts";

/** Statements without a document that came and went. */
export interface BasisChanges {
  added: BasisStatement[];
  removed: BasisStatement[];
}

/** Lists the statements that one side alone makes, wherever they stand. */
export function listBasis({ base, head }: Pick<Context, "base" | "head">): BasisChanges {
  const [was, is] = [statements(base), statements(head)];
  const key = ({ subject, kind, reason }: BasisStatement): string => [subject, kind, reason].join("\n");
  const [before, after] = [new Set(was.map(key)), new Set(is.map(key))];
  return {
    added: is.filter((statement) => !before.has(key(statement))),
    removed: was.filter((statement) => !after.has(key(statement))),
  };
}

function statements({ root }: Source): BasisStatement[] {
  return readBasis(root as unknown as Document);
}

/** Tells of a part that both documents have, and that comes from somewhere else now. */
export function noteBasis(context: Context, { base, head }: Pair, subject: string, key = "x-basis"): void {
  const found = basisFinding(base.value[key], head.value[key], placesOf({ base, head }, key));
  if (found) noteFinding(context, calls("client"), found, subject);
}
