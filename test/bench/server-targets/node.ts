// A hand-written service on node:http: it routes, reads bodies and writes responses by itself.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Answer, admit, answer, type Call, isSingleIn, parseBody } from "./hand-written.ts";
import { announce, callNames, operationOf } from "./request.ts";

/** Bytes. */
const bodyLimit = 2 ** 20;

const routes = callNames.map((name) => {
  const { method, path, body } = operationOf(name);
  return {
    name,
    method,
    path: path.replace(/\{.*\}/, ""),
    hasId: path.includes("{"),
    takesBody: Boolean(body),
  };
});

const server = createServer((message, response) => {
  const path = message.url?.replace(/\?.*/s, "") ?? "";
  const route = routes.find(
    (one) =>
      one.method === message.method && (one.hasId ? path.startsWith(one.path) : path === one.path),
  );
  if (!route) return send(response, {}, { status: 404, headers: {}, body: { error: "unknown" } });
  const call: Call = {
    name: route.name,
    header: (name) => message.headers[name] as string | undefined,
    isSingle: (name) => isSingleIn(message.rawHeaders, name),
    ip: message.socket.remoteAddress ?? "",
  };
  const admitted = admit(call);
  if ("status" in admitted) return send(response, {}, admitted);
  const { company, headers } = admitted;
  const go = (body: unknown): void => {
    const given = answer(call, company, headers, body);
    if (given instanceof Promise) given.then((result) => send(response, headers, result));
    else send(response, headers, given);
  };
  if (route.takesBody) read(message, response, go);
  else go(undefined);
});

function read(
  message: IncomingMessage,
  response: ServerResponse,
  done: (body: unknown) => void,
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  message.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length <= bodyLimit) chunks.push(chunk);
  });
  message.on("end", () => {
    let body: unknown;
    try {
      if (length > bodyLimit) throw new Error("The body is too large.");
      body = parseBody(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    } catch {
      send(response, {}, { status: 400, headers: {}, body: { error: "malformed" } });
      return;
    }
    done(body);
  });
  message.on("error", () => {});
}

function send(
  response: ServerResponse,
  headers: Answer["headers"],
  { status, body }: Answer,
): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    ...headers,
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
}

server.listen(0, "127.0.0.1", () =>
  announce(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
