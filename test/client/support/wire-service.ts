// A service on bare sockets: it pays for each request that came in whole, notes it, and answers with bytes that a test chooses.
import { createServer, type Socket } from "node:net";
import { type Listening, listen } from "../../support/listen.ts";
import { accepted } from "../../support/samples.ts";
import { refusal, usual } from "./server.ts";

/** Answers the nth payment, counted from 1, with the body that an honest service would send. */
export type WireAnswer = (socket: Socket, honest: string, nth: number) => unknown;

/** A payment that was requested, and whether it was carried out. */
interface Requested {
  path: string;
  key: string;
  id: string;
  paid: boolean;
}

export interface WireService extends Listening {
  /** All requests for a payment, repetitions too. */
  requested: Requested[];
}

/** Bytes of a response. Its length is that of the body, unless the head has another or chunks. */
export function writeResponse(
  status: number | string,
  body: string | Uint8Array = "",
  head: string[] = [],
): Buffer {
  const bytes = Buffer.from(body);
  const isMeasured = head.some((line) =>
    /^(content-length|transfer-encoding|connection: close)/i.test(line),
  );
  const lines = [`HTTP/1.1 ${status} X`, ...head];
  if (!isMeasured) lines.push(`content-length: ${bytes.length}`);
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), bytes]);
}

/** A body as one chunk, with the trailers that follow it. */
export const asChunk = (body: string | Uint8Array, trailers = ""): Buffer =>
  Buffer.concat([
    Buffer.from(`${Buffer.byteLength(body).toString(16)}\r\n`),
    Buffer.from(body),
    Buffer.from(`\r\n0\r\n${trailers}\r\n`),
  ]);

/** The refusal of a service that has no money for a transfer. */
export const refusalBody = JSON.stringify(refusal("INSUFFICIENT_BALANCE"));

/**
 * Starts a service that pays, unless it refuses, and then answers: the first payments as a test chooses, the others honestly. A key is
 * paid once, and its answer repeated.
 */
export async function startWireService(
  answer: WireAnswer,
  { refuses = false, lies = Number.POSITIVE_INFINITY, keepsConnection = true } = {},
): Promise<WireService> {
  const requested: Requested[] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    let input = "";
    socket.on("data", (data) => {
      input += data.toString("latin1");
      for (;;) {
        const end = input.indexOf("\r\n\r\n") + 4;
        const length = Number(/^content-length: *(\d+)/im.exec(input)?.[1] ?? 0);
        if (end < 4 || input.length < end + length) return;
        const head = input.slice(0, end);
        const body = input.slice(end, end + length);
        input = input.slice(end + length);
        receive(socket, head, body);
      }
    });
    socket.on("end", () => socket.end());
  });
  const receive = (socket: Socket, head: string, body: string): void => {
    const path = head.split(" ")[1] ?? "";
    if (path === "/api/auth") {
      const token = { success: true, token: "a.b.c", tokenType: "Bearer", expiresIn: 1_800_000 };
      // Payments come on connections of their own, or on this one.
      const head = keepsConnection ? [] : ["connection: close"];
      socket.write(writeResponse(200, JSON.stringify(token), head));
      return void (keepsConnection || socket.end());
    }
    const key = /^x-idempotency-key: *(.*)\r$/im.exec(head)?.[1] ?? "";
    const before = requested.find((one) => key !== "" && one.key === key);
    const isTransfer = path.endsWith("/pixkey");
    const id = before?.id ?? `${isTransfer ? "trf" : "txn"}_${requested.length + 1}`;
    requested.push({ path, key, id, paid: !refuses && !before });
    const { amount = 4990 } = JSON.parse(body);
    const data = isTransfer ? { ...accepted, amount, id } : { ...usual.txn_, id };
    const honest = refuses
      ? refusalBody
      : JSON.stringify({ success: true, message: "Done.", data });
    if (requested.length > lies) socket.write(writeResponse(refuses ? 402 : 200, honest));
    else answer(socket, honest, requested.length);
  };
  const listening = await listen(server);
  const close = (): void => {
    for (const socket of sockets) socket.destroy();
    listening.close();
  };
  return { ...listening, requested, close, [Symbol.dispose]: close };
}
