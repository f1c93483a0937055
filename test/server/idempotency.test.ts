import { describe, expect, test } from "vitest";
import {
  type IdempotencyStore,
  type IdempotentOutcome,
  type IdempotentRequest,
  MemoryIdempotencyStore,
  type Work,
} from "../../generated/server/src/index.ts";
import { makeHandlers } from "./sample/handlers.ts";
import { makeSample, unlimited } from "./sample/server.ts";
import { makeState } from "./sample/state.ts";
import { bearer, bodyOf, call, makeClock } from "./support/call.ts";
import { onEachAdapter } from "./support/each-adapter.ts";

/** What comes second of some promises. */
function secondOf<Value>(promises: readonly Promise<Value>[]): Promise<Value> {
  return new Promise((resolve, reject) => {
    let settled = 0;
    for (const promise of promises) {
      promise.then((value) => {
        settled += 1;
        if (settled === 2) resolve(value);
      }, reject);
    }
  });
}

onEachAdapter(() => {
  const header = "x-idempotency-key";
  const withKey = (key: string, body = bodyOf("createTransfer")) => ({ headers: { [header]: key }, body });

  describe("the same key", () => {
    test("with the same body: the first answer again, and no second effect", async () => {
      const clock = makeClock();
      const { server, state } = await makeSample({ rateLimits: unlimited, clock: clock.now });
      const token = await bearer(server);
      const before = state.transfers.size;
      const first = await call(server, "createTransfer", token, withKey("a"));
      clock.pass(5000);
      const second = await call(server, "createTransfer", token, withKey("a"));
      expect([first.status, first.headers["idempotent-replayed"]]).toEqual([200, undefined]);
      expect([second.status, second.headers["idempotent-replayed"]]).toEqual([200, "true"]);
      expect(second.body).toEqual(first.body);
      expect(state.transfers.size).toBe(before + 1);
      await server.close();
    });

    test("with the same body in other words: order, unknown fields and written defaults do not matter", async () => {
      const { server } = await makeSample({ rateLimits: unlimited });
      const token = await bearer(server);
      const body = { amount: 10, pixKey: "destino@example.com" };
      const same = { unknown: 1, pixKey: "destino@example.com", currency: "BRL", description: "", amount: 10 };
      await call(server, "createTransfer", token, withKey("b", body));
      const again = await call(server, "createTransfer", token, withKey("b", same));
      expect([again.status, again.headers["idempotent-replayed"]]).toEqual([200, "true"]);
      await server.close();
    });

    test("with another body: 409 without Retry-After", async () => {
      const { server } = await makeSample({ rateLimits: unlimited });
      const token = await bearer(server);
      await call(server, "createTransfer", token, withKey("c"));
      const other = await call(
        server,
        "createTransfer",
        token,
        withKey("c", { ...bodyOf("createTransfer"), amount: 1 }),
      );
      expect([other.status, other.body.error.code]).toEqual([409, "DUPLICATE_IDEMPOTENCY_KEY"]);
      expect([other.headers["retry-after"], other.headers["idempotent-replayed"]]).toEqual([undefined, undefined]);
      await server.close();
    });

    test("while the first request runs: 409 with Retry-After", async () => {
      // The first request runs until the others have their response.
      let finish = (): void => {};
      const held = new Promise<void>((resolve) => {
        finish = resolve;
      });
      const state = makeState();
      const handlers = makeHandlers(state, Date.now);
      const { createTransfer } = handlers;
      handlers.createTransfer = async (context) => {
        await held;
        return createTransfer(context);
      };
      const { server } = await makeSample({ rateLimits: unlimited, handlers });
      const token = await bearer(server);
      const calls = [1, 2, 3].map(() => call(server, "createTransfer", token, withKey("d")));
      const refused = await Promise.all([Promise.race(calls), secondOf(calls)]);
      finish();
      const answers = await Promise.all(calls);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      expect(refused.map(({ headers }) => headers["retry-after"])).toEqual(["1", "1"]);
      expect((await call(server, "createTransfer", token, withKey("d"))).headers["idempotent-replayed"]).toBe("true");
      await server.close();
    });

    test("of another company: nothing is known of it", async () => {
      const { server } = await makeSample({ rateLimits: unlimited });
      await call(server, "createTransfer", await bearer(server), withKey("e"));
      const other = await call(
        server,
        "createTransfer",
        await bearer(server, "colons", "with:colons::inside"),
        withKey("e"),
      );
      expect([other.status, other.headers["idempotent-replayed"]]).toEqual([200, undefined]);
      await server.close();
    });

    test("a day later, to the millisecond: a new request", async () => {
      const clock = makeClock();
      const { server } = await makeSample({ rateLimits: unlimited, clock: clock.now });
      const first = await call(server, "createTransfer", await bearer(server), withKey("f"));
      clock.pass(24 * 60 * 60 * 1000 - 1);
      const token = await bearer(server);
      expect((await call(server, "createTransfer", token, withKey("f"))).body).toEqual(first.body);
      clock.pass(1);
      const later = await call(server, "createTransfer", token, withKey("f"));
      expect(later.headers["idempotent-replayed"]).toBeUndefined();
      expect(later.body.data.id).not.toBe(first.body.data.id);
      await server.close();
    });
  });

  describe("what is remembered", () => {
    test.for([
      ["poor", "INSUFFICIENT_BALANCE", { amount: 5000 }],
      ["limited", "DAILY_LIMIT_EXCEEDED", { amount: 5000 }],
      ["key", "RECIPIENT_UNAVAILABLE", { pixKey: "unavailable@example.com" }],
      ["key", "INVALID_PIX_KEY", { pixKey: "nobody" }],
    ] as const)("of %s: %s, and another body is a conflict", async ([company, code, change]) => {
      const { server } = await makeSample({ rateLimits: unlimited });
      const token = await bearer(server, company);
      const body = { ...bodyOf("createTransfer"), ...change };
      const first = await call(server, "createTransfer", token, withKey("g", body));
      const second = await call(server, "createTransfer", token, withKey("g", body));
      expect([first.body.error.code, first.headers["idempotent-replayed"]]).toEqual([code, undefined]);
      expect(second.headers["idempotent-replayed"]).toBe("true");
      expect(second.body).toEqual(first.body);
      const other = await call(server, "createTransfer", token, withKey("g", { ...body, amount: 1 }));
      expect(other.status).toBe(409);
      await server.close();
    });

    test.for([
      ["VALIDATION_ERROR", { amount: "1" }],
      ["INVALID_AMOUNT", { amount: 0 }],
    ] as const)("not %s", async ([code, change]) => {
      const { server } = await makeSample({ rateLimits: unlimited });
      const token = await bearer(server);
      const broken = await call(
        server,
        "createTransfer",
        token,
        withKey("h", { ...bodyOf("createTransfer"), ...change }),
      );
      expect(broken.body.error.code).toBe(code);
      expect((await call(server, "createTransfer", token, withKey("h"))).status).toBe(200);
      await server.close();
    });

    test("not a failure of the server", async () => {
      let calls = 0;
      const handlers = makeHandlers(makeState(), Date.now);
      const { server } = await makeSample({
        rateLimits: unlimited,
        handlers: {
          ...handlers,
          createTransfer: (context) => {
            calls += 1;
            if (calls === 1) throw new Error("the database is away");
            return handlers.createTransfer(context);
          },
        },
      });
      const token = await bearer(server);
      expect((await call(server, "createTransfer", token, withKey("i"))).status).toBe(500);
      expect((await call(server, "createTransfer", token, withKey("i"))).status).toBe(200);
      await server.close();
    });
  });

  describe("the header", () => {
    test.for([
      ["missing", undefined, "MISSING_IDEMPOTENCY_KEY"],
      ["empty", "", "VALIDATION_ERROR"],
      ["with white space", "a b", "VALIDATION_ERROR"],
      ["longer than 255", "k".repeat(256), "VALIDATION_ERROR"],
    ] as const)("%s", async ([, key, code]) => {
      const { server } = await makeSample({ rateLimits: unlimited });
      const answer = await call(server, "createTransfer", await bearer(server), { headers: { [header]: key } });
      expect([answer.status, answer.body.error.code]).toEqual([400, code]);
      const details = [answer.body.error.details].flat();
      expect(details[0].path).toBe(header);
      await server.close();
    });

    test("missing beside an invalid body is one of several violations", async () => {
      const { server } = await makeSample({ rateLimits: unlimited });
      const answer = await call(server, "createTransfer", await bearer(server), {
        headers: { [header]: undefined },
        body: {},
      });
      expect(answer.body.error.code).toBe("VALIDATION_ERROR");
      expect(answer.body.error.details.map(({ path }: { path: string }) => path)).toEqual([header, "pixKey", "amount"]);
      await server.close();
    });
  });

  describe("a store of one's own", () => {
    /** What a database's transaction would be to a handler. */
    interface Unit {
      writes: string[];
    }

    class UnitStore implements IdempotencyStore<Unit> {
      readonly committed: string[][] = [];
      readonly requests: IdempotentRequest[] = [];
      readonly #inner = new MemoryIdempotencyStore();

      run<Result>(
        request: IdempotentRequest,
        work: (unit: Unit) => Promise<Work<Result>>,
      ): Promise<IdempotentOutcome<Result>> {
        this.requests.push(request);
        return this.#inner.run(request, async () => {
          const unit: Unit = { writes: [] };
          const done = await work(unit);
          if (done.keep) this.committed.push([...unit.writes, `answer ${done.keep.status}`]);
          return done;
        });
      }
    }

    test("hands its transaction to the handler and commits the answer with it", async () => {
      const store = new UnitStore();
      const handlers = makeHandlers(makeState(), Date.now);
      const { server } = await makeSample({
        rateLimits: unlimited,
        idempotency: store as unknown as IdempotencyStore,
        handlers: {
          ...handlers,
          createTransfer: (context) => {
            (context.transaction as unknown as Unit).writes.push(`transfer of ${context.body.amount}`);
            return handlers.createTransfer(context);
          },
        },
      });
      const token = await bearer(server);
      await call(server, "createTransfer", token, withKey("j", { ...bodyOf("createTransfer"), amount: 7 }));
      expect(store.committed).toEqual([["transfer of 7", "answer 200"]]);
      expect(store.requests[0]).toMatchObject({ operation: "createTransfer", owner: "cmp_1", key: "j" });
      expect((store.requests[0]?.expiresAt ?? 0) - (store.requests[0]?.now ?? 0)).toBe(86_400_000);
      await server.close();
    });

    test("the one in memory forgets answers whose time is over", async () => {
      const store = new MemoryIdempotencyStore();
      const request = { operation: "o", owner: "c", fingerprint: "f", now: 0, expiresAt: 1000 };
      const keep = { status: 200, body: "{}" };
      for (const key of ["a", "b"]) await store.run({ ...request, id: key, key }, async () => ({ result: 1, keep }));
      expect(store.size).toBe(2);
      await store.run({ ...request, id: "c", key: "c", now: 61_000 }, async () => ({ result: 1 }));
      expect(store.size).toBe(0);
    });
  });
});
