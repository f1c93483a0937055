// Where statements come from: what was documented and is now assumed, and what was confirmed.
import type { Document } from "../../contract/openapi.ts";
import type { BasisStatement } from "../../contract/model.ts";
import { readBasis } from "../../contract/read-basis.ts";
import { type Source, stepsOf } from "../place.ts";
import { type Context, calls } from "./context.ts";

/** How sure a statement is, the surest first. */
const order = ["documented", "implied", "observed", "assumed"];

/** Statements of both documents by their place. */
export interface BasisChanges {
  added: BasisStatement[];
  removed: BasisStatement[];
}

export function compareBasis(context: Context): BasisChanges {
  const was = new Map(statements(context.base).map((statement) => [statement.pointer, statement]));
  const is = new Map(statements(context.head).map((statement) => [statement.pointer, statement]));
  for (const pointer of new Set([...was.keys(), ...is.keys()])) {
    const [before, after] = [was.get(pointer), is.get(pointer)];
    // A statement about something new or gone is part of that.
    if (!exists(context.base, pointer) || !exists(context.head, pointer)) continue;
    const [from, to] = [before?.kind ?? "documented", after?.kind ?? "documented"];
    const subject = after?.subject ?? before?.subject ?? pointer;
    const change = order.indexOf(to) - order.indexOf(from);
    if (change === 0 && before?.reason === after?.reason) continue;
    const kind = change > 0 ? "basis-weakened" : change < 0 ? "basis-strengthened" : "basis-reworded";
    context.notes.add(calls("client"), { kind, subject, before: from, after: to, baseAt: pointer, headAt: pointer });
  }
  return {
    added: [...is.values()].filter(({ pointer }) => !exists(context.base, pointer)),
    removed: [...was.values()].filter(({ pointer }) => !exists(context.head, pointer)),
  };
}

function statements({ root }: Source): BasisStatement[] {
  return readBasis(root as unknown as Document);
}

function exists({ root }: Source, pointer: string): boolean {
  let value: unknown = root;
  for (const key of stepsOf(pointer)) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, key)) return false;
    value = (value as Record<string, unknown>)[key];
  }
  return true;
}
