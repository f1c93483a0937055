import { expect, test, vi } from "vitest";
import { charge, openService } from "../../../../test/sandbox/support/service.ts";
import { makeHandlers } from "./handlers.ts";

test("charges are shared out among companies, as transfers are: nobody's load keeps others waiting", async () => {
  await using service = await openService();
  const { sandbox, company } = service;
  const isGreedy = vi.fn(() => false);
  const { createCharge } = makeHandlers(sandbox, { isGreedy } as never);
  const other = await service.addCompany();
  const reply = { ok: (body: unknown) => body, fail: (code: string) => code };
  const ask = (caller: typeof company) => createCharge({ body: charge, company: caller, reply } as never);
  expect(await Promise.all([ask(company), ask(other)])).toMatchObject([{ status: "pending" }, { status: "pending" }]);
  expect(isGreedy.mock.calls).toEqual([[company.id], [other.id]]);
});
