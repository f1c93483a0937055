import { CompiledQuery } from "kysely";
import type { Outbox } from "../../../server/src/notifier/outbox.ts";
import type { Sandbox } from "../context.ts";
import { delivery } from "../contract.ts";
import type { Database } from "../storage/tables.ts";

/** What the notifier calls otherwise than the sandbox's tables, which are older. */
const names: Readonly<Record<string, string>> = {
  notificationAttempts: "attempts",
  receivers: "webhooks",
  receiverId: "webhookId",
  response: "answer",
};

/** The sandbox's tables as the outbox of a notifier. */
export function makeOutbox({ storage, clock, log }: Pick<Sandbox, "storage" | "clock" | "log">): Outbox<Database> {
  return {
    storage: {
      ...{ dialect: storage.dialect, shared: storage.shared, now: storage.now, transaction: storage.transaction },
      nameOf: (name) => names[name] ?? name,
      query: async (tx, text, values) => {
        const { rows, numAffectedRows } = await (tx ?? storage.db).executeQuery<object>(
          CompiledQuery.raw(text, [...values]),
        );
        return { rows, count: Number(numAffectedRows ?? 0) };
      },
    },
    delivery,
    clock,
    log,
  };
}
