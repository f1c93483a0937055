import { expect, test } from "vitest";
import { runDueTransitions } from "../../../packages/sandbox/src/service/due.ts";
import { getRow } from "../../../packages/sandbox/src/service/rows.ts";
import { type Trigger, triggers } from "../../../packages/sandbox/src/service/triggers.ts";
import { type Call, charge, dataOf, noon, openService, outcomeOf, transfer } from "../support/service.ts";

/** The calls that trigger the same: by the amount, and by the address; that for a token by the API key. */
function callsOf({ operation, amount, value }: Trigger): Call[] {
  if (operation === "issueToken") return [{ headers: { authorization: `Basic ${btoa(`${value}:secret`)}` } }];
  const bodies =
    operation === "createCharge"
      ? [
          { ...charge, amountInCents: amount },
          { ...charge, customer: { ...charge.customer, email: value } },
        ]
      : [
          { ...transfer, amount },
          { ...transfer, pixKey: value },
        ];
  return bodies.map((body) => ({ body }));
}

const settings = { openingBalance: 10 ** 12, dailyLimit: 10 ** 12 };

test.for(triggers)("$operation of $amount, or to $value: $description", async (trigger) => {
  await using service = await openService({}, settings);
  const { operation, effect } = trigger;
  for (const call of callsOf(trigger)) {
    const before = await service.accounts();
    const answer = await service.call(operation, call);
    if (effect.kind === "fail") {
      expect(outcomeOf(answer)).toBe(`${effect.status} ${effect.code}`);
      expect(await service.accounts()).toEqual(before);
      continue;
    }
    const { id, status: initial } = dataOf<{ id: string; status: string }>(answer);
    for (const time of [1_000, 2_000, 3_000]) {
      await service.setClock(noon + time);
      await runDueTransitions(service.sandbox);
    }
    const { db } = service.sandbox.storage;
    const found = operation === "createCharge" ? await getRow(db, "charges", id) : await getRow(db, "transfers", id);
    expect(found.status).toBe(effect.kind === "hold" ? initial : effect.status);
    await service.accounts();
    await service.setClock(noon);
  }
});

test("other amounts and addresses trigger nothing", async () => {
  await using service = await openService({}, settings);
  for (const amount of [1, 111_099, 899_999_999, 1_000_000_000]) {
    expect(outcomeOf(await service.call("createTransfer", { body: { ...transfer, amount } }))).toBe("200");
    expect(outcomeOf(await service.call("createCharge", { body: { ...charge, amountInCents: amount } }))).toBe("200");
  }
  for (const address of ["refused@pix.example", "refused@sandbox.pix.example.com", "canceled@shop.example.com"]) {
    const customer = { ...charge.customer, email: address };
    expect(outcomeOf(await service.call("createTransfer", { body: { ...transfer, pixKey: address } }))).toBe("200");
    expect(outcomeOf(await service.call("createCharge", { body: { ...charge, customer } }))).toBe("200");
  }
  const { db } = service.sandbox.storage;
  const charges = await db.selectFrom("charges").select("nextStatus").execute();
  expect(new Set(charges.map(({ nextStatus }) => nextStatus))).toEqual(new Set([null]));
  const transfers = await db.selectFrom("transfers").select("outcome").execute();
  expect(new Set(transfers.map(({ outcome }) => outcome))).toEqual(new Set(["completed"]));
});
