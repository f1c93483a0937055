// Lifecycles: the transitions of an object, and the end of a wait for it.
import { duration } from "@packages/contract/src/words.ts";
import type { Difference } from "../differences.ts";
import type { Place, Source, Tree } from "../place.ts";
import { outcomeBetween, quoteValue } from "../schema/difference.ts";
import { changed, comparePromise, type Draft, members, namesIn } from "./compare-promises.ts";
import {
  addBasisDifference,
  type CompareContext,
  callSide,
  holds,
  match,
  pairUp,
  rootOf,
} from "./context.ts";

interface LifecyclePlace extends Place {
  name: string;
  subject: string;
  statuses: string[];
}

type AddDifference = (kind: string, about: Partial<Difference>) => void;

const finality = members("final", ["status-no-longer-final", "status-became-final"]);
const waits = members("waitEndsAt", ["wait-no-longer-ends", "wait-ends-earlier"]);

export function compareLifecycles(context: CompareContext): void {
  const { pairs, removed, added } = pairUp(
    readLifecycles(context.base),
    readLifecycles(context.head),
    [({ name }) => name, ({ subject }) => subject],
  );
  const compare = (was?: LifecyclePlace, is?: LifecyclePlace): void => {
    const subject = `The ${(is ?? was)?.subject}`;
    comparePromise(context, callSide("client"), "x-lifecycle", subject, was, is);
    if (was && is) compareLifecycle(context, subject, was, is);
  };
  for (const [was, is] of pairs) compare(was, is);
  for (const was of removed) compare(was);
  for (const is of added) compare(undefined, is);
}

function readLifecycles(source: Source): LifecyclePlace[] {
  const components = source.child(rootOf(source), "components");
  return source
    .children(components && source.child(components, "schemas"))
    .flatMap(([name, schema]) => {
      const lifecycle = holds(schema, "x-lifecycle");
      const subject = String(lifecycle?.value.subject ?? name);
      return lifecycle ? { name, subject, statuses: namesIn(schema.value.enum), ...lifecycle } : [];
    });
}

function compareLifecycle(
  context: CompareContext,
  subject: string,
  was: LifecyclePlace,
  is: LifecyclePlace,
): void {
  const add: AddDifference = (kind, about) =>
    context.differences.add(callSide("client"), {
      kind,
      subject,
      baseAt: was.at,
      headAt: is.at,
      ...about,
    });
  // A status that came or went is reported as a value.
  const isValue = (name: string): boolean =>
    !was.statuses.includes(name) || !is.statuses.includes(name);
  // A final status ends every wait.
  const final = [was, is].flatMap(({ value }) => namesIn(value.final));
  const drafts = [
    ...finality(was.value, is.value).filter(({ name = "" }) => !isValue(name)),
    ...waits(was.value, is.value).filter(({ name = "" }) => !final.includes(name)),
  ];
  for (const { kind, name } of drafts) add(kind, { name });
  compareTransitions(context, add, subject, was, is);
}

function transitionDrafts(was: Tree, is: Tree, name: string): Draft[] {
  const outcome = outcomeBetween(was.notification, is.notification);
  const delay = (value: unknown): string =>
    typeof value === "number" ? duration(value) : "no set time";
  const fields = [
    changed("notification", `transition-notification-${outcome}`, quoteValue, name),
    changed("trigger", "transition-trigger-changed", quoteValue, name),
    changed("after", "transition-delay-changed", delay, name),
  ];
  return fields.flatMap((compare) => compare(was, is));
}

function readTransitions(source: Source, lifecycle: LifecyclePlace): Map<string, Place> {
  const transitions = source.entries(lifecycle, "transitions");
  return new Map(
    transitions.map((place) => [`${place.value.from ?? "(none)"} → ${place.value.to}`, place]),
  );
}

function compareTransitions(
  context: CompareContext,
  add: AddDifference,
  subject: string,
  was: LifecyclePlace,
  is: LifecyclePlace,
): void {
  match(readTransitions(context.base, was), readTransitions(context.head, is), {
    removed: ({ value, at }, name) =>
      add("transition-removed", {
        name,
        before: String(value.trigger),
        baseAt: at,
        headAt: undefined,
      }),
    added: ({ value, at }, name) =>
      add("transition-added", { name, after: String(value.trigger), headAt: at }),
    kept(base, head, name) {
      const at = { baseAt: base.at, headAt: head.at };
      for (const { kind, ...states } of transitionDrafts(base.value, head.value, name))
        add(kind, { ...states, ...at });
      addBasisDifference(context, { base, head }, `${subject}: ${name}`);
    },
  });
}
