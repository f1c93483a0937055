import { expect, test } from "vitest";
import { makeCompaniesControl } from "../../../packages/sandbox/src/control/companies.ts";
import { addCompany } from "../../../packages/sandbox/src/service/companies.ts";
import { NotAllowedError, NotFoundError } from "../../../packages/sandbox/src/service/errors.ts";
import { readBalance } from "../../../packages/sandbox/src/service/ledger.ts";
import { getRow } from "../../../packages/sandbox/src/service/rows.ts";
import { noon, openService } from "../support/service.ts";
import { onEachStorage } from "../support/storages.ts";

test("a company is there with its opening balance, which the bank has given", async () => {
  await using service = await openService({}, { openingBalance: 700 });
  const { sandbox, transact } = service;
  const { db } = sandbox.storage;
  const add = (fields: object) =>
    transact((tx) =>
      addCompany(tx, sandbox, { name: "Padaria", apiSecret: "s", apiKey: "k", ...fields }),
    );
  const before = (await service.accounts()).bank ?? 0;
  const plain = await add({});
  expect(await getRow(db, "companies", plain.id)).toEqual(plain);
  expect(plain).toMatchObject({
    name: "Padaria",
    city: "SAO PAULO",
    apiKey: "k",
    suspended: 0,
    createdAt: noon,
  });
  expect(await readBalance(db, plain.id)).toBe(700);
  const other = await add({
    id: "cmp_own",
    apiKey: "k2",
    city: "Recife",
    suspended: true,
    balance: 0,
  });
  expect(other).toMatchObject({ id: "cmp_own", city: "Recife", suspended: 1 });
  expect(await readBalance(db, "cmp_own")).toBe(0);
  expect((await service.accounts()).bank).toBe(before - 700);
});

onEachStorage("companies", (makePlace) => {
  test("of several calls at once one gets an API key, and the others an error", async () => {
    await using service = await openService(await makePlace());
    const control = makeCompaniesControl(service.sandbox);
    const outcomes = await Promise.allSettled(
      ["A", "B", "C"].map((name) => control.add({ name, apiKey: "one-key", balance: 5 })),
    );
    const refused = outcomes.flatMap((outcome) =>
      outcome.status === "rejected" ? [outcome.reason] : [],
    );
    expect(refused).toEqual(Array(2).fill(new NotAllowedError("The API key one-key is taken.")));
    const keys = (await control.list()).items.map(({ apiKey }) => apiKey);
    expect(keys.sort()).toEqual([service.company.apiKey, "one-key"].sort());
    await expect(getRow(service.sandbox.storage.db, "companies", "cmp_none")).rejects.toThrow(
      NotFoundError,
    );
    await service.accounts();
  });

  test("changes at once do not undo one another", async () => {
    await using service = await openService(await makePlace());
    const control = makeCompaniesControl(service.sandbox);
    const { id } = service.company;
    await Promise.all([
      control.change(id, { suspended: true, balance: 4 }),
      control.change(id, { name: "Nova" }),
      control.change(id, { city: "Recife" }),
    ]);
    expect(await control.change(id, {})).toMatchObject({
      name: "Nova",
      city: "Recife",
      suspended: true,
      balance: 4,
    });
    expect(await control.read(id)).toEqual(await control.change(id, { suspended: true }));
  });
});
