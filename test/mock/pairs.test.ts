// Preferences of a request in pairs: any two values of any two preferences meet, and credentials and places with them.
import { expect, test } from "vitest";
import { contract } from "../support/contract.ts";
import { pairwise } from "../support/pairwise.ts";
import { token, useMock } from "./mock.ts";

const mock = useMock();
const lookup = contract.operations.find(({ id }) => id === "getTransaction");
const [paid] = lookup?.responses.find(({ status }) => status === 200)?.examples ?? [];
const [missing] = lookup?.responses.find(({ status }) => status === 404)?.examples ?? [];
if (!paid || !missing) throw new Error("The contract has no examples of a lookup.");

const requests = pairwise({
  place: ["header", "query", "header before query", "query beside others"],
  credentials: ["given", "missing"],
  code: [undefined, "200", "404"],
  example: [undefined, paid.name, missing.name],
  dynamic: [undefined, "false", "true"],
  seed: [undefined, "7"],
  delay: [undefined, "0", "1"],
});
type Asked = (typeof requests)[number];

/** The status that the contract and the preferences give, by the guide of the mock. */
function expectedStatus({ code, example, credentials }: Asked): number {
  const statusOf = { [paid?.name ?? ""]: "200", [missing?.name ?? ""]: "404" };
  const named = example === undefined ? code : statusOf[example];
  if (code !== undefined && named !== code) return 400;
  if (named !== undefined) return Number(named);
  return credentials === "given" ? 200 : 401;
}

async function send(method: string, { place, credentials, ...preferences }: Asked) {
  const given = Object.entries(preferences).filter(([, value]) => value !== undefined);
  const url = new URL(`${mock.url}/api/v1/transactions/txn_1`);
  const isInQuery = place.startsWith("query");
  if (isInQuery)
    for (const [name, value] of given) url.searchParams.set(`__${name}`, String(value));
  else if (place !== "header" && given.length > 0) url.searchParams.set("__code", "500");
  // A preference that is not for the mock leaves the query to count.
  const others = place === "query beside others" ? ["respond-async"] : [];
  const prefer = isInQuery ? others : given.map(([name, value]) => `${name}=${value}`);
  const response = await fetch(url, {
    method,
    headers: {
      ...(credentials === "given" && token),
      ...(prefer.length > 0 && { prefer: prefer.join(", ") }),
    },
  });
  const { status, headers } = response;
  return { status, length: Number(headers.get("content-length")), body: await response.text() };
}

test.for(requests)(
  "by $place, credentials $credentials: code $code, example $example, dynamic $dynamic, seed $seed, delay $delay",
  async (asked) => {
    const { status, length, body } = await send("GET", asked);
    expect([status, length]).toEqual([expectedStatus(asked), Buffer.byteLength(body)]);
    // The values that are made at random differ, unless a seed repeats them.
    if (asked.dynamic === "true" && asked.seed === undefined) return;
    expect(await send("GET", asked)).toEqual({ status, length, body });
    expect(await send("HEAD", asked)).toEqual({ status, length, body: "" });
  },
);

test.for(requests)(
  "by $place: a delay that is too long is refused beside code $code, example $example, dynamic $dynamic, seed $seed",
  async (asked) => {
    expect((await send("GET", { ...asked, delay: "60001" as never })).status).toBe(400);
  },
);
