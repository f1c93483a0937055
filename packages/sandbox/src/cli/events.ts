import type { ControlSchemas } from "../control-client.ts";
import { CommandError, forSandbox, makeCommand, type SandboxOptions } from "./command.ts";
import { type Connection, connect } from "./connection.ts";
import { makeOutput, type Output, showLine } from "./output.ts";
import { untilSignal } from "./until-signal.ts";

type Entry = ControlSchemas["NotificationEntry"];

export const events = forSandbox(
  makeCommand("events", "Follow notifications as they are caused, tried and delivered", ["events", "events --json"]),
).action(async (options: SandboxOptions) => {
  const ending = new AbortController();
  const stopped = untilSignal().then(() => ending.abort());
  const following = follow(connect(options), makeOutput(options), ending.signal);
  await Promise.race([stopped, following]);
});

/** Prints each notification when it is new, and when something of it has changed. */
async function follow(connection: Connection, output: Output, signal: AbortSignal): Promise<void> {
  const seen = new Map<string, string>();
  const look = async (print: boolean): Promise<void> => {
    for (const entry of (await readLast(connection, seen)).reverse()) {
      const state = `${entry.status} ${entry.attemptCount}`;
      if (seen.get(entry.id) === state) continue;
      seen.set(entry.id, state);
      if (print) output.result(entry, () => showLine(entry, {}, output));
    }
  };
  try {
    // Opened before the first look, so that nothing is missed between the two.
    const stream = await connection.openChanges(signal);
    await look(false);
    output.remark(`Following the notifications of ${connection.url}. Ctrl-C ends it.`);
    for await (const hasChanged of stream) if (hasChanged) await look(true);
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof CommandError) throw error;
  }
  if (!signal.aborted) throw new CommandError(`The sandbox at ${connection.url} has gone away.`, "UNREACHABLE");
}

/** The newest notifications: one page at first, then as many as it takes to meet those that are known. */
async function readLast({ call }: Connection, seen: ReadonlyMap<string, string>): Promise<Entry[]> {
  const entries: Entry[] = [];
  let before: string | undefined;
  for (;;) {
    const page: { items: Entry[]; next: string | null } = await call("listNotifications", {
      limit: 200,
      ...(before !== undefined && { before }),
    });
    entries.push(...page.items);
    const known = seen.size === 0 || page.items.some(({ id }) => seen.has(id));
    if (known || page.next === null) return entries;
    before = page.next;
  }
}
