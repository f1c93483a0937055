import type { DecoratorContext, DiagnosticTarget, Interface, Namespace, Operation, Program } from "@typespec/compiler";
import { getProperty, isTemplateDeclaration } from "@typespec/compiler";
import { getHttpOperation } from "@typespec/http";
import { setExtension } from "@typespec/openapi";
import { type Basis, placeBasis } from "./basis.ts";
import { reportDiagnostic, stateKeys } from "./library.ts";
import { declaredOn } from "./operation.ts";

interface DeclaredNotification {
  event: string;
  target: DecoratorContext["decoratorTarget"];
}

interface Notifies {
  urlField: string;
  notifications: Interface | undefined;
  fieldTarget: DiagnosticTarget;
  interfaceTarget: DiagnosticTarget;
}

/** Options that go into the document as they are. */
interface Options {
  [option: string]: unknown;
  basis?: Basis;
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
  notifications?: Interface,
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
export function $delivery(context: DecoratorContext, target: Namespace, options: Options): void {
  setExtension(context.program, target, "x-notification-delivery", placeBasis(context, options, 0));
}

/** `@signature(options)` */
export function $signature(context: DecoratorContext, target: Namespace, options: Options): void {
  setExtension(context.program, target, "x-notification-signature", placeBasis(context, options, 0));
}

/** Every notification and the operation that declares it. */
export function declaredNotifications(program: Program): [Operation, DeclaredNotification][] {
  return declaredOn<DeclaredNotification>(program, stateKeys.notifications);
}

/** Every declared event, and the place that declares it. */
export function declaredEvents(program: Program): Map<string, DiagnosticTarget> {
  return new Map(declaredNotifications(program).map(([, { event, target }]) => [event, target]));
}

/** Events are unique. */
export function validateNotifications(program: Program): void {
  const seen = new Map<string, DiagnosticTarget>();
  for (const [operation, { event, target }] of declaredNotifications(program)) {
    const earlier = seen.get(event);
    if (earlier !== undefined) {
      // `op b is a` repeats the event at a place of its own.
      const place = earlier === target ? operation : target;
      reportDiagnostic(program, { code: "duplicate-event", format: { event }, target: place });
    }
    seen.set(event, target);
  }
}

/** The URL's field exists, and the interface holds nothing but notifications. */
export function validateNotifies(program: Program): void {
  const notifications = program.stateMap(stateKeys.notifications) as Map<Operation, DeclaredNotification>;
  for (const [operation, declared] of declaredOn<Notifies>(program, stateKeys.notifies)) {
    const [{ parameters }] = getHttpOperation(program, operation);
    const body = parameters.body?.type;
    if (body?.kind !== "Model" || !getProperty(body, declared.urlField)) {
      reportDiagnostic(program, {
        code: "unknown-url-field",
        format: { operation: operation.name, field: declared.urlField },
        target: declared.fieldTarget,
      });
    }
    const url = `{$request.body#/${declared.urlField}}`;
    if (!declared.notifications) {
      setExtension(program, operation, "x-notifies", { url });
      continue;
    }
    const events: string[] = [];
    for (const candidate of declared.notifications.operations.values()) {
      if (isTemplateDeclaration(candidate)) continue;
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
    setExtension(program, operation, "x-notifies", { url, events });
  }
}
