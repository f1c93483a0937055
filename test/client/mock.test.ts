// Every operation of the contract, through the client, with every answer that the mock knows.
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPixClient, type PixClient } from "../../generated/client/src/index.ts";
import { startMock } from "../../generated/mock/src/index.ts";
import { contract } from "../support/contract.ts";
import { callsOf, credentials, failure } from "./support/client.ts";

const calls = callsOf({
  ...{ transaction: "txn_2pQ8Lk5vYx0RbZcN", transfer: "trf_8Hn3WsT6yJq1VdKe", webhook: "wh_4Zr7NcX1mPq9TsGb" },
  url: "https://shop.example.com/pix/notifications",
});
let mock: Awaited<ReturnType<typeof startMock>>;
let pix: PixClient;

beforeAll(async () => {
  mock = await startMock({ port: 0 });
  pix = createPixClient({ baseUrl: mock.url, ...credentials, retry: false });
});
afterAll(() => mock.close());

const operations = contract.operations.filter(({ token }) => !token);
const answers = operations.flatMap((operation) =>
  operation.responses.flatMap(({ status, examples }) =>
    examples.map(({ name, value }): [string, number, string, unknown] => [operation.id, status, name, value]),
  ),
);

test("the client has every operation but the one for tokens", () => {
  expect(Object.keys(calls).sort()).toEqual(operations.map(({ id }) => id).sort());
});

test.each(answers)("%s: %i %s", async (id, status, name, value) => {
  const prefer = { headers: { Prefer: `code=${status}, example=${name}` } };
  const body = value as { data?: unknown; error?: { code: string; details?: unknown } };
  const call = calls[id]?.(pix, prefer) ?? Promise.reject(new Error(`No call of ${id}.`));
  if (status < 300) expect(await call).toEqual(body.data);
  else
    expect(await failure(call)).toMatchObject({
      operation: id,
      status,
      code: body.error?.code,
      details: body.error?.details,
    });
});
