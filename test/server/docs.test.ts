import { describe, expect, test } from "vitest";
import { reference } from "../../generated/server/src/docs.ts";
import { createPixServer, type PixServerOptions, SetupError } from "../../generated/server/src/index.ts";
import { document } from "../support/contract.ts";
import { makeSample, unlimited } from "./sample/server.ts";
import type { Company } from "./sample/state.ts";
import { onEachAdapter } from "./support/each-adapter.ts";

const docs = { path: "/docs", ...reference };

onEachAdapter(() => {
  test("the page and the document are for everybody to read, and the page may load nothing", async () => {
    const { server } = await makeSample({ docs });
    const page = await server.inject("/docs?from=mail");
    expect([page.statusCode, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.payload).toBe(reference.page);
    expect(page.headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'unsafe-inline';/);
    expect(page.headers).toMatchObject({
      "cache-control": "public, max-age=300",
      "x-content-type-options": "nosniff",
      "x-request-id": expect.stringMatching(/./),
    });
    const told = await server.inject("/openapi.json");
    expect([told.statusCode, told.headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
    expect(told.json()).toEqual(document);
    await server.close();
  });

  test("HEAD says the same without a body, other methods are not allowed, and what is beside is unknown", async () => {
    const { server } = await makeSample({ docs });
    const url = await server.listen({ port: 0, host: "127.0.0.1" });
    for (const path of ["/docs", "/openapi.json"]) {
      const head = await fetch(url + path, { method: "HEAD" });
      expect([head.status, await head.text(), head.headers.get("cache-control")]).toEqual([
        200,
        "",
        "public, max-age=300",
      ]);
      for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        const response = await fetch(url + path, { method, ...(method === "POST" && { body: "x" }) });
        expect([method, response.status, response.headers.get("allow")]).toEqual([method, 405, "GET, HEAD"]);
        expect(await response.json()).toMatchObject({ error: { code: "METHOD_NOT_ALLOWED" } });
      }
    }
    for (const path of ["/docs/", "/docs/openapi.json", "/Docs"]) {
      expect((await server.inject(path)).json()).toMatchObject({ error: { code: "NOT_FOUND" } });
    }
    await server.close();
  });

  test("without the option there is none, and it may be in a folder", async () => {
    const without = await makeSample({});
    expect((await without.server.inject("/docs")).statusCode).toBe(404);
    await without.server.close();
    const { server } = await makeSample({ docs: { ...docs, path: "/about/" }, rateLimits: unlimited });
    expect((await server.inject("/about/")).payload).toBe(reference.page);
    expect((await server.inject("/about/openapi.json")).statusCode).toBe(200);
    expect((await server.inject("/about")).statusCode).toBe(404);
    await server.close();
  });

  test("is watched and logged like every other request", async () => {
    const seen: (number | undefined)[] = [];
    const { server } = await makeSample({
      docs,
      observe: () => ({ end: ({ status }) => void seen.push(status) }),
    });
    await server.inject("/docs");
    expect(seen).toEqual([200]);
    await server.close();
  });
});

onEachAdapter(() => {
  test("is there where other paths are the host's", async () => {
    const { server } = await makeSample({ docs, notFound: false });
    expect((await server.inject("/docs")).payload).toBe(reference.page);
    expect((await server.inject("/elsewhere")).payload).not.toContain("NOT_FOUND");
    await server.close();
  });
}, ["fastify", "express"]);

describe("a docs route that cannot be", () => {
  const refused = (docs: unknown, others: Partial<PixServerOptions<Company>>): Promise<unknown> =>
    createPixServer({ authenticators: {}, handlers: {}, partial: true, ...others, docs } as never);

  test.for([
    [{ path: "docs", ...reference }, {}, '`docs.path` is "docs", and has to be a path such as "/docs".'],
    [{ ...reference }, {}, "`docs.path` is undefined, and"],
    [{ path: "/docs/:id", ...reference }, {}, "has to be a path"],
    [null, {}, "No `docs.page`: give `docs: { path, ...reference }`"],
    [{ path: "/docs", page: reference.page }, {}, "No `docs.document`"],
    [{ path: "/health", ...reference }, {}, "The docs route has /health, which is the health route's"],
    [docs, { health: "/openapi.json" }, "The docs route has /openapi.json, which is the health route's"],
    [{ path: "/openapi.json", ...reference }, {}, "where the document of the docs route is"],
    [{ path: "/api/auth", ...reference }, {}, "The docs route has /api/auth, which is an operation's"],
    [{ path: "/api/v1/transfers/docs", ...reference }, {}, "which is an operation's"],
  ] as const)("%#", async ([given, others, message]) => {
    const failure = await refused(given, others as never).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SetupError);
    expect((failure as Error).message).toContain(message);
  });
});
