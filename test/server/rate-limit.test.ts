import { expect, test } from "vitest";
import { basic, bearer, type CallResponse, call, makeClock } from "./support/call.ts";
import { onEachAdapter, openSample } from "./support/each-adapter.ts";

onEachAdapter(() => {
  function figures({ headers }: CallResponse) {
    return ["limit", "remaining", "reset", "window"].map((part) => headers[`x-ratelimit-${part}`]);
  }

  test("a fixed window that starts with its first request counts down, refuses beyond the limit, and is exact at its edge", async () => {
    const clock = makeClock();
    const { server } = await openSample({ clock: clock.now });
    const start = clock.now();
    const token = await bearer(server);
    const reset = String(Math.ceil((start + 60_000) / 1000));

    for (let left = 9; left >= 0; left--) {
      const answer = await call(server, "createWebhook", token, { body: {} });
      expect([answer.status, ...figures(answer)]).toEqual([400, "10", String(left), reset, "60"]);
    }
    clock.pass(59_999);
    const refused = await call(server, "createWebhook", token);
    expect([refused.status, ...figures(refused)]).toEqual([429, "10", "0", reset, "60"]);
    expect(refused.headers["retry-after"]).toBe("1");
    expect(refused.body).toEqual({
      success: false,
      error: {
        code: "RATE_LIMIT_EXCEEDED",
        message: "Too many requests. Try again in 1 second.",
        details: { limit: 10, window: 60, retryAfter: 1 },
      },
      timestamp: new Date(clock.now()).toISOString(),
    });

    clock.pass(1);
    const next = await call(server, "createWebhook", token);
    const later = String(Math.ceil((start + 120_000) / 1000));
    expect([next.status, ...figures(next)]).toEqual([200, "10", "9", later, "60"]);
  });

  test("the client behind a proxy, where the proxy is trusted", async () => {
    const from = (ip: string) => ({
      headers: { "x-forwarded-for": ip },
      remoteAddress: "127.0.0.1",
    });
    for (const [trustProxy, remaining] of [
      [true, "4"],
      [false, "3"],
    ] as const) {
      const { server } = await openSample({ clock: makeClock().now, trustProxy });
      await call(server, "issueToken", basic("key", "secret"), from("203.0.113.1"));
      const second = await call(server, "issueToken", basic("key", "secret"), from("203.0.113.2"));
      expect(figures(second)[1]).toBe(remaining);
    }
  });
});
