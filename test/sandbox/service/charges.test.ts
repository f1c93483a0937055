import { readBrCode } from "@pix-contract/formats/br-code.ts";
import { expect, test } from "vitest";
import { readMinute } from "../../../packages/conformance/src/pix/object-checks.ts";
import { readQrPng } from "../../../packages/conformance/src/pix/qr-png.ts";
import { chargeLifetime } from "../../../packages/sandbox/src/contract.ts";
import { payCharge } from "../../../packages/sandbox/src/service/charges.ts";
import { moveDue, nextDue, runDueTransitions } from "../../../packages/sandbox/src/service/due.ts";
import { readBalance } from "../../../packages/sandbox/src/service/ledger.ts";
import { getRow } from "../../../packages/sandbox/src/service/rows.ts";
import { type Created, chargeMoves, createCharge } from "../support/moves.ts";
import {
  charge,
  dataOf,
  noon,
  notificationsOf,
  openService,
  outcomeOf,
} from "../support/service.ts";
import { onEachStorage } from "../support/storages.ts";

onEachStorage("charges", (makePlace) => {
  test("of a payment and a cancellation at once, one happens", async () => {
    await using service = await openService(await makePlace());
    for (let round = 0; round < 5; round++) {
      const { id } = await createCharge(service, {
        postbackUrl: "https://shop.example.com/postback",
      });
      const ends = await Promise.allSettled([
        chargeMoves.paid?.(service, id),
        chargeMoves.canceled?.(service, id),
      ]);
      expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const { status } = await getRow(service.sandbox.storage.db, "charges", id);
      const events = (await notificationsOf(service, id)).map(({ event }) => event);
      expect(events.sort()).toEqual([`transaction_${status}`, "transaction_created"].sort());
    }
    await service.accounts();
  });

  test("expires after its lifetime, and cannot be paid from that moment on", async () => {
    await using service = await openService(await makePlace());
    const { id } = await createCharge(service, {
      postbackUrl: "https://shop.example.com/postback",
    });
    expect(await nextDue(service.sandbox)).toBe(noon + chargeLifetime);
    await service.setClock(noon + chargeLifetime - 1);
    expect(await runDueTransitions(service.sandbox)).toBe(0);
    await service.setClock(noon + chargeLifetime);
    await expect(chargeMoves.paid?.(service, id)).rejects.toThrow("expired");
    expect(await runDueTransitions(service.sandbox)).toBe(1);
    expect(
      dataOf(await service.call("getTransaction", { path: { transactionId: id } })),
    ).toMatchObject({
      status: "canceled",
      expiresAt: new Date(noon + chargeLifetime).toISOString(),
    });
    expect((await notificationsOf(service, id)).map(({ event }) => event).sort()).toEqual([
      "transaction_canceled",
      "transaction_created",
    ]);
  });

  test("those that expire do so once, whoever else moves them; one that was paid stays so", async () => {
    await using service = await openService(await makePlace());
    const { transact, sandbox } = service;
    const fields = { postbackUrl: "https://shop.example.com/postback" };
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) ids.push((await createCharge(service, fields)).id);
    await chargeMoves.paid?.(service, ids[2] ?? "");
    await service.setClock(noon + chargeLifetime);
    const moved = await Promise.all([runDueTransitions(sandbox), runDueTransitions(sandbox)]);
    expect(moved[0] + moved[1]).toBe(4);
    const move = (charges: string[]) =>
      transact((tx) =>
        moveDue(tx, sandbox, { charges, transfers: [], until: sandbox.clock.now() }),
      );
    expect(await move(ids)).toEqual({ charges: 0, transfers: 0 });
    for (const [index, id] of ids.entries()) {
      const status = index === 2 ? "paid" : "canceled";
      expect((await getRow(sandbox.storage.db, "charges", id)).status).toBe(status);
      const events = (await notificationsOf(service, id)).map(({ event }) => event);
      expect(events.sort()).toEqual([`transaction_${status}`, "transaction_created"].sort());
    }
    await service.setClock(noon);
    const { id } = await createCharge(service, fields);
    expect(await move([id]), "its time is not over").toEqual({ charges: 0, transfers: 0 });
  });

  test("a refund takes the whole amount to the last centavo, and nothing if the balance is too low", async () => {
    await using service = await openService(await makePlace());
    const { db } = service.sandbox.storage;
    for (const balance of [49, 50]) {
      const company = await service.addCompany({ balance });
      const { id } = dataOf<Created>(await service.call("createCharge", { body: charge, company }));
      const refund = async () => chargeMoves.refunded?.(service, id);
      await expect(refund()).rejects.toThrow("is pending: it cannot become refunded");
      await chargeMoves.paid?.(service, id);
      const paid = balance + 4_990 - 50;
      expect(await readBalance(db, company.id)).toBe(paid);
      if (paid < 4_990) await expect(refund()).rejects.toThrow("too low");
      else await refund();
      const isRefunded = paid === 4_990;
      expect((await getRow(db, "charges", id)).status).toBe(isRefunded ? "refunded" : "paid");
      expect(await readBalance(db, company.id)).toBe(isRefunded ? 0 : paid);
    }
    await service.accounts();
  });

  test("the lookup of a refunded charge shows payment and refund; another company's is not found", async () => {
    await using service = await openService(await makePlace());
    const { id, pix } = await createCharge(service, { description: "Pedido 1" });
    await service.transact((tx) => payCharge(tx, service.sandbox, id, { name: "João" }));
    await chargeMoves.refunded?.(service, id);
    const { pix: paidPix, ...found } = dataOf<{ pix: Record<string, unknown> }>(
      await service.call("getTransaction", { path: { transactionId: id } }),
    );
    const at = new Date(noon).toISOString();
    expect(found).toEqual({
      id,
      status: "refunded",
      amount: 4_990,
      fees: 50,
      description: "Pedido 1",
      createdAt: at,
      updatedAt: at,
      paidAt: at,
      expiresAt: new Date(noon + chargeLifetime).toISOString(),
      refund: { amount: 4_990, reason: "Pedido cancelado", refundedAt: at },
    });
    expect(paidPix).toMatchObject({ ...pix, payerInfo: { name: "João", document: "52998224725" } });
    expect(readMinute(String(paidPix.endToEndId))).toBe(noon);
    const other = await service.addCompany();
    const hidden = await service.call("getTransaction", {
      path: { transactionId: id },
      company: other,
    });
    expect(outcomeOf(hidden)).toBe("404 TRANSACTION_NOT_FOUND");
  });

  test("the BR Code and the QR code say the same: the URL of the charge, merchant and city", async () => {
    await using service = await openService(await makePlace());
    const { pix, status } = await createCharge(service);
    expect(status).toBe("pending");
    expect(readQrPng(pix.qrCode)).toBe(pix.emv);
    const code = readBrCode(pix.emv);
    expect([code.get("59"), code.get("60"), code.has("54")]).toEqual([
      "Loja Sao Joao",
      "SAO PAULO",
      false,
    ]);
    expect(code.get("26.25")).toMatch(/^127\.0\.0\.1:4020\/qr\/v2\/[0-9A-Za-z]{26}$/);
    const codes = new Set(
      await Promise.all(
        Array.from({ length: 20 }, async () => (await createCharge(service)).pix.emv),
      ),
    );
    expect(codes.size).toBe(20);
  });

  test("characters that a database may not have are no failure", async () => {
    await using service = await openService(await makePlace());
    const texts = ["𝄞".repeat(140), "'; drop table charges; --", "\u202e"];
    for (const description of texts) {
      const { id } = await createCharge(service, {
        description,
        customer: { ...charge.customer, name: `M${description}` },
      });
      await chargeMoves.paid?.(service, id);
      const found = dataOf(await service.call("getTransaction", { path: { transactionId: id } }));
      expect(found.description).toBe(description);
    }
    for (const description of ["a\0b", "\0", "\ud800"]) {
      const refused = await service.call("createCharge", { body: { ...charge, description } });
      expect(outcomeOf(refused)).toBe("400 VALIDATION_ERROR");
    }
    const missing = await service.call("getTransaction", { path: { transactionId: "txn_\0" } });
    expect(outcomeOf(missing)).toBe("404 TRANSACTION_NOT_FOUND");
    const webhook = { url: "https://shop.example.com/pix", name: "Loja\0" };
    expect(outcomeOf(await service.call("createWebhook", { body: webhook }))).toBe(
      "400 VALIDATION_ERROR",
    );
    const credentials = { authorization: `Basic ${btoa("key\0:secret\0")}` };
    // HTTP Basic has no control characters.
    expect(outcomeOf(await service.call("issueToken", { headers: credentials }))).toBe(
      "400 MALFORMED_CREDENTIALS",
    );
  });
});
