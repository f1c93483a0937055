// The emitter on a contract of another world: a library that lends books.
import type { Server } from "node:http";
import { standardFormats } from "@packages/contract/src/check/formats.ts";
import { makeReaders } from "@packages/contract/src/check/read.ts";
import { readContract } from "@packages/contract/src/read-contract.ts";
import { type InjectOptions, inject, type Response } from "light-my-request";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contract, document } from "../../../../test/generator/support/library.ts";
import {
  loadPackage,
  makePackage,
  type Package,
} from "../../../../test/generator/support/server-package.ts";
import { contractChecks } from "./checks.ts";

const files = await makePackage(contract);
const { built } = await loadPackage(files, document, afterAll);

test("names follow the project", () => {
  expect(JSON.parse(files["package.json"] ?? "").name).toBe("@lending-library/server");
  expect(built.createLendingServer).toBeTypeOf("function");
});

describe("a server of it", () => {
  const book = { number: "012", title: "A book" };
  let server: { server: Server; close(): Promise<void> };
  const ask = (request: InjectOptions | string): Promise<Response> =>
    inject((message, response) => void server.server.emit("request", message, response), request);
  let seen: unknown[] = [];
  const reader = { caller: "reader", callerId: "1", apiKey: "a" };
  beforeAll(async () => {
    server = await built.createLendingServer({
      authenticators: { BearerAuth: (token: string) => (token === "good" ? reader : null) },
      handlers: {
        listBooks: ({ query, reply }: Package) => {
          seen.push(query);
          return reply.fail("BAD_REQUEST");
        },
        getBook: ({ params, reply }: Package) => {
          seen.push(params, book);
          return reply.fail("BOOK_NOT_FOUND");
        },
        createLoan: ({ reply }: Package) => reply.fail("BOOK_LENT"),
      },
      partial: true,
      logger: false,
    });
  });
  afterAll(() => server.close());

  test("query parameters are coerced, and their defaults filled in", async () => {
    seen = [];
    await ask("/books?size=7&unknown=1");
    await ask("/books");
    expect(seen).toMatchObject([{ size: 7 }, { size: 50 }]);
    const wrong = await ask("/books?size=many&size=2");
    expect([wrong.statusCode, wrong.json().error.code]).toEqual([400, "BAD_REQUEST"]);
    expect(wrong.headers["x-limit"] ?? wrong.headers["retry-after"]).toBeUndefined();
  });

  test("an operation without security needs no credentials", async () => {
    expect((await ask("/books/012")).json().error.code).toBe("BOOK_NOT_FOUND");
  });

  test("a contract without an error for something is answered in its shape all the same", async () => {
    expect((await ask("/nothing")).json()).toMatchObject({
      success: false,
      error: { code: "NOT_FOUND" },
    });
    const loan = (await ask({ method: "POST", url: "/loans" })).json();
    expect(loan).toMatchObject({ success: false, error: { code: "UNAUTHORIZED" } });
  });

  test("an error that the contract remembers is replayed, with the headers of this contract", async () => {
    const lend = () =>
      ask({
        method: "POST",
        url: "/loans",
        headers: { authorization: "Bearer good", "loan-key": "k" },
        payload: contract.operations.find(({ id }) => id === "createLoan")?.body?.examples[0]
          ?.value as object,
      });
    expect((await lend()).headers["loan-replayed"]).toBeUndefined();
    const again = await lend();
    expect([again.json().error.code, again.headers["loan-replayed"]]).toEqual([
      "BOOK_LENT",
      "true",
    ]);
  });
});

describe("a hostile contract", () => {
  test("with a format that has no implementation takes it for a remark", async () => {
    const changed = structuredClone(document);
    const loan = changed.components?.schemas?.LoanRequest;
    if (loan?.properties) loan.properties.shelf = { type: "string", format: "shelf-mark" };
    const { requests, table } = contractChecks(readContract(changed), standardFormats);
    expect(JSON.stringify([requests, table])).not.toContain("shelf-mark");
  });

  test("with a field named __proto__ reads it like any other", () => {
    const changed = structuredClone(document);
    const loan = changed.components?.schemas?.LoanRequest;
    if (!loan) throw new Error("There is no LoanRequest.");
    const text = JSON.stringify(loan.properties).replace("{", '{"__proto__":{"type":"string"},');
    loan.properties = JSON.parse(text);
    const [operation] = readContract(changed).operations.filter(({ body }) =>
      JSON.stringify(body?.schema ?? {}).includes("LoanRequest"),
    );
    const { requests, table } = contractChecks(readContract(changed), standardFormats);
    const read = makeReaders(table, standardFormats)(requests[operation?.id ?? ""]?.body ?? 0);
    const { value } = read(JSON.parse('{"__proto__": "x"}'));
    expect(Object.getOwnPropertyDescriptor(value ?? {}, "__proto__")?.value).toBe("x");
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(read(JSON.parse('{"__proto__": 1}')).findings).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ path: "__proto__" })]),
    );
  });
});
