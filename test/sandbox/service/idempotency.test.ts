import { expect, test } from "vitest";
import type { ReadResponse } from "../../support/check-response.ts";
import { openService, outcomeOf, type Service, transfer } from "../support/service.ts";
import { onEachStorage } from "../support/storages.ts";

const header = "x-idempotency-key";

function send(
  service: Service,
  key: string,
  body: unknown = transfer,
  company = service.company,
): Promise<ReadResponse> {
  return service.call("createTransfer", { body, headers: { [header]: key }, company });
}

const isReplayed = ({ headers }: ReadResponse): boolean => headers.get("idempotent-replayed") === "true";

async function countTransfers({ sandbox }: Service): Promise<number> {
  return (await sandbox.storage.db.selectFrom("transfers").select("id").execute()).length;
}

onEachStorage("idempotency", (makePlace) => {
  test("the same request again gets the first answer again, also after a restart", async () => {
    const place = await makePlace();
    let first: ReadResponse;
    let company: Service["company"];
    {
      await using service = await openService(place);
      ({ company } = service);
      first = await send(service, "key-1");
      expect(isReplayed(first)).toBe(false);
      const again = await send(service, "key-1");
      expect([again.status, again.body, isReplayed(again)]).toEqual([200, first.body, true]);
    }
    await using service = await openService(place);
    const again = await send(service, "key-1", transfer, company);
    expect([again.status, again.body, isReplayed(again)]).toEqual([200, first.body, true]);
    // Defaults, the order of fields and what the contract does not know make no other request.
    const same = { currency: "BRL", description: "", unknown: 1, amount: transfer.amount, pixKey: transfer.pixKey };
    expect((await send(service, "key-1", same, company)).body).toEqual(first.body);
    expect(outcomeOf(await send(service, "key-1", { ...transfer, amount: 1 }, company))).toBe(
      "409 DUPLICATE_IDEMPOTENCY_KEY",
    );
    expect(await countTransfers(service)).toBe(1);
  });
});
