import { expect, test } from "vitest";
import { readChargeCode } from "../../../packages/conformance/src/pix/br-code.ts";
import { cancelCharge, payCharge } from "../../../packages/sandbox/src/service/charges.ts";
import { charge, dataOf, noon, openService, type Service } from "../support/service.ts";

async function create(service: Service, fields: object = {}) {
  const { id, pix } = dataOf<{ id: string; pix: { emv: string } }>(
    await service.call("createCharge", { body: { ...charge, ...fields } }),
  );
  return { id, url: `http://${readChargeCode(pix.emv).get("26.25")}`, emv: pix.emv };
}

test("the URL of a BR Code says what is to be paid, and takes no text for markup", async () => {
  await using service = await openService();
  const { url, emv } = await create(service, { description: "<img src=x onerror=alert(1)> & 'Cia'" });
  const answer = await service.fetch(url);
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  const page = await answer.text();
  expect(page).toMatch(/^Loja São João: R\$\s49,90\n<img src=x onerror=alert\(1\)> & 'Cia'\n/);
  expect(page).toContain(`\n${emv}\n`);
  expect(page).toContain("http://127.0.0.1:4020/_sandbox\n");
});

test("a charge that can no longer be paid is gone, an unknown one was never there", async () => {
  await using service = await openService();
  const { transact, sandbox, fetch, setClock } = service;
  const [paid, canceled, expired] = [await create(service), await create(service), await create(service)];
  await transact((tx) => payCharge(tx, sandbox, paid.id));
  await transact((tx) => cancelCharge(tx, sandbox, canceled.id));
  const look = async (url: string) => {
    const answer = await fetch(url);
    return [answer.status, await answer.text()] as const;
  };
  for (const { url, id } of [paid, canceled]) expect(await look(url)).toEqual([410, expect.stringContaining(id)]);
  expect((await look(expired.url))[0]).toBe(200);
  // It is not canceled yet, but its time is over.
  await setClock(noon + 12 * 3_600_000);
  expect((await look(expired.url))[0]).toBe(410);
  for (const location of ["x", "%00", "..%2f..", "x".repeat(5_000)]) {
    expect((await look(`http://sandbox/qr/v2/${location}`))[0], location).toBe(404);
  }
});
