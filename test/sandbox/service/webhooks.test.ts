import { expect, test } from "vitest";
import { dataOf, noon, openService, outcomeOf, type Service } from "../support/service.ts";
import { onEachStorage } from "../support/storages.ts";

const url = "https://shop.example.com/pix";

interface Registration {
  id: string;
  secret?: string;
}

async function list(service: Service, company = service.company): Promise<Registration[]> {
  return dataOf<Registration[]>(await service.call("listWebhooks", { company }));
}

onEachStorage("registrations", (makePlace) => {
  test("are created with defaults and a secret that is shown once", async () => {
    await using service = await openService(await makePlace());
    const created = dataOf<Registration>(await service.call("createWebhook", { body: { url } }));
    const { secret, ...rest } = created;
    expect(secret).toMatch(/^whsec_[\w-]{43}$/);
    const createdAt = new Date(noon).toISOString();
    expect(rest).toEqual({
      id: created.id,
      url,
      events: [],
      name: "Webhook",
      active: true,
      createdAt,
    });
    expect(created.id).toMatch(/^wh_\w{20}$/);
    expect(await list(service)).toEqual([rest]);
    const events = ["transaction_paid", "transfer_completed", "transaction_paid"];
    const other = dataOf(
      await service.call("createWebhook", { body: { url, events, name: "Loja", isActive: false } }),
    );
    expect(other).toMatchObject({
      events: ["transaction_paid", "transfer_completed"],
      name: "Loja",
      active: false,
    });
    expect(other.secret).not.toBe(secret);
  });

  test("are seen and deleted by their company alone", async () => {
    await using service = await openService(await makePlace());
    const { id } = dataOf<Registration>(await service.call("createWebhook", { body: { url } }));
    const company = await service.addCompany();
    expect(await list(service, company)).toEqual([]);
    const remove = async (by = service.company) =>
      service.call("deleteWebhook", { path: { id }, company: by });
    expect(outcomeOf(await remove(company))).toBe("404 WEBHOOK_NOT_FOUND");
    expect(dataOf(await remove())).toEqual({ id, deleted: true });
    expect(outcomeOf(await remove())).toBe("404 WEBHOOK_NOT_FOUND");
    expect(await list(service)).toEqual([]);
  });
});
