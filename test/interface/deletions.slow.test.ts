// Whatever is deleted from the contract, the inventory names it.
import { expect, test } from "vitest";
import { type Document, operationsOf } from "../../packages/contract/src/openapi.ts";
import { document } from "../support/contract.ts";
import { takePart } from "../support/take-part.ts";
import { compareLists, describeDisagreement } from "./lists.ts";

interface Deletion {
  /** What is deleted, as the inventory should name it. */
  names: string;
  from(document: Document): void;
}

const paths = [...operationsOf(document.paths)].flatMap(({ path, method, operation }): Deletion[] => {
  const id = operation.operationId;
  const inOperation = (copy: Document) => copy.paths[path]?.[method] ?? { responses: {} };
  return [
    { names: `operations › ${id}`, from: (copy) => delete copy.paths[path]?.[method] },
    ...Object.keys(operation.requestBody?.content["application/json"]?.examples ?? {}).map((name) => ({
      names: `operations › ${id} › bodyExamples › ${name}`,
      from: (copy: Document) => delete inOperation(copy).requestBody?.content["application/json"]?.examples?.[name],
    })),
    ...Object.entries(operation.responses).flatMap(([status, { headers, content }]) => [
      {
        names: `operations › ${id} › answers › ${status}`,
        from: (copy: Document) => delete inOperation(copy).responses[status],
      },
      ...Object.keys(headers ?? {}).map((name) => ({
        names: `operations › ${id} › answers › ${status} › headers › ${name}`,
        from: (copy: Document) => delete inOperation(copy).responses[status]?.headers?.[name],
      })),
      ...Object.keys(content?.["application/json"]?.examples ?? {}).map((name) => ({
        names: `operations › ${id} › answers › ${status} › examples › ${name}`,
        from: (copy: Document) =>
          delete inOperation(copy).responses[status]?.content?.["application/json"]?.examples?.[name],
      })),
      ...(content?.["application/json"]?.schema.anyOf ?? []).map((_, index) => ({
        names: `operations › ${id} › answers › ${status} › errors › `,
        from: (copy: Document) =>
          inOperation(copy).responses[status]?.content?.["application/json"]?.schema.anyOf?.splice(index, 1),
      })),
    ]),
  ];
});

const notifications = Object.keys(document.webhooks ?? {}).map((event) => ({
  names: `notifications › ${event}`,
  from: (copy: Document) => delete copy.webhooks?.[event],
}));

const errors = (document["x-error-catalogue"] ?? []).map(({ code }, index) => ({
  names: `errors › ${code}`,
  from: (copy: Document) => copy["x-error-catalogue"]?.splice(index, 1),
}));

const schemas = Object.entries(document.components?.schemas ?? {}).flatMap(([name, schema]): Deletion[] => [
  ...Object.keys(schema.properties ?? {}).map((property) => ({
    names: property,
    from: (copy: Document) => delete copy.components?.schemas?.[name]?.properties?.[property],
  })),
  ...(schema.enum ?? []).map((value, index) => ({
    names: String(value),
    from: (copy: Document) => {
      const target = copy.components?.schemas?.[name];
      target?.enum?.splice(index, 1);
      delete target?.["x-values"]?.[String(value)];
    },
  })),
]);

const deletions = [...paths, ...notifications, ...errors, ...schemas];

test("there is much to delete", () => expect(deletions.length).toBeGreaterThan(500));

test.for(takePart(deletions))("deleting $names is named", ({ names, from }) => {
  const copy = structuredClone(document);
  from(copy);
  const found = compareLists(copy).map(describeDisagreement);
  expect(found.filter((line) => names.split(" › ").every((name) => line.includes(name)))).not.toEqual([]);
});
