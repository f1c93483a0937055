import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { CheckName } from "./checks.ts";
import type { Contract } from "./contract.ts";
import type { Exchange } from "./exchange.ts";
import { byCause, Findings, flatten, subtract } from "./findings.ts";
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
