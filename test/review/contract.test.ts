// Every change beyond schemas, and that every rule has a case.
import { expect, test } from "vitest";
import { compareContracts } from "../../packages/review/src/compare-contracts.ts";
import { outcome, print } from "../../packages/review/src/report/print.ts";
import { rules } from "../../packages/review/src/rules.ts";
import { contractCases } from "./cases/contract.ts";
import { schemaCases } from "./cases/schemas.ts";
import { compareDocuments } from "./compare-documents.ts";
import { shelf } from "./shelf.ts";
import { at, copy, set, type Tree } from "./tree.ts";

test.for(contractCases)("$title", ({ start, change, kind, severity, affects }) => {
  const base: Tree = copy(shelf);
  start(base);
  const head = copy(base);
  change(head);
  const { changes, verdict } = compareDocuments(base, head);
  const found = changes.find((candidate) => candidate.kind === kind);
  expect(found, JSON.stringify(changes, null, 1)).toBeDefined();
  expect(found).toMatchObject({ severity, affects });
  expect(verdict).not.toBe("none");
  if (!kind.startsWith("extension-"))
    expect(changes.filter((one) => one.kind.startsWith("extension-"))).toEqual([]);
  expect(found?.message).not.toMatch(/undefined|\{(subject|name|before|after|who|message)\}/);
  expect(found?.where.pointer).toMatch(/^\//);
  if (severity !== "safe") expect(found?.instead).toMatch(/\.$/);
});

test("paths that differ in a parameter's name alone are each compared with themselves", () => {
  const base: Tree = copy(shelf);
  const item = copy(at(base, "/paths/~1loans~1{id}"));
  for (const method of ["get", "delete"]) {
    set(item, `/${method}/parameters/0/name`, "slip");
    set(item, `/${method}/operationId`, `${method}BySlip`);
  }
  set(item, "/get/responses/200", { description: "A slip." });
  set(base, "/paths/~1loans~1{slip}", item);
  const head: Tree = {
    ...copy(base),
    paths: Object.fromEntries(Object.entries(at(base, "/paths")).reverse()),
  };
  expect(compareDocuments(base, head).changes).toEqual([]);
  set(head, "/paths/~1loans~1{slip}", undefined);
  expect(compareDocuments(base, head).changes.map(({ kind }) => kind)).toEqual([
    "operation-removed",
    "operation-removed",
  ]);
});

test("an error whose status changes everywhere is reported once, and not for each of its operations", () => {
  const head: Tree = copy(shelf);
  const create = "/paths/~1loans/post/responses";
  set(head, "/x-error-catalogue/2/status", 423);
  set(head, "/components/schemas/TooLong/x-error/status", 423);
  set(head, `${create}/423`, copy(at(head, `${create}/422`)));
  set(head, `${create}/422`, undefined);
  const kinds = compareDocuments(shelf, head).changes.map(({ kind }) => kind);
  expect(kinds).toContain("error-status-changed");
  expect(kinds).not.toContain("error-moved");
});

const noticeCases: [before: string | undefined, after: string, kind: string][] = [
  [undefined, "2027-11-25", "notice-too-short"],
  [undefined, "2027-11-26", "sunset-announced"],
  ["2027-01-01", "2027-02-01", "sunset-later"],
  ["2028-01-01", "2027-12-01", "sunset-earlier"],
  ["soon", "2027-11-26T00:00:00Z", "sunset-announced"],
];

test.for(noticeCases)("a last day that moves from %s to %s: %s", ([before, after, kind]) => {
  const dated = (date: string | undefined): Tree => {
    const document: Tree = copy(shelf);
    set(document, "/paths/~1loans~1{id}/delete/x-sunset", date);
    return document;
  };
  const calendar = { today: "2026-11-26", noticeMonths: 12 };
  const { changes } = compareDocuments(dated(before), dated(after), calendar);
  expect(changes.map((change) => change.kind)).toEqual([kind]);
});

test.for<[string, (document: Tree) => void]>([
  [
    "a security scheme that no operation asks for",
    (document) => set(document, "/components/securitySchemes/Unused/scheme", "basic"),
  ],
  [
    "the name of a callback",
    (document) => {
      const callbacks = at(document, "/paths/~1loans/post/callbacks");
      callbacks.loan_overdue = callbacks.loan_late ?? null;
      delete callbacks.loan_late;
    },
  ],
])("%s means nothing", ([, change]) => {
  const base: Tree = copy(shelf);
  set(base, "/components/securitySchemes/Unused", { type: "http", scheme: "bearer" });
  const head = copy(base);
  change(head);
  expect(compareDocuments(base, head).changes).toEqual([]);
  set(base, "/components/securitySchemes/Unused", undefined);
  expect(compareDocuments(base, head).changes).toEqual([]);
});

test("a spec that makes no document is a finding at its first mistake, and calls for no version", async () => {
  const place = { file: "spec/main.tsp", line: 7 };
  const base = { name: "main", document: copy(shelf) as Tree, locate: async () => new Map() };
  const report = await compareContracts(base, {
    ...base,
    locate: async (pointers) => new Map(pointers.map((pointer) => [pointer, place])),
    flaws: [{ severity: "error", ...place, text: "invalid-ref: Unknown identifier Amont" }],
    isUnread: true,
  });
  expect(report).toMatchObject({ verdict: "breaking", release: "none" });
  expect(report.changes).toMatchObject([{ kind: "spec-unread", where: place }]);
  expect(outcome(report)).toBe(1);
  expect(print(report, "text")).toContain("makes no document to compare");
});

test("every rule has a case", () => {
  const covered = new Set([
    "spec-unread",
    // loops.test.ts
    "loop-shortened",
    ...contractCases.map(({ kind }) => kind),
    ...schemaCases.map(({ kind }) => kind),
    ...noticeCases.map(([, , kind]) => kind),
  ]);
  expect(Object.keys(rules).filter((kind) => !covered.has(kind))).toEqual([]);
});

test("a document without servers has the server /", () => {
  const without: Tree = copy(shelf);
  delete without.servers;
  const named: Tree = { ...copy(without), servers: [{ url: "/" }] };
  expect([
    ...compareDocuments(without, named).changes,
    ...compareDocuments(named, without).changes,
  ]).toEqual([]);
});

test("an unknown field of a schema of requests and responses is counted once", async () => {
  const field = { $ref: "#/components/schemas/A" };
  const named = (name: string, more: Tree) => ({
    name,
    document: {
      openapi: "3.1.0",
      info: { title: "Fields", version: "1.0" },
      paths: {
        "/it": {
          post: {
            operationId: "it",
            requestBody: { content: { "application/json": { schema: field } } },
            responses: {
              "200": { description: "Done.", content: { "application/json": { schema: field } } },
            },
          },
        },
      },
      components: { schemas: { A: { type: "string", ...more } } },
    },
    locate: async () => new Map(),
  });
  const { changes } = await compareContracts(named("a", {}), named("b", { "x-shape": "round" }));
  expect(changes.map(({ message }) => message)).toEqual([
    expect.stringContaining("was added in 1 place;"),
  ]);
});
