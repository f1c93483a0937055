// Lists in pages, as TypeSpec's decorators say them: the generated client walks through all of them, over HTTP.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { compileSpec } from "@packages/contract/src/compile.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildPackages, type Package } from "./support/server-package.ts";

const spec = `
import "@typespec/http";
using Http;

@service(#{ title: "Shelf" })
@useAuth(BearerAuth)
namespace Shelf;

model Book { id: int32 }
@error model Problem { @statusCode _: 400; message: string }

@route("/offset") @list op offset(@query("from") @offset start?: int32, @query @pageSize limit?: int32): { @pageItems books: Book[] } | Problem;
@route("/page") @list op page(@query @pageIndex page?: int32): { @pageItems books: Book[] } | Problem;
@route("/zero") @list op zero(@query @pageIndex page?: int32 = 0): { @pageItems books: Book[] } | Problem;
@route("/token") @list op token(@query @continuationToken after?: string): {
  shelf: { @pageItems @encodedName("application/json", "the books") books: Book[]; @continuationToken next?: string | null };
} | Problem;
@route("/header") @list op header(@header @continuationToken after?: string): {
  @header("X-Next") @continuationToken next?: string; @pageItems books: Book[];
} | Problem;
@route("/link") @list op link(@query from?: int32, @header color?: string): { @pageItems books?: Book[]; @nextLink next?: string } | Problem;
@route("/plain") op plain(): Book[] | Problem;
@route("/books/{id}") op read(@path id: int32): Book | Problem;
`;

const { folder, load } = await buildPackages("shelf", spec, afterAll);
let shelf: Package;
let errors: Package;
let server: Package;
let url: string;
/** What was asked for. */
let asked: unknown[];
/** What the link after the first page is. */
let link: string;

const total = 7;
const books = (from: number, count = 3): { id: number }[] =>
  Array.from({ length: Math.max(0, Math.min(count, total - from)) }, (_, index) => ({
    id: from + index,
  }));

const handlers = {
  offset: ({ query, reply }: Package) =>
    reply.ok({ books: books(query.from ?? 0, query.limit ?? 3) }),
  page: ({ query, reply }: Package) => reply.ok({ books: books(3 * ((query.page ?? 1) - 1)) }),
  zero: ({ query, reply }: Package) => reply.ok({ books: books(3 * query.page) }),
  token: ({ query, reply }: Package) => {
    const from = Number(query.after ?? 0);
    const next = from === 3 ? "stuck" : String(from + 3);
    if (query.after === "stuck") return reply.ok({ shelf: { "the books": [], next: "stuck" } });
    return reply.ok({ shelf: { "the books": books(from), next: from + 3 < total ? next : null } });
  },
  header: ({ headers, reply }: Package) => {
    const from = Number(headers.after ?? 0);
    const sent = from + 3 < total ? { "x-next": String(from + 3) } : {};
    return reply.send(200, { books: books(from) }, sent);
  },
  link: ({ query, headers, reply }: Package) => {
    asked.push(headers.color);
    const from = query.from ?? 0;
    // A page without items in the middle of a list is not its end.
    return reply.ok(
      from === 3
        ? { next: "/link?from=6" }
        : { books: books(from), ...(from < 3 && { next: link }) },
    );
  },
  plain: ({ reply }: Package) => reply.ok(books(0)),
  read: ({ params, reply }: Package) => reply.ok({ id: params.id === 9 ? 8 : params.id }),
};

beforeAll(async () => {
  const { createShelfServer } = await load("server/src/index.ts");
  server = await createShelfServer({
    authenticators: {
      BearerAuth: (token: string) => (token === "right" ? { caller: {}, callerId: "1" } : null),
    },
    handlers: Object.fromEntries(
      Object.entries(handlers).map(([name, handle]) => [
        name,
        (context: Package) => {
          asked.push(
            context.query.from ??
              context.query.page ??
              context.query.after ??
              context.headers.after,
          );
          return handle(context);
        },
      ]),
    ),
    logger: false,
  });
  url = (await server.listen({ port: 0, host: "127.0.0.1" })) as string;
  errors = await load("client/src/index.ts");
  shelf = errors.createShelfClient({
    baseUrl: url,
    credentials: { BearerAuth: "right" },
    retry: false,
  });
});
afterAll(() => server?.close());
beforeEach(() => {
  asked = [];
  link = "/link?from=3";
});

/** Takes items until there are no more, or until some are there. */
async function take(list: AsyncIterable<{ id: number }>, most = 100): Promise<number[]> {
  const ids: number[] = [];
  for await (const { id } of list) {
    ids.push(id);
    if (ids.length === most) break;
  }
  return ids;
}

const all = [0, 1, 2, 3, 4, 5, 6];

describe("a walk over the items", () => {
  test.each([
    ["offset", {}, all, [undefined, 3, 6, 7]],
    ["offset", { from: 2, limit: 2 }, [2, 3, 4, 5, 6], [2, 4, 6, 7]],
    ["page", {}, all, [undefined, 2, 3, 4]],
    ["page", { page: 2 }, [3, 4, 5, 6], [2, 3, 4]],
    ["zero", {}, all, [0, 1, 2, 3]],
    ["header", {}, all, [undefined, "3", "6"]],
    ["header", { after: "3" }, [3, 4, 5, 6], ["3", "6"]],
  ])("by %s from %j asks for each page once", async (name, parameters, ids, pages) => {
    expect(await take(shelf[name](parameters))).toEqual(ids);
    expect(asked).toEqual(pages);
  });

  test("ends where the caller has enough, and asks for no further page", async () => {
    expect(await take(shelf.offset(), 4)).toEqual([0, 1, 2, 3]);
    expect(asked).toEqual([undefined, 3]);
  });

  test("by links keeps headers and credentials, and goes on after a page without items", async () => {
    expect(await take(shelf.link({ color: "red" }))).toEqual([0, 1, 2, 6]);
    expect(asked).toEqual([undefined, "red", 3, "red", 6, "red"]);
    asked = [];
    link = `${url}/link?from=6`;
    expect(await take(shelf.link({ from: 1 }))).toEqual([1, 2, 3, 6]);
  });

  test.each(["{service}@elsewhere.example/link", "//elsewhere.example/", "http://"])(
    "does not follow %s with the credentials of the service",
    async (elsewhere) => {
      link = elsewhere.replace("{service}", url);
      const walk = take(shelf.link());
      await expect(walk).rejects.toBeInstanceOf(errors.InvalidResponseError);
      await expect(walk).rejects.toMatchObject({ operation: "link", outcome: "unknown" });
      expect(asked).toHaveLength(2);
    },
  );

  test("of a list that leads to itself fails after the page, instead of going round", async () => {
    const ids: number[] = [];
    const walk = async (): Promise<void> => {
      for await (const { id } of shelf.token()) ids.push(id);
    };
    await expect(walk()).rejects.toMatchObject({
      name: "InvalidResponseError",
      operation: "token",
      status: 200,
    });
    expect(ids).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test("fails with the error of the page that fails", async () => {
    const other = errors.createShelfClient({
      baseUrl: url,
      credentials: { BearerAuth: "wrong" },
      retry: false,
    });
    await expect(take(other.offset())).rejects.toMatchObject({
      name: "ShelfApiError",
      status: 401,
    });
  });
});

test("a call is the page itself, and can be walked by pages", async () => {
  const call = shelf.offset({ limit: 4 });
  expect(await call).toEqual({ books: books(0, 4) });
  const pages: unknown[] = [];
  for await (const page of call.pages()) pages.push(page);
  expect(pages).toEqual([{ books: books(0, 4) }, { books: books(4, 4) }, { books: [] }]);
  // The page that the call is was asked for once.
  expect(asked).toEqual([undefined, 4, 7]);
});

test("an operation that is no list cannot be walked", () => {
  expect(shelf.plain()).not.toHaveProperty("pages");
});

test("a number in a path comes back as a number; another one is another object's", async () => {
  expect(await shelf.read(7)).toEqual({ id: 7 });
  await expect(shelf.read("9")).rejects.toThrow("`id` is not what was sent");
});

test("a list without a way to the next page stays a plain call", async () => {
  await writeFile(
    join(folder, "flat.tsp"),
    `import "@typespec/http"; using Http; @service namespace Flat; @list op all(): { @pageItems items: string[] };`,
  );
  const { document } = await compileSpec(join(folder, "flat.tsp"));
  expect(document.paths["/"]?.get).not.toHaveProperty("x-pages");
});
