// Each rule of an object on both sides of its edge, by the same function: what is right there is wrong one step further.
import { readFileSync } from "node:fs";
import { checksum } from "@pix-contract/formats/br-code.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Contract, JsonObject } from "../contract.ts";
import { objectChecks, readMinute } from "./object-checks.ts";

const contract = JSON.parse(
  readFileSync(new URL("../../../../generated/openapi/contract.json", import.meta.url), "utf8"),
) as Contract;

/** The mistakes that the checks find in objects, one after the other, in the last of them; undefined if no check applies. */
function findIn(check: string, ...objects: JsonObject[]): string[] | undefined {
  const checks = objectChecks(contract, new Map([["txn_1", "Maria"]]));
  const results = objects.map((object) => {
    const all = checks.filter((one) => one.check === check).map((one) => one.run(object));
    return all.every((one) => one === undefined) ? undefined : all.flatMap((one) => one ?? []);
  });
  return results.at(-1);
}

const isRight = (check: string, ...objects: JsonObject[]): boolean =>
  findIn(check, ...objects)?.length === 0;

test.for<[string, JsonObject, boolean]>([
  ["fees below the amount", { amount: 100, fees: 99, netAmount: 1 }, true],
  ["fees that are the amount", { amount: 100, fees: 100, netAmount: 0 }, true],
  ["fees above the amount", { amount: 100, fees: 101, netAmount: -1 }, false],
  ["fees of a charge above its amount", { amount: 1, fees: 75 }, true],
  ["a net amount of a centavo too little", { amount: 100, fees: 10, netAmount: 89 }, false],
  ["a net amount of a centavo too much", { amount: 100, fees: 10, netAmount: 91 }, false],
  ["a refund below the amount", { amount: 100, fees: 1, refund: { amount: 99 } }, true],
  ["a refund of the amount", { amount: 100, fees: 1, refund: { amount: 100 } }, true],
  ["a refund above the amount", { amount: 100, fees: 1, refund: { amount: 101 } }, false],
])("sums: %s", ([, object, expected]) => {
  expect(isRight("sums", object)).toBe(expected);
});

test("sums of an object without figures are not checked", () => {
  expect(findIn("sums", { amount: 1 })).toBeUndefined();
  expect(findIn("sums", { fees: 1 })).toBeUndefined();
});

/** A BR Code of an amount in centavos, or of none. */
function codeOf(centavos?: number): string {
  const text = ((centavos ?? 0) / 100).toFixed(2);
  const amount = centavos === undefined ? "" : `54${String(text.length).padStart(2, "0")}${text}`;
  const body = `00020101021226580014br.gov.bcb.pix01363fa85f64-5717-4562-b3fc-2c963f66afa6520400005303986${amount}5802BR5905Maria6009SAO PAULO62070503***6304`;
  return body + checksum(body);
}

test("every amount up to R$ 1.000 is read from a BR Code to the centavo, and one beside it is not taken", () => {
  const wrong: number[] = [];
  for (let amount = 1; amount <= 100_000; amount += 7)
    if (!isRight("br-code", { id: "a", amount, pix: { emv: codeOf(amount) } })) wrong.push(amount);
  // Their fractions are not exact: 0.29 × 100 is 28.999….
  for (const amount of [29, 57, 58, 113, 115, 1_999, 4_990, 99_999_999]) {
    for (const [shown, expected] of [
      [amount - 1, false],
      [amount, true],
      [amount + 1, false],
    ] as const)
      if (isRight("br-code", { id: "a", amount: shown, pix: { emv: codeOf(amount) } }) !== expected)
        wrong.push(shown);
  }
  expect(wrong).toEqual([]);
});

test("a code without an amount is of any; one code belongs to one charge", () => {
  const charge = (id: string) => ({ id, amount: 5, pix: { emv: codeOf() } });
  expect(isRight("br-code", charge("a"), charge("a"))).toBe(true);
  expect(findIn("br-code", charge("a"), charge("b"))).toEqual([
    "The charges a and b have the same BR Code.",
  ]);
});

const paidAt = "2026-03-01T00:05:00Z";
const endToEndId = (minute: string) => `E12345678${minute}abcdefghijk`;

test("the minute of a payment is UTC, in every month and wherever the suite runs", () => {
  vi.stubEnv("TZ", "America/Sao_Paulo");
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(readMinute(endToEndId("202603010005"))).toBe(Date.parse(paidAt));
  expect(readMinute(endToEndId("202612312359"))).toBe(Date.parse("2026-12-31T23:59:00Z"));
  expect(readMinute("E1")).toBeNaN();
});

test.for<[string, object, boolean]>([
  ["202602282355", { createdAt: paidAt, paidAt }, true],
  ["202602282354", { createdAt: paidAt, paidAt }, false],
  ["202603010015", { createdAt: paidAt, paidAt }, true],
  ["202603010016", { createdAt: paidAt, paidAt }, false],
  ["202602282355", { createdAt: paidAt, completedAt: "2026-03-01T05:00:00Z" }, true],
  ["202602282354", { createdAt: paidAt, completedAt: "2026-03-01T05:00:00Z" }, false],
  ["202603010510", { createdAt: paidAt, completedAt: "2026-03-01T05:00:00Z" }, true],
  ["202603010511", { createdAt: paidAt, completedAt: "2026-03-01T05:00:00Z" }, false],
])("a payment of the minute %s in %j: %s", ([minute, times, expected]) => {
  const object = { ...times, pix: { endToEndId: endToEndId(minute) } };
  expect(isRight("times", object)).toBe(expected);
});

const createdAt = "2026-03-01T12:00:00.000Z";
const after = (milliseconds: number, from = createdAt) =>
  new Date(Date.parse(from) + milliseconds).toISOString();
/** Milliseconds for which a charge can be paid. */
const lifetime =
  (contract.lifecycles
    .find(({ subject }) => subject === "transaction")
    ?.transitions.find(({ after: seconds }) => seconds !== undefined)?.after ?? 0) * 1000;

test.for<[number, boolean]>([
  [-60_001, false],
  [-60_000, true],
  [60_000, true],
  [60_001, false],
])("an expiry %d ms from the end of a charge's lifetime: %s", ([by, expected]) => {
  expect(isRight("times", { createdAt, expiresAt: after(lifetime + by) })).toBe(expected);
});

test.for([
  ["createdAt", "updatedAt"],
  ["createdAt", "paidAt"],
  ["createdAt", "completedAt"],
  ["paidAt", "updatedAt"],
  ["completedAt", "updatedAt"],
  ["paidAt", "refundedAt"],
  ["refundedAt", "updatedAt"],
] as const)(
  "%s is not after %s: as late is right, a millisecond later is not",
  ([first, second]) => {
    const objectOf = (by: number): JsonObject => {
      const { refundedAt, ...times } = {
        createdAt,
        [first]: after(by),
        [second]: createdAt,
      } as Record<string, string>;
      return { ...times, ...(refundedAt !== undefined && { refund: { refundedAt } }) };
    };
    expect(isRight("times", objectOf(0))).toBe(true);
    expect(isRight("times", objectOf(1)), JSON.stringify(objectOf(1))).toBe(false);
  },
);

test("two objects of one payment are found, one that is shown twice is not", () => {
  const paid = (id: string) => ({ id, pix: { endToEndId: endToEndId("202603010005") } });
  expect(isRight("unique-ids", paid("a"), paid("a"))).toBe(true);
  expect(isRight("unique-ids", paid("a"), paid("b"))).toBe(false);
});

/** Objects with each part of their status, and none other. */
const whole: Record<string, JsonObject> = {
  pending: {},
  paid: { paidAt: createdAt, pix: { payerInfo: {}, endToEndId: "E1" } },
  refunded: { paidAt: createdAt, refund: {}, pix: { payerInfo: {} } },
  queued: { pixKey: "k" },
  completed: { pixKey: "k", completedAt: createdAt, pix: { endToEndId: "E1" } },
  refused: { pixKey: "k", reason: "No." },
  canceled: {},
};
const partsOf = (object: JsonObject) =>
  Object.keys(object).filter((name) => name !== "pixKey" && name !== "pix");

test.for(Object.keys(whole))("an object that is %s has its parts, and no others", (status) => {
  const object: JsonObject = { createdAt, status, ...whole[status] };
  expect(isRight("lifecycle", object)).toBe(true);
  for (const name of partsOf(whole[status] ?? {})) {
    const { [name]: _, ...without } = object;
    expect(isRight("lifecycle", without), `without ${name}`).toBe(false);
  }
  for (const [name, value] of [
    ["paidAt", createdAt],
    ["refund", {}],
    ["completedAt", createdAt],
  ] as const)
    if (!(name in object))
      expect(isRight("lifecycle", { ...object, [name]: value }), `with ${name}`).toBe(false);
});

test("a canceled transfer has a reason, a canceled charge need not", () => {
  const canceled = { createdAt, status: "canceled" };
  expect(isRight("lifecycle", { ...canceled, pixKey: "k" })).toBe(false);
  expect(isRight("lifecycle", { ...canceled, pixKey: "k", reason: "Late." })).toBe(true);
});

test("a charge shows who has paid it", () => {
  const paidBy = (name: string) => ({ id: "txn_1", pix: { payerInfo: { name } } });
  expect([isRight("lifecycle", paidBy("Maria")), isRight("lifecycle", paidBy("Ana"))]).toEqual([
    true,
    false,
  ]);
});
