import { type ControlClient, ControlError, createControlClient } from "../control-client.ts";
import { operations } from "../describe-contract.ts";
import { CommandError, invocation, type SandboxOptions } from "./command.ts";
import { say } from "./language.ts";

/** A running sandbox. Its calls throw `CommandError`. */
export interface Connection extends Pick<ControlClient, "call" | "callWith"> {
  /** Where it is, without a slash at the end. */
  readonly url: string;
}

/** Finds the sandbox that the options name. */
export function connect({ url, controlToken }: SandboxOptions): Connection {
  const client = createControlClient({
    baseUrl: `${url}/_sandbox/api`,
    token: () => controlToken,
    operationOf: (id) => operations[id],
  });
  const explaining = async <Result>(result: Promise<Result>): Promise<Result> => {
    try {
      return await result;
    } catch (error) {
      throw explain(error, url);
    }
  };
  return {
    url,
    call: (id, ...input) => explaining(client.call(id, ...input)),
    callWith: (id, input) => explaining(client.callWith(id, input)),
  };
}

function explain(error: unknown, url: string): unknown {
  if (error instanceof SyntaxError || (error instanceof ControlError && error.code === undefined)) {
    const status = error instanceof ControlError ? error.status : 200;
    return new CommandError(
      `${url} answers HTTP ${status} and is not a sandbox of this version.`,
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
    `No sandbox answers at ${url}. Start one with '${invocation()} start', or say with --url where it is.`,
    "UNREACHABLE",
    { cause: error },
  );
}
