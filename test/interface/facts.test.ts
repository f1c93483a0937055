// Facts of the interface, written by hand from the provider's document: what is generated says the same.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { createContractTable } from "../../generated/client/src/contract.ts";
import { createPacing } from "../../generated/client/src/pacing.ts";
import { contract as server } from "../../generated/server/src/contract.ts";
import { document } from "../support/contract.ts";

const client = createContractTable();
const reference = (page: string): string =>
  readFileSync(new URL(`../../docs/reference/${page}.md`, import.meta.url), "utf8");

/** The document's statements, read by hand: calls and limits stand there. */
const documented: Record<string, string> = parse(readFileSync(new URL("documented.yaml", import.meta.url), "utf8"));

test.each([
  ["issueToken", "400 401 403 429"],
  ["createCharge", "400 401 422 429"],
  ["createTransfer", "400 402 409 422 429"],
  ["getTransaction", ""],
  ["getTransfer", ""],
  ["listWebhooks", "429"],
  ["createWebhook", "429"],
  ["deleteWebhook", "429"],
] as const)("%s: call, access, limit and statuses", (id, statuses) => {
  const [, method = "", path = "", scheme = ""] = /^(\S+) (\S+) by (\S+)$/.exec(documented[id] ?? "") ?? [];
  const [, rate, scopes = ""] = /^(\d+) in 60 s by (\S+)$/.exec(documented[`${id} limit`] ?? "") ?? [];
  const limit = rate === undefined ? null : Number(rate);
  const scope = scopes.split("+");
  const served = server.operations.find((one) => one.id === id);
  expect(served).toMatchObject({ method, path, security: { name: scheme } });
  expect(served?.rateLimit ?? null).toEqual(limit && expect.objectContaining({ limit, window: 60, scope }));
  expect(client.operations[id]).toMatchObject({ method, path, security: [[scheme]] });
  const known = limit === null ? undefined : expect.objectContaining({ limit, window: 60 });
  expect(createPacing().rateLimit(id as "createCharge")).toEqual(known);
  const called = limit
    ? `| ${limit} | 1 minute | ${scope.map((one) => `\`${one}\``).join(", ")} |`
    : "| not documented |";
  expect(reference("limits")).toContain(`(operation-${id}.md) ${called}`);
  const answered = served?.responses.map(({ from }) => String(from));
  expect(answered).toEqual(expect.arrayContaining(["200", ...statuses.split(" ").filter(Boolean)]));
});

test("a token lives 30 minutes, said in milliseconds, and is renewed a minute early", () => {
  expect(client.token).toMatchObject({ operation: "issueToken", expiresIn: "expiresIn", unit: 1, renewEarly: 60_000 });
  const issued = document.paths["/api/auth"]?.post?.responses["200"]?.content?.["application/json"]?.examples?.issued;
  expect(issued).toMatchObject({ value: { success: true, tokenType: "Bearer", expiresIn: 1_800_000 } });
  expect(reference("limits")).toContain(
    "(`expiresIn` in milliseconds) | 30 minutes; renewed 1 minute before its end |",
  );
});

test("errors of the transfer call have the documented statuses", () => {
  const { refusals = [], key } = client.operations.createTransfer ?? {};
  const documented = ["400 INVALID_PIX_KEY", "400 INVALID_AMOUNT", "402 INSUFFICIENT_BALANCE"];
  const limits = ["422 DAILY_LIMIT_EXCEEDED", "422 RECIPIENT_UNAVAILABLE", "429 RATE_LIMIT_EXCEEDED"];
  expect(refusals.map((place) => client.errors[place])).toEqual(expect.arrayContaining([...documented, ...limits]));
  // A key is remembered for a day, in milliseconds here and in seconds there.
  expect(key).toMatchObject({ header: "x-idempotency-key", conflict: 409, lifetime: 86_400_000 });
  const served = server.operations.find(({ id }) => id === "createTransfer");
  expect(served?.idempotency).toMatchObject({ retention: 86_400, missing: "MISSING_IDEMPOTENCY_KEY" });
  expect(server).toMatchObject({ version: "1.0", bodyLimit: 262_144 });
});

test("headers of limits have their documented names, and so has the example of a reached limit", () => {
  const names = { limit: "X-RateLimit-Limit", remaining: "X-RateLimit-Remaining", reset: "X-RateLimit-Reset" };
  const headers = { ...names, window: "X-RateLimit-Window" };
  const pacing = createPacing();
  const known = { limit: "7", remaining: "3", reset: "60", window: "30" };
  const sent = Object.entries(headers).map(([part, name]) => [name, known[part as keyof typeof known]]);
  pacing.observe("createTransfer", new Headers(Object.fromEntries(sent)));
  expect(pacing.rateLimit("createTransfer")).toEqual({ limit: 7, remaining: 3, reset: new Date(60_000), window: 30 });
  for (const { rateLimit } of server.operations) if (rateLimit) expect(rateLimit.headers).toEqual(headers);
  const reached = document.paths["/api/v1/pix/out/pixkey"]?.post?.responses["429"]?.content?.["application/json"];
  expect(reached?.examples?.["rate-limit-exceeded"]).toMatchObject({
    value: {
      success: false,
      error: {
        code: "RATE_LIMIT_EXCEEDED",
        message: expect.stringMatching(/\b42 seconds/),
        details: { limit: 50, window: 60, retryAfter: 42 },
      },
    },
  });
});
