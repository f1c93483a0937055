import { connect, type Socket } from "node:net";

/** What a load came to. */
export interface Measured {
  perSecond: number;
  /** Milliseconds that 99 of 100 answers took at most. */
  p99: number;
}

/**
 * Sends requests over some connections for a time, each as soon as the one before it on its connection is answered.
 *
 * @param makeRequest the bytes of each request: calls of this service differ, as by their idempotency keys
 * @param status what every answer has; 200 if absent
 * @throws where one has another
 */
export async function putLoad(
  url: string,
  makeRequest: () => string,
  { connections = 16, milliseconds = 2000, status = 200 } = {},
): Promise<Measured> {
  const { hostname, port } = new URL(url);
  const times: number[] = [];
  const start = performance.now();
  const end = start + milliseconds;
  await Promise.all(
    Array.from({ length: connections }, () =>
      repeat(connect(Number(port), hostname), makeRequest, { end, status, times }),
    ),
  );
  const seconds = (performance.now() - start) / 1000;
  times.sort((a, b) => a - b);
  return { perSecond: times.length / seconds, p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN };
}

/** Text of a request. */
export function requestText(method: string, path: string, headers: Record<string, string>, body: unknown): string {
  const json = body === undefined ? "" : JSON.stringify(body);
  const lines = { host: "bench", "content-type": "application/json", ...headers, "content-length": json.length };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${head.join("")}\r\n${json}`;
}

function repeat(
  socket: Socket,
  makeRequest: () => string,
  { end, status, times }: { end: number; status: number; times: number[] },
): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = "";
    let sent = 0;
    const send = (): void => {
      sent = performance.now();
      socket.write(makeRequest());
    };
    socket.setEncoding("latin1").setNoDelay(true);
    socket.on("error", reject);
    socket.on("connect", send);
    socket.on("data", (data: string) => {
      received += data;
      const head = received.indexOf("\r\n\r\n");
      if (head < 0) return;
      const length = Number(/content-length: (\d+)/i.exec(received.slice(0, head))?.[1]);
      if (received.length < head + 4 + length) return;
      if (!received.startsWith(`HTTP/1.1 ${status}`)) {
        reject(new Error(`The sandbox answered: ${received.slice(0, 600)}`));
        socket.destroy();
        return;
      }
      times.push(performance.now() - sent);
      received = "";
      if (performance.now() < end) {
        send();
      } else {
        socket.destroy();
        resolve();
      }
    });
  });
}
