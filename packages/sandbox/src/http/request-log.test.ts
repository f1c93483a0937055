import type { Readable } from "node:stream";
import fastify, { type FastifyBaseLogger, LogController } from "fastify";
import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeSettings } from "../settings.ts";
import { openSqlite } from "../storage/open-sqlite.ts";
import { RequestLog } from "./request-log.ts";

const at = 1_700_000_000_000;

async function open() {
  const storage = await openSqlite();
  const lines: { level: number; msg: string }[] = [];
  const log = pino(
    { base: null, timestamp: false },
    { write: (line) => void lines.push(JSON.parse(line) as never) },
  );
  const settings = makeSettings(storage);
  const requests = new RequestLog({ storage, settings, log, clock: { now: () => at } } as never);
  const logController = new LogController({ disableRequestLogging: true });
  const app = fastify({ loggerInstance: log as FastifyBaseLogger, logController });
  app.addContentTypeParser("text/plain", { parseAs: "string" }, (_, body, done) =>
    done(null, body),
  );
  requests.attach(app);
  app.post("/echo", (request, reply) =>
    reply.header("set-cookie", "of-the-answer").send(request.body ?? "nothing"),
  );
  app.get("/bytes", (_, reply) => reply.send(Buffer.from("bytes")));
  onTestFinished(async () => {
    await app.close();
    await requests.stop();
    await storage.close();
  });
  const read = async () => {
    const rows = await storage.db.selectFrom("requests").selectAll().orderBy("id").execute();
    return rows.map(({ requestJson, responseJson, ...row }) => ({
      ...row,
      request: JSON.parse(requestJson) as { headers: Record<string, string>; body: string },
      response: JSON.parse(responseJson) as { headers: Record<string, string>; body: string },
    }));
  };
  const post = (payload: string | Readable, headers: Record<string, string> = {}) =>
    app.inject({
      method: "POST",
      url: "/echo",
      payload,
      headers: { "content-type": "text/plain", ...headers },
    });
  return { storage, lines, requests, app, read, post };
}

test("a request is written by itself, with what it asked and was answered, but no credentials", async () => {
  const { app, lines, read } = await open();
  const secrets = {
    authorization: "Basic hidden",
    cookie: "hidden",
    "proxy-authorization": "hidden",
  };
  const headers = { "content-type": "text/plain", ...secrets };
  const makeBody = (value: string) =>
    `{"accessToken" : "${value}", "token":"${value}","secret":"${value}","apiSecret":"${value}","name":"token","Password":"${value}"}`;
  const payload = `${makeBody('a\\"hidden')}\0`;
  await app.inject({ method: "POST", url: "/echo?key=value", headers, payload });
  await expect.poll(async () => (await read()).length).toBe(1);
  const [row] = await read();
  expect(row).toMatchObject({
    at,
    method: "POST",
    path: "/echo?key=value",
    operation: null,
    companyId: null,
    status: 200,
  });
  expect(row?.duration).toBeLessThan(60_000);
  const body = makeBody("[redacted]");
  expect([row?.request.body, row?.response.body]).toEqual([`${body}\ufffd`, `${body}\0`]);
  expect(row?.request.headers).toMatchObject({
    authorization: "[redacted]",
    "content-type": "text/plain",
  });
  expect(row?.response.headers).toMatchObject({ "set-cookie": "[redacted]" });
  expect(JSON.stringify(row)).not.toContain("hidden");
  // What a query says is in no line of the process's own log.
  expect(lines.map(({ msg }) => msg)).toEqual(["POST /echo → 200"]);
});

test("requests are written in the background, once a second while they keep coming, all of them, in their order", async () => {
  const { storage, app, read } = await open();
  const changed = vi.fn();
  storage.onChange(changed);
  const send = (count: number) =>
    Promise.all(Array.from({ length: count }, () => app.inject({ url: "/bytes" })));
  const begin = performance.now();
  let sent = 0;
  // They keep coming.
  while (performance.now() - begin < 1_500) {
    await send(5);
    sent += 5;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const seconds = Math.ceil((performance.now() - begin) / 1_000);
  // A tenth of a second after the first, then once a second.
  expect(changed.mock.calls.length).toBeLessThanOrEqual(1 + seconds);
  await expect.poll(async () => (await read()).length, { timeout: 10_000 }).toBe(sent);
  const ids = (await read()).map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted());
});

test("where they cannot be written the log says so, and the next ones are", async () => {
  const { storage, lines, requests, app, read } = await open();
  vi.spyOn(storage, "transaction").mockRejectedValueOnce(new Error("The disk is full."));
  await app.inject({ url: "/bytes" });
  await requests.flush();
  expect(lines.filter(({ level }) => level === 50)).toMatchObject([
    { msg: "Requests could not be logged.", err: { message: "The disk is full." } },
  ]);
  await app.inject({ url: "/bytes?second" });
  await requests.flush();
  expect((await read()).map(({ path }) => path)).toEqual(["/bytes?second"]);
});

test("when it stops it writes what it has, and takes no more", async () => {
  const { requests, app, read } = await open();
  await app.inject({ url: "/bytes?first" });
  await requests.stop();
  await app.inject({ url: "/bytes?second" });
  await requests.flush();
  expect((await read()).map(({ path }) => path)).toEqual(["/bytes?first"]);
});
