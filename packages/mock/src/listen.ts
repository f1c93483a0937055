import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Makes a server listen, and tells its URL.
 *
 * @throws an error that says in one sentence what is wrong with the address, with the `code` of Node's: `EADDRINUSE`
 */
export async function listen(server: Server, port: number, host: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(explain(error, port, host)));
    server.listen(port, host, resolve);
  });
  const { address, family, port: bound } = server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${bound}`;
}

function explain(cause: NodeJS.ErrnoException, port: number, host: string): Error {
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use: stop what listens there or choose another with --port.`,
    EACCES: `Port ${port} may not be used by this user: choose one from 1024 on with --port.`,
    EADDRNOTAVAIL: `This machine does not have the address ${host}: choose another with --host.`,
    ENOTFOUND: `There is no host ${host}: choose another with --host.`,
  };
  const sentence = sentences[cause.code ?? ""];
  return sentence === undefined ? cause : Object.assign(new Error(sentence, { cause }), { code: cause.code });
}
