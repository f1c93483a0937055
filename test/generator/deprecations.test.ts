// `#deprecated` in the spec appears in types, client, server, reference and review.

import type { Document } from "@packages/contract/src/openapi.ts";
import { readContract } from "@packages/contract/src/read-contract.ts";
import { listOperationSentences } from "@packages/contract/src/sentences.ts";
import { expect, test } from "vitest";
import { clientPackage } from "../../packages/generator/src/client/package.ts";
import { referenceDocs } from "../../packages/generator/src/docs/reference.ts";
import { printDocumentTypes } from "../../packages/generator/src/openapi/types.ts";
import { makeContractTable } from "../../packages/generator/src/server/contract-table.ts";
import { printHandlers } from "../../packages/generator/src/server/operation-types.ts";
import type { Tree } from "../../packages/review/src/place.ts";
import { compareDocuments } from "../review/compare-documents.ts";
import { document as current } from "./support/library.ts";
import { project } from "./support/server-package.ts";

/** The lending library, of which an operation and a field are on their way out. */
const document = structuredClone(current);
const path = "/loans/{loanId}";
const operation = document.paths[path]?.get;
const field = document.components?.schemas?.LoanRequest?.properties?.remark;
if (!operation || !field) throw new Error("The library has changed.");
Object.assign(operation, { deprecated: true, "x-sunset": "2027-06-30" });
Object.assign(field, { deprecated: true, "x-sunset": "2028-02-29" });
const contract = readContract(document);
const id = operation.operationId ?? "";

/** The doc comment before the first line that begins with some words. */
function docsOf(text: string, declaration: RegExp): string {
  const at = text.search(declaration);
  expect(at, String(declaration)).toBeGreaterThan(0);
  return text.slice(text.lastIndexOf("/**", at), at);
}

test("the contract model says until when", () => {
  expect(contract.operations.find((one) => one.id === id)?.deprecated).toEqual({
    sunset: "2027-06-30",
  });
  expect(contract.operations.filter(({ deprecated }) => deprecated)).toHaveLength(1);
});

test("the types of the document", async () => {
  const types = printDocumentTypes(document);
  const operations = types.slice(types.indexOf(`"${path}": {`));
  expect(docsOf(operations, new RegExp(`get: operations\\["${id}"\\]`))).toContain("@deprecated");
  expect(docsOf(types, /\bremark\?: /)).toContain("@deprecated");
});

/** The same with an operation that issues tokens, which a client needs. */
function withIssuer(given: Document): Document {
  const copy = structuredClone(given);
  const claims = { scheme: "BearerAuth", token: "number", expiresIn: "weeks", unit: "seconds" };
  const token = { ...claims, lifetime: 60, renewEarly: 5, claims: {} };
  Object.assign(copy.paths["/books/{number}"]?.get ?? {}, { "x-token": token });
  return copy;
}

test("client: the method, and the field of its request", () => {
  const filesOf = (given: Document) => {
    const issuing = withIssuer(given);
    return clientPackage(project, readContract(issuing), listOperationSentences(issuing));
  };
  const files = filesOf(document);
  expect(files["src/client.ts"]).toMatch(/@deprecated It works until 2027-06-30\./);
  expect(docsOf(files["src/types.ts"] ?? "", /\bremark\?: /)).toContain(
    "@deprecated It works until 2028-02-29.",
  );
  expect(filesOf(current)["src/client.ts"]).not.toContain("@deprecated");
});

test("server: the handler", () => {
  const text = printHandlers(contract, { prefix: "Library" } as never);
  expect(docsOf(text, new RegExp(`  ${id}: Handler<`))).toContain(
    "@deprecated It works until 2027-06-30.",
  );
});

test("reference: the operation, its line in the list, and the field", () => {
  const pages = referenceDocs(contract, listOperationSentences(document));
  expect(pages[`operation-${id}.md`]).toContain("**Deprecated.** It works until 2027-06-30.");
  expect(pages["README.md"]?.match(/\(deprecated\)/g)).toHaveLength(1);
  expect(Object.values(pages).join()).toContain("**Deprecated.** It works until 2028-02-29.");
});

test("review", () => {
  const { changes } = compareDocuments(current as unknown as Tree, document as unknown as Tree);
  const found = changes.map(({ kind, severity, where }) => [kind, severity, where.subject]);
  expect(found).toContainEqual(["deprecated", "safe", id]);
  expect(found.filter(([kind]) => kind === "deprecated").length).toBeGreaterThan(1);
  const earlier = structuredClone(document) as Document;
  Object.assign(earlier.paths[path]?.get ?? {}, { "x-sunset": "2027-01-31" });
  const moved = compareDocuments(document as unknown as Tree, earlier as unknown as Tree).changes;
  expect(moved.map(({ kind, severity }) => [kind, severity])).toEqual([
    ["sunset-earlier", "breaking"],
  ]);
});

test("the rules of the server, whose core sets the header: until when, and only of what goes", () => {
  const { operations } = makeContractTable(contract, []);
  const sunsets = operations.flatMap(({ id: name, sunset }) => (sunset ? [[name, sunset]] : []));
  expect(sunsets).toEqual([[id, "Wed, 30 Jun 2027 23:59:59 GMT"]]);
});
