import type { Sandbox } from "../context.ts";
import { afterChanges } from "../storage/after-changes.ts";

/** Whether there are faults for operations, known without asking the database on every request. */
export interface FaultWatch {
  /** As it was when last looked at; other processes' changes are seen within a tenth of a second. */
  readonly present: boolean;
  /** Looks now. */
  refresh(): Promise<void>;
  stop(): void;
}

/** Milliseconds between two looks. */
const pause = 50;

export function watchFaults({ storage, log }: Pick<Sandbox, "storage" | "log">): FaultWatch {
  let present = false;
  let stopped = false;
  const refresh = async (): Promise<void> => {
    const row = await storage.db
      .selectFrom("faults")
      .select("id")
      .where("operation", "<>", "notification")
      .limit(1)
      .executeTakeFirst();
    present = row !== undefined;
  };
  // Where no other process can add a fault, whoever adds one here asks for a look.
  const forget = storage.shared
    ? afterChanges(storage, pause, () => {
        refresh().catch((error: unknown) => {
          if (!stopped) log.error({ err: error }, "Faults could not be looked up.");
        });
      })
    : () => {};
  return {
    get present() {
      return present;
    },
    refresh,
    stop: () => {
      stopped = true;
      forget();
    },
  };
}
