import { defined } from "./defined.ts";
import { widenErrors } from "./document/narrow-errors.ts";
import { bodyKind, preferMediaType, withoutParameters } from "./media-types.ts";
import type {
  Content,
  Contract,
  Deprecation,
  Example,
  Group,
  Notification,
  Operation,
  Parameter,
  Response,
  SecurityScheme,
} from "./model.ts";
import {
  type Document,
  type MediaType,
  type Operation as OpenApiOperation,
  type Parameter as OpenApiParameter,
  type Response as OpenApiResponse,
  type SecurityScheme as OpenApiScheme,
  operationsOf,
  resolve,
  type Schema,
} from "./openapi.ts";
import { readBasis } from "./read-basis.ts";
import { findExpansion, readForm, readLayout } from "./read-layout.ts";
import { isNarrow, orderRivals } from "./rivals.ts";
import { exampleName, sampleError } from "./sample-error.ts";
import { filledUrl } from "./servers.ts";
import { type Shapes, shapesOf } from "./shapes/normalise.ts";
import { SpecError } from "./spec-error.ts";
import { isRedirect, listSuccesses } from "./successes.ts";
import { findBodyProblem, SchemaReader } from "./supported-body.ts";

/** Reads the contract model from an OpenAPI document, which may be a published one. */
export function readContract(given: Document): Contract {
  if (given?.info === undefined) throw new Error("not an OpenAPI document");
  const document = widenErrors(given);
  const inOrder = [...operationsOf(document.paths)].map(({ path, method, operation }) =>
    readOperation(document, path, method, operation),
  );
  const operations = orderRivals(
    inOrder,
    ({ parameters }) =>
      parameters.filter(
        (one) => one.in === "path" && isNarrow(resolve<Schema>(document, one.schema)),
      ).length,
  );
  const names = distinguishGroups(document, operations);
  for (const operation of operations) operation.group = names.get(operation.group) ?? "";
  return defined({
    title: document.info.title,
    version: document.info.version,
    description: document.info.description ?? "",
    servers: (document.servers ?? []).map(({ url, description, variables = {} }) =>
      defined({
        url,
        description,
        variables: Object.fromEntries(
          Object.entries(variables).map(([name, value]) => [name, value.default]),
        ),
      }),
    ),
    securitySchemes: Object.fromEntries(
      Object.entries(document.components?.securitySchemes ?? {}).map(([name, scheme]) => [
        name,
        readScheme(scheme),
      ]),
    ),
    groups: readGroups(document, operations, names),
    operations,
    notifications: [...operationsOf(document.webhooks)].map(({ path, operation }) =>
      readNotification(document, path, operation, operations),
    ),
    errors: (document["x-error-catalogue"] ?? []).map(({ "x-basis": basis, ...error }) =>
      defined({
        ...error,
        basis,
        example: exampleName(error.code),
        sample: sampleError(document.components?.schemas?.ErrorBody ?? {}, error),
      }),
    ),
    lifecycles: Object.entries(document.components?.schemas ?? {}).flatMap(([schema, found]) =>
      found["x-lifecycle"]
        ? [{ schema, ...found["x-lifecycle"], statuses: found["x-values"] ?? {} }]
        : [],
    ),
    schemas: document.components?.schemas ?? noSchemas,
    bodyLimit: document["x-body-limit"],
    versionPolicy: document["x-version-policy"],
    delivery: document["x-notification-delivery"],
    identity: document["x-notification-identity"],
    signature: document["x-notification-signature"],
    basis: readBasis(document),
  });
}

function readScheme({ type, scheme, description, in: place, name }: OpenApiScheme): SecurityScheme {
  const isBearer = type === "oauth2" || type === "openIdConnect";
  const apiKey = type === "apiKey" && place && name !== undefined && { in: place, name };
  return {
    type,
    ...(scheme && { scheme }),
    ...(isBearer && { scheme: "bearer" }),
    ...(apiKey && { apiKey }),
    ...(description && { description }),
  };
}

function readOperation(
  document: Document,
  path: string,
  method: string,
  operation: OpenApiOperation,
): Operation {
  const id = operation.operationId ?? `${method} ${path}`;
  const { group, name } = readMethodName(operation, id);
  const callbacks = Object.entries(operation.callbacks ?? {});
  // Without a success, `default` stands for one too.
  const isOnly = !Object.keys(operation.responses).some((status) => /^2|^30[12378]$/.test(status));
  const url = callbacks.flatMap(([, callback]) => Object.keys(callback))[0];
  return defined({
    id,
    group,
    name,
    method: method.toUpperCase(),
    path: operation["x-served-by"] === undefined ? path : path.replace(/#.*/s, ""),
    servedBy: operation["x-served-by"],
    server: operation.servers?.[0] && filledUrl(operation.servers[0]),
    summary: operation.summary ?? spellOutId(id),
    description: operation.description ?? "",
    scheme: Object.keys((operation.security ?? document.security)?.[0] ?? {})[0] ?? null,
    security: readSecurity(operation.security ?? document.security),
    parameters: readParameters(document, operation),
    body: readRequestBody(document, operation),
    responses: withLocation(
      Object.entries(operation.responses)
        .map(([status, response]) =>
          readResponse(
            document,
            readStatus(status, isOnly),
            response,
            operation["x-idempotency"] !== undefined,
          ),
        )
        .sort((a, b) => a.status - b.status || (a.range?.to ?? 0) - (b.range?.to ?? 0)),
    ),
    rateLimit: operation["x-rate-limit"],
    idempotency: operation["x-idempotency"],
    token: operation["x-token"],
    pages: operation["x-pages"],
    callbacks:
      url === undefined
        ? undefined
        : { url, events: callbacks.flatMap(([name]) => callbackEvents(document, name)) },
    deprecated: readDeprecation(operation),
    basis: operation["x-basis"],
  });
}

/** The group of an operation, and the name of its method. */
export function readMethodName(
  { tags, "x-client-name": own }: OpenApiOperation,
  id: string,
): { group: string; name: string } {
  const group = tags?.[0] ?? interfaceIn(id);
  return { group, name: own ?? shortMethodName(id, group) };
}

/** The interface that TypeSpec puts before an id: `Books_findAll` → `Books`. Ids such as `find_all_books` have none. */
function interfaceIn(id: string): string {
  const [, name = ""] =
    /^((?:\p{Lu}[\p{L}\p{N}]*_)*\p{Lu}[\p{L}\p{N}]*)_\p{Ll}[\p{L}\p{N}]*$/u.exec(id) ?? [];
  return name;
}

/** An id as words: `Books_findAll` → `Books find all`. */
function spellOutId(id: string): string {
  const words = id.replace(
    /([a-z0-9])[\s_-]?([A-Z])|[\s_-]+/g,
    (_, end = "", start = "") => `${end} ${start.toLowerCase()}`,
  );
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The security requirements of an operation; none if it takes no credentials. */
function readSecurity(security: OpenApiOperation["security"] = []): string[][] {
  const requirements = security.map((requirement) => Object.keys(requirement));
  // A caller with credentials is identified by them: the requirement without any comes last.
  const named = requirements.filter((schemes) => schemes.length > 0);
  const open = requirements.filter((schemes) => schemes.length === 0);
  return named.length > 0 ? [...named, ...open.slice(0, 1)] : [];
}

/** The events of a callback: its own, or all events if it is for all of them. */
function callbackEvents({ webhooks = {} }: Document, name: string): string[] {
  return Object.hasOwn(webhooks, name) ? [name] : Object.keys(webhooks);
}

/** The deprecation that a part of a document states. */
function readDeprecation({
  deprecated,
  "x-sunset": sunset,
}: Pick<OpenApiOperation, "deprecated" | "x-sunset">): Deprecation | undefined {
  return deprecated ? defined({ sunset }) : undefined;
}

function readParameters(document: Document, operation: OpenApiOperation): Parameter[] {
  const all = (operation.parameters ?? []).map((one) => resolve<OpenApiParameter>(document, one));
  return all.map((parameter) => {
    const others = all.filter((one) => one !== parameter && one.in === parameter.in);
    return defined({
      name: parameter.name,
      in: parameter.in,
      required: parameter.required ?? false,
      description: parameter.description ?? "",
      schema: parameter.schema ?? Object.values(parameter.content ?? {})[0]?.schema ?? {},
      layout: readLayout(
        parameter,
        documentShapes(document),
        others.map(({ name }) => name),
      ),
      expansion: findExpansion(parameter, documentShapes(document)),
      example: parameter.example ?? Object.values(parameter.examples ?? {})[0]?.value,
      deprecated: readDeprecation(parameter),
      basis: parameter["x-basis"],
    });
  });
}

/** The shapes of a document's schemas. */
function documentShapes({ components }: Document): Shapes {
  return shapesOf({ schemas: components?.schemas ?? noSchemas });
}

const noSchemas = {};

/**
 * The statuses that a key of the responses stands for.
 *
 * @param isOnly whether no other key is a success; otherwise `default` does not count as one
 */
function readStatus(key: string, isOnly: boolean): Pick<Response, "status" | "range"> {
  if (/^\d+$/.test(key)) return { status: Number(key) };
  const fallback = isOnly ? 2 : 4;
  const hundreds = key === "default" ? fallback : Number(key.charAt(0));
  return {
    status: hundreds * 100,
    range: { to: key === "default" ? 599 : hundreds * 100 + 99, key },
  };
}

function readRequestBody(document: Document, operation: OpenApiOperation): Operation["body"] {
  const { requestBody } = operation;
  const content = preferMediaType(requestBody?.content);
  if (!requestBody || !content) return undefined;
  const [, media] = content;
  const others = readOthers(document, requestBody.content, content, true).filter(
    // Files are not compared.
    ({ mediaType }) => !operation["x-idempotency"] || bodyKind(mediaType) !== "multipart",
  );
  return {
    required: (requestBody.required ?? false) && !isEmpty(resolve<Schema>(document, media.schema)),
    description: requestBody.description ?? "",
    ...readContent(document, content),
    ...(others.length > 0 && { others }),
  };
}

function readContent(document: Document, [mediaType, media]: [string, MediaType]): Content {
  return {
    mediaType,
    schema: bodySchema(document, mediaType, media),
    ...defined({ form: readForm(mediaType, media, documentShapes(document)) }),
    examples: readExamples(document, media),
  };
}

/** The media types beside the preferred one that can be carried, each once. */
function readOthers(
  document: Document,
  content: Readonly<Record<string, MediaType>> = {},
  [preferred]: [string, MediaType],
  isRequest = false,
): Content[] {
  const seen = new Set([plainType(preferred)]);
  const schemas = new SchemaReader(document);
  return Object.entries(content).flatMap((one) => {
    const [type, media] = one;
    if (seen.has(plainType(type)) || type.includes("*")) return [];
    seen.add(plainType(type));
    try {
      const isCarried = !findBodyProblem(schemas, type, media, type, isRequest);
      return isCarried ? [readContent(document, one)] : [];
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
      return [];
    }
  });
}

/** A media type without parameters, that of JSON by its present name. */
function plainType(type: string): string {
  return withoutParameters(type).replace(/^text\/json$/, "application/json");
}

/** The schema of a body; of a stream, of an item. */
function bodySchema(document: Document, mediaType: string, { schema = {} }: MediaType): Schema {
  const kind = bodyKind(mediaType);
  // Only the media type shows that a body is bytes.
  if (kind === "bytes") return {};
  // TypeSpec's emitter has no word for the items of a stream.
  const isStream = kind === "lines" || kind === "events";
  return isStream && resolve<Schema>(document, schema).type === "string" ? {} : schema;
}

/** Whether a body is an object without fields, but for those that requests do not have. */
function isEmpty({ type, properties = {}, ...others }: Schema): boolean {
  const hasFields = Object.values(properties).some(({ readOnly }) => !readOnly);
  const hasMore = ["additionalProperties", "allOf", "anyOf", "oneOf"].some(
    (keyword) => keyword in others,
  );
  return type === "object" && !hasFields && !hasMore;
}

function readResponse(
  document: Document,
  statuses: Pick<Response, "status" | "range">,
  response: OpenApiResponse,
  hasKey: boolean,
): Response {
  const content = preferMediaType(response.content);
  // A response that is kept with an idempotency key has one media type.
  const others = content && !hasKey ? readOthers(document, response.content, content) : [];
  return defined({
    ...statuses,
    description: response.description,
    headers: Object.entries(response.headers ?? {}).map(([name, reference]) => {
      const header = resolve(document, reference);
      return defined({
        name,
        required: header.required ?? false,
        description: header.description ?? "",
        schema: header.schema,
        example: header.example,
        rateLimitPart: header["x-rate-limit-part"],
        basis: header["x-basis"],
      });
    }),
    examples: [],
    ...(content && readContent(document, content)),
    ...(others.length > 0 && { others }),
    errors: response["x-errors"] ?? [],
  });
}

/** Responses of which a redirect has a Location, if a redirect is the only success. */
function withLocation(responses: Response[]): Response[] {
  const successes = listSuccesses({ responses });
  return responses.map((response) => {
    if (!isRedirect(response) || !successes.includes(response)) return response;
    const isLocation = ({ name }: { name: string }) => /^location$/i.test(name);
    const declared = response.headers.find(isLocation);
    const usual = { name: "Location", description: "", schema: { type: "string" } };
    return {
      ...response,
      headers: [
        ...response.headers.filter((header) => !isLocation(header)),
        { ...(declared ?? usual), required: true },
      ],
    };
  });
}

function readExamples(document: Document, media: MediaType): Example[] {
  return Object.entries(media.examples ?? {}).map(([name, reference]) => {
    const { summary, value } = resolve(document, reference);
    return { name, summary: summary ?? "", value };
  });
}

function readNotification(
  document: Document,
  path: string,
  operation: OpenApiOperation,
  operations: Operation[],
): Notification {
  const about = operation["x-notification"] ?? { event: path, subject: "", when: "" };
  const body = readRequestBody(document, operation);
  if (!body) throw new Error(`The notification '${about.event}' has no body.`);
  return defined({
    event: about.event,
    id: operation.operationId ?? about.event,
    subject: about.subject ?? "",
    when: about.when,
    summary: operation.summary ?? "",
    description: operation.description ?? "",
    parameters: readParameters(document, operation),
    body,
    callbackOf: operations
      .filter(({ callbacks }) => callbacks?.events.includes(about.event))
      .map(({ id }) => id),
    basis: operation["x-basis"],
  });
}

/** Names of groups by their tags: of two that would have one name in programs or files, the second gets a number. */
function distinguishGroups(document: Document, operations: Operation[]): Map<string, string> {
  const tags = new Set([
    ...(document.tags ?? []).map(({ name }) => name),
    ...operations.map(({ group }) => group),
  ]);
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const tag of tags) {
    if (!operations.some(({ group }) => group === tag)) continue;
    let name = tag;
    for (let count = 2; taken.has(plainName(name)); count += 1) name = `${tag} ${count}`;
    taken.add(plainName(name));
    names.set(tag, name);
  }
  return names;
}

/** Letters and digits of a name, without their case. */
export function plainName(name: string): string {
  return name
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();
}

function readGroups(
  document: Document,
  operations: Operation[],
  names: ReadonlyMap<string, string>,
): Group[] {
  return [...names].flatMap(([tag, name]) => {
    const members = operations.filter(({ group }) => group === name);
    if (members.length === 0) return [];
    return {
      name,
      description: document.tags?.find((one) => one.name === tag)?.description ?? "",
      operations: members.map((operation) => ({ id: operation.id, method: operation.name })),
    };
  });
}

/**
 * Name of a method: the verb, if the id is that of a standard method on the objects of the group (`getBook`, `listBooks` of
 * `books`); otherwise the whole id, without the interface that it begins with. It depends on no other operation, so that
 * none renames it.
 */
function shortMethodName(id: string, group: string): string {
  const [verb = ""] = /^[a-z0-9]+/.exec(id) ?? [];
  const [thing = "", things = ""] = [id.slice(verb.length), group].map((name) =>
    name.toLowerCase().replaceAll(/[\s_-]/g, ""),
  );
  if (group !== "" && id.startsWith(`${group}_`)) return id.slice(group.length + 1) || id;
  if (verb === "") return id.slice(interfaceIn(id).length).replace(/^_/, "");
  const isStandard =
    verb === "list"
      ? isWordOrPlural(things, thing)
      : isWordOrPlural(thing, things) && !/[^su]s$/.test(thing);
  return isStandard ? verb : id;
}

/** Whether a word is another one, or its plural. */
function isWordOrPlural(one: string, word: string): boolean {
  return [one, `${one}s`, `${one}es`, `${one.replace(/y$/, "")}ies`].includes(word);
}
