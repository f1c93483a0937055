import type { ResultKind } from "@packages/client/src/results.ts";
import type { Lifecycle } from "@packages/contract/src/behaviour.ts";
import {
  isMediaChoice,
  listAccepted,
  listContentTypes,
  withAccepted,
  withContentType,
} from "@packages/contract/src/media-choices.ts";
import { bodyKind } from "@packages/contract/src/media-types.ts";
import type { Contract, Operation, Parameter } from "@packages/contract/src/model.ts";
import { readBodyShape } from "@packages/contract/src/read-layout.ts";
import { shapesIn } from "@packages/contract/src/shapes/contract-shapes.ts";
import { unspecified } from "@packages/contract/src/shapes/intersect.ts";
import { requestShapesOf, shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import {
  fieldsOf,
  findConstants,
  follow,
  isString,
  type Shape,
  valuesOf,
} from "@packages/contract/src/shapes/shape.ts";
import { SpecError } from "@packages/contract/src/spec-error.ts";
import { isRedirect, listSuccesses } from "@packages/contract/src/successes.ts";
import { serverAddress } from "../docs/samples.ts";
import { camelCase, pascalCase, projectWord } from "../names.ts";
import type { Project } from "../project.ts";

/** A client, as every printer of this folder reads it. */
export interface ClientModel {
  /** Name of the npm package. */
  packageName: string;
  /** Version of the package. */
  version: string;
  /** First word of the project's name, which names the client's own things: `Shop`. */
  prefix: string;
  /** Name of a client in examples: `shop`. */
  variable: string;
  contract: Contract;
  /** Address of the service in examples: the contract's first one. */
  address: string;
  groups: ClientGroup[];
  /** The operation that issues tokens, if one does. */
  issuer?: Operation & { token: NonNullable<Operation["token"]> };
  /** Currency of amounts and the language in which they are written, if the contract knows one currency. */
  money?: { currency: string; locale: string };
}

export interface ClientGroup {
  /** Property of the client; empty if the methods are the client's own. */
  property: string;
  /** Name of its interface. */
  type: string;
  description: string;
  methods: ClientMethod[];
  waits: ClientWait[];
}

export interface ClientMethod {
  name: string;
  operation: Operation;
  /** Each with a name that a function's parameter can have. */
  pathParameters: { identifier: string; parameter: Parameter; shape: Shape }[];
  /** Query, header and cookie parameters, without the idempotency key. */
  parameters: (Parameter & { shape: Shape })[];
  body?: Shape;
  /** The result of the call: `data` of the envelope, or the body; if there are several, the first with fields. */
  result: Shape;
  /** All that it may result in. */
  results: ClientResult[];
  envelope: boolean;
}

/** A result of a call. */
export interface ClientResult {
  /** First and last status of its responses. */
  statuses: [from: number, to: number][];
  kind: ResultKind | "lines" | "events";
  /** Shape of the body; of a stream, of an item. */
  shape: Shape;
}

export interface ClientWait {
  /** `waitUntilPaid`, `waitUntilFinal` for any final status; for a method `getByCode`, `getByCodeUntilPaid`. */
  name: string;
  lookup: ClientMethod;
  /** The only path parameter of the lookup. */
  id: ClientMethod["pathParameters"][number];
  lifecycle: Lifecycle;
  /** Field that holds the status. */
  field: string;
  wanted: string[];
  /** Other final statuses; absent if any final status is wanted. */
  ended?: string[];
}

/** Makes the model of a contract's client. */
export function buildClientModel(project: Project, contract: Contract): ClientModel {
  const issuer = contract.operations.find((operation) => operation.token);
  const word = projectWord(project);
  // A group has no name of a method of the client itself.
  const taken = new Set(
    contract.operations.filter(({ group }) => group === "").map(({ name }) => methodName(name)),
  );
  const types = new Set([`${pascalCase(word)}Client`, ...ownTypes]);
  const groups = contract.groups.flatMap((group): ClientGroup[] => {
    const methods = group.operations.flatMap(({ id, method }) => {
      const operation = contract.operations.find((one) => one.id === id);
      // The client obtains tokens itself.
      return operation && !operation.token ? [buildMethod(contract, operation, method)] : [];
    });
    if (methods.length === 0) return [];
    assertNames(group.name, methods);
    return [
      {
        property: group.name && addUnique(taken, methodName(group.name)),
        type: addUnique(types, typeName(contract, group.name || "methods")),
        description: group.description,
        methods,
        waits: methods.flatMap((method) => findWait(contract, method)),
      },
    ];
  });
  const money = findMoney(contract);
  return {
    packageName: `@${project.name}/client`,
    version: project.version,
    prefix: pascalCase(word),
    variable: camelCase(word),
    contract,
    address: contract.servers.map(serverAddress).find(isPlainAddress) ?? "https://api.example.com",
    groups,
    ...(issuer?.token && { issuer: { ...issuer, token: issuer.token } }),
    ...(money && { money }),
  };
}

/** Whether an address can stand in a comment and in a string as it is. */
function isPlainAddress(address: string): boolean {
  return /^https?:\/\/[\w.:/-]+$/.test(address);
}

/** An operation as a method of a client. */
export function buildMethod(
  contract: Contract,
  operation: Operation,
  name = operation.name,
): ClientMethod {
  const { id, body } = operation;
  const bodies = resultsOf(contract, operation);
  const isWrapped = ({ shape }: ClientResult): boolean =>
    findConstants(shape).success === true && "data" in fieldsOf(shape);
  const envelope = bodies.length > 0 && bodies.every(isWrapped);
  const results = bodies.map((one) => ({
    ...one,
    shape: (envelope && fieldsOf(one.shape).data?.shape) || one.shape,
  }));
  const first = results.find(({ kind }) => kind === "json") ?? results[0];
  const { shapeOf } = requestShapesOf(contract);
  const names = [...operation.path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name);
  const identifiers = new Set<string>();
  const key = operation.idempotency?.header.toLowerCase();
  const shapeFor = ({ schema, name }: Parameter) => shapeOf(schema, `${id}/parameters/${name}`);
  return {
    name: methodName(name),
    operation,
    pathParameters: names.flatMap((name) =>
      operation.parameters
        .filter((parameter) => parameter.in === "path" && parameter.name === name)
        .map((one) => ({
          identifier: addUnique(identifiers, parameterName(one.name)),
          parameter: one,
          shape: shapeFor(one),
        })),
    ),
    parameters: operation.parameters
      .filter(
        (one) =>
          /^(query|cookie)$/.test(one.in) ||
          (one.in === "header" && one.name.toLowerCase() !== key && !isMediaChoice(operation, one)),
      )
      .map((one) => ({ ...one, shape: shapeFor(one) })),
    ...(body && { body: readBodyShape(contract, body, `${id}/requestBody`) }),
    result: first?.shape ?? unspecified,
    results,
    envelope,
  };
}

/** A method with other media types than the preferred ones, and the options that choose them. */
export interface ChosenMethod {
  method: ClientMethod;
  options: { name: "contentType" | "accept"; type: string; isPreferred: boolean }[];
}

/** A method with each pair of media types that it may be called with; it alone if there is no choice. */
export function listChosen(contract: Contract, method: ClientMethod): ChosenMethod[] {
  const { operation, name } = method;
  const choices = [
    { name: "contentType", types: listContentTypes(operation), choose: withContentType },
    { name: "accept", types: listAccepted(operation), choose: withAccepted },
  ] as const;
  let combinations = [{ operation, options: [] as ChosenMethod["options"] }];
  for (const { name, types, choose } of choices.filter(({ types }) => types.length > 0))
    combinations = combinations.flatMap((combination) =>
      types.map((type, index) => ({
        operation: choose(combination.operation, type),
        options: [...combination.options, { name, type, isPreferred: index === 0 }],
      })),
    );
  return combinations.map(({ operation: chosen, options }) => {
    const isPreferred = options.every((option) => option.isPreferred);
    return { method: isPreferred ? method : buildMethod(contract, chosen, name), options };
  });
}

/** The bodies of an operation's successes, each once. */
function resultsOf(contract: Contract, operation: Operation): ClientResult[] {
  const results = new Map<string, ClientResult>();
  for (const success of listSuccesses(operation)) {
    const { status, range, mediaType } = success;
    const isElsewhere = isRedirect(success);
    const { schema = {} } = isElsewhere ? { schema: { type: "string" } } : success;
    const shape = shapesOf(contract).shapeOf(schema, `${operation.id}/result`);
    const ofBody = mediaType === undefined ? "nothing" : resultKind(mediaType);
    const form = isElsewhere ? "location" : ofBody;
    // A number is read from a string as from JSON.
    const kind = form === "text" && !isString(shape) ? "json" : form;
    const key = `${kind} ${JSON.stringify(schema)}`;
    const result = results.get(key) ?? { statuses: [], kind, shape };
    result.statuses.push([status, range?.to ?? status]);
    results.set(key, result);
  }
  return [...results.values()];
}

/** How a result is read. Forms are refused as results. */
function resultKind(mediaType: string): ClientResult["kind"] {
  const kind = bodyKind(mediaType);
  return kind === undefined || kind === "form" || kind === "multipart" ? "text" : kind;
}

/** @throws {SpecError} if two operations of a group would be one method */
function assertNames(group: string, methods: ClientMethod[]): void {
  for (const { name, operation } of methods) {
    const first = methods.find((one) => one.name === name)?.operation.id;
    if (first !== operation.id)
      throw new SpecError(
        `${first} and ${operation.id} would both be the client's ${group ? `${group}.` : ""}${name}: give the new one another operationId, or @extension("x-client-name", "…").`,
      );
  }
}

/** Types that the modules with groups import: no group has their names. */
const ownTypes = ["Call", "CallOptions", "ClientOptions", "KeyedCallOptions", "PagedCall"];

/** Adds a name to those that are taken, with a number if it is one of them. */
function addUnique(taken: Set<string>, name: string): string {
  let unique = name;
  for (let count = 2; taken.has(unique); count += 1) unique = `${name}${count}`;
  taken.add(unique);
  return unique;
}

// A client's members besides its operations, and names with a special meaning: an interface with `new` is a class.
const reserved = ["new", "notify", "rateLimit", "then"];

function methodName(name: string): string {
  const identifier = camelCase(name);
  return reserved.includes(identifier) || identifier in {} ? `${identifier}_` : identifier;
}

// Words that cannot be the name of a parameter: of the language, or of another parameter.
const reservedWords =
  /^(arguments|await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|eval|export|extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|new|null|options|package|parameters|body|private|protected|public|return|runtime|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield)$/;

function parameterName(name: string): string {
  const identifier = camelCase(name);
  return reservedWords.test(identifier) ? `${identifier}_` : identifier;
}

/** Name of the interface of a group: its own, if no schema has it. */
function typeName({ schemas }: Contract, group: string): string {
  const name = pascalCase(group);
  return name in schemas ? `${name}Methods` : name;
}

/** The prefix of a group's methods in programs: `shop.books`, or `shop`. */
export function memberOf({ variable }: ClientModel, { property }: ClientGroup): string {
  return property ? `${variable}.${property}` : variable;
}

/**
 * The wait that a lookup allows, if its result has a lifecycle. A wait that ends at one status besides the final ones is for
 * that status, as `waitUntilPaid`; any other is for all of them, as `waitUntilFinal`.
 */
function findWait(contract: Contract, method: ClientMethod): ClientWait[] {
  const { operation, pathParameters, parameters } = method;
  const [id, ...rest] = pathParameters;
  const hasOneParameter = rest.length === 0 && parameters.length === 0;
  if (operation.method !== "GET" || !id || !hasOneParameter) return [];
  for (const [field, { shape }] of Object.entries(fieldsOf(method.result))) {
    const lifecycle = contract.lifecycles.find(
      ({ schema }) => schema === follow(shape).annotations.name,
    );
    if (!lifecycle) continue;
    const { final, waitEndsAt } = lifecycle;
    const notFinal = waitEndsAt.filter((status) => !final.includes(status));
    const aim = notFinal.length === 1 ? notFinal[0] : undefined;
    const verb = method.name === "get" ? "wait" : method.name;
    const name = `${verb}Until${aim === undefined ? "Final" : pascalCase(aim)}`;
    const wanted = aim === undefined ? waitEndsAt : [aim];
    const ended = final.filter((status) => !wanted.includes(status));
    const wait = { name, lookup: method, id, lifecycle, field, wanted };
    return [aim !== undefined || ended.length > 0 ? { ...wait, ended } : wait];
  }
  return [];
}

/**
 * The currency of a contract: the only value of the schema that some field named `currency` has; and the locale that
 * amounts in it are usually written in. The first two letters of an ISO 4217 code are a country, and Unicode knows the language that is
 * most likely there.
 */
function findMoney(contract: Contract): ClientModel["money"] {
  for (const shape of shapesIn(contract)) {
    const field = fieldsOf(shape).currency;
    const [currency, ...others] = field ? (valuesOf(field.shape) ?? []) : [];
    if (typeof currency !== "string" || !/^[A-Z]{3}$/.test(currency) || others.length > 0) continue;
    const country = currency.slice(0, 2);
    return {
      currency,
      locale: `${new Intl.Locale(`und-${country}`).maximize().language}-${country}`,
    };
  }
  return undefined;
}
