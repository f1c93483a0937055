// Anybody's OpenAPI document, of 3.0 to 3.2, in the form in which the model reads documents: as TypeSpec's emitter would have
// written it.
import { compoundKey } from "../compound-key.ts";
import { defined } from "../defined.ts";
import { type Document, methods } from "../openapi.ts";
import {
  isTree,
  referenceTo,
  schemaName,
  splitPointer,
  step,
  type Tree,
  valueAt,
} from "../pointer.ts";
import { isNarrow, namelessPath } from "../rivals.ts";
import type { UnsupportedOperation } from "../unsupported.ts";
import { adoptSchema, mapTags, mapValues, type SchemaSetting } from "./adopt-schema.ts";
import { adoptServers, type OwnServer } from "./adopt-servers.ts";

/** A document as the model reads it, and the operations that are not in it because they cannot be read. */
export interface Adopted {
  document: Document;
  problems: UnsupportedOperation[];
  /** Parts of schemas that are not checked, a line each. */
  remarks: string[];
}

/**
 * Rewrites a document: path items, parameters, responses, headers and examples stand where references led to them, path-level
 * parameters at each operation, callbacks among the webhooks too, every operation has an id, and schemas are those of 3.1.
 * References of schemas lead to components.
 */
export function adoptDocument(given: Tree): Adopted {
  return new Adopter(given).adopt();
}

/** A part of a document without a summary and a description other than strings, such as a reference to a page. */
function withTexts(part: Tree): Tree {
  const { summary, description, ...rest } = part;
  return {
    ...rest,
    ...(typeof summary === "string" && { summary }),
    ...(typeof description === "string" && { description }),
  };
}

/** A reference leads to no part of the document. */
class BrokenReferenceError extends Error {}

class Adopter {
  readonly #root: Tree;
  readonly #problems: UnsupportedOperation[] = [];
  readonly #schemas: Record<string, unknown> = {};
  /** Names of components that were made of schemas elsewhere, by reference. */
  readonly #lifted = new Map<string, string>();
  readonly #ids = new Set<string>();
  /** Ids that operations have got. */
  readonly #taken = new Set<string>();
  /** Parts of schemas that are not checked, and how often each is there. */
  readonly #unchecked = new Map<string, number>();
  readonly #setting: SchemaSetting;

  constructor(root: Tree) {
    this.#root = root;
    this.#setting = {
      refer: (reference) => this.#refer(reference),
      hasBareReferences: String(root.openapi).startsWith("3.0"),
      find: (schema) => {
        try {
          return this.#resolve(schema);
        } catch {
          return {};
        }
      },
      leaveUnchecked: (part) => this.#unchecked.set(part, (this.#unchecked.get(part) ?? 0) + 1),
    };
  }

  adopt(): Adopted {
    const { info, tags, security, paths, webhooks, components } = this.#root;
    const parts = isTree(components) ? components : {};
    const found = this.#items(paths, "#/paths");
    const { servers, own } = adoptServers(
      this.#root.servers,
      found.map(({ item, operation }) => operation.servers ?? item.servers),
    );
    const items = found.map((one, index) => {
      const { prefix = "", ...server } = own[index] ?? {};
      return { ...one, ...server, path: prefix + one.path };
    });
    for (const { operation } of items)
      if (typeof operation.operationId === "string") this.#ids.add(operation.operationId);
    for (const [name, schema] of Object.entries(treeIn(parts, "schemas")))
      this.#schemas[name] = adoptSchema(schema, this.#setting);
    const operations = this.#operations(this.#separateRivals(items));
    const notifications = this.#items(webhooks ?? this.#root["x-webhooks"], "#/webhooks");
    const events = this.#operations([...notifications, ...this.#callbacks(items, notifications)]);
    const schemes = mapValues(treeIn(parts, "securitySchemes"), (one) =>
      adoptScheme(this.#resolve(one)),
    );
    this.#mapKinds();
    const document = defined({
      ...extensionsIn(this.#root),
      openapi: "3.1.0",
      info: { title: "API", version: "0", ...(isTree(info) ? info : {}) },
      servers,
      tags: Array.isArray(tags) ? tags.filter(isTree).map(withTexts) : undefined,
      security,
      paths: operations,
      webhooks: Object.keys(events).length > 0 ? events : undefined,
      components: { schemas: this.#schemas, securitySchemes: schemes },
    });
    const remarks = [...this.#unchecked].map(
      ([part, count]) => `${part} is not checked${count > 1 ? ` (${count} places)` : ""}.`,
    );
    return { document: document as unknown as Document, problems: this.#problems, remarks };
  }

  /** Every operation of some path items, and the path item that holds for all of its operations. */
  #items(paths: unknown, at: string): FoundOperation[] {
    return Object.entries(isTree(paths) ? paths : {}).flatMap(([path, item]) => {
      if (path.startsWith("x-") || !isTree(item)) return [];
      const pointer = step(at, path);
      const found = this.#attempt(pointer, () => this.#resolve(item)) ?? {};
      for (const method of ["query", "additionalOperations"])
        if (isTree(found[method]))
          this.#problems.push({
            pointer: step(pointer, method),
            reason: `${path} has the method ${method === "query" ? "QUERY" : Object.keys(found[method])}: the server supports ${methods.join(", ")}.`,
          });
      return methods.flatMap((method): FoundOperation[] => {
        const operation = found[method];
        if (!isTree(operation)) return [];
        return [{ path, method, item: found, operation, pointer: step(pointer, method) }];
      });
    });
  }

  /**
   * Operations, each with a path of its own. Some may have one method and path but for the names in it, for a query or a
   * fragment, and for their servers. A server distinguishes those whose path parameters are narrower; any
   * other is for clients alone.
   */
  #separateRivals(items: readonly FoundOperation[]): FoundOperation[] {
    const places = new Map<string, FoundOperation[]>();
    for (const one of items) {
      const place = compoundKey(one.method, namelessPath(splitPath(one.path).bare));
      places.set(place, [...(places.get(place) ?? []), one]);
    }
    const separated = [...places.values()].flatMap((rivals) => this.#distinguish(rivals));
    const keyOf = ({ method }: FoundOperation, path: string) => compoundKey(method, path);
    const taken = new Set(
      separated.flatMap((one) => (one.servedBy ? [] : [keyOf(one, splitPath(one.path).bare)])),
    );
    return separated.map((one) => {
      const { bare, query, more } = splitPath(one.path);
      if (!one.servedBy) return { ...one, path: bare, query };
      let path = more === undefined ? bare : `${bare}#${more}`;
      for (let count = 2; taken.has(keyOf(one, path)); count += 1) path = `${bare}#${count}`;
      taken.add(keyOf(one, path));
      return { ...one, path, query };
    });
  }

  /** Operations of one place, with the one that takes the requests of each that a server cannot distinguish. */
  #distinguish(rivals: readonly FoundOperation[]): FoundOperation[] {
    if (rivals.length === 1) return [...rivals];
    const isPlain = ({ path, servers }: FoundOperation) =>
      servers === undefined && !/[?#]/.test(path);
    const [first] = rivals.toSorted((a, b) => Number(isPlain(b)) - Number(isPlain(a)));
    const served = new Map<number, FoundOperation>();
    const marked = rivals.map((one) => {
      const narrow = this.#countNarrow(one);
      const isServed = one === first || (isPlain(one) && !served.has(narrow));
      if (isServed) served.set(narrow, one);
      return { narrow, one, isServed };
    });
    return marked.map(({ narrow, one, isServed }) =>
      isServed ? one : { ...one, servedBy: (served.get(narrow) ?? first)?.pointer },
    );
  }

  /** How many parameters in the path of an operation take other than any string. */
  #countNarrow({ path, item, operation }: FoundOperation): number {
    const parameters = [item.parameters, operation.parameters].flatMap((list) =>
      Array.isArray(list) ? list.map((entry) => this.#setting.find(entry)) : [],
    );
    const names = new Set(
      parameters
        .filter(({ name, in: place }) => place === "path" && path.includes(`{${name}}`))
        .flatMap(({ name, schema }) => (isNarrow(this.#setting.find(schema)) ? [name] : [])),
    );
    return names.size;
  }

  #operations(items: readonly FoundOperation[]): Record<string, Tree> {
    const adopted: Record<string, Tree> = {};
    const known = new Map<string, Tree>();
    for (const found of items) {
      const operation = this.#attempt(
        found.pointer,
        () => this.#operation(found),
        found.operation.operationId,
      );
      if (!operation) continue;
      const { [found.path]: item = {} } = adopted;
      adopted[found.path] = { ...item, [found.method]: operation };
      known.set(found.pointer, operation);
    }
    for (const { pointer, servedBy } of items) {
      const operation = known.get(pointer);
      const other = servedBy === undefined ? undefined : known.get(servedBy);
      if (operation && other) operation["x-served-by"] = other.operationId;
    }
    return adopted;
  }

  #operation({ path, method, item, operation, servers, query = "" }: FoundOperation): Tree {
    const {
      parameters,
      requestBody,
      responses,
      callbacks,
      servers: _,
      operationId,
      ...rest
    } = operation;
    const shared = this.#parameters(item.parameters, path);
    const own = this.#parameters(parameters, path);
    const body = requestBody ?? this.#bodyAmong(parameters) ?? this.#bodyAmong(item.parameters);
    const all = [...shared.filter((one) => !own.some(isSameParameter(one))), ...own];
    const implied = [...path.matchAll(/\{([^{}]+)\}/g)]
      .map(([, name]) => name)
      .filter((name) => !all.some((one) => one.in === "path" && one.name === name))
      .map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
    return {
      ...withTexts(rest),
      operationId: this.#takeId(operationId) ?? this.#makeId(method, path),
      parameters: [
        ...all,
        ...implied,
        ...constantsIn(query).filter((one) => !all.some(isSameParameter(one))),
      ],
      ...(body !== undefined && { requestBody: this.#content(this.#resolve(body)) }),
      responses: this.#responses(responses, method),
      ...(servers && { servers }),
      ...(isTree(callbacks) && { callbacks: this.#callbackUrls(callbacks) }),
    };
  }

  /** The URLs of an operation's callbacks, by name: the operations behind them are those of webhooks. */
  #callbackUrls(callbacks: Tree): Record<string, Tree> {
    return mapValues(callbacks, (entry) => {
      const urls = Object.keys(this.#resolve(entry) ?? {}).filter((url) => !url.startsWith("x-"));
      return Object.fromEntries(urls.map((url) => [url, {}]));
    });
  }

  /** The body among the parameters of Swagger 2.0, which a converter leaves there if it is behind a reference. */
  #bodyAmong(parameters: unknown): unknown {
    return (Array.isArray(parameters) ? parameters : []).find((one) => {
      const target = this.#resolve(one);
      return target.in === undefined && isTree(target.content);
    });
  }

  /** The operation's own id; undefined without one, or if another operation has it. */
  #takeId(id: unknown): string | undefined {
    if (typeof id !== "string" || this.#taken.has(id)) return undefined;
    this.#taken.add(id);
    return id;
  }

  /** An id for an operation that has none: `GET /books/{id}` → `getBooksById`. */
  #makeId(method: string, path: string): string {
    const words = path
      .split("/")
      .filter(Boolean)
      .flatMap((part) => (part.startsWith("{") ? `by ${part}` : part).split(/[^\p{L}\p{N}]+/u))
      .filter(Boolean)
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1));
    const name = `${method}${words.join("")}`;
    let id = name;
    for (let count = 2; this.#ids.has(id); count += 1) id = `${name}${count}`;
    this.#ids.add(id);
    return id;
  }

  /** Parameters behind their references, without headers that HTTP itself defines and those of other paths. */
  #parameters(list: unknown, path: string): Tree[] {
    if (!Array.isArray(list)) return [];
    return list.flatMap((entry): Tree[] => {
      const parameter = this.#resolve(entry);
      const { name, in: place, schema, content, example, examples, ...rest } = parameter;
      if (place === undefined) return [];
      const isIgnored = place === "header" && reservedHeaders.test(String(name));
      if (isIgnored || (place === "path" && !path.includes(`{${name}}`))) return [];
      const given = example ?? this.#firstExample(examples);
      return [
        {
          ...rest,
          name,
          in: place,
          ...(place === "path" && { required: true }),
          ...(content === undefined && { schema: this.#parameterSchema(schema) }),
          ...(content !== undefined && { content }),
          ...(given !== undefined && { example: given }),
        },
      ];
    });
  }

  #firstExample(examples: unknown): unknown {
    const [first] = Object.values(isTree(examples) ? examples : {});
    return isTree(first) ? this.#resolve(first).value : undefined;
  }

  #responses(responses: unknown, method: string): Tree {
    const entries = Object.entries(isTree(responses) ? responses : {}).flatMap(
      ([status, entry]) => {
        if (status.startsWith("x-")) return [];
        const { links: _, headers, description = "", ...whole } = this.#resolve(entry);
        const { content: _content, ...empty } = whole;
        // HTTP sends no content with these.
        const isEmpty = method === "head" || /^(1..|20[45]|304)$/.test(status);
        const response = isEmpty ? empty : whole;
        return [
          [
            /^\dxx$/i.test(status) ? status.toUpperCase() : status,
            {
              ...this.#content(response),
              description,
              ...(isTree(headers) && { headers: this.#headers(headers) }),
            },
          ] as const,
        ];
      },
    );
    return Object.fromEntries(entries);
  }

  #headers(headers: Tree): Tree {
    const entries = Object.entries(headers).flatMap(([name, entry]) => {
      const { schema, content: _, example, examples, ...header } = this.#resolve(entry);
      if (/^content-type$/i.test(name)) return [];
      const given = example ?? this.#firstExample(examples);
      return [
        [
          name,
          {
            ...header,
            schema: this.#schema(schema),
            ...(given !== undefined && { example: given }),
          },
        ] as const,
      ];
    });
    return Object.fromEntries(entries);
  }

  /** A request body or a response with its media types. */
  #content({ content, ...holder }: Tree): Tree {
    if (!isTree(content) || Object.keys(content).length === 0) return holder;
    const entries = Object.entries(content).map(([type, entry]) => {
      const { schema: whole, itemSchema, example, examples, ...media } = this.#resolve(entry);
      const schema = itemSchema ?? whole;
      const named = isTree(examples) ? mapValues(examples, (one) => this.#resolve(one)) : {};
      const given = example === undefined ? named : { example: { value: example } };
      // The schema of a token describes its content, and so does that of a table.
      const isOpaque = /^(application\/(jwt|jose)|text\/(csv|html))\b/i.test(type);
      const shown = Object.entries(given).filter(([, { value }]) =>
        isOpaque ? typeof value === "string" : value !== undefined,
      );
      const adopted = {
        ...media,
        schema: isOpaque ? { type: "string" } : this.#schema(schema),
        ...(shown.length > 0 && { examples: Object.fromEntries(shown) }),
      };
      // Any type, with a schema: a value that only JSON can hold.
      const isJson = /^(\*|application)\/\*$/.test(type) && !this.#isScalar(schema);
      return [isJson ? "application/json" : type, adopted] as const;
    });
    return { ...holder, content: Object.fromEntries(entries) };
  }

  #isScalar(schema: unknown): boolean {
    const { type } = this.#resolve(schema);
    return type === undefined || /^(string|file)$/.test(String(type));
  }

  /** The schema of a parameter. Every value arrives as a string, so a schema that states no type takes any string. */
  #parameterSchema(given: unknown): unknown {
    const schema = this.#schema(given);
    const typeKeywords = [
      "$ref",
      "type",
      "enum",
      "const",
      "allOf",
      "anyOf",
      "oneOf",
      "properties",
      "items",
    ];
    const isUntyped = isTree(schema) && !typeKeywords.some((keyword) => keyword in schema);
    return isUntyped ? { type: "string", ...schema } : schema;
  }

  #schema(schema: unknown): unknown {
    return adoptSchema(schema, this.#setting);
  }

  /**
   * The operations that the service calls, as those of webhooks: by the names of their callbacks. One that is among them, or
   * stands for all of them, is not another.
   */
  #callbacks(
    items: readonly FoundOperation[],
    webhooks: readonly FoundOperation[],
  ): FoundOperation[] {
    const found = new Map<string, FoundOperation & { content: string }>();
    const bodies = new Set(webhooks.flatMap(({ operation }) => this.#bodiesOf(operation)));
    const isOfAll = (operation: Tree): boolean => {
      const parts = this.#bodiesOf(operation);
      return bodies.size > 0 && parts.length > 0 && parts.every((part) => bodies.has(part));
    };
    for (const { operation, pointer } of items) {
      for (const [name, entry] of Object.entries(treeIn(operation, "callbacks"))) {
        if (webhooks.some(({ path }) => path === name)) continue;
        const at = step(step(pointer, "callbacks"), name);
        const callback = this.#attempt(at, () => this.#resolve(entry)) ?? {};
        for (const [url, item] of Object.entries(callback)) {
          if (!isTree(item)) continue;
          for (const one of this.#items({ [name]: item }, at)) {
            if (isOfAll(one.operation)) continue;
            const content = JSON.stringify(one.operation);
            const isKnown = [...found.values()].some((other) => other.content === content);
            if (isKnown) continue;
            let path = name;
            for (let count = 2; found.has(path); count += 1) path = `${name}${count}`;
            found.set(path, { ...one, path, pointer: step(at, url), content });
          }
        }
      }
    }
    return [...found.values()];
  }

  /** References to the schemas that the body of an operation may have; of unions those of their parts. */
  #bodiesOf({ requestBody }: Tree): string[] {
    const content = treeIn(this.#resolve(requestBody) ?? {}, "content");
    const partsOf = (schema: unknown): string[] => {
      if (!isTree(schema)) return [];
      const reference = typeof schema.$ref === "string" ? schema.$ref : undefined;
      const { oneOf, anyOf } = reference === undefined ? schema : (this.#resolve(schema) ?? {});
      const parts = oneOf ?? anyOf;
      if (Array.isArray(parts)) return parts.flatMap(partsOf);
      return reference === undefined ? [] : [reference];
    };
    return Object.values(content).flatMap((media) => (isTree(media) ? partsOf(media.schema) : []));
  }

  /** Gives each discriminator without forms and mapping the schemas that extend its own. */
  #mapKinds(): void {
    const schemas = Object.entries(this.#schemas).filter((entry): entry is [string, Tree] =>
      isTree(entry[1]),
    );
    for (const [name, schema] of schemas) {
      const { discriminator, oneOf, anyOf } = schema;
      const hasForms = oneOf !== undefined || anyOf !== undefined;
      if (!isTree(discriminator) || discriminator.mapping || hasForms) continue;
      const own = referenceTo("components", "schemas", name);
      const kinds = schemas.filter(([, { allOf }]) =>
        (Array.isArray(allOf) ? allOf : []).some((part) => isTree(part) && part.$ref === own),
      );
      const targets = kinds.map(
        ([kind]) => [undefined, referenceTo("components", "schemas", kind)] as const,
      );
      const mapping = mapTags(targets, String(discriminator.propertyName), this.#setting);
      if (!mapping) delete schema.discriminator;
      else if (kinds.length > 0) discriminator.mapping = mapping;
    }
  }

  /** The target of a reference, however many steps away. */
  #resolve(entry: unknown, seen: readonly string[] = []): Tree {
    if (!isTree(entry)) return {};
    const { $ref, ...others } = entry;
    if (typeof $ref !== "string") return entry;
    if (seen.includes($ref))
      throw new BrokenReferenceError(`the reference ${$ref} leads back to itself`);
    const target = $ref.startsWith("#") ? valueAt(this.#root, $ref) : undefined;
    if (!isTree(target)) throw new BrokenReferenceError(`the reference ${$ref} has no target`);
    const found = this.#resolve(target, [...seen, $ref]);
    const { summary, description } = others;
    return { ...found, ...defined({ summary, description }) };
  }

  /** The reference to a schema as the model reads it: to a component, which is made if it stands elsewhere. */
  #refer(reference: string): string {
    const name = schemaName(reference);
    const known =
      name !== undefined &&
      Object.hasOwn(treeIn(treeIn(this.#root, "components"), "schemas"), name);
    if (known) return referenceTo("components", "schemas", name);
    const target = reference.startsWith("#/") ? valueAt(this.#root, reference) : undefined;
    if (target === undefined) return reference;
    let lifted = this.#lifted.get(reference);
    if (lifted === undefined) {
      lifted = this.#nameFor(reference);
      this.#lifted.set(reference, lifted);
      // Taken before its parts are read, which may refer to it.
      this.#schemas[lifted] = {};
      this.#schemas[lifted] = adoptSchema(target, this.#setting);
    }
    return referenceTo("components", "schemas", lifted);
  }

  /** A name for the component of a schema that stands elsewhere: `…/schemas/Pet/properties/owner` → `PetOwner`. */
  #nameFor(reference: string): string {
    const words = splitPointer(reference)
      .flatMap((one) => one.split(/[^\p{L}\p{N}$]+/u))
      .filter(
        (one) =>
          !/^(components|schemas|properties|content|application|json|schema|paths|)$/.test(one),
      )
      .map((one) => one.charAt(0).toUpperCase() + one.slice(1));
    const plain = words.join("") || "Schema";
    const taken = treeIn(treeIn(this.#root, "components"), "schemas");
    let name = plain;
    for (let count = 2; name in this.#schemas || name in taken; count += 1)
      name = `${plain}${count}`;
    return name;
  }

  #attempt<Result>(pointer: string, read: () => Result, id?: unknown): Result | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof BrokenReferenceError)) throw error;
      const [, name = ""] = splitPointer(pointer);
      const subject = typeof id === "string" ? id : name;
      this.#problems.push({
        pointer,
        ...(typeof id === "string" && { id }),
        reason: `${subject}: ${error.message}.`,
      });
      return undefined;
    }
  }
}

/** Headers that OpenAPI forbids as parameters, and those of the connection: the client compresses no body. */
const reservedHeaders =
  /^(accept|accept-encoding|authorization|connection|content-encoding|content-length|content-type|host|transfer-encoding)$/i;

interface FoundOperation extends Pick<OwnServer, "servers"> {
  /** With the path of its own server, if that differs. */
  path: string;
  /** The query that its path ends in. */
  query?: string | undefined;
  /** Pointer of the operation that takes its requests, if a server cannot distinguish them. */
  servedBy?: string | undefined;
  method: string;
  item: Tree;
  operation: Tree;
  /** JSON pointer of the operation. */
  pointer: string;
}

/** A path, its query, and what follows the path altogether. */
function splitPath(path: string): { bare: string; query?: string; more?: string } {
  const [bare = "", sign, more] = path.split(/([?#])(.*)/s);
  return { bare, ...(more !== undefined && { more }), ...(sign === "?" && { query: more }) };
}

/** The parameters of a query that stands in a path. */
function constantsIn(query: string): Tree[] {
  return [...new URLSearchParams(query)].map(([name, value]) => ({
    name,
    in: "query",
    required: true,
    schema: { type: "string", enum: [value] },
  }));
}

const isSameParameter =
  (one: Tree) =>
  ({ name, in: place }: Tree): boolean =>
    name === one.name && place === one.in;

/** Validators know the names of HTTP's own schemes in lower case alone, as they are registered. */
function adoptScheme(scheme: Tree): Tree {
  const name = String(scheme.scheme ?? "");
  return /^(basic|bearer|digest)$/i.test(name) ? { ...scheme, scheme: name.toLowerCase() } : scheme;
}

function treeIn(tree: Tree, key: string): Tree {
  const value = tree[key];
  return isTree(value) ? value : {};
}

function extensionsIn(tree: Tree): Tree {
  return Object.fromEntries(
    Object.entries(tree).filter(([key]) => key.startsWith("x-") && key !== "x-webhooks"),
  );
}
