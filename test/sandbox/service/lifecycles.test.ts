// Each move that the lifecycles of charges and transfers have, and none that they do not have.

import { isEndToEndId } from "@pix-contract/formats/end-to-end-id.ts";
import { expect, test } from "vitest";
import { lifecycles } from "../../../packages/sandbox/src/contract.ts";
import { scopeOf } from "../../../packages/sandbox/src/notifications/write-notifications.ts";
import {
  expireCharge,
  payCharge,
  refundCharge,
} from "../../../packages/sandbox/src/service/charges.ts";
import { NotAllowedError, NotFoundError } from "../../../packages/sandbox/src/service/errors.ts";
import { getRow } from "../../../packages/sandbox/src/service/rows.ts";
import { endTransfer } from "../../../packages/sandbox/src/service/transfers.ts";
import { contract } from "../../support/contract.ts";
import { findMistakes } from "../../support/validator.ts";
import {
  chargeMoves,
  createCharge,
  createTransfer,
  type Moves,
  transferMoves,
} from "../support/moves.ts";
import { dataOf, noon, notificationsOf, openService, type Service } from "../support/service.ts";
import { onEachStorage } from "../support/storages.ts";

const postbackUrl = "https://shop.example.com/postback";
/** What a lookup shows of a transfer that was processed. */
const processed = expect.objectContaining({ endToEndId: expect.toSatisfy(isEndToEndId) });
const later = new Date(noon + 60_000).toISOString();

interface Kind {
  table: "charges" | "transfers";
  create: typeof createCharge;
  lookUp(service: Service, id: string): ReturnType<Service["call"]>;
  moves: Moves;
  /** The moves that lead to each status from the start. */
  ways: Record<string, string[]>;
  /** What a lookup shows after a move. */
  shown(from: string | null, to: string, fees: number): object;
  /** Centavos that a move to a status adds to accounts. */
  money: Record<string, (fees: number) => object>;
}

const kinds: Record<string, Kind> = {
  transaction: {
    table: "charges",
    create: createCharge,
    moves: chargeMoves,
    lookUp: ({ call }, transactionId) => call("getTransaction", { path: { transactionId } }),
    ways: { paid: ["paid"], canceled: ["canceled"], refunded: ["paid", "refunded"] },
    shown: () => ({ updatedAt: later }),
    money: {
      paid: (fees) => ({ own: 4_990 - fees, payers: -4_990, fees }),
      refunded: () => ({ own: -4_990, payers: 4_990 }),
    },
  },
  transfer: {
    table: "transfers",
    create: createTransfer,
    moves: transferMoves,
    lookUp: ({ call }, transferId) => call("getTransfer", { path: { transferId } }),
    ways: {
      processing: ["processing"],
      canceled: ["canceled"],
      completed: ["processing", "completed"],
      refused: ["processing", "refused"],
    },
    shown: (from, to, fees) => ({
      amount: 10_000,
      fees,
      netAmount: 10_000 - fees,
      reason: to === "refused" || to === "canceled" ? "Conta encerrada" : undefined,
      completedAt: to === "completed" ? later : undefined,
      pix: [from, to].includes("processing") ? processed : undefined,
    }),
    money: {
      completed: (fees) => ({ transit: -10_000, recipients: 10_000 - fees, fees }),
      refused: () => ({ own: 10_000, transit: -10_000 }),
      canceled: () => ({ own: 10_000, transit: -10_000 }),
    },
  },
};

const kindOf = (subject: string): Kind => kinds[subject] as Kind;
const moves = lifecycles.flatMap(({ subject, transitions }) =>
  transitions.flatMap((transition) =>
    transition.from === null ? [] : [{ subject, ...transition }],
  ),
);

async function bring(
  service: Service,
  { ways, moves }: Kind,
  id: string,
  to: string,
): Promise<void> {
  for (const status of ways[to] ?? []) await moves[status]?.(service, id);
}

onEachStorage("lifecycles", (makePlace) => {
  test.for(moves)(
    "$subject, $from → $to: status, lookup, notifications and money",
    async ({ subject, from, to, notification }) => {
      await using service = await openService(await makePlace());
      const kind = kindOf(subject);
      const register = (body: object) => service.call("createWebhook", { body });
      await register({ url: "https://shop.example.com/all", events: [] });
      await register({ url: "https://shop.example.com/some", events: ["transaction_created"] });
      await register({ url: "https://shop.example.com/off", isActive: false });
      const { id, fees } = await kind.create(service, { postbackUrl });
      await bring(service, kind, id, String(from));
      const before = await service.accounts();
      await service.setClock(noon + 60_000);
      await kind.moves[to]?.(service, id);

      const found = dataOf(await kind.lookUp(service, id));
      expect(found).toEqual({ ...found, id, status: to, ...kind.shown(from, to, fees) });

      const all = await notificationsOf<Record<string, { status: string }>>(service, id);
      const sent = all.filter(({ body }) => body[subject]?.status === to);
      expect(
        sent.map(({ receiverId, url, event }) => `${event} ${scopeOf(receiverId)} ${url}`).sort(),
      ).toEqual([
        `${notification} postback ${postbackUrl}`,
        `${notification} user https://shop.example.com/all`,
      ]);
      const schema = contract.notifications.find(({ event }) => event === notification)?.body
        .schema;
      for (const { id: own, body, receiverId } of sent) {
        expect(findMistakes(schema ?? {}, body)).toEqual([]);
        const scope = scopeOf(receiverId);
        expect(body).toMatchObject({
          id: own,
          scope,
          event: notification,
          [subject]: { id, status: to },
        });
      }

      const after = await service.accounts();
      const changes = Object.entries(after).map(([name, sum]) => {
        return [
          name === `company:${service.company.id}` ? "own" : name,
          sum - (before[name] ?? 0),
        ] as const;
      });
      expect(Object.fromEntries(changes.filter(([, change]) => change !== 0))).toEqual(
        kind.money[to]?.(fees) ?? {},
      );
    },
  );

  test.for(lifecycles)(
    "$subject: other moves are refused, and leave nothing behind",
    async (lifecycle) => {
      await using service = await openService(await makePlace());
      const kind = kindOf(lifecycle.subject);
      for (const from of Object.keys(lifecycle.statuses)) {
        for (const to of Object.keys(kind.moves)) {
          // What is queued is processed on its way to its end: two moves that the lifecycle has.
          if (
            from === "queued" ||
            lifecycle.transitions.some((known) => known.from === from && known.to === to)
          )
            continue;
          await service.setClock(noon);
          const { id } = await kind.create(service, { postbackUrl });
          await bring(service, kind, id, from);
          // Long after a charge could be paid.
          await service.setClock(noon + 86_400_000);
          const row = () => getRow(service.sandbox.storage.db, kind.table, id);
          const look = async () => [
            await service.accounts(),
            await notificationsOf(service, id),
            await row(),
          ];
          const before = await look();
          const refused = kind.moves[to]?.(service, id);
          await expect(refused, `${from} → ${to}`).rejects.toThrow(NotAllowedError);
          await expect(refused).rejects.toThrow(`is ${from}: it cannot become ${to}.`);
          expect(await look()).toEqual(before);
        }
      }
      for (const move of Object.values(kind.moves))
        await expect(move(service, "nobody")).rejects.toThrow(NotFoundError);
    },
  );
});

test("what a move changes has one time, however fast the clock runs", async () => {
  await using service = await openService();
  const { transact } = service;
  let time = noon;
  const now = (): number => {
    time += 1;
    return time;
  };
  const sandbox = { ...service.sandbox, clock: { now } };
  const first = await createCharge(service);
  const expired = await transact((tx) => expireCharge(tx, sandbox, first.id));
  expect(expired.expiresAt).toBe(expired.updatedAt);
  const second = await createCharge(service);
  const paid = await transact((tx) => payCharge(tx, sandbox, second.id));
  expect(paid.paidAt).toBe(paid.updatedAt);
  const refunded = await transact((tx) => refundCharge(tx, sandbox, second.id));
  expect(Date.parse(JSON.parse(refunded.refundJson ?? "").refundedAt)).toBe(refunded.updatedAt);
  const { id } = await createTransfer(service);
  const completed = await transact((tx) => endTransfer(tx, sandbox, id, "completed"));
  expect(completed.completedAt).toBe(completed.updatedAt);
});
