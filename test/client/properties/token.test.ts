// Calls of one client in any order that a network can bring about.
import fc from "fast-check";
import { expect, test } from "vitest";
import { createPixClient } from "../../../generated/client/src/index.ts";
import { credentials } from "../support/client.ts";
import { refusal } from "../support/server.ts";

const baseUrl = "https://pix.example";

/** A service whose answers come when the scheduler says so. */
function makeService(scheduler: fc.Scheduler, refused: number) {
  const seen = { issued: 0, asked: 0, underWay: 0, most: 0, calls: 0 };
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    if (url.endsWith("/api/auth")) {
      seen.underWay++;
      seen.most = Math.max(seen.most, seen.underWay);
      seen.asked++;
      await scheduler.schedule(Promise.resolve(), `token ${seen.asked}`);
      seen.underWay--;
      seen.issued++;
      const token = `token-number-${seen.issued}`;
      return Response.json({ success: true, token, tokenType: "Bearer", expiresIn: 1_800_000 });
    }
    const token = new Headers(init.headers).get("authorization") ?? "";
    seen.calls++;
    await scheduler.schedule(Promise.resolve(), `call ${seen.calls}`);
    // From some call on, the first token is not good any more.
    if (token.endsWith("-1") && seen.calls > refused)
      return Response.json(refusal("TOKEN_EXPIRED"), { status: 401 });
    return Response.json({ success: true, message: "", data: [] });
  };
  return { seen, fetch };
}

test("there is one request for a token at a time, and one renewal for all who are refused", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 1, max: 8 }),
      fc.nat({ max: 10 }),
      async (scheduler, calls, refused) => {
        const { seen, fetch } = makeService(scheduler, refused);
        const pix = createPixClient({ baseUrl, ...credentials, fetch });
        const results = Promise.all(Array.from({ length: calls }, () => pix.webhooks.list()));
        expect(await scheduler.waitFor(results)).toEqual(Array(calls).fill([]));
        expect(seen.most).toBe(1);
        expect(seen.asked).toBe(seen.calls > calls ? 2 : 1);
      },
    ),
  );
});
