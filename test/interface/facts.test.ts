// Facts of the interface, copied from the provider's document: the generated code has the same.

import { readFileSync } from "node:fs";
import { byToken } from "@packages/client/src/authorize.ts";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { createContractTable } from "../../generated/client/src/contract.ts";
import { createPacing } from "../../generated/client/src/pacing.ts";
import { contract as server } from "../../generated/server/src/contract.ts";
import { document } from "../support/contract.ts";

const client = createContractTable();
const reference = (page: string): string =>
  readFileSync(new URL(`../../docs/reference/${page}.md`, import.meta.url), "utf8");

/** The document's statements: calls and limits. */
const documented: Record<string, string> = parse(
  readFileSync(new URL("documented.yaml", import.meta.url), "utf8"),
);

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
  const [, method = "", path = "", scheme = ""] =
    /^(\S+) (\S+) by (\S+)$/.exec(documented[id] ?? "") ?? [];
  const [, rate, scopes] =
    /^(\d+) in 60 s(?: by (\S+))?$/.exec(documented[`${id} limit`] ?? "") ?? [];
  const limit = rate === undefined ? null : Number(rate);
  const served = server.operations.find((one) => one.id === id);
  // A scope that the document does not state is the contract's own.
  const scope = scopes?.split("+") ?? served?.rateLimit?.scope ?? [];
  expect(served).toMatchObject({ method, path, security: { name: scheme } });
  expect(served?.rateLimit ?? null).toEqual(
    limit && expect.objectContaining({ limit, window: 60, scope }),
  );
  expect(client.operations[id]).toMatchObject({ method, path });
  // Each operation but that for tokens takes a token.
  expect(client.authorization).toBe(byToken);
  expect(scheme === "AccessToken").toBe(id !== client.token?.operation);
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
  expect(client.token).toMatchObject({
    operation: "issueToken",
    expiresIn: "expiresIn",
    unit: 1,
    renewEarly: 60_000,
  });
  const issued =
    document.paths["/api/auth"]?.post?.responses["200"]?.content?.["application/json"]?.examples
      ?.issued;
  expect(issued).toMatchObject({
    value: { success: true, tokenType: "Bearer", expiresIn: 1_800_000 },
  });
  expect(reference("limits")).toContain(
    "(`expiresIn` in milliseconds) | 30 minutes; renewed 1 minute before its end |",
  );
});

test("times in the reference have their units, and it says which errors to repeat after", () => {
  const times = reference("limits").match(
    /keys of .* 24 hours|a notification \| 10 seconds|signature \| 5 minutes/g,
  );
  expect(times).toHaveLength(3);
  // A key is remembered for a day: in milliseconds here, in seconds there.
  expect(client.operations.createTransfer?.key).toMatchObject({
    header: "x-idempotency-key",
    lifetime: 86_400_000,
  });
  const { idempotency, rateLimit } =
    server.operations.find(({ id }) => id === "createTransfer") ?? {};
  expect(idempotency).toMatchObject({ retention: 86_400, missing: "MISSING_IDEMPOTENCY_KEY" });
  const [limit, remaining, reset, window] = ["Limit", "Remaining", "Reset", "Window"].map(
    (name) => `X-RateLimit-${name}`,
  );
  expect(rateLimit?.headers).toEqual({ limit, remaining, reset, window });
  expect(server).toMatchObject({ bodyLimit: 262_144 });
  const again = reference("errors").match(/^\| \d+(?= .*\| yes \|)/gm);
  expect(again).toEqual(["| 408", "| 429", "| 500"]);
  const advice = [
    ...reference("errors").matchAll(/^## (\w+)\n\n\*\*40[13].*\n\n- What to do: (.*)/gm),
  ];
  expect(advice.map(([, code, text]) => `${code}: ${text}`)).toEqual([
    "INVALID_CREDENTIALS: Check the credentials.",
    "INVALID_TOKEN: Check the credentials.",
    "TOKEN_EXPIRED: Get a new token, then send the same request again.",
    "ACCOUNT_SUSPENDED: Contact the provider: the account is blocked.",
  ]);
});

test("the reference has the statuses of headers and the receivers of events", () => {
  const rows = reference("limits").matchAll(
    /^\| `(X-.*-Reset|Retry-After|Idempotent-.*)` \|.* \| ([\d, ]+) \| .*/gm,
  );
  expect([...rows].map(([, name, statuses]) => `${name}: ${statuses}`)).toEqual([
    "X-RateLimit-Reset: 200, 400, 401, 402, 403, 404, 409, 413, 415, 422, 429",
    "Retry-After: 429",
    "Idempotent-Replayed: 200, 400, 402, 422",
    "Retry-After: 409",
  ]);
  const url = (field: string, operation: string) =>
    `the URL in \`${field}\` of [\`${operation}\`](operation-${operation}.md)`;
  for (const [event, operation] of [
    ["transaction_paid", "createCharge"],
    ["transfer_completed", "createTransfer"],
  ] as const)
    expect(reference(`event-${event}`)).toContain(
      `Sent to: ${url("postbackUrl", operation)}; ${url("url", "createWebhook")}\n`,
    );
});

test.each([
  ["docs/reference/notifications.md", "- Order: not promised\n"],
  ["docs/reference/notifications.md", "within 10 seconds; redirects are not followed\n"],
  ["docs/reference/limits.md", "| The body of a request | 256 KiB |"],
  ["docs/reference/operation-createTransfer.md", "`Idempotent-Replayed` (not always)."],
  ["generated/client/README.md", "renewed 60 seconds before they expire"],
  ["generated/client/README.md", 'error.code === "INSUFFICIENT_BALANCE") '],
  ["generated/client/src/client.ts", "Rate limit: 100 requests in 1 minute for each API key."],
  [
    "generated/client/src/waits.ts",
    "@throws {WaitEndedError} when the status is `canceled`, `refunded` instead",
  ],
])("%s says: %s", (file, text) => {
  expect(readFileSync(new URL(`../../${file}`, import.meta.url), "utf8")).toContain(text);
});
