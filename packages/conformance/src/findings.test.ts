import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { CheckName } from "./checks.ts";
import type { Contract } from "./contract.ts";
import type { Exchange } from "./exchange.ts";
import { byCause, countRequests, Findings, flatten, subtract } from "./findings.ts";
import { pixChecks } from "./pix/checks.ts";

const contract = JSON.parse(
  readFileSync(new URL("../../../generated/openapi/contract.json", import.meta.url), "utf8"),
) as Contract;

/** An exchange as far as findings read it; the same request may be given to several. */
function exchangeOf(label: string, request = { method: "GET", url: "http://x/", headers: {} }) {
  return { exchange: { label, request } as unknown as Exchange };
}

const make = (): Findings => new Findings(contract, {}, pixChecks);

test("a cause is an operation and a field: seventy bodies are not one", () => {
  const findings = make();
  const refuse = (operation: string, label: string) =>
    findings.record(
      "bad-data-refused",
      operation,
      [`${label}: 200 instead of 400 VALIDATION_ERROR.`],
      exchangeOf(label),
    );
  for (const operation of ["createCharge", "createTransfer"])
    for (const field of ["description", "customer.name"])
      for (const value of ["a zero character inside", "a lone surrogate"])
        refuse(operation, `${field}: ${value}`);
  const [finding] = findings.found;
  expect(findings.found).toHaveLength(1);
  expect(
    finding?.causes.map(({ operation, place, repeats }) => [operation, place, repeats]),
  ).toEqual([
    ["createCharge", "description", 1],
    ["createCharge", "customer.name", 1],
    ["createTransfer", "description", 1],
    ["createTransfer", "customer.name", 1],
  ]);
});

test("which request shows a broken header first is chance, so its causes are operations alone", () => {
  const findings = make();
  for (const label of ["a new key", "the same key"])
    findings.record("headers", "createCharge", ["X-Request-Id is missing."], exchangeOf(label));
  expect(findings.found[0]?.causes).toMatchObject([{ operation: "createCharge", repeats: 1 }]);
});

test("a known finding on another operation, field or kind of request is new", () => {
  const earlier = make();
  const isolation = "The list shows another caller's objects.";
  earlier.record("isolation", "listWebhooks", [isolation], exchangeOf("the list"));
  const now = make();
  now.record("isolation", "listWebhooks", [isolation], exchangeOf("the list"));
  expect(subtract(now.found, earlier.found)).toEqual([]);
  now.record("isolation", "getTransaction", ["Another caller reads it."], exchangeOf("by id"));
  now.record("isolation", "listWebhooks", ["Another caller reads it."], exchangeOf("by id"));
  const added = subtract(now.found, earlier.found).flatMap(({ causes }) => causes);
  expect(added.map(({ operation, request }) => [operation, request])).toEqual([
    ["getTransaction", "by id"],
    ["listWebhooks", "by id"],
  ]);
  expect(subtract(earlier.found, now.found)).toEqual([]);
});

test("a leak in a broken response is a finding of its own, its form is not", () => {
  const findings = make();
  const { exchange } = exchangeOf("a body that is not JSON");
  findings.record("content-type", "createCharge", ["It is text/html."], { exchange });
  findings.record("body-schema", "createCharge", ["It is no object."], { exchange });
  findings.record("no-leaks", "createCharge", ["A stack trace."], { exchange });
  expect(findings.found.map(({ check }) => check)).toEqual(["content-type", "no-leaks"]);
  expect(findings.found[0]?.consequences.map(({ check }) => check)).toEqual(["body-schema"]);
});

test("money follows from a response that is none, and from no other mistake of form", () => {
  for (const [check, isExplained] of [
    ["server-error", true],
    ["content-type", false],
  ] as const) {
    const findings = make();
    const { exchange } = exchangeOf("the same key");
    findings.record(check, "createTransfer", ["Wrong."], { exchange });
    findings.record("idempotency-replay", "createTransfer", ["Not replayed."], { exchange });
    expect(findings.found).toHaveLength(isExplained ? 1 : 2);
  }
});

test("a consequence that occurs by itself later is a finding of its own", () => {
  const findings = make();
  const { exchange } = exchangeOf("a broken body");
  findings.record("content-type", "createCharge", ["It is text/html."], { exchange });
  findings.record("headers", "createCharge", ["X-Request-Id is missing."], { exchange });
  expect(findings.found.map(({ check }) => check)).toEqual(["content-type"]);
  findings.record("headers", "createWebhook", ["X-Request-Id is missing."], {
    exchange: exchangeOf("a valid body", { method: "POST", url: "http://x/", headers: {} })
      .exchange,
  });
  expect(findings.found.map(({ check }) => check)).toEqual(["content-type", "headers"]);
  expect(flatten(findings.found)).toHaveLength(2);
});

test("the order is money, security, responses that are none, and the rest; wrong sums follow from money that moved twice", () => {
  const findings = make();
  const add = (check: CheckName) =>
    findings.record(check, "createTransfer", [`${check} is broken.`]);
  const names = [
    "headers",
    "lookup",
    "notification-expected",
    "server-error",
    "no-leaks",
    "idempotency-replay",
  ] as const;
  for (const name of names) add(name);
  const order = byCause(findings.found, () => true).map(({ check }) => check);
  expect(order).toEqual([
    "idempotency-replay",
    "no-leaks",
    "server-error",
    "lookup",
    "notification-expected",
    "headers",
  ]);
});

test("a notification is kept as it came", () => {
  const findings = make();
  const received = "POST /hook\npix-signature: t=1,v1=00\n\n{}";
  findings.record("notification-signature", "transaction_paid", ["Wrong."], { received });
  expect(findings.found[0]?.causes[0]).toMatchObject({ received, curl: "" });
});

test("an assumption is marked; money and security bind whatever the basis of their part of the contract", () => {
  const findings = make();
  const mark = { text: "The mark is missing.", basis: "assumed" } as const;
  for (const check of ["lookup", "sums", "no-leaks"] as const)
    findings.record(check as CheckName, "createTransfer", ["200 instead of 400 VALIDATION_ERROR."]);
  findings.record("idempotency-replay", "createTransfer", [mark]);
  findings.record("lookup", "createTransfer", [{ text: "It is 5.", basis: "documented" }]);
  expect(findings.found.map(({ check, basis }) => [check, basis])).toEqual([
    ["lookup", "assumed"],
    ["sums", undefined],
    ["no-leaks", undefined],
    ["idempotency-replay", "assumed"],
    ["lookup", undefined],
  ]);
});

test("what is assumed and what is documented are two findings, though their sentences are equal", () => {
  const findings = make();
  const text = "quantity: 200 instead of 400 VALIDATION_ERROR.";
  for (const basis of ["assumed", "documented", "assumed"] as const)
    findings.record("bad-data-refused", "createCharge", [{ text, basis }], exchangeOf("quantity"));
  expect(findings.found.map(({ basis, causes }) => [basis, causes[0]?.repeats])).toEqual([
    ["assumed", 1],
    [undefined, 0],
  ]);
});

test("what counts is no consequence of what does not", () => {
  const findings = make();
  const { exchange } = exchangeOf("a body");
  findings.record("content-type", "createTransfer", [{ text: "HTML.", basis: "assumed" }], {
    exchange,
  });
  findings.record("body-schema", "createTransfer", ["No status."], { exchange });
  findings.record("headers", "createTransfer", [{ text: "None.", basis: "assumed" }], { exchange });
  expect(findings.found.map(({ check }) => check)).toEqual(["content-type", "body-schema"]);
});

test.for<[skip: object, operation: string, request: string, isHidden: boolean]>([
  [{}, "createCharge", "description: empty", true],
  [{ operation: "*" }, "createCharge", "description: empty", true],
  [{ operation: "createCharge" }, "createCharge", "description: empty", true],
  [{ operation: "createCharge" }, "createTransfer", "description: empty", false],
  [{ request: "description" }, "createCharge", "description: empty", false],
  [{ request: "description*" }, "createCharge", "description: empty", true],
  [{ request: "*empty" }, "createCharge", "description: empty", true],
  [{ request: "*empty" }, "createCharge", "description: empty twice", false],
  [{ request: "description" }, "createCharge", "my description", false],
  [{ request: "items.0*" }, "createCharge", "itemsX0: empty", false],
])("a skip of %j hides a failure of %s for %s: %s", ([skip, operation, request, isHidden]) => {
  const skips = [{ check: "echo", reason: "known", ...skip }];
  const findings = new Findings(contract, { skip: skips }, pixChecks);
  findings.record("echo", operation, ["It differs."], exchangeOf(request));
  findings.record("lookup", operation, ["It differs."], exchangeOf(request));
  const found = findings.found.map(({ check }) => check);
  expect(found).toEqual(isHidden ? ["lookup"] : ["echo", "lookup"]);
  expect(findings.skips[0]?.used).toBe(isHidden ? 1 : 0);
  expect(findings.leavesOut("echo")).toBe(Object.keys(skip).length === 0);
});

test("a run of some checks makes those, and sends no requests of others", () => {
  const only = { checks: ["echo"], operations: [] };
  const findings = new Findings(contract, { only }, pixChecks);
  for (const check of ["echo", "lookup"] as const)
    findings.record(check, "createCharge", ["Wrong."]);
  expect(findings.found.map(({ check }) => check)).toEqual(["echo"]);
  expect([findings.asksFor("echo"), findings.asksFor("lookup"), findings.asksFor()]).toEqual([
    true,
    false,
    false,
  ]);
  expect(make().asksFor()).toBe(true);
});

test("of two findings of one area, that of more requests is first", () => {
  const findings = make();
  findings.record("lookup", "getTransfer", ["Wrong."], exchangeOf("a"));
  for (const label of ["a", "b", "b"])
    findings.record("list", "listWebhooks", ["Wrong."], exchangeOf(label));
  const sorted = byCause(findings.found, () => true);
  expect(sorted.map((one) => [one.check, countRequests(one)])).toEqual([
    ["list", 3],
    ["lookup", 1],
  ]);
});

test.for<[check: string, label: string, status: number, words: string, isExplained: boolean]>([
  ["balance", "the example 'minimal'", 400, "It has no known form.", true],
  ["idempotency-parallel", "the example 'minimal'", 400, "It has no known form.", true],
  ["balance", "the example 'minimal'", 400, "The balance is too low.", false],
  ["balance", "pixKey: a phone number", 400, "It has no known form.", false],
  ["balance", "the example 'minimal'", 200, "", false],
  ["idempotency-replay", "the example 'minimal'", 400, "It has no known form.", false],
  ["no-leaks", "the example 'minimal'", 400, "It has no known form.", false],
])(
  "of %s, after a refusal of %s: %i %s follows from it: %s",
  ([check, label, status, words, isExplained]) => {
    const answer = (shown: string, code: number, message: string): { exchange: Exchange } => {
      const { exchange } = exchangeOf(shown, { method: "POST", url: "http://x/", headers: {} });
      const json = { error: { code: "INVALID_PIX_KEY", message } };
      return {
        exchange: {
          ...exchange,
          response: { status: code, json } as unknown as Exchange["response"],
        },
      };
    };
    const findings = make();
    const record = (name: string, evidence: { exchange: Exchange }) =>
      findings.record(name as CheckName, "createTransfer", ["Wrong."], evidence);
    record("good-data-accepted", answer(label, 400, "It has no known form."));
    record(check, answer("the rest of the balance", 400, "It has no known form."));
    record(check, answer("all of the balance", status, words));
    const roots = byCause(findings.found, () => true, findings.refusals);
    expect(roots).toHaveLength(isExplained ? 1 : 2);
  },
);

test("money that moved does not follow from a check that followed from a refusal", () => {
  const findings = make();
  const record = (name: string, label: string) => {
    const { exchange } = exchangeOf(label, { method: "POST", url: "http://x/", headers: {} });
    const response = { status: 400, json: {} } as unknown as Exchange["response"];
    findings.record(name as CheckName, "createTransfer", ["Wrong."], {
      exchange: { ...exchange, response },
    });
  };
  record("good-data-accepted", "the example 'minimal'");
  findings.record("ledger" as CheckName, "createTransfer", ["The balance is wrong."]);
  record("idempotency-parallel", "eight at once");
  const roots = byCause(findings.found, () => true, findings.refusals);
  expect(roots.map(({ check }) => check)).toEqual(["ledger", "good-data-accepted"]);
});

test("what follows from a consequence stands below the cause of both", () => {
  const findings = make();
  for (const check of ["headers", "ledger", "idempotency-parallel", "idempotency-replay"])
    findings.record(check as CheckName, "createTransfer", ["Wrong."]);
  const [first, ...others] = byCause(findings.found, () => true);
  expect(first?.check).toBe("idempotency-replay");
  expect(first?.consequences.map(({ check }) => check)).toEqual(["ledger", "idempotency-parallel"]);
  expect(others.map(({ check }) => check)).toEqual(["headers"]);
});

test("an operation that has worked once works, whatever came later; one that never did explains what follows", () => {
  const findings = make();
  expect(findings.lives("getTransfer")).toBe(true);
  findings.noteCall("getTransfer", false);
  expect(findings.lives("getTransfer")).toBe(false);
  findings.noteCall("getTransfer", true);
  findings.noteCall("getTransfer", false);
  expect(findings.lives("getTransfer")).toBe(true);
  findings.record("server-error", "getTransfer", ["The status is 500."]);
  findings.record("lookup", "getTransfer", ["It is not found."]);
  findings.record("isolation", "getTransfer", ["It is found."]);
  const roots = (lives: boolean) => byCause(findings.found, () => lives).map(({ check }) => check);
  expect(roots(true)).toEqual(["isolation", "server-error", "lookup"]);
  expect(roots(false)).toEqual(["isolation", "server-error"]);
});

test("two statuses are two findings; two ids, times, amounts or checksums are one", () => {
  const messages = [
    ["200 instead of 400 INVALID_EMAIL.", "200 instead of 410 INVALID_EMAIL."],
    ["amount is 5, not 7.", "amount is 15, not 17."],
    [
      "CRC mismatch, the code says ABCD, its characters give CDEF.",
      "CRC mismatch, the code says AB12, its characters give CDEF.",
    ],
    ['The id is "txn_a1".', 'The id is "txn_b2".'],
  ];
  const numbers = messages.map((pair) => {
    const findings = make();
    for (const text of pair) findings.record("echo", "createCharge", [text], exchangeOf("a"));
    return findings.found.length;
  });
  expect(numbers).toEqual([2, 1, 1, 1]);
});
