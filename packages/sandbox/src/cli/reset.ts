import { isLoopbackHost } from "../notifications/destinations.ts";
import { CommandError, defineCommand } from "./command.ts";
import { connect, connectionOptions } from "./connection.ts";

export const reset = defineCommand({
  name: "reset",
  summary: "Bring everything back to the start",
  words: [],
  options: {
    yes: { type: "boolean", help: "needed where the sandbox is on another machine" },
    ...connectionOptions,
  },
  examples: ["reset", "reset --url https://pix.test.example --yes"],
  run: async ({ values, output }) => {
    const { url, control, take } = connect(values);
    if (!values.yes && !isLoopbackHost(new URL(url).hostname)) {
      throw new CommandError(
        `${url} is on another machine, and others may use it: reset it with --yes.`,
        "NOT_CONFIRMED",
      );
    }
    const state = await take(control.POST("/reset"));
    output.result(state, () => "The sandbox was reset.");
    return 0;
  },
});
