import { once } from "node:events";
import { connect } from "node:net";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { InFlight } from "./in-flight.ts";

test("a company with more requests under way than all others is known, until they have ended in whatever way", async () => {
  const inFlight = new InFlight();
  const app = Fastify();
  inFlight.attach(app);
  const waiting: (() => void)[] = [];
  app.get("/:company", async (request) => {
    const { company } = request.params as { company: string };
    inFlight.note(request, company);
    inFlight.note(request, company);
    await new Promise<void>((resolve) => waiting.push(resolve));
    return {};
  });
  const { port } = new URL(await app.listen({ port: 0 }));
  const ask = (company: string) => fetch(`http://127.0.0.1:${port}/${company}`);
  const sockets = ["a", "a"].map((company) => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.write(`GET /${company} HTTP/1.1\r\nhost: x\r\n\r\n`);
    return socket;
  });
  await expect.poll(() => waiting).toHaveLength(2);
  expect(inFlight.isGreedy("a"), "there are no others").toBe(false);
  const others = [ask("b"), ask("c")];
  await expect.poll(() => waiting).toHaveLength(4);
  expect(inFlight.isGreedy("a"), "as many as the others").toBe(false);
  const more = ask("a");
  await expect.poll(() => waiting).toHaveLength(5);
  expect(["a", "b", "c", "d"].map((company) => inFlight.isGreedy(company))).toEqual([true, false, false, false]);

  // Some hang up, the others are answered.
  for (const socket of sockets) {
    socket.destroy();
    await once(socket, "close");
  }
  await expect.poll(() => inFlight.isGreedy("a")).toBe(false);
  for (const end of waiting.splice(0)) end();
  await Promise.all([...others, more]);
  const last = [ask("a"), ask("a"), ask("b")];
  await expect.poll(() => waiting).toHaveLength(3);
  expect(inFlight.isGreedy("a"), "what has ended does not count").toBe(true);
  expect(inFlight.isGreedy("b")).toBe(false);
  for (const end of waiting.splice(0)) end();
  await Promise.all(last);
  await app.close();
});
