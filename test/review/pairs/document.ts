// Small documents of which pairs are made.
import type { Json, Tree } from "../tree.ts";

export type Verdict = "none" | "safe" | "risky" | "breaking";

export const ok: Tree = { description: "Done." };
export const responses: Tree = { "200": ok };
export const stringSchema: Tree = { type: "string" };
export const json = (schema: Json, type = "application/json"): Tree => ({
  content: { [type]: { schema } },
});

/** A document of one GET, `operation` and `path` being what it adds to them. */
export function getting(operation: Tree, path: Tree = {}, root: Tree = {}): Tree {
  const get = { operationId: "it", responses, ...operation };
  return documentOf({ "/it": { get, ...path } }, root);
}
export const posting = (operation: Tree, root: Tree = {}): Tree =>
  documentOf({ "/it": { post: { operationId: "it", responses, ...operation } } }, root);
export const documentOf = (paths: Tree, root: Tree = {}): Tree => ({
  openapi: "3.1.0",
  info: { title: "Documents", version: "1" },
  paths,
  ...root,
});
export const query = (rules: Tree = {}, schema: Json = stringSchema): Tree => ({
  name: "q",
  in: "query",
  schema,
  ...rules,
});

export const schemes: Tree = {
  components: {
    securitySchemes: {
      key: { type: "apiKey", in: "header", name: "Key" },
      basic: { type: "http", scheme: "basic" },
      oauth: {
        type: "oauth2",
        flows: {
          clientCredentials: { tokenUrl: "https://a/token", scopes: { read: "", write: "" } },
        },
      },
    },
  },
};
export const secured = (security: Json, root: Tree = {}): Tree =>
  getting({ security }, {}, { ...schemes, ...root });
export const served = (...servers: Json[]): Tree => getting({}, {}, { servers });
export const region = (values: string[], first = values[0] as string): Tree => ({
  url: "https://{region}.a.example",
  variables: { region: { enum: values, default: first } },
});
export const answering = (response: Tree): Tree =>
  getting({ responses: { "200": { ...ok, ...response } } });
export const withStatuses = (statuses: Record<string, Json>): Tree =>
  getting({
    responses: Object.fromEntries(
      Object.entries(statuses).map(([status, schema]) => [status, { ...ok, ...json(schema) }]),
    ),
  });
export const calledBack = (body: Tree, response: Tree = { "204": ok }): Tree =>
  posting({
    callbacks: {
      done: { "{$request.body#/url}": { post: { requestBody: body, responses: response } } },
    },
  });
export const fields = (properties: Tree, ...required: string[]): Tree => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
});
export const notified = (body: Json, more: Tree = {}): Tree => ({
  ...getting({}),
  webhooks: {
    done: { post: { operationId: "done", requestBody: json(body), responses, ...more } },
  },
});
export const pets = (oneOf: Json[], discriminator?: Tree): Tree => ({
  ...posting({ requestBody: json({ oneOf, ...(discriminator && { discriminator }) }) }),
  components: {
    schemas: {
      Cat: fields({ kind: { const: "Cat" }, lives: { type: "integer" } }, "kind"),
      Dog: fields({ kind: { const: "Dog" }, breed: stringSchema }, "kind"),
    },
  },
});
export const cat: Tree = { $ref: "#/components/schemas/Cat" };
export const dog: Tree = { $ref: "#/components/schemas/Dog" };
export const older = (schema: Json): Tree => ({
  ...posting({ requestBody: json(schema) }),
  openapi: "3.0.3",
});
export const newer = (schema: Json): Tree => posting({ requestBody: json(schema) });

/** A title, both documents, and the verdict of the edit; that of the edit back, if it is another. */
export type DocumentPair = [string, Tree, Tree, Verdict, Verdict?];
