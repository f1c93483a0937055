import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { choosePort } from "./choose-port.ts";

const server = createServer();
let taken: number;
beforeEach(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  taken = (server.address() as AddressInfo).port;
});
afterEach(() => {
  server.close();
});

test("the usual port in use is replaced by a free one, and that is said", async () => {
  const { port, remark } = await choosePort("--mock-port", taken, undefined);
  expect(port).not.toBe(taken);
  expect(remark).toBe(
    `Port ${taken} is in use, so it listens on ${port}; choose another with --mock-port.`,
  );
});

test("a port that was asked for has to be free", async () => {
  await expect(choosePort("--mock-port", 1, String(taken))).rejects.toThrow(
    `Port ${taken} is in use`,
  );
});

test("0 is any that is free", async () => {
  const { port, remark } = await choosePort("--mock-port", taken, "0");
  expect(port).toBeGreaterThan(0);
  expect(remark).toBeUndefined();
});

test.for(["", "x", "-1", "65536", "1.5"])("%j is no port", async (given) => {
  await expect(choosePort("--mock-port", 1, given)).rejects.toThrow(
    "It takes a whole number from 0 to 65535",
  );
});

test.for(["0", "1", "65534", "65535"])("%s is a port, whether it is free or not", async (given) => {
  const answer = await choosePort("--mock-port", 1, given).catch((error: Error) => error.message);
  expect(typeof answer === "string" ? answer : "free").toMatch(/^free$|is in use/);
});
