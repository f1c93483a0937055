import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A server in a process of its own. */
export interface Measurable {
  url: string;
  process: ChildProcess;
}

/** What a load came to. */
export interface Measured {
  answers: number;
  perSecond: number;
  /** Milliseconds that 99 of 100 answers took at most. */
  p99: number;
}

interface LoadOptions {
  /** Requests under way at a time; 16 if absent. */
  connections?: number;
  /** 2000 if absent. */
  milliseconds?: number;
  /** Answers after which the load ends, whatever the time: on a busy machine a time has more of them or fewer. */
  answers?: number;
  /** What every answer has; 200 if absent. */
  status?: number;
  /**
   * Whether this process never sleeps. To wake it is work of the server's process, the more of it the longer that server
   * takes, and a slow server would look slower than it is.
   */
  isAwake?: boolean;
}

/**
 * Sends requests over some connections for a time, each as soon as the one before it on its connection is answered.
 * Written on bare sockets, so that the sender takes as little of the machine as it can.
 *
 * @param makeRequest the bytes of each request: calls of this service differ, as by their idempotency keys
 * @throws where an answer has another status
 */
export async function putLoad(
  url: string,
  makeRequest: () => string,
  options: LoadOptions = {},
): Promise<Measured> {
  const { connections = 16, milliseconds = 2000, status = 200, isAwake = false } = options;
  const { hostname, port } = new URL(url);
  const times: number[] = [];
  const start = performance.now();
  let isOver = !isAwake;
  const stayAwake = (): void => {
    if (!isOver) setImmediate(stayAwake);
  };
  stayAwake();
  try {
    const isEnd = (): boolean =>
      options.answers === undefined
        ? performance.now() >= start + milliseconds
        : times.length >= options.answers;
    const sockets = Array.from({ length: connections }, () => connect(Number(port), hostname));
    await Promise.all(
      sockets.map((socket) => repeat(socket, makeRequest, { isEnd, status, times })),
    );
  } finally {
    isOver = true;
  }
  const seconds = (performance.now() - start) / 1000;
  times.sort((a, b) => a - b);
  const p99 = times[Math.floor(times.length * 0.99)] ?? Number.NaN;
  return { answers: times.length, perSecond: times.length / seconds, p99 };
}

/** Text of a request. */
export function requestText(
  method: string,
  path: string,
  headers: Record<string, string>,
  body: unknown,
): string {
  const json = body === undefined ? "" : JSON.stringify(body);
  const length = Buffer.byteLength(json);
  const lines = {
    host: "bench",
    "content-type": "application/json",
    ...headers,
    "content-length": length,
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${head.join("")}\r\n${json}`;
}

/** Lets a server answer often enough for its code to be compiled: by count, because on a busy machine time says little. */
export async function warmUp(
  { url }: Measurable,
  make: () => string,
  answers = 8_000,
): Promise<void> {
  for (let count = 0; count < answers; )
    count += (await putLoad(url, make, { milliseconds: 1000 })).answers;
}

/**
 * Puts load on a server; also how much it answers for each second of processor time of its process: on a machine that is
 * shared, time on the clock says more about the others.
 */
export async function putLoadByCpu(
  { url, process: child }: Measurable,
  make: () => string,
  options: LoadOptions,
): Promise<[Measured, number]> {
  const before = await processorTime(child);
  const measured = await putLoad(url, make, options);
  return [measured, measured.answers / ((await processorTime(child)) - before)];
}

/** Seconds of processor time that a process has used; it answers the message "cpu". */
async function processorTime(child: ChildProcess): Promise<number> {
  child.send("cpu");
  const [{ cpu }] = (await once(child, "message")) as [{ cpu: NodeJS.CpuUsage }];
  return (cpu.user + cpu.system) / 1e6;
}

function repeat(
  socket: Socket,
  makeRequest: () => string,
  { isEnd, status, times }: { isEnd: () => boolean; status: number; times: number[] },
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
        reject(new Error(`The server answered: ${received.slice(0, 600)}`));
        socket.destroy();
        return;
      }
      times.push(performance.now() - sent);
      received = "";
      if (isEnd()) {
        socket.destroy();
        resolve();
      } else send();
    });
  });
}
