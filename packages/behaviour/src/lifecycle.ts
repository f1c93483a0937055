import type {
  DecoratorContext,
  DiagnosticTarget,
  Enum,
  EnumMember,
  Program,
} from "@typespec/compiler";
import { setExtension } from "@typespec/openapi";
import { type Basis, placeBasis } from "./basis.ts";
import { reportDiagnostic, stateKeys } from "./library.ts";
import { declaredEvents } from "./notification.ts";

interface DeclaredLifecycle {
  subject: string;
  waitEndsAt: string[];
  basis: Basis | undefined;
  target: DiagnosticTarget;
  waitTarget: DiagnosticTarget;
}

/** A transition as it stands in the document. */
interface Transition {
  from: string | null;
  to: string;
  notification?: string;
  "x-basis"?: Basis;
}

interface DeclaredTransition {
  transition: Transition;
  target: DecoratorContext["decoratorTarget"];
  fromTarget: DiagnosticTarget;
  toTarget: DiagnosticTarget;
}

/** `@lifecycle(subject, options)` */
export function $lifecycle(
  context: DecoratorContext,
  target: Enum,
  subject: string,
  options: { waitEndsAt?: string[]; basis?: Basis } = {},
): void {
  const lifecycle: DeclaredLifecycle = {
    subject,
    waitEndsAt: options.waitEndsAt ?? [],
    basis: options.basis,
    target: context.decoratorTarget,
    waitTarget: context.getArgumentTarget(1) ?? context.decoratorTarget,
  };
  context.program.stateMap(stateKeys.lifecycles).set(target, lifecycle);
}

/** `@transition(from, to, options)` */
export function $transition(
  context: DecoratorContext,
  target: Enum,
  from: string | null,
  to: string,
  options: { notification?: string; basis?: Basis },
): void {
  const declared: DeclaredTransition = {
    transition: { from, to, ...placeBasis(options) },
    target: context.decoratorTarget,
    fromTarget: context.getArgumentTarget(0) ?? target,
    toTarget: context.getArgumentTarget(1) ?? target,
  };
  const all = context.program.stateMap(stateKeys.transitions) as Map<Enum, DeclaredTransition[]>;
  // Decorators run from the last to the first: the list keeps the order of the source.
  all.set(target, [declared, ...(all.get(target) ?? [])]);
}

/** Statuses exist and are reached, and the events that transitions send are declared. */
export function validateLifecycles(program: Program): void {
  const transitions = program.stateMap(stateKeys.transitions) as Map<Enum, DeclaredTransition[]>;
  const events = declaredEvents(program);
  for (const [type, [first]] of transitions) {
    if (program.stateMap(stateKeys.lifecycles).has(type) || !first) continue;
    const format = { enum: type.name };
    reportDiagnostic(program, {
      code: "transition-without-lifecycle",
      format,
      target: first.target,
    });
  }
  for (const { type, lifecycle, moves } of declaredLifecycles(program)) {
    if (validateLifecycle(program, type, lifecycle, moves, events))
      writeLifecycle(program, type, lifecycle, moves);
  }
}

/** Every lifecycle with its transitions, in the order of the source. */
export function declaredLifecycles(
  program: Program,
): { type: Enum; lifecycle: DeclaredLifecycle; moves: DeclaredTransition[] }[] {
  const lifecycles = program.stateMap(stateKeys.lifecycles) as Map<Enum, DeclaredLifecycle>;
  const transitions = program.stateMap(stateKeys.transitions) as Map<Enum, DeclaredTransition[]>;
  return [...lifecycles].map(([type, lifecycle]) => ({
    type,
    lifecycle,
    moves: transitions.get(type) ?? [],
  }));
}

/** The subject of each event that a transition sends: the subject of the lifecycle. */
export function subjectsOf(program: Program): Map<string, string> {
  return new Map(
    declaredLifecycles(program).flatMap(({ lifecycle: { subject }, moves }) =>
      moves.flatMap(({ transition: { notification } }) =>
        notification === undefined ? [] : [[notification, subject] as const],
      ),
    ),
  );
}

function validateLifecycle(
  program: Program,
  type: Enum,
  lifecycle: DeclaredLifecycle,
  moves: DeclaredTransition[],
  events: Map<string, unknown>,
): boolean {
  const statuses = listStatuses(type);
  const named = [
    ...lifecycle.waitEndsAt.map((status) => ({ status, target: lifecycle.waitTarget })),
    ...moves.flatMap(({ transition: { from, to }, fromTarget, toTarget }) => [
      ...(from === null ? [] : [{ status: from, target: fromTarget }]),
      { status: to, target: toTarget },
    ]),
  ].filter(({ status }) => !statuses.includes(status));
  for (const { status, target } of named) {
    const format = { status, lifecycle: type.name, statuses: statuses.join(", ") };
    reportDiagnostic(program, { code: "unknown-status", format, target });
  }
  // A wrong name makes other statuses look unreachable: report the cause alone.
  if (named.length > 0) return false;

  if (!moves.some(({ transition }) => transition.from === null)) {
    const format = { lifecycle: type.name };
    reportDiagnostic(program, {
      code: "lifecycle-without-start",
      format,
      target: lifecycle.target,
    });
    return false;
  }

  const reached = new Set<string | null>([null]);
  // A set also gives entries that are added while it is read.
  for (const status of reached)
    for (const { transition } of moves) if (transition.from === status) reached.add(transition.to);
  for (const member of type.members.values()) {
    const status = memberStatus(member);
    if (reached.has(status)) continue;
    const format = { status, lifecycle: type.name };
    reportDiagnostic(program, { code: "unreachable-status", format, target: member });
  }

  for (const { transition, target } of moves) {
    const { notification } = transition;
    if (notification !== undefined && !events.has(notification)) {
      reportDiagnostic(program, { code: "unknown-event", format: { event: notification }, target });
    }
  }
  return true;
}

function writeLifecycle(
  program: Program,
  type: Enum,
  lifecycle: DeclaredLifecycle,
  moves: DeclaredTransition[],
): void {
  const final = finalStatuses(type, moves);
  setExtension(program, type, "x-lifecycle", {
    subject: lifecycle.subject,
    initial: moves.find(({ transition }) => transition.from === null)?.transition.to,
    final,
    waitEndsAt: listStatuses(type).filter(
      (status) => final.includes(status) || lifecycle.waitEndsAt.includes(status),
    ),
    transitions: moves.map(({ transition }) => transition),
    ...(lifecycle.basis && { "x-basis": lifecycle.basis }),
  });
}

function memberStatus({ value, name }: EnumMember): string {
  return String(value ?? name);
}

function listStatuses(type: Enum): string[] {
  return [...type.members.values()].map(memberStatus);
}

/** The statuses that no transition leaves. */
export function finalStatuses(type: Enum, moves: readonly DeclaredTransition[]): string[] {
  return listStatuses(type).filter(
    (status) => !moves.some(({ transition }) => transition.from === status),
  );
}
