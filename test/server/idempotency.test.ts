import { expect, test } from "vitest";
import { type makeSample, unlimited } from "./sample/server.ts";
import { bearer, bodyOf, call, makeClock } from "./support/call.ts";
import { onEachAdapter, openSample } from "./support/each-adapter.ts";

const header = "x-idempotency-key";
const valid = bodyOf("createTransfer");

/** A server, and a call of its transfer with a key. */
async function open(options: Parameters<typeof makeSample>[0] = {}) {
  const { server, state } = await openSample({ rateLimits: unlimited, ...options });
  const send = async (key: string | undefined, body = valid, token?: string) => {
    const changes = { headers: { [header]: key }, body };
    const answer = await call(server, "createTransfer", token ?? (await bearer(server)), changes);
    return { ...answer, replayed: answer.headers["idempotent-replayed"] };
  };
  return { server, state, send };
}

onEachAdapter(() => {
  test("a key is replayed, in conflict, another company's and over, each to the millisecond", async () => {
    const clock = makeClock();
    const { server, state, send } = await open({ clock: clock.now });
    const before = state.transfers.size;
    const first = await send("a");
    expect([first.status, first.replayed]).toEqual([200, undefined]);
    clock.pass(24 * 60 * 60 * 1000 - 1);
    const again = await send("a");
    expect([again.status, again.replayed, again.body]).toEqual([200, "true", first.body]);
    const other = await send("a", { ...valid, amount: 1 });
    expect([other.status, other.body.error.code]).toEqual([409, "DUPLICATE_IDEMPOTENCY_KEY"]);
    expect([other.headers["retry-after"], other.replayed]).toEqual([undefined, undefined]);
    expect(state.transfers.size).toBe(before + 1);
    const foreign = await send("a", valid, await bearer(server, "colons", "with:colons::inside"));
    expect([foreign.status, foreign.replayed]).toEqual([200, undefined]);
    clock.pass(1);
    const later = await send("a");
    expect([later.replayed, later.body.data.id === first.body.data.id]).toEqual([undefined, false]);
    // Order, unknown fields and written defaults do not matter.
    await send("b", { amount: 10, pixKey: "destino@example.com" });
    const same = {
      unknown: 1,
      pixKey: "destino@example.com",
      currency: "BRL",
      description: "",
      amount: 10,
    };
    expect((await send("b", same)).replayed).toBe("true");
  });

  test.for([["poor", "INSUFFICIENT_BALANCE", { amount: 5000 }]] as const)(
    "of %s: %s is remembered, and another body is a conflict",
    async ([company, code, change]) => {
      const { server, send } = await open();
      const token = await bearer(server, company);
      const body = { ...valid, ...change };
      const first = await send("g", body, token);
      expect([first.body.error.code, first.replayed]).toEqual([code, undefined]);
      expect(await send("g", body, token)).toMatchObject({ replayed: "true", body: first.body });
      expect((await send("g", { ...body, amount: 1 }, token)).status).toBe(409);
    },
  );

  test.for([
    ["INVALID_PIX_KEY", { pixKey: "nobody" }],
    ["INVALID_AMOUNT", { amount: 0 }],
    ["VALIDATION_ERROR", { pixKey: 1 }],
  ] as const)("%s, a refusal of the form alone, does not spend the key", async ([code, change]) => {
    const { send } = await open();
    expect((await send("f", { ...valid, ...change })).body.error.code).toBe(code);
    const corrected = await send("f", valid);
    expect([corrected.status, corrected.replayed]).toEqual([200, undefined]);
    expect((await send("f", valid)).replayed).toBe("true");
  });

  test("a header that is missing or wrong is a violation, next to those of the body", async () => {
    const { send } = await open();
    for (const [key, code] of [
      [undefined, "MISSING_IDEMPOTENCY_KEY"],
      ["", "VALIDATION_ERROR"],
      ["a b", "VALIDATION_ERROR"],
      ["k".repeat(256), "VALIDATION_ERROR"],
    ] as const) {
      const { status, body } = await send(key);
      expect([status, body.error.code, [body.error.details].flat()[0].path]).toEqual([
        400,
        code,
        header,
      ]);
    }
    const { error } = (await send(undefined, {})).body;
    expect(error.code).toBe("VALIDATION_ERROR");
    expect(error.details.map(({ path }: { path: string }) => path)).toEqual([
      header,
      "pixKey",
      "amount",
    ]);
  });
});
