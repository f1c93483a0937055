import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { openOutbox } from "../../../test/server/support/outbox.ts";
import { makeSender, type SenderOptions } from "./send.ts";

function open(options: Partial<SenderOptions>) {
  return makeSender({
    ...{ timeout: 30, connections: 1, userAgent: "test", secrets: () => "secret" },
    signature: { header: "signature", signed: "{body}", timestamp: "t", version: "v1" },
    clock: { now: () => 1 },
    destinations: () => ({ loopback: true, privateNetworks: false }),
    ...options,
  });
}

const notification = await (await openOutbox()).addNotification({ id: "1", url: "http://127.0.0.1:9/" });

test("an attempt whose secret does not come ends in its time, and one that is given up at once", async () => {
  const secrets = () => new Promise<string>(() => {});
  const late = open({ secrets });
  expect(await late.send(notification)).toMatchObject({
    ...{ at: 1, status: null, response: null, headersJson: null },
    error: "It could not be signed: there was no secret within 0.03 seconds.",
  });
  await late.close();
  const givenUp = open({ secrets, timeout: 600_000 });
  const attempt = givenUp.send(notification);
  givenUp.abort();
  expect(await attempt).toBeUndefined();
  await givenUp.close();
});

test("an attempt that cannot be signed says why", async () => {
  for (const [secrets, error] of [
    [() => "", "It could not be signed: A notification is signed with a secret."],
    [() => Promise.reject(new Error("The vault is shut.")), "It could not be signed: The vault is shut."],
    [() => Promise.reject("shut"), "It could not be signed: shut"],
  ] as const) {
    const sender = open({ secrets });
    expect(await sender.send(notification)).toMatchObject({ error, headersJson: null });
    await sender.close();
  }
});

test("what is sent is kept with the attempt: the headers, whose secret it was, and the response", async () => {
  const server = createServer((request, response) => {
    response.writeHead(request.headers["user-agent"] === undefined ? 301 : 302, { location: "/y" }).end("moved");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const owners: object[] = [];
  const secrets: SenderOptions["secrets"] = (owner) => {
    owners.push(owner);
    return "secret";
  };
  for (const userAgent of ["test", undefined]) {
    const sender = open({ secrets, userAgent, timeout: 20_000 });
    const attempt = await sender.send({ ...notification, url, receiverId: "rcv" });
    const status = userAgent === undefined ? 301 : 302;
    expect(attempt).toMatchObject({
      ...{ status, response: "moved" },
      error: `The receiver answered ${status}, a redirect to /y: redirects are not followed.`,
    });
    expect(Object.keys(JSON.parse(attempt?.headersJson ?? "{}"))).toEqual([
      ...["content-type", ...(userAgent === undefined ? [] : ["user-agent"]), "signature"],
    ]);
    await sender.close();
  }
  expect(owners).toEqual(Array(2).fill({ companyId: "cmp", receiverId: "rcv" }));
  server.close();
});
