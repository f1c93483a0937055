// Calls of one client in any order that a network can bring about.
import fc from "fast-check";
import { expect, test } from "vitest";
import { createPixClient, PixApiError } from "../../../generated/client/src/index.ts";
import { credentials } from "../support/client.ts";
import { refusal } from "../support/server.ts";

const baseUrl = "https://pix.example";

/** A service whose answers come when the scheduler says so. */
function makeService(scheduler: fc.Scheduler, answers: { failing: number; refused: number }) {
  const seen = { issued: 0, asked: 0, underWay: 0, most: 0, calls: 0 };
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    if (url.endsWith("/api/auth")) {
      seen.underWay++;
      seen.most = Math.max(seen.most, seen.underWay);
      const number = ++seen.asked;
      await scheduler.schedule(Promise.resolve(), `token ${number}`);
      seen.underWay--;
      if (number <= answers.failing) return Response.json(refusal("ACCOUNT_SUSPENDED"), { status: 403 });
      const token = `token-number-${++seen.issued}`;
      return Response.json({ success: true, token, tokenType: "Bearer", expiresIn: 1_800_000 });
    }
    const token = new Headers(init.headers).get("authorization") ?? "";
    await scheduler.schedule(Promise.resolve(), `call ${++seen.calls}`);
    // From some call on, the first token is not good any more.
    if (token.endsWith("-1") && seen.calls > answers.refused)
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
        const { seen, fetch } = makeService(scheduler, { failing: 0, refused });
        const pix = createPixClient({ baseUrl, ...credentials, fetch });
        const results = Promise.all(Array.from({ length: calls }, () => pix.webhooks.list()));
        expect(await scheduler.waitFor(results)).toEqual(Array(calls).fill([]));
        expect(seen.most).toBe(1);
        expect(seen.asked).toBe(seen.calls > calls ? 2 : 1);
      },
    ),
  );
});

test("a token that cannot be had fails those who wait with one error each, and those who come soon after, by one request", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 3 }),
      async (scheduler, calls, failing) => {
        const { seen, fetch } = makeService(scheduler, { failing: 1, refused: 100 });
        const pix = createPixClient({ baseUrl, ...credentials, fetch });
        for (let round = 0; round < failing; round++) {
          const all = Array.from({ length: calls }, () => pix.webhooks.list());
          const results = await scheduler.waitFor(Promise.allSettled(all));
          for (const result of results) {
            const error = result.status === "rejected" ? result.reason : undefined;
            expect(error).toBeInstanceOf(PixApiError);
            expect(error).toMatchObject({ code: "ACCOUNT_SUSPENDED", operation: "issueToken", outcome: "not-sent" });
          }
          expect(seen).toMatchObject({ asked: 1, most: 1, calls: 0 });
        }
      },
    ),
  );
});
