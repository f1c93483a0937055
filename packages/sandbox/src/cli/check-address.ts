import { once } from "node:events";
import { createServer } from "node:net";
import { CommandError } from "./command.ts";

/**
 * Makes sure that a port can be listened on, before anything else is opened or made.
 *
 * @throws {CommandError} that says what to do
 */
export async function checkAddress(host: string, port: number): Promise<void> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (error) {
    throw explainAddress(error, host, port);
  }
  server.close();
  await once(server, "close");
}

/** An error of listening in one sentence; as it is where there is none for it. */
export function explainAddress(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use: stop what listens there or choose another with --port.`,
    EACCES: `Port ${port} may not be used by this user: choose one from 1024 on with --port.`,
    EADDRNOTAVAIL: `This machine does not have the address ${host}: choose another with --host.`,
    ENOTFOUND: `There is no host ${host}: choose another with --host.`,
    EAI_AGAIN: `There is no host ${host}: choose another with --host.`,
  };
  const sentence = sentences[code];
  return sentence === undefined ? error : new CommandError(sentence, code, { cause: error });
}
