import { expect, test } from "vitest";
import { createPixClient, InvalidRequestError } from "../../generated/client/src/index.ts";
import { credentials, failure, setUp } from "./support/client.ts";

const baseUrl = "https://pix.example";
const numbers = ["timeout", "retry.attempts", "retry.attemptTimeout", "retry.firstDelay", "retry.maxDelay"];
const wrong = [Number.NaN, Number.POSITIVE_INFINITY, 0, -1, "5" as unknown as number, null as unknown as number];
const cases = numbers.flatMap((name) => wrong.map((value) => [name, value] as const));

/** An object with a value at a path. */
function nest(path: string, value: unknown): object {
  const [first = "", ...rest] = path.split(".");
  return { [first]: rest.length > 0 ? nest(rest.join("."), value) : value };
}

test.each([...cases, ["retry.attempts", 1.5] as const])("%s: %s is refused when the client is made", (name, value) => {
  const make = (): unknown => createPixClient({ baseUrl, ...credentials, ...nest(name, value) });
  expect(make).toThrow(InvalidRequestError);
  expect(make).toThrow(new RegExp(`^options: \`${name}\` must be a (finite|whole) number above 0`));
});

test.each([
  ["pace", "yes"],
  ["retry", true],
  ["retry", 3],
  ["fetch", {}],
  ["hooks", () => {}],
  ["hooks.onRetry", "log"],
  ["apiKey", ""],
  ["apiKey", "a:b"],
  ["apiSecret", undefined],
  ["baseUrl", "http://pix.example"],
])("so is %s: %s", (name, value) => {
  const make = (): unknown => createPixClient({ baseUrl, ...credentials, ...nest(name, value) });
  expect(make).toThrow(new RegExp(`^options: \`${name}\` must `));
});

test.each(cases)("%s: %s is refused where a call is made, and nothing is sent", async (name, value) => {
  const { pix, server } = await setUp({});
  const error = await failure(pix.webhooks.list(nest(name, value)));
  expect(error).toMatchObject({
    name: "InvalidRequestError",
    operation: "listWebhooks",
    field: name,
    outcome: "not-sent",
  });
  expect(server.seen).toHaveLength(0);
});

test.each(["timeout", "firstInterval", "maxInterval"].flatMap((name) => wrong.map((value) => [name, value] as const)))(
  "%s: %s is refused where a wait begins",
  async (name, value) => {
    const { pix, server } = await setUp({});
    const error = await failure(pix.transfers.waitUntilFinal("trf_1", { [name]: value }));
    expect(error).toMatchObject({ name: "InvalidRequestError", operation: "getTransfer", field: name });
    expect(server.seen).toHaveLength(0);
  },
);
