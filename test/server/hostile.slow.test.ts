import { fork } from "node:child_process";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { contract } from "../support/contract.ts";
import { makeSample, type Sample, unlimited } from "./sample/server.ts";
import { bearer, bodyOf } from "./support/call.ts";
import { onEachAdapter } from "./support/each-adapter.ts";
import { codesIn, exchangeWith, floodWith } from "./support/raw.ts";

const quick = { headers: 250, request: 600 };
const path = "/api/v1/pix/in/qrcode";
const text = JSON.stringify(bodyOf("createCharge"));
onEachAdapter(
  (adapter) => {
    let sample: Sample;
    let port: number;
    let token: string;
    beforeAll(async () => {
      sample = await makeSample({ rateLimits: unlimited, timeouts: quick });
      port = Number(new URL(await sample.server.listen({ port: 0, host: "127.0.0.1" })).port);
      token = await bearer(sample.server);
    });
    afterAll(() => sample.server.close());

    const exchange = (
      data: readonly (string | Buffer)[],
      options: { pause?: number; wait?: number } = {},
    ) => exchangeWith(port, data, options);

    interface Memory {
      /** Bytes that are in use, after garbage is collected. */
      held: number;
      /** Most bytes that the process ever had. */
      peak: number;
    }

    /** The sample in a process of its own, whose memory holds nothing of the test's. */
    async function startApart(): Promise<{
      port: number;
      memory: () => Promise<Memory>;
      stop: () => void;
    }> {
      const child = fork(join(import.meta.dirname, "support/serve-apart.ts"), {
        execArgv: ["--expose-gc", "--import", "./test/support/published.ts"],
        env: { ...process.env, ADAPTER: adapter },
      });
      const next = <Told>(): Promise<Told> =>
        new Promise((resolve) => child.once("message", (told) => resolve(told as Told)));
      const { port } = await next<{ port: number }>();
      const memory = (): Promise<Memory> => {
        const told = next<Memory>();
        child.send("memory");
        return told;
      };
      return { port, memory, stop: () => child.kill() };
    }

    /** A request with `Connection: close`, so that the exchange ends with the answer. */
    function request(lines: string[], body = text): string {
      const length = lines.some((line) => /^(content-length|transfer-encoding):/i.test(line))
        ? []
        : [`Content-Length: ${Buffer.byteLength(body)}`];
      const head = [`POST ${path} HTTP/1.1`, "Host: x", "Connection: close", ...lines, ...length];
      return `${head.join("\r\n")}\r\n\r\n${body}`;
    }

    const valid = (): string[] => [`Authorization: ${token}`, "Content-Type: application/json"];

    describe("slowness", () => {
      test("headers that never end", async () => {
        const drip = Array.from({ length: 60 }, (_, index) => `X-${index}: y\r\n`);
        const received = await exchange(["GET /api/v1/webhook HTTP/1.1\r\n", ...drip], {
          pause: 25,
        });
        expect(codesIn(received)).toEqual(["408 REQUEST_TIMEOUT"]);
      });

      test("a body that never ends", async () => {
        const received = await exchange(
          [request([...valid(), "Content-Length: 5000"], "{"), ...Array(60).fill(" ")],
          {
            pause: 25,
          },
        );
        expect(codesIn(received)).toEqual(["408 REQUEST_TIMEOUT"]);
      });
    });

    describe("requests that are odd, and no more", () => {
      test("an idempotency key that is there twice is no key", async () => {
        const body = JSON.stringify(bodyOf("createTransfer"));
        const head = request(
          [...valid(), "X-Idempotency-Key: a", "X-Idempotency-Key: b"],
          body,
        ).replace(path, "/api/v1/pix/out/pixkey");
        expect(codesIn(await exchange([head]))).toEqual(["400 VALIDATION_ERROR"]);
      });

      test("a tunnel to a path of the contract is refused like any other method", async () => {
        const received = await exchange([`CONNECT ${path} HTTP/1.1\r\nHost: x\r\n\r\n`]);
        expect(codesIn(received)).toEqual(["405 METHOD_NOT_ALLOWED"]);
        expect(received).toContain("Allow: POST\r\n");
      });
    });

    test("memory stays flat under bodies without an end", async () => {
      const server = await startApart();
      onTestFinished(() => server.stop());
      const chunk = Buffer.from(`10000\r\n${"x".repeat(0x10000)}\r\n`);
      // Without `Connection: close`: the server has to read all of it.
      const head = request([...valid(), "Transfer-Encoding: chunked"], "").replace(
        "Connection: close\r\n",
        "",
      );
      const flood = (): Promise<string[]> =>
        // Five are more than the contract allows; what follows the response is more than the server throws away.
        Promise.all(
          Array.from({ length: 20 }, () =>
            floodWith(server.port, head, chunk, { before: 8, after: 142 }),
          ),
        );
      // Once, so that what a server needs at work is there; then it may come to rest.
      await flood();
      await sleep(500);
      const before = await server.memory();
      const all = [...(await flood()), ...(await flood())];
      expect(new Set(all.flatMap(codesIn))).toEqual(new Set(["413 PAYLOAD_TOO_LARGE"]));
      const grown = async (): Promise<Memory> => {
        const { held, peak } = await server.memory();
        return { held: held - before.held, peak: peak - before.peak };
      };
      // 400 MB went by: nothing of it stays, not even one chunk for each request.
      await expect.poll(async () => (await grown()).held).toBeLessThan(20 * 64 * 1024);
      // On the way a request may have the 256 KiB that the contract allows, and Node's heap grows by 16 MiB at a time.
      expect((await grown()).peak).toBeLessThan(20 * 256 * 1024 + 2 * 16 * 1024 * 1024);
    });

    test("a thousand connections that are closed midway leave nothing behind", async () => {
      const half = request([...valid(), "Content-Length: 5000"], "{");
      const sockets: Socket[] = [];
      for (let batch = 0; batch < 10; batch++) {
        await Promise.all(
          Array.from(
            { length: 100 },
            () =>
              new Promise<void>((resolve) => {
                const socket = connect(port, "127.0.0.1", () =>
                  socket.write(half, () => resolve()),
                );
                socket.on("error", () => resolve());
                sockets.push(socket);
              }),
          ),
        );
      }
      for (const socket of sockets) socket.destroy();
      expect(codesIn(await exchange([request(valid())]))).toEqual(["200 OK"]);
      await expect
        .poll(
          () =>
            new Promise((resolve) =>
              sample.server.server.getConnections((_error, count) => resolve(count)),
            ),
        )
        .toBe(0);
    });

    test("random bytes in place of each part of a request never make a 5xx", async () => {
      const known = new Set(
        contract.errors.map(({ status }) => status).filter((status) => status < 500),
      );
      const whole = Buffer.from(request(valid()));
      let seed = 42;
      const random = (below: number): number => {
        seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
        return seed % below;
      };
      const broken = Array.from({ length: 300 }, () => {
        const copy = Buffer.from(whole);
        for (let count = 1 + random(8); count > 0; count--) copy[random(copy.length)] = random(256);
        return copy;
      });
      const statuses = new Set<number>();
      for (let start = 0; start < broken.length; start += 50) {
        const received = await Promise.all(
          broken.slice(start, start + 50).map((data) => exchange([data], { wait: 1500 })),
        );
        for (const answer of received) {
          for (const match of answer.matchAll(/^HTTP\/1\.1 (\d+)/gm))
            statuses.add(Number(match[1]));
        }
      }
      for (const status of statuses) expect([200, ...known]).toContain(status);
      expect(statuses.size).toBeGreaterThan(2);
    });
  },
  ["node", "fastify"],
);
