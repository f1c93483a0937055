import type { Basis, Transition } from "../behaviour.ts";
import {
  type CataloguedError,
  type Document,
  type Header,
  type Info,
  type Operation,
  operationsOf,
  type Parameter,
  type Response,
  resolve,
  type Schema,
  type Server,
} from "../openapi.ts";
import { listParts } from "../parts.ts";
import { schemasUsedBy } from "../schemas.ts";
import { operationSentences } from "../sentences.ts";
import {
  basisWords,
  codeSpan as code,
  deliveryWords,
  identityWords,
  row,
  signatureWords,
  size,
  transitionWords,
} from "../words.ts";

type Described = Info | Operation | Parameter | Schema | Header | Response | Server;

/**
 * Appends the statements of the `x-` fields to the descriptions, which every tool shows. A published document, which has
 * them already, stays as it is.
 */
export function describeBehaviour(document: Document): void {
  for (const [part, words] of describeParts(document)) {
    if (part.description?.endsWith(words)) continue;
    part.description = part.description ? `${part.description}\n\n${words}` : words;
  }
}

/** The sentences of the `x-` fields, by the part that they describe. */
function describeParts(document: Document): Map<Described, string> {
  const found = new Map<Described, string>();
  const add = (part: Described, paragraphs: string[]): void => {
    const words = paragraphs.filter((text) => text !== "").join("\n\n");
    if (words !== "") found.set(part, words);
  };
  const addBehind = (part: Described, paragraphs: string[]): void =>
    add(part, [found.get(part) ?? "", ...paragraphs]);
  for (const { part, kind, steps } of listParts(document)) {
    const described = part as Described & { "x-basis"?: Basis };
    if (kind !== "words" || part === (document as object)) continue;
    const words = basisWords(described["x-basis"], code);
    // OpenAPI 3.1's published schema refuses a description of a server's variable.
    const server = steps[0] === "servers" ? document.servers?.[Number(steps[1])] : undefined;
    addBehind(server ?? described, [words]);
  }
  addBehind(document.info, serviceWords(document));
  for (const { operation } of operationsOf(document.paths)) {
    addBehind(operation, operationWords(document, operation));
    for (const response of Object.values(operation.responses))
      add(response, [codesWords(document, response)]);
  }
  for (const { operation } of operationsOf(document.webhooks)) {
    addBehind(operation, notificationWords(document, operation));
  }
  for (const parameter of signatureParameters(document))
    addBehind(parameter, signatureParts(document));
  const errors = new Map((document["x-error-catalogue"] ?? []).map((error) => [error.code, error]));
  for (const { part, kind } of listParts(document.components?.schemas, "names")) {
    if (kind === "words") addBehind(part, [describeValues(part), refusalWords(part, errors)]);
  }
  return found;
}

function serviceWords(document: Document): string[] {
  const { "x-body-limit": limit, "x-notification-delivery": delivery } = document;
  const { "x-notification-identity": identity } = document;
  return [
    basisWords(document["x-basis"], code),
    limit === undefined ? "" : `**Size of a request.** Its body has at most ${size(limit)}.`,
    delivery ? `**Delivery of notifications.**\n\n${deliveryParts(document)}` : "",
    identity
      ? `**Identity of a change.**\n\n${joinWords([...identityWords(identity, code), ...basisPart(identity)])}`
      : "",
    document["x-notification-signature"]
      ? `**Signature of notifications.**\n\n${signatureParts(document).join("")}`
      : "",
  ];
}

/** The headers that hold a signature. All notifications may share one. */
function signatureParameters(document: Document): Set<Parameter> {
  const { header } = document["x-notification-signature"] ?? {};
  const parameters = [...operationsOf(document.webhooks)].flatMap(({ operation }) =>
    (operation.parameters ?? []).map((reference) => resolve<Parameter>(document, reference)),
  );
  return new Set(parameters.filter((one) => one.in === "header" && one.name === header));
}

function signatureParts(document: Document): string[] {
  const signature = document["x-notification-signature"];
  return signature
    ? [joinWords([...signatureWords(signature, code), ...basisPart(signature)])]
    : [];
}

function deliveryParts(document: Document): string {
  const delivery = document["x-notification-delivery"];
  return delivery ? joinWords([...deliveryWords(delivery), ...basisPart(delivery)]) : "";
}

/** The source of a statement inside an `x-` field. */
function basisPart({ "x-basis": basis }: { "x-basis"?: Basis }): string[] {
  return basis ? [basisWords(basis, code)] : [];
}

/** The undocumented codes of a response, by their source. */
function codesWords(document: Document, { "x-errors": codes = [] }: Response): string {
  const values = document.components?.schemas?.ErrorCode?.["x-values"] ?? {};
  const kinds = ["Implied", "Observed", "Assumed"].flatMap((kind) => {
    const found = codes.filter((name) => {
      const { kind: own, documented = [] } = values[name]?.["x-basis"] ?? {};
      return own === kind.toLowerCase() && !documented.includes("value");
    });
    return found.length > 0 ? [`**${kind}**: ${row(found.map(code))}.`] : [];
  });
  return kinds.join(" ");
}

function operationWords(document: Document, operation: Operation): string[] {
  const { callbacks = {} } = operation;
  const isLimited = ({ "x-rate-limit": limit }: Operation): boolean => limit !== undefined;
  const others = [...operationsOf(document.paths)].map((other) => other.operation);
  const hasUnknownLimit = !isLimited(operation) && others.some(isLimited);
  const events = Object.keys(callbacks).filter((name) =>
    Object.hasOwn(document.webhooks ?? {}, name),
  );
  const [field] = Object.values(callbacks).flatMap((callback) =>
    Object.keys(callback).map(urlField),
  );
  const receives = events.length > 0 ? row(events.map(code)) : "every event";
  return [
    hasUnknownLimit ? "**Rate limit.** Not documented." : "",
    ...operationSentences(operation).map(({ title, text, basis }) =>
      `**${title}.** ${text} ${basisWords(basis, code)}`.trimEnd(),
    ),
    field === undefined ? "" : `**Notifications.** The URL in ${code(field)} receives ${receives}.`,
    ...shownLifecycles(document, operation).map(
      (schema) => `**Statuses.**\n\n${describeValues(schema)}`,
    ),
  ];
}

function notificationWords(document: Document, operation: Operation): string[] {
  const { "x-notification": notification } = operation;
  const { "x-notification-delivery": delivery } = document;
  if (!notification) return [];
  const receivers = [...operationsOf(document.paths)].flatMap(
    ({ operation: { operationId = "", callbacks = {} } }) =>
      Object.entries(callbacks).flatMap(([name, callback]) =>
        name === notification.event || !Object.hasOwn(document.webhooks ?? {}, name)
          ? Object.keys(callback).map((url) => `${code(urlField(url))} of ${code(operationId)}`)
          : [],
      ),
  );
  return [
    `**Sent** when ${notification.when}${receivers.length > 0 ? `, to the URL in ${row(receivers)}` : ""}.`,
    delivery ? `**Delivery.**\n\n${deliveryParts(document)}` : "",
  ];
}

/** Field of the request that a callback's URL stands in: `{$request.body#/url}` → `url`. */
function urlField(url: string): string {
  return /#\/(.+)\}$/.exec(url)?.[1]?.replaceAll("/", ".") ?? url;
}

/** Lifecycles of the objects that a success of the operation shows. */
function shownLifecycles(document: Document, { responses }: Operation): Schema[] {
  const schemas = document.components?.schemas ?? {};
  const successes = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  const used = schemasUsedBy(Object.fromEntries(successes), schemas);
  return [...used].sort().flatMap((name) => {
    const schema = schemas[name];
    return schema?.["x-lifecycle"] ? [schema] : [];
  });
}

/** The meaning of each value of a list; the transitions from each status of a lifecycle. */
function describeValues(schema: Schema): string {
  const {
    enum: values = [],
    "x-values": statements = {},
    "x-lifecycle": lifecycle,
    "x-open-set": open,
  } = schema;
  const described = values.some((value) => statements[String(value)]?.description !== undefined);
  const transitions: Transition[] | undefined = lifecycle?.transitions;
  const items = values.map((value) => {
    const name = String(value);
    const next = transitions
      ? transitionWords(transitions, name, code, lifecycle?.["x-basis"])
      : "";
    const basis = basisWords(statements[name]?.["x-basis"], code);
    return `${code(name)}: ${[statements[name]?.description, next, basis].filter(Boolean).join(" ")}`;
  });
  return [
    described || transitions ? joinWords(items) : "",
    lifecycle?.["x-basis"]
      ? `Final statuses, and those that end a wait: ${basisWords(lifecycle["x-basis"], code)}`
      : "",
    open ? "Values may be added later: accept one that is not listed." : "",
  ]
    .filter((text) => text !== "")
    .join("\n\n");
}

const violations: Record<string, string> = {
  "*": "A value of another form",
  minimum: "A smaller value",
  maximum: "A larger value",
  minLength: "A shorter text",
  maxLength: "A longer text",
  minItems: "A shorter list",
  maxItems: "A longer list",
};

/** The error for a value that breaks a rule with a separate code. */
function refusalWords(schema: Schema, errors: ReadonlyMap<string, CataloguedError>): string {
  const rules = new Map<string, string[]>();
  for (const [rule, error] of Object.entries(schema["x-invalid"] ?? {})) {
    rules.set(error, [...(rules.get(error) ?? []), rule]);
  }
  return [...rules]
    .map(([error, broken]) => {
      const what = broken.map((rule) => violations[rule] ?? `A value against ${code(rule)}`);
      const words = row(
        what.map((text, index) =>
          index === 0 ? text : text.charAt(0).toLowerCase() + text.slice(1),
        ),
        "or",
      );
      return `${words} is answered with ${[errors.get(error)?.status, code(error)].filter(Boolean).join(" ")}.`;
    })
    .join(" ");
}

function joinWords(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join("\n");
}
