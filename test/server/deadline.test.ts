import { PostgresIdempotencyStore } from "@packages/server/src/stores/postgres.ts";
import { expect, test } from "vitest";
import { makeHandlers } from "./sample/handlers.ts";
import { unlimited } from "./sample/server.ts";
import { makeState } from "./sample/state.ts";
import { basic, type CallResponse, call } from "./support/call.ts";
import { onEachAdapter, openSample } from "./support/each-adapter.ts";

const never = (): Promise<never> => new Promise(() => {});
const after = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

const key = basic("key", "secret");
const state = makeState();
const [company] = state.companies;
const caller = () => ({ caller: company, callerId: String(company?.id) });
const authenticators = { ApiCredentials: caller, AccessToken: caller };

/** A store on a pool of connections, which is all that it uses. */
const storeOn = (connect: () => Promise<object>) =>
  new PostgresIdempotencyStore({ on: () => {}, options: {}, connect } as never);
/** A connection whose every statement waits. */
const stuck = { query: never, on: () => {}, off: () => {}, release: () => {} };

/** Calls an operation of a sample, and gives the answer and the errors that were logged. */
async function callWith(operation: string, credentials: string, options: object) {
  const lines: string[] = [];
  const { server } = await openSample({
    ...({ authenticators, rateLimits: unlimited, ...options } as object),
    logger: { stream: { write: (line: string) => void lines.push(line) } },
  });
  const answer = await call(server, operation, credentials);
  return {
    answer,
    errors: lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 50),
  };
}

function expectGivenUp(
  operation: string,
  deadline: number,
  { answer, errors }: Awaited<ReturnType<typeof callWith>>,
) {
  const { status, headers, body }: CallResponse = answer;
  expect([status, body?.error?.code]).toEqual([500, "INTERNAL_ERROR"]);
  expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(errors).toMatchObject([
    {
      reqId: body.error.details.requestId,
      operation,
      err: { message: `${operation} did not answer within ${deadline} ms.` },
    },
  ]);
}

onEachAdapter(() => {
  test.for([
    [
      "an authenticator of keys",
      "issueToken",
      { authenticators: { ...authenticators, ApiCredentials: never } },
    ],
    [
      "an authenticator of tokens",
      "getTransaction",
      { authenticators: { ...authenticators, AccessToken: never } },
    ],
    ["a store of limits", "createCharge", { rateLimits: { hit: never } }],
    [
      "a store of limits, asked before the authenticator",
      "issueToken",
      { rateLimits: { hit: never } },
    ],
    ["a store of idempotency keys", "createTransfer", { idempotency: { run: never } }],
    ["a pool without a free connection", "createTransfer", { idempotency: storeOn(never) }],
    [
      "a transaction that never begins",
      "createTransfer",
      { idempotency: storeOn(async () => stuck) },
    ],
    [
      "a handler",
      "createTransfer",
      { handlers: { ...makeHandlers(state, Date.now), createTransfer: never } },
    ],
  ] as const)(
    "%s that never answers is given up at the deadline",
    async ([, operation, options]) => {
      const credentials = operation === "issueToken" ? key : "Bearer a";
      expectGivenUp(
        operation,
        30,
        await callWith(operation, credentials, { ...options, deadline: 30 }),
      );
    },
  );

  test("authenticator and store have one deadline together", async () => {
    const slow = {
      authenticators: { ...authenticators, AccessToken: () => after(60).then(caller) },
      idempotency: { run: () => after(60).then(() => ({ kind: "conflict" })) },
    };
    const { answer } = await callWith("createTransfer", "Bearer a", { ...slow, deadline: 10_000 });
    expect(answer.status).toBe(409);
    expectGivenUp(
      "createTransfer",
      90,
      await callWith("createTransfer", "Bearer a", { ...slow, deadline: 90 }),
    );
  });
});
