import { isLoopbackHost } from "../notifications/destinations.ts";
import { CommandError, forSandbox, makeCommand, type SandboxOptions } from "./command.ts";
import { connect } from "./connection.ts";
import { makeOutput } from "./output.ts";

export const reset = forSandbox(
  makeCommand("reset", "Remove everything and start again", ["reset", "reset --url https://pix.test.example --yes"]),
)
  .option("--yes", "needed if the sandbox is on another machine")
  .action(async (options: SandboxOptions & { yes?: true }) => {
    const { url, control, take } = connect(options);
    if (!options.yes && !isLoopbackHost(new URL(url).hostname)) {
      throw new CommandError(
        `${url} is on another machine, and others may use it: reset it with --yes.`,
        "NOT_CONFIRMED",
      );
    }
    const state = await take(control.POST("/reset"));
    makeOutput(options).result(state, () => "The sandbox was reset.");
  });
