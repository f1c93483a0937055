import { holds, resolvedDocument } from "./support/openapi.js";

/** @typedef {import("./support/openapi.js").Operation} Operation */

/**
 * A notification that is shown in each status which a lifecycle announces with it.
 * @type {import("@stoplight/spectral-core").RulesetFunction<Operation>}
 */
export default function notificationExamples(operation, _options, context) {
  const event = operation["x-notification"]?.event;
  const schemas = Object.values(resolvedDocument(context).components?.schemas ?? {});
  const transitions = schemas.flatMap((schema) => schema["x-lifecycle"]?.transitions ?? []);
  const statuses = new Set(transitions.filter(({ notification }) => notification === event).map(({ to }) => to));

  const media = Object.values(operation.requestBody?.content ?? {});
  const shown = media.flatMap(({ examples }) => Object.values(examples ?? {}).map(({ value }) => value));
  return [...statuses]
    .filter((status) => !shown.some((example) => holds(example, status)))
    .map((status) => ({ message: `No example with the status "${status}"` }));
}
