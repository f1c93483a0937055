// What all files of a run of tests share: the process that runs them hands it out over HTTP.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Hands out a text for each name that is asked for; a 500 and the reason where there is none. */
export async function handOut(make: (name: string) => Promise<string>): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    make(decodeURIComponent(request.url?.slice(1) ?? "")).then(
      (text) => response.end(text),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Asks for what is handed out at an address. @throws with the reason where there is none */
export async function ask(url: string, name = ""): Promise<string> {
  const response = await fetch(url + encodeURIComponent(name));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
