// Rules that make a contract complete but are not part of its meaning: each contract decides which of them it wants.
import {
  createRule,
  type DiagnosticTarget,
  type Enum,
  getDoc,
  getExamples,
  getOpExamples,
  getReturnsDoc,
  getSummary,
  isTemplateDeclaration,
  isTemplateInstance,
  isType,
  listServices,
  type Model,
  navigateTypesInNamespace,
  type Program,
  paramMessage,
  type Scalar,
  type Type,
  type Union,
} from "@typespec/compiler";
import { getExtensions, getTagsMetadata } from "@typespec/openapi";
import { errorUses, namedErrors } from "./error.ts";
import { factsOf } from "./fields.ts";
import { declaredLifecycles, finalStatuses } from "./lifecycle.ts";
import { declaredEvents, declaredNotifications } from "./notification.ts";
import { serviceOperations } from "./operation.ts";
import { undocumentedPresence } from "./presence.ts";

/** Makes a rule that looks at the whole program at once. @param find finds the places that break it */
function policy(
  name: string,
  description: string,
  message: ReturnType<typeof paramMessage>,
  find: (
    program: Program,
  ) => Iterable<{ target: DiagnosticTarget; format: Record<string, string> }>,
) {
  return createRule({
    name,
    severity: "warning",
    description,
    messages: { default: message },
    create: (context) => ({
      root(program) {
        for (const finding of find(program)) context.reportDiagnostic(finding as never);
      },
    }),
  });
}

export const policies = [
  policy(
    "final-status-without-notification",
    "Every transition to a final status sends a notification.",
    paramMessage`'${"status"}' of ${"lifecycle"} is final, but this transition to it sends no notification.`,
    function* (program) {
      for (const { type, moves } of declaredLifecycles(program)) {
        const final = finalStatuses(type, moves);
        for (const { transition, target } of moves) {
          const { to, notification } = transition;
          if (notification === undefined && final.includes(to))
            yield { format: { status: to, lifecycle: type.name }, target };
        }
      }
    },
  ),
  policy(
    "event-never-sent",
    "Some transition sends each notification.",
    paramMessage`No transition sends the event '${"event"}'.`,
    function* (program) {
      const sent = new Set(
        declaredLifecycles(program).flatMap(({ moves }) =>
          moves.map(({ transition }) => transition.notification),
        ),
      );
      for (const [event, target] of declaredEvents(program))
        if (!sent.has(event)) yield { format: { event }, target };
    },
  ),
  policy(
    "notification-without-example",
    "Every notification has an example.",
    paramMessage`The notification '${"event"}' has no example: add an @example to its model.`,
    function* (program) {
      for (const { event, model, target } of declaredNotifications(program))
        if (getExamples(program, model).length === 0) yield { format: { event }, target };
    },
  ),
  policy(
    "required-but-assumed",
    "A field of a response or a notification is required only if its presence is documented.",
    paramMessage`The presence of '${"field"}' is ${"kind"}, so it cannot be required: make it optional, or list "required" as documented in its @basis.`,
    function* (program) {
      for (const [property, kind] of undocumentedPresence(program))
        yield { format: { field: property.name, kind }, target: property };
    },
  ),
  policy(
    "error-without-condition",
    "Every error has a doc comment with its condition.",
    paramMessage`The error ${"code"} needs a doc comment with its condition.`,
    function* (program) {
      for (const { model, code, target } of namedErrors(program)) {
        if (!getDoc(program, model)) yield { format: { code }, target };
      }
    },
  ),
  policy(
    "unused-error",
    "Some operation answers with each error.",
    paramMessage`No operation answers with the error ${"code"}: list it in an operation, or mark it as an error of any operation.`,
    function* (program) {
      const uses = serviceOperations(program).flatMap((operation) => errorUses(program, operation));
      const used = new Set(uses.map(({ error }) => error.code));
      for (const { anywhere, code, target } of namedErrors(program)) {
        if (!anywhere && !used.has(code)) yield { format: { code }, target };
      }
    },
  ),
  policy(
    "unused-model",
    "An operation, a notification or another declaration uses each model.",
    paramMessage`Nothing uses '${"name"}': remove it, or use it in an operation.`,
    function* (program) {
      const used = usedTypes(program);
      for (const type of declaredTypes(program))
        if (!used.has(type)) yield { format: { name: String(type.name) }, target: type };
    },
  ),
  policy(
    "figure-in-prose",
    "Prose takes its figures from the fields that hold them.",
    paramMessage`"${"figure"}" in "${"text"}": take the figure from its field with a placeholder, or list the phrase in @facts.`,
    function* (program) {
      const facts = factsOf(program);
      for (const [text, target] of collectProse(program)) {
        const plain = facts.reduce(
          (rest, fact) => rest.replaceAll(fact, ""),
          text.replaceAll(/`[^`]*`|\{[^}]*\}/g, "").replaceAll(/\s+/g, " "),
        );
        const [figure] = numbers.exec(plain) ?? [];
        if (figure !== undefined) yield { format: { figure, text }, target };
      }
    },
  ),
];

type DeclaredType = Model | Enum | Union | Scalar;

/** The named types of the services, without templates and what is made from them. */
function declaredTypes(program: Program): DeclaredType[] {
  const found: DeclaredType[] = [];
  const add = (type: DeclaredType): void => {
    const isTemplate = isTemplateDeclaration(type as Model) || isTemplateInstance(type);
    if (type.name && !isTemplate) found.push(type);
  };
  for (const { type } of listServices(program))
    navigateTypesInNamespace(type, { model: add, enum: add, union: add, scalar: add });
  return found;
}

/** The types that operations, errors, notifications and arguments of decorators lead to, and those that these come from. */
function usedTypes(program: Program): Set<Type> {
  const found = new Set<Type>();
  const use = (type: Type): void => {
    if (found.has(type)) return;
    found.add(type);
    if ("decorators" in type)
      for (const { args } of type.decorators)
        for (const { value } of args) if (isType(value)) use(value);
    for (const part of readParts(type)) use(part);
  };
  for (const operation of serviceOperations(program)) use(operation);
  for (const { model } of namedErrors(program)) use(model);
  for (const { model } of declaredNotifications(program)) use(model);
  for (const { type } of listServices(program)) use(type);
  for (const type of declaredTypes(program))
    if (type.decorators.some(({ definition }) => definition?.name === "@notifications")) use(type);
  return found;
}

/** The types that a type is built from or belongs to: of a model its properties, its base and the arguments of its template. */
function readParts(type: Type): Type[] {
  const templateArguments =
    "templateMapper" in type ? (type.templateMapper?.args ?? []).filter(isType) : [];
  switch (type.kind) {
    case "Operation":
      return [
        type.parameters,
        type.returnType,
        ...(type.sourceOperation ? [type.sourceOperation] : []),
        ...(type.interface ? [type.interface] : []),
        ...templateArguments,
      ];
    case "Model":
      return [
        ...type.properties.values(),
        ...(type.baseModel ? [type.baseModel] : []),
        ...type.sourceModels.map(({ model }) => model),
        ...(type.indexer ? [type.indexer.value] : []),
        ...templateArguments,
      ];
    case "ModelProperty":
      return [
        type.type,
        ...(type.sourceProperty ? [type.sourceProperty] : []),
        ...(type.model ? [type.model] : []),
      ];
    case "Union":
      return [...[...type.variants.values()].map((variant) => variant.type), ...templateArguments];
    case "Enum":
      return [...type.members.values()];
    case "EnumMember":
      return [type.enum];
    case "Scalar":
      return type.baseScalar ? [type.baseScalar, ...templateArguments] : templateArguments;
    case "Tuple":
      return type.values;
    default:
      return [];
  }
}

const counts =
  "\\d[\\d.,/]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|" +
  "(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|million|dozen";
/** Numbers that are other words, too, unless a unit follows; those of Portuguese. */
const counted =
  "one|half an?|meia|dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|quinze|vinte|trinta|quarenta|cinquenta|" +
  "sessenta|noventa|cem|duzent[ao]s|quinhent[ao]s|mil";
const unitPattern =
  "seconds?|minutes?|hours?|days?|weeks?|months?|years?|requests?|attempts?|tries|times|characters?|bytes?|" +
  "segundos?|minutos?|horas?|dias?|semanas?|m[eê]s(?:es)?|anos?|requisições|tentativas?|vezes|caracteres";
const shortUnits = "ms|s|min|h|d|kB|KiB|MiB";
const numbers = new RegExp(
  `\\b(?:(?:${counts}|\\d+(?:${shortUnits}))\\b|(?:${counted})[\\s-](?:${unitPattern})\\b)`,
  "i",
);

/** Everything in the contract that people read, but for the values of its examples, and the part that has it. */
function collectProse(program: Program): Map<string, Type> {
  const found = new Map<string, Type>();
  const add = (type: Type): void => {
    if (isTemplateInstance(type)) return;
    const said = [...getExtensions(program, type).values()].flatMap(sentencesIn);
    if (type.kind === "Operation") said.push(getReturnsDoc(program, type) ?? "");
    const examples =
      type.kind === "Operation"
        ? getOpExamples(program, type)
        : getExamples(program, type as Model);
    said.push(...examples.map(({ description }) => description ?? ""));
    if (type.kind === "Namespace") said.push(...sentencesIn(getTagsMetadata(program, type)));
    for (const prose of [getDoc(program, type) ?? "", getSummary(program, type) ?? "", ...said])
      if (!found.has(prose)) found.set(prose, type);
  };
  const kinds = [
    "operation",
    "model",
    "modelProperty",
    "scalar",
    "enum",
    "enumMember",
    "union",
    "unionVariant",
  ];
  for (const { type } of listServices(program)) {
    add(type);
    navigateTypesInNamespace(type, Object.fromEntries(kinds.map((kind) => [kind, add])));
  }
  return found;
}

/** The sentences in the value of an `x-` field. */
function sentencesIn(value: unknown): string[] {
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, entry]) => {
    if (typeof entry !== "string") return sentencesIn(entry);
    return sentences.includes(key) ? [entry] : [];
  });
}

const sentences = ["condition", "description", "message", "reason", "summary", "trigger", "when"];
