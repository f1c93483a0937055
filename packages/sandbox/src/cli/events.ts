import type { ControlSchemas } from "../control-client.ts";
import { CommandError, forSandbox, makeCommand, type SandboxOptions } from "./command.ts";
import { type Connection, connect } from "./connection.ts";
import { forwardedTo } from "./listen.ts";
import { makeOutput, type Output, showStatus } from "./output.ts";
import { untilSignal } from "./until-signal.ts";

type Entry = ControlSchemas["NotificationEntry"];

export const events = forSandbox(
  makeCommand("events", "Follow notifications as they are caused, tried and delivered", [
    "events",
    "events --all --json",
  ]),
)
  .option("--all", "begin with the last 200")
  .action(async (options: SandboxOptions & { all?: true }) => {
    const ending = new AbortController();
    const stopped = untilSignal().then(() => ending.abort());
    const following = follow(connect(options), makeOutput(options), options.all === true, ending.signal);
    await Promise.race([stopped, following]);
  });

/** Prints each notification when it is new, and when something of it has changed. */
async function follow(connection: Connection, output: Output, all: boolean, signal: AbortSignal): Promise<void> {
  const seen = new Map<string, string>();
  const receivers = makeReceivers(connection);
  const look = async (print: boolean): Promise<void> => {
    for (const entry of (await readLast(connection, seen)).reverse()) {
      const state = `${entry.status} ${entry.attemptCount}`;
      if (seen.get(entry.id) === state) continue;
      seen.set(entry.id, state);
      if (!print) continue;
      const url = await receivers.find(entry);
      output.result({ ...entry, url }, () => showEntry({ ...entry, url }, output));
    }
  };
  try {
    // Opened before the first look, so that nothing is missed between the two.
    const stream = await connection.take(connection.control.GET("/stream", { parseAs: "stream", signal }));
    if (!stream) throw new CommandError(`${connection.url} has no stream of changes.`, "UNEXPECTED");
    await look(all);
    output.remark(`Following the notifications of ${connection.url}. Ctrl-C ends it.`);
    const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const messages = (text + part.value).split("\n\n");
      text = messages.pop() ?? "";
      if (messages.some((message) => /^event: change$/m.test(message))) await look(true);
    }
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof CommandError) throw error;
  }
  if (!signal.aborted) throw new CommandError(`The sandbox at ${connection.url} has gone away.`, "UNREACHABLE");
}

/** The newest notifications: one page at first, then as many as it takes to meet those that are known. */
async function readLast({ control, take }: Connection, seen: ReadonlyMap<string, string>): Promise<Entry[]> {
  const entries: Entry[] = [];
  let before: string | undefined;
  for (;;) {
    const page: { items: Entry[]; next: string | null } = await take(
      control.GET("/notifications", { params: { query: { limit: 200, ...(before !== undefined && { before }) } } }),
    );
    entries.push(...page.items);
    const known = seen.size === 0 || page.items.some(({ id }) => seen.has(id));
    if (known || page.next === null) return entries;
    before = page.next;
  }
}

/**
 * Where notifications end up: what `listen` has registered is a URL of its own, behind which is that of the program.
 * Registrations are read again where one is not known.
 */
function makeReceivers({ control, take }: Connection) {
  const targets = new Map<string, string | undefined>();
  return {
    find: async ({ webhookId, url }: Entry): Promise<string> => {
      if (webhookId === null) return url;
      if (!targets.has(webhookId)) {
        const { items } = await take(control.GET("/webhooks", { params: { query: { limit: 200 } } }));
        for (const { id, name } of items) targets.set(id, forwardedTo(name));
        // Gone already.
        if (!targets.has(webhookId)) targets.set(webhookId, undefined);
      }
      return targets.get(webhookId) ?? url;
    },
  };
}

function showEntry({ id, event, objectId, url, status, attemptCount, nextAt }: Entry, output: Output): string {
  const tries = attemptCount === 1 ? "1 attempt" : `${attemptCount} attempts`;
  const next = status === "pending" && attemptCount > 0 && nextAt !== null ? `, next at ${nextAt}` : "";
  return [
    event.padEnd(20),
    objectId,
    output.style("dim", id),
    `${showStatus(output, status)} (${tries}${next})`,
    output.style("dim", url),
  ].join("  ");
}
