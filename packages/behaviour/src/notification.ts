import {
  type DecoratorContext,
  type DiagnosticTarget,
  type Example,
  getDiscriminatedUnion,
  getDoc,
  getExamples,
  getProperty,
  getSummary,
  type Model,
  type Namespace,
  NoTarget,
  type Operation,
  type Program,
  serializeValueAsJson,
  type Type,
  type Union,
} from "@typespec/compiler";
import { getHttpOperation } from "@typespec/http";
import { setExtension } from "@typespec/openapi";
import { type Basis, getBasis, placeBasis } from "./basis.ts";
import { reportDiagnostic, stateKeys } from "./library.ts";
import { declaredOn } from "./operation.ts";

/** A variant of a union of notifications. */
interface DeclaredNotification {
  event: string;
  model: Model;
  target: DiagnosticTarget;
  /** The type with the doc comment, the summary and the basis of the notification. */
  described: Type;
}

interface Notifies {
  urlField: string;
  subjects: string[];
  fieldTarget: DiagnosticTarget;
  subjectTarget: DiagnosticTarget;
}

/** `@notifications` */
export function $notifications(context: DecoratorContext, target: Union): void {
  context.program.stateMap(stateKeys.notifications).set(target, context.decoratorTarget);
}

/** `@notifies(urlField, ...subjects)` */
export function $notifies(
  context: DecoratorContext,
  target: Operation,
  urlField: string,
  ...subjects: string[]
): void {
  const declared: Notifies = {
    urlField,
    subjects,
    fieldTarget: context.getArgumentTarget(0) ?? target,
    subjectTarget: context.getArgumentTarget(1) ?? target,
  };
  context.program.stateMap(stateKeys.notifies).set(target, declared);
}

/** `@identity(options)` */
export function $identity(
  context: DecoratorContext,
  target: Namespace,
  options: { fields: string[]; basis?: Basis },
): void {
  const place = context.getArgumentTarget(0) ?? target;
  context.program.stateMap(stateKeys.identities).set(target, { fields: options.fields, place });
  setExtension(context.program, target, "x-notification-identity", placeBasis(options));
}

/** Every notification, in the order of the source. */
export function declaredNotifications(program: Program): DeclaredNotification[] {
  const unions = program.stateMap(stateKeys.notifications) as Map<Union, DiagnosticTarget>;
  return [...unions.keys()].flatMap((union) => notificationsIn(program, union));
}

function notificationsIn(program: Program, union: Union): DeclaredNotification[] {
  const [discriminated] = getDiscriminatedUnion(program, union);
  return [...union.variants].flatMap(([event, variant]) => {
    const { type: model } = variant;
    if (typeof event !== "string" || model.kind !== "Model") return [];
    const value = getProperty(model, discriminated?.options.discriminatorPropertyName ?? "")?.type;
    const described = value?.kind === "EnumMember" ? value : variant;
    return [{ event, model, target: variant, described }];
  });
}

/** Every declared event, and the place that declares it. */
export function declaredEvents(program: Program): Map<string, DiagnosticTarget> {
  return new Map(declaredNotifications(program).map(({ event, target }) => [event, target]));
}

/**
 * Events are unique and distinguished by a discriminator; writes `x-notifications`.
 *
 * @param subjects the subject of each event that a lifecycle sends
 */
export function validateNotifications(
  program: Program,
  subjects: ReadonlyMap<string, string>,
): void {
  const seen = new Set<string>();
  const unions = program.stateMap(stateKeys.notifications) as Map<Union, DiagnosticTarget>;
  for (const [union, target] of unions) {
    if (getDiscriminatedUnion(program, union)[0]?.options.envelope !== "none") {
      const format = { union: union.name ?? "" };
      reportDiagnostic(program, { code: "notifications-not-discriminated", format, target });
    }
    const statements = notificationsIn(program, union).map((notification) => {
      const { event } = notification;
      if (seen.has(event))
        reportDiagnostic(program, {
          code: "duplicate-event",
          format: { event },
          target: notification.target,
        });
      seen.add(event);
      return [event, statementOf(program, notification, subjects.get(event) ?? "")];
    });
    setExtension(program, union, "x-notifications", Object.fromEntries(statements));
  }
  reportLeftOut(program, seen.size);
}

function statementOf(
  program: Program,
  { model, described }: DeclaredNotification,
  subject: string,
): object {
  const description = getDoc(program, described);
  const basis = getBasis(program, described);
  const shown = getExamples(program, model).map((example, index) =>
    showExample(program, model, example, index),
  );
  return {
    subject,
    summary: getSummary(program, described) ?? description?.split(".")[0],
    description,
    ...(basis && { "x-basis": basis }),
    ...(shown.length > 0 && { examples: Object.fromEntries(shown) }),
  };
}

function showExample(
  program: Program,
  model: Model,
  { title, description, value }: Example,
  index: number,
) {
  const name = title ?? `example${index + 1}`;
  return [name, { summary: name, description, value: serializeValueAsJson(program, value, model) }];
}

/** TypeSpec's own emitter knows nothing of the fields that this library writes. */
function reportLeftOut(program: Program, notifications: number): void {
  const errors = program.stateMap(stateKeys.errors).size;
  if (notifications + errors === 0) return;
  if (!program.emitters.some(({ metadata }) => metadata.name === "@typespec/openapi3")) return;
  const format = { notifications: String(notifications), errors: String(errors) };
  reportDiagnostic(program, { code: "openapi3-alone", format, target: NoTarget });
}

/**
 * The URL's field exists, and lifecycles send something to it.
 *
 * @param subjects the subject of each event that a lifecycle sends
 */
export function validateNotifies(program: Program, subjects: ReadonlyMap<string, string>): void {
  const declared = declaredNotifications(program);
  for (const [operation, notifies] of declaredOn<Notifies>(program, stateKeys.notifies)) {
    const [{ parameters }] = getHttpOperation(program, operation);
    const body = parameters.body?.type;
    if (body?.kind !== "Model" || !getProperty(body, notifies.urlField)) {
      const format = { operation: operation.name, field: notifies.urlField };
      reportDiagnostic(program, {
        code: "unknown-url-field",
        format,
        target: notifies.fieldTarget,
      });
    }
    for (const subject of notifies.subjects) {
      const known = [...new Set(subjects.values())];
      if (known.includes(subject)) continue;
      const format = { subject, subjects: known.join(", ") };
      reportDiagnostic(program, {
        code: "unknown-subject",
        format,
        target: notifies.subjectTarget,
      });
    }
    const events = declared.filter(({ event }) =>
      notifies.subjects.includes(subjects.get(event) ?? ""),
    );
    setExtension(program, operation, "x-notifies", {
      url: `{$request.body#/${notifies.urlField}}`,
      ...(notifies.subjects.length > 0 && { events: events.map(({ event }) => event) }),
    });
  }
}

/** Some notification has each field that identifies a change. */
export function validateIdentity(program: Program): void {
  const declared = program.stateMap(stateKeys.identities) as Map<
    Namespace,
    { fields: string[]; place: DiagnosticTarget }
  >;
  const models = declaredNotifications(program).map(({ model }) => model);
  for (const { fields, place } of declared.values()) {
    for (const field of fields) {
      if (models.some((model) => hasField(model, field))) continue;
      reportDiagnostic(program, {
        code: "unknown-identity-field",
        format: { field },
        target: place,
      });
    }
  }
}

/** Whether a path of names leads to a field of a model; a name in braces stands for the value of that field. */
function hasField(model: Model, path: string): boolean {
  let type: Type | undefined = model;
  for (const step of path.split(".")) {
    const [, named] = /^\{(.+)\}$/.exec(step) ?? [];
    const value = named === undefined ? step : literalOf(getProperty(model, named)?.type);
    type = type?.kind === "Model" ? getProperty(type, value ?? "")?.type : undefined;
  }
  return type !== undefined;
}

/** The string that a field always holds. */
function literalOf(type: Type | undefined): string | undefined {
  if (type?.kind === "String") return type.value;
  return type?.kind === "EnumMember" ? String(type.value ?? type.name) : undefined;
}
