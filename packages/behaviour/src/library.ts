import { createTypeSpecLibrary, paramMessage } from "@typespec/compiler";
import manifest from "../package.json" with { type: "json" };

function error<const Message>(message: Message) {
  return { severity: "error", messages: { default: message } } as const;
}

/** Every diagnostic of the library, in one place. */
export const library = createTypeSpecLibrary({
  name: manifest.name,
  diagnostics: {
    "unknown-status": error(
      paramMessage`'${"status"}' is not a status of ${"lifecycle"}, whose statuses are: ${"statuses"}.`,
    ),
    "unreachable-status": error(
      paramMessage`No chain of transitions reaches '${"status"}' of ${"lifecycle"}: add a transition to it or remove it.`,
    ),
    "lifecycle-without-start": error(
      paramMessage`${"lifecycle"} has no transition from null, so no object can be created.`,
    ),
    "transition-without-lifecycle": error(
      paramMessage`${"enum"} has transitions but no @lifecycle.`,
    ),
    "unknown-event": error(paramMessage`No notification declares the event '${"event"}'.`),
    "duplicate-event": error(paramMessage`The event '${"event"}' is declared more than once.`),
    "unknown-url-field": error(
      paramMessage`The request body of '${"operation"}' has no field '${"field"}' to send notifications to.`,
    ),
    "unknown-identity-field": error(
      paramMessage`No notification has the field '${"field"}' that identifies a change.`,
    ),
    "unknown-subject": error(
      paramMessage`No lifecycle of '${"subject"}' sends a notification. Subjects whose lifecycles do: ${"subjects"}.`,
    ),
    "notifications-not-discriminated": error(
      paramMessage`The notifications of '${"union"}' cannot be distinguished: add @discriminated without an envelope.`,
    ),
    "openapi3-alone": {
      severity: "warning",
      messages: {
        default: paramMessage`@typespec/openapi3 alone leaves out the webhooks and callbacks of ${"notifications"} notifications and the catalogue of ${"errors"} errors: let the project's emitter write the document.`,
      },
    },
    "error-without-code": error(
      paramMessage`The error model ${"model"} needs a field \`error.code\` whose type is a string literal.`,
    ),
    "duplicate-error-code": error(
      paramMessage`The error code ${"code"} is declared more than once.`,
    ),
    "error-status-mismatch": error(
      paramMessage`'${"operation"}' answers ${"actual"} with ${"code"}, whose status is ${"status"}.`,
    ),
    "error-not-listed": error(
      paramMessage`'${"operation"}' does not list the error ${"code"} that ${"place"} refers to.`,
    ),
    "unknown-sibling": error(
      paramMessage`The model of '${"field"}' has no field '${"property"}' that could select its format.`,
    ),
    "idempotency-header-missing": error(
      paramMessage`'${"operation"}' does not declare the request header '${"header"}' of its idempotency key.`,
    ),
    "sunset-not-a-date": error(paramMessage`'${"date"}' is not a date: write it as 2027-06-30.`),
    "token-field-missing": error(
      paramMessage`The successful answer of '${"operation"}' has no field '${"field"}'.`,
    ),
  },
  state: {
    facts: { description: "phrases that may hold a figure, by namespace" },
    basis: { description: "basis of a statement" },
    lifecycles: { description: "lifecycles by enum" },
    transitions: { description: "transitions by enum" },
    notifications: { description: "unions of notifications" },
    identities: { description: "what identifies a change, by namespace" },
    notifies: { description: "where an operation sends notifications" },
    errors: { description: "catalogued errors by model" },
    invalid: { description: "error codes by property and rule" },
    formatBy: { description: "deciding sibling by property" },
    idempotency: { description: "idempotency by operation" },
    tokens: { description: "token issuers by operation" },
  },
});

export const { reportDiagnostic, stateKeys } = library;
