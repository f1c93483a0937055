import { expect, test } from "vitest";
import type { Document, Schema } from "../openapi.ts";
import { describeBehaviour } from "./describe-behaviour.ts";

/** The document of one operation. */
function documentOf(operation: object, schemas: Record<string, Schema> = {}): Document {
  const answers = { responses: { "204": { description: "Done." } } };
  return {
    openapi: "3.1.0",
    info: { title: "Library", version: "1" },
    paths: { "/books": { post: { operationId: "addBook", ...answers, ...operation } } },
    components: { schemas },
  } as Document;
}

test.for([
  ["{$request.body#/url}", "url"],
  ["{$request.body#/notice/url}", "notice.url"],
  ["{$request.body#/notice/at/url}", "notice.at.url"],
  ["https://books.example", "https://books.example"],
] as const)("the URL %s of a callback stands in the field %s", ([url, field]) => {
  const document = documentOf({ callbacks: { added: { [url]: { post: { responses: {} } } } } });
  describeBehaviour(document);
  expect(document.paths["/books"]?.post?.description).toContain(
    `**Notifications.** The URL in \`${field}\` receives`,
  );
});

test.for<[refused: Record<string, string>, sentence: string]>([
  [{ minimum: "LOW" }, "A smaller value is answered with `LOW`."],
  [{ maxItems: "MANY" }, "A longer list is answered with `MANY`."],
  [
    { minLength: "SIZE", maxLength: "SIZE" },
    "A shorter text or a longer text is answered with `SIZE`.",
  ],
  [{ uniqueItems: "TWICE" }, "A value against `uniqueItems` is answered with `TWICE`."],
  [{ "*": "FORM" }, "A value of another form is answered with `FORM`."],
])("the refusals %j are said: %s", ([refused, sentence]) => {
  const schema: Schema = { type: "array", "x-invalid": refused };
  const document = documentOf({}, { Books: { type: "object", properties: { books: schema } } });
  for (let time = 0; time < 2; time++) describeBehaviour(document);
  expect(schema.description).toBe(sentence);
});
