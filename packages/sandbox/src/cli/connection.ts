import { type ControlClient, ControlError, createControlClient } from "../control-client.ts";
import { operations } from "../describe-contract.ts";
import { type Address, findAddress } from "./address.ts";
import { CommandError, invocation, type TargetOptions } from "./command.ts";
import { say } from "./language.ts";
import type { CommandOutput } from "./output.ts";

/** A running sandbox. Its calls throw `CommandError`. */
export interface SandboxConnection extends Pick<ControlClient, "callWith"> {
  readonly call: ControlClient["call"];
  readonly address: Address;
}

/**
 * Finds the sandbox that a command calls. Before the first call that changes something, its address is printed.
 *
 * @throws {UsageError | CommandError} if the address cannot be used
 */
export function connect(options: TargetOptions, output: CommandOutput): SandboxConnection {
  const address = findAddress(options.url);
  const client = createControlClient({
    baseUrl: `${address.url}/_sandbox/api`,
    token: () => options.controlToken,
    operationOf: (id) => operations[id],
  });
  let isAnnounced = false;
  const callWith: ControlClient["callWith"] = async (id, input) => {
    const isChange = operations[id].method !== "GET";
    if (isChange && !isAnnounced) output.announce(address.url);
    isAnnounced ||= isChange;
    try {
      return await client.callWith(id, input);
    } catch (error) {
      throw explainConnectionFailure(error, address);
    }
  };
  return { address, callWith, call: callWith as ControlClient["call"] };
}

function explainConnectionFailure(error: unknown, { url, source }: Address): unknown {
  const place = source === undefined ? url : `${url} (${source})`;
  if (error instanceof SyntaxError || (error instanceof ControlError && error.code === undefined)) {
    const status = error instanceof ControlError ? error.status : 200;
    return new CommandError(
      `${place} answers HTTP ${status} and is not a sandbox of this version.`,
      "UNEXPECTED",
    );
  }
  if (error instanceof ControlError) {
    const { code, message } = error;
    return code === "UNAUTHORIZED"
      ? new CommandError(
          `${say(message)} Give it with --control-token or PIX_SANDBOX_CONTROL_TOKEN.`,
          code,
        )
      : new CommandError(`${say(message)} (${code})`, code, { cause: error });
  }
  return new CommandError(
    `No sandbox answers at ${place}. Start one with '${invocation()} start', or set PIX_BASE_URL to the address of one.`,
    "UNREACHABLE",
    { cause: error },
  );
}
