import type { Command } from "./command.ts";

/** Every command, in the order of the help. */
export const commandNames = [
  "start",
  "charge",
  "pay",
  "transfer",
  "trigger",
  "listen",
  "events",
  "clock",
  "reset",
] as const;

export type CommandName = (typeof commandNames)[number];

/** Loads a command; nobody waits for the parts of the others. */
export async function loadCommand(name: CommandName): Promise<Command> {
  switch (name) {
    case "start":
      return (await import("./start.ts")).start;
    case "charge":
      return (await import("./charge.ts")).charge;
    case "pay":
      return (await import("./pay.ts")).pay;
    case "transfer":
      return (await import("./transfer.ts")).transfer;
    case "trigger":
      return (await import("./trigger.ts")).trigger;
    case "listen":
      return (await import("./listen.ts")).listen;
    case "events":
      return (await import("./events.ts")).events;
    case "clock":
      return (await import("./clock.ts")).clock;
    case "reset":
      return (await import("./reset.ts")).reset;
  }
}
