import type { DecoratorContext, DiagnosticTarget, Interface, Namespace, Operation, Program } from "@typespec/compiler";
import { getOpExamples } from "@typespec/compiler";
import { getHttpOperation } from "@typespec/http";
import { setExtension } from "@typespec/openapi";
import { reportDiagnostic, stateKeys } from "./library.ts";

export { namespace } from "./library.ts";

interface DeclaredNotification {
  event: string;
  target: DecoratorContext["decoratorTarget"];
}

interface Notifies {
  urlField: string;
  notifications: Interface;
  fieldTarget: DiagnosticTarget;
  interfaceTarget: DiagnosticTarget;
}

/** `@notification(event, options)` */
export function $notification(
  context: DecoratorContext,
  target: Operation,
  event: string,
  options: { subject: string; when: string },
): void {
  const declared: DeclaredNotification = { event, target: context.decoratorTarget };
  context.program.stateMap(stateKeys.notifications).set(target, declared);
  setExtension(context.program, target, "x-notification", { event, ...options });
}

/** `@notifies(urlField, notifications)` */
export function $notifies(
  context: DecoratorContext,
  target: Operation,
  urlField: string,
  notifications: Interface,
): void {
  const declared: Notifies = {
    urlField,
    notifications,
    fieldTarget: context.getArgumentTarget(0) ?? target,
    interfaceTarget: context.getArgumentTarget(1) ?? target,
  };
  context.program.stateMap(stateKeys.notifies).set(target, declared);
}

/** `@delivery(options)` */
export function $delivery(context: DecoratorContext, target: Namespace, options: Record<string, unknown>): void {
  setExtension(context.program, target, "x-notification-delivery", options);
}

/** `@signature(options)` */
export function $signature(context: DecoratorContext, target: Namespace, options: Record<string, unknown>): void {
  setExtension(context.program, target, "x-notification-signature", options);
}

/** Every declared event, and the place that declares it. */
export function declaredEvents(program: Program): Map<string, DiagnosticTarget> {
  const all = program.stateMap(stateKeys.notifications) as Map<Operation, DeclaredNotification>;
  return new Map([...all.values()].map(({ event, target }) => [event, target]));
}

/** Events are unique and have an example payload. */
export function validateNotifications(program: Program): void {
  const all = program.stateMap(stateKeys.notifications) as Map<Operation, DeclaredNotification>;
  const seen = new Set<string>();
  for (const [operation, { event, target }] of all) {
    if (seen.has(event)) reportDiagnostic(program, { code: "duplicate-event", format: { event }, target });
    seen.add(event);
    if (!getOpExamples(program, operation).some((example) => example.parameters)) {
      reportDiagnostic(program, { code: "notification-without-example", format: { event }, target });
    }
  }
}

/** The URL's field exists, and the interface holds nothing but notifications. */
export function validateNotifies(program: Program): void {
  const notifications = program.stateMap(stateKeys.notifications) as Map<Operation, DeclaredNotification>;
  for (const [operation, declared] of program.stateMap(stateKeys.notifies) as Map<Operation, Notifies>) {
    const [{ parameters }] = getHttpOperation(program, operation);
    const body = parameters.body?.type;
    if (body?.kind !== "Model" || !body.properties.has(declared.urlField)) {
      reportDiagnostic(program, {
        code: "unknown-url-field",
        format: { operation: operation.name, field: declared.urlField },
        target: declared.fieldTarget,
      });
    }
    const events: string[] = [];
    for (const candidate of declared.notifications.operations.values()) {
      const notification = notifications.get(candidate);
      if (notification) events.push(notification.event);
      else {
        reportDiagnostic(program, {
          code: "not-a-notification",
          format: { operation: candidate.name, interface: declared.notifications.name },
          target: declared.interfaceTarget,
        });
      }
    }
    setExtension(program, operation, "x-notifies", { url: `{$request.body#/${declared.urlField}}`, events });
  }
}
