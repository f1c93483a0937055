// Lifecycles: which way an object can go, and where a wait for it ends.

import type { Note } from "../notes.ts";
import { isTree, type Source, step, type Tree } from "../place.ts";
import { noteBasis } from "./compare-basis.ts";
import { type Context, calls } from "./context.ts";

interface Lifecycle {
  name: string;
  subject: string;
  statuses: unknown[];
  value: Tree;
  at: string;
}

interface Transition {
  trigger: string;
  notification: string | undefined;
  value: Tree;
  at: string;
}

export function compareLifecycles(context: Context): void {
  const base = lifecyclesOf(context.base);
  const head = lifecyclesOf(context.head);
  const partner = (list: Lifecycle[], { name, subject }: Lifecycle): Lifecycle | undefined =>
    list.find((other) => other.name === name) ?? list.find((other) => other.subject === subject);
  for (const was of base) {
    const is = partner(head, was);
    if (is) compareLifecycle(context, was, is);
    else context.notes.add(calls("client"), { kind: "lifecycle-removed", subject: titleOf(was), baseAt: was.at });
  }
  for (const is of head)
    if (!partner(base, is))
      context.notes.add(calls("client"), { kind: "lifecycle-added", subject: titleOf(is), headAt: is.at });
}

function titleOf({ subject }: Lifecycle): string {
  return `The ${subject}`;
}

function lifecyclesOf(source: Source): Lifecycle[] {
  const components = source.child({ value: source.root, at: "" }, "components");
  return source.children(components && source.child(components, "schemas")).flatMap(([name, { value, at }]) => {
    const lifecycle = value["x-lifecycle"];
    if (!isTree(lifecycle)) return [];
    const statuses = Array.isArray(value.enum) ? value.enum : [];
    return {
      name,
      statuses,
      subject: String(lifecycle.subject ?? name),
      value: lifecycle,
      at: step(at, "x-lifecycle"),
    };
  });
}

function compareLifecycle(context: Context, was: Lifecycle, is: Lifecycle): void {
  const subject = titleOf(is);
  const note = (kind: string, about: Partial<Note>): void =>
    context.notes.add(calls("client"), { kind, subject, baseAt: was.at, headAt: is.at, ...about });
  if (was.value.initial !== is.value.initial)
    note("initial-status-changed", { before: String(was.value.initial), after: String(is.value.initial) });
  const differs = (key: string, gone: string, come: string): string[] => {
    const [before, after] = [was.value[key], is.value[key]].map((list) =>
      Array.isArray(list) ? list.map(String) : [],
    );
    // A status that came or went is reported as a value.
    for (const name of before ?? []) if (!after?.includes(name) && is.statuses.includes(name)) note(gone, { name });
    for (const name of after ?? []) if (!before?.includes(name) && was.statuses.includes(name)) note(come, { name });
    return [...(before ?? []), ...(after ?? [])];
  };
  const final = differs("final", "status-no-longer-final", "status-became-final");
  // A final status ends every wait; that is told of already.
  const waits = (list: unknown): string[] =>
    Array.isArray(list) ? list.map(String).filter((name) => !final.includes(name)) : [];
  const [before, after] = [waits(was.value.waitEndsAt), waits(is.value.waitEndsAt)];
  for (const name of before) if (!after.includes(name)) note("wait-no-longer-ends", { name });
  for (const name of after) if (!before.includes(name)) note("wait-ends-earlier", { name });
  const [from, to] = [transitionsOf(was), transitionsOf(is)];
  compareTransitions(note, from, to);
  for (const [name, base] of from) {
    const head = to.get(name);
    if (head) noteBasis(context, { base, head }, `${subject}: ${name}`, "x-basis");
  }
}

function transitionsOf({ value, at }: Lifecycle): Map<string, Transition> {
  const list = Array.isArray(value.transitions) ? value.transitions : [];
  return new Map(
    list.flatMap((transition, index): [string, Transition][] => {
      if (!isTree(transition)) return [];
      const { from, to, trigger, notification } = transition;
      const place = step(step(at, "transitions"), index);
      return [
        [
          `${from ?? "(none)"} → ${to}`,
          {
            trigger: String(trigger),
            notification: typeof notification === "string" ? notification : undefined,
            value: transition,
            at: place,
          },
        ],
      ];
    }),
  );
}

function compareTransitions(
  note: (kind: string, about: Partial<Note>) => void,
  was: Map<string, Transition>,
  is: Map<string, Transition>,
): void {
  for (const [name, before] of was) {
    const after = is.get(name);
    if (!after) {
      note("transition-removed", { name, before: before.trigger, baseAt: before.at, headAt: undefined });
      continue;
    }
    const about = { name, baseAt: before.at, headAt: after.at };
    const [old, now] = [before.notification, after.notification];
    if (old !== now) {
      const kind = old === undefined ? "added" : now === undefined ? "removed" : "changed";
      note(`transition-notification-${kind}`, { ...about, ...(old && { before: old }), ...(now && { after: now }) });
    }
    if (before.trigger !== after.trigger)
      note("transition-trigger-changed", { ...about, before: before.trigger, after: after.trigger });
  }
  for (const [name, { trigger, at }] of is)
    if (!was.has(name)) note("transition-added", { name, after: trigger, headAt: at });
}
