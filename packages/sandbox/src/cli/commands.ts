import type { Command } from "./command.ts";

/** Every command, in the order of the help. */
export const commandNames = [
  "start",
  "charge",
  "pay",
  "refund",
  "transfer",
  "list",
  "show",
  "trigger",
  "listen",
  "events",
  "clock",
  "reset",
  "completion",
] as const;

export type CommandName = (typeof commandNames)[number];

/** Each command is loaded when it is called. */
const loaders: Record<CommandName, () => Promise<Command>> = {
  start: async () => (await import("./start.ts")).start,
  charge: async () => (await import("./charge.ts")).charge,
  pay: async () => (await import("./pay.ts")).pay,
  refund: async () => (await import("./refund.ts")).refund,
  transfer: async () => (await import("./transfer.ts")).transfer,
  list: async () => (await import("./list.ts")).list,
  show: async () => (await import("./show.ts")).show,
  trigger: async () => (await import("./trigger.ts")).trigger,
  listen: async () => (await import("./listen.ts")).listen,
  events: async () => (await import("./events.ts")).events,
  clock: async () => (await import("./clock.ts")).clock,
  reset: async () => (await import("./reset.ts")).reset,
  completion: async () => (await import("./completion.ts")).makeCompletion(await loadOthers()),
};

function loadOthers(): Promise<Command[]> {
  return Promise.all(commandNames.filter((name) => name !== "completion").map(loadCommand));
}

/** Loads a command and nothing of the others. */
export function loadCommand(name: CommandName): Promise<Command> {
  return loaders[name]();
}
