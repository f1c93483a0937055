// Rewrites the peculiar forms of TypeSpec's emitter as readers and tools of OpenAPI expect them.
import {
  type Document,
  type Header,
  type MediaType,
  operationsOf,
  type Parameter,
} from "../openapi.ts";
import { listParts } from "../parts.ts";
import { schemasUsedBy } from "../schemas.ts";

/** Tidies examples, parameters, headers, security schemes and objects without known fields. */
export function tidy(document: Document): void {
  const { securitySchemes: schemes = {}, parameters: shared = {} } = document.components ?? {};
  // Validators know the names of HTTP's own schemes in lower case alone, as they are registered.
  for (const one of Object.values(schemes))
    if (one.scheme && /^(basic|bearer|digest)$/i.test(one.scheme))
      one.scheme = one.scheme.toLowerCase();
  for (const { operation } of [
    ...operationsOf(document.paths),
    ...operationsOf(document.webhooks),
  ]) {
    const responses = Object.values(operation.responses);
    for (const { content = {} } of [{ ...operation.requestBody }, ...responses])
      for (const media of Object.values(content)) nameExamples(media);
    const headers = responses.flatMap((response) => Object.values(response.headers ?? {}));
    for (const one of [...headers, ...(operation.parameters ?? [])])
      if (!("$ref" in one)) placeExample(one);
    const { scheme = "", format } = operation["x-token"] ?? {};
    const issued = schemes[scheme];
    if (issued && format !== undefined) issued.bearerFormat = format;
  }
  // TypeSpec shares the parameters of models that are spread into operations.
  for (const parameter of Object.values(shared)) placeExample(parameter);
  openObjects(document);
}

/**
 * TypeSpec gives an example its title twice, as key and as summary, lists several in the reverse of their order, and
 * sets one without a title apart: the description becomes the summary, the order that of the source, and every example
 * has a name.
 */
function nameExamples(media: MediaType): void {
  if (media.example !== undefined) {
    media.examples = { example: { summary: "example", value: media.example } };
    delete media.example;
  }
  if (!media.examples) return;
  const entries = Object.entries(media.examples).map(([name, example]) => {
    if ("$ref" in example) return [name, example];
    const { summary, description, value } = example;
    return [name, { summary: description ?? summary ?? name, value }];
  });
  media.examples = Object.fromEntries(entries.reverse());
}

/** Turns the example of a header or parameter, which compile.ts passes on as `x-example`, into a real one. */
function placeExample(holder: Header | Parameter): void {
  const schema: object = holder.schema;
  // TypeSpec repeats the extensions of a header or parameter on a schema that is a reference.
  const repeated = Object.keys(holder).filter((key) => key.startsWith("x-") && "$ref" in schema);
  holder.schema = Object.fromEntries(
    Object.entries(schema).filter(([key]) => !repeated.includes(key)),
  );
  if (holder["x-example"] === undefined) return;
  holder.example = holder["x-example"];
  delete holder["x-example"];
}

/** Describes the variables of a server at the server: OpenAPI 3.1's published schema refuses descriptions of variables. */
export function describeServers({ servers = [] }: Document): void {
  for (const server of servers) {
    const words = Object.entries(server.variables ?? {}).flatMap(([name, variable]) => {
      const { description } = variable;
      delete variable.description;
      return description === undefined
        ? []
        : [`\`${name}\`: ${description.replaceAll(/\s+/g, " ")}`];
    });
    if (words.length > 0)
      server.description = [server.description ?? [], ...words].flat().join(" ");
  }
}

/**
 * TypeSpec writes an object of any fields as `unevaluatedProperties: {}`, which generators of types read as an object
 * without fields. If nothing else is evaluated, `additionalProperties: {}` means the same.
 */
export function openObjects(document: unknown): void {
  for (const { part: schema, kind } of listParts(document)) {
    const composed = ["$ref", "allOf", "anyOf", "oneOf"].some((key) => key in schema);
    const isOpen = schema.type === "object" && "unevaluatedProperties" in schema;
    if (kind !== "words" || !isOpen || composed) continue;
    schema.additionalProperties = schema.unevaluatedProperties;
    delete schema.unevaluatedProperties;
  }
}

/** Leaves out the schemas that nothing refers to: TypeSpec also emits models that only lend their fields to others. */
export function pruneSchemas(document: Document): void {
  if (!document.components?.schemas) return;
  const { schemas, ...components } = document.components;
  const used = schemasUsedBy({ ...document, components }, schemas);
  document.components.schemas = Object.fromEntries(
    Object.entries(schemas).filter(([name]) => used.has(name)),
  );
}
