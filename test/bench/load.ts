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
 * sender takes as little of the machine as it can. It never sleeps: to wake it would be work of the server's process, the
 * more of it the longer that server takes, and a slow server would look slower than it is.
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
  let isOver = false;
  const stayAwake = (): void => {
    if (!isOver) setImmediate(stayAwake);
  };
  stayAwake();
  try {
    const counts = await Promise.all(
      Array.from({ length: connections }, () => repeat(connect(Number(port), hostname), request, end)),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  } finally {
    isOver = true;
  }
}

/** Sends a request on a socket until the time is over; how many answers came. */
function repeat(socket: Socket, request: Buffer, end: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0;
    /** Bytes of the answer that is under way: received, and in all. */
    let received = 0;
    let expected = 0;
    socket.setNoDelay(true);
    socket.on("error", reject);
    socket.on("connect", () => socket.write(request));
    socket.on("data", (data: Buffer) => {
      if (received === 0) {
        expected = lengthOf(data);
        if (Number.isNaN(expected)) {
          reject(new Error(`The target answered: ${data.toString("latin1", 0, 400)}`));
          socket.destroy();
          return;
        }
      }
      received += data.length;
      if (received < expected) return;
      received = 0;
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

/** Bytes of an answer by its head, which comes in one piece; NaN where it is not a 200 of a known length. */
function lengthOf(start: Buffer): number {
  const end = start.indexOf("\r\n\r\n");
  const head = start.toString("latin1", 0, end);
  if (end < 0 || !head.startsWith("HTTP/1.1 200")) return Number.NaN;
  return end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1]);
}
