import { AsyncLocalStorage } from "node:async_hooks";
import { expect, test } from "vitest";
import type { PixServerOptions } from "../../generated/server/src/index.ts";
import { makeHandlers } from "./sample/handlers.ts";
import { unlimited } from "./sample/server.ts";
import { anyCompany } from "./support/any-company.ts";
import { bodyOf, call } from "./support/call.ts";
import { onEachAdapter, openSample } from "./support/each-adapter.ts";

interface Company {
  id: string;
}
type Options = PixServerOptions<Company>;

const bearer = "Bearer a.b.c";

/** A server, and a call that gives status and code. */
async function open(options: Partial<Options>) {
  const lines: string[] = [];
  const { server } = await openSample({
    authenticators: anyCompany,
    rateLimits: unlimited,
    logger: { stream: { write: (line: string) => lines.push(line) } },
    handlers: makeHandlers(),
    ...options,
  } as never);
  const ask = async (...[id, changes]: [string, Parameters<typeof call>[3]?]) => {
    const { status, body } = await call(server, id, bearer, changes);
    return [status, body.error?.code ?? body.data];
  };
  return { server, ask, lines };
}

onEachAdapter(() => {
  test("sees the validated request with the caller, and answers in place of the handler", async () => {
    const handled: string[] = [];
    const { ask } = await open({
      around: (context, next) => {
        // The type of `params` is that of the operation.
        if (context.operation === "getTransfer" && context.params.transferId !== context.caller.id)
          return context.reply.fail("TRANSFER_NOT_FOUND");
        if (context.operation === "createCharge") handled.push(context.body.description);
        return next();
      },
      handlers: {
        ...(makeHandlers() as never as Options["handlers"]),
        getTransfer: ({ params, reply }) => {
          handled.push(params.transferId);
          return reply.fail("TRANSFER_NOT_FOUND");
        },
        createCharge: ({ reply }) => reply.fail("AMOUNT_TOO_LOW"),
      } as Options["handlers"],
    });
    expect(await ask("getTransfer", { path: "/api/v1/transfers/trf_1" })).toEqual([
      404,
      "TRANSFER_NOT_FOUND",
    ]);
    expect(handled).toEqual([]);
    await ask("getTransfer", { path: "/api/v1/transfers/cmp_1" });
    // With its default.
    const { description: _description, ...body } = bodyOf("createCharge");
    expect(await ask("createCharge", { body })).toEqual([422, "AMOUNT_TOO_LOW"]);
    expect(handled).toEqual(["cmp_1", ""]);
  });

  test("opens a transaction for each request, which is committed with a success and with nothing else", async () => {
    const storage = new AsyncLocalStorage<string[]>();
    const committed: string[][] = [];
    const { ask } = await open({
      around: ({ operation }, next) =>
        storage.run([operation], async () => {
          const result = await next();
          if (result.isSuccess) committed.push(storage.getStore() ?? []);
          return result;
        }),
      handlers: {
        ...(makeHandlers() as never as Options["handlers"]),
        listWebhooks: async ({ reply }) => {
          await new Promise((done) => setImmediate(done));
          storage.getStore()?.push("written");
          return reply.ok([]);
        },
        getTransaction: ({ reply }) => reply.fail("TRANSACTION_NOT_FOUND"),
        getTransfer: () => {
          throw new Error("The power is gone.");
        },
        createCharge: ({ reply }) => reply.ok({ id: 5 } as never),
      } as Options["handlers"],
    });
    expect(await ask("listWebhooks")).toEqual([200, []]);
    expect((await ask("getTransaction"))[0]).toBe(404);
    expect((await ask("getTransfer"))[0]).toBe(500);
    expect((await ask("createCharge"))[0], "a response that breaks the contract").toBe(500);
    expect(committed).toEqual([["listWebhooks", "written"]]);
  });

  test("is not called for what does not reach a handler, and a repeat of a key is none of its", async () => {
    const called: string[] = [];
    const { server, ask } = await open({
      around: ({ operation }, next) => {
        called.push(operation);
        return next();
      },
    });
    await ask("createCharge", { body: {} });
    await ask("createTransfer", { rawBody: "{" });
    await ask("getTransfer", { path: "/nothing" });
    await call(server, "listWebhooks", undefined);
    expect(called).toEqual([]);
    const headers = { "x-idempotency-key": "once" };
    const first = await ask("createTransfer", { headers });
    expect(await ask("createTransfer", { headers })).toEqual(first);
    expect(called).toEqual(["createTransfer"]);
  });

  test("fails the request if it throws, gives no result, or calls the handler twice", async () => {
    let handled = 0;
    const around: NonNullable<Options["around"]>[] = [
      () => {
        throw new Error("No.");
      },
      () => Promise.reject(new Error("No.")),
      (() => ({ data: [] })) as never,
      async (_context, next) => {
        await next();
        return next();
      },
    ];
    for (const one of around) {
      const { ask, lines } = await open({
        around: one,
        handlers: {
          ...makeHandlers(),
          listWebhooks: ({ reply }: never) => {
            handled += 1;
            return (reply as { ok(data: []): never }).ok([]);
          },
        } as never,
      });
      expect(await ask("listWebhooks")).toEqual([500, "INTERNAL_ERROR"]);
      expect(lines.join("")).toMatch(/No\.|with none of|a second time/);
    }
    expect(handled).toBe(1);
  });

  test("may replace a result, of which nothing is left", async () => {
    const { server } = await open({
      around: async (context, next) => {
        const result = await next();
        return context.operation === "createCharge"
          ? context.reply.fail("AMOUNT_TOO_LOW", "Not that little.")
          : result;
      },
      handlers: {
        ...makeHandlers(),
        createCharge: ({ reply }: never) =>
          (reply as { fail(...given: unknown[]): never }).fail("RATE_LIMIT_EXCEEDED", undefined, {
            limit: 1,
            window: 1,
            retryAfter: 7,
          }),
      } as never,
    });
    const { status, headers, body } = await call(server, "createCharge", bearer);
    expect([status, body.error.message, headers["retry-after"]]).toEqual([
      422,
      "Not that little.",
      undefined,
    ]);
  });
});
