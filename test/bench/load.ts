import { connect, type Socket } from "node:net";

/** A request, and for how long it is sent. */
export interface Load {
  url: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** Requests under way at a time. */
  connections: number;
  milliseconds: number;
}

/**
 * Sends a request again and again over some connections and counts the answers. Written on bare sockets, so that the
 * sender takes as little of the machine as it can.
 *
 * @returns how many answers came
 * @throws where an answer is not a 200
 */
export async function measureLoad({ url, path, headers, body, connections, milliseconds }: Load): Promise<number> {
  const { hostname, port, host } = new URL(url);
  const lines = Object.entries({ ...headers, host, "content-length": String(Buffer.byteLength(body)) });
  const request = Buffer.from(
    `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`,
  );
  const end = performance.now() + milliseconds;
  const counts = await Promise.all(
    Array.from({ length: connections }, () => repeat(connect(Number(port), hostname), request, end)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Sends a request on a socket until the time is over; how many answers came. */
function repeat(socket: Socket, request: Buffer, end: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0;
    let received = "";
    socket.setNoDelay(true);
    socket.setEncoding("latin1");
    socket.on("error", reject);
    socket.on("connect", () => socket.write(request));
    socket.on("data", (data: string) => {
      received += data;
      const head = received.indexOf("\r\n\r\n");
      if (head < 0) return;
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1]);
      if (received.length < head + 4 + length) return;
      if (!received.startsWith("HTTP/1.1 200")) {
        reject(new Error(`The target answered: ${received.slice(0, 400)}`));
        socket.destroy();
        return;
      }
      received = "";
      count += 1;
      if (performance.now() < end) {
        socket.write(request);
      } else {
        socket.destroy();
        resolve(count);
      }
    });
  });
}
