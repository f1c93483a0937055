import type { Sandbox } from "../context.ts";
import { clearTimeout, setTimeout } from "../timers.ts";

/** Whether there are faults for operations, known without asking the database on every request. */
export interface FaultWatch {
  /** As it was when last looked at; other processes' changes are seen within a tenth of a second. */
  readonly present: boolean;
  /** Looks now. */
  refresh(): Promise<void>;
  stop(): void;
}

/** Milliseconds in which changes are gathered. */
const pause = 20;

export function watchFaults({ storage, log }: Pick<Sandbox, "storage" | "log">): FaultWatch {
  let present = false;
  let timer: NodeJS.Timeout | undefined;
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
    ? storage.onChange(() => {
        timer ??= setTimeout(() => {
          timer = undefined;
          refresh().catch((error: unknown) => {
            if (!stopped) log.error({ err: error }, "Faults could not be looked up.");
          });
        }, pause).unref();
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
      clearTimeout(timer);
    },
  };
}
