import type { LookupAddress } from "node:dns";
import { createServer, type LookupFunction, type Socket } from "node:net";
import { afterAll, expect, test } from "vitest";
import { listen } from "../../../../test/support/listen.ts";
import {
  type Destinations,
  makeGuardedConnector,
  RefusedAddressError,
} from "./guarded-connector.ts";

let connections = 0;
const server = createServer((socket) => {
  connections += 1;
  socket.on("error", () => {}).end();
});
const { port, close } = await listen(server);
afterAll(close);

const local: Destinations = { loopback: true, privateNetworks: false };
const exposed: Destinations = { loopback: false, privateNetworks: false };

/** Connects to a URL's host, and gives the error, or undefined where there is a connection. */
async function connect(
  url: string,
  destinations: Destinations,
  lookup?: LookupFunction,
): Promise<Error | undefined> {
  const connector = makeGuardedConnector({
    destinations: () => destinations,
    timeout: 20_000,
    ...(lookup && { lookup }),
  });
  const { hostname, protocol, host } = new URL(url);
  return new Promise((resolve) => {
    connector(
      { hostname: hostname.replace(/^\[|\]$/g, ""), host, protocol, port: String(port) } as never,
      (error, socket) => {
        (socket as Socket | null)?.destroy();
        resolve(error ?? undefined);
      },
    );
  });
}

let lookups = 0;
const leadTo = (...addresses: string[]): LookupFunction => {
  const found = addresses.map(
    (address): LookupAddress => ({ address, family: address.includes(":") ? 6 : 4 }),
  );
  return (_name, options, done) => {
    expect(options.all).toBe(true);
    lookups += 1;
    done(null, found);
  };
};

test("a connection is made to an address that may be reached, written out or found by a name", async () => {
  const before = connections;
  expect(await connect("http://127.0.0.1/", local)).toBeUndefined();
  expect(await connect("http://receiver.example/", local, leadTo("127.0.0.1"))).toBeUndefined();
  expect(lookups, "of one connection: the name cannot lead elsewhere once it is checked").toBe(1);
  await expect.poll(() => connections).toBe(before + 2);
});

test("an address that may not be reached is not, written out or found by a name, first or last", async () => {
  const before = connections;
  for (const error of [
    await connect("https://127.0.0.1/", exposed),
    await connect("https://[::1]/", exposed),
    await connect("http://10.0.0.1/", local),
    await connect("https://inside.example/", exposed, leadTo("127.0.0.1")),
    await connect("https://mixed.example/", exposed, leadTo("93.184.215.14", "127.0.0.1")),
    await connect("https://mixed.example/", exposed, leadTo("127.0.0.1", "93.184.215.14")),
    // By http: to this machine alone, whatever a name leads to.
    await connect("http://outside.example/", local, leadTo("93.184.215.14")),
  ]) {
    expect(error).toBeInstanceOf(RefusedAddressError);
    expect(error?.message).toMatch(/^Notifications may not go there: .+\.$/);
  }
  expect(await connect("ftp://127.0.0.1/", local)).toEqual(
    new RefusedAddressError("Notifications do not go to ftp: URLs."),
  );
  expect(connections).toBe(before);
});

test("a name that leads nowhere says so", async () => {
  const failure = Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" });
  expect(
    await connect("https://nowhere.example/", exposed, (_name, _options, done) =>
      done(failure, ""),
    ),
  ).toBe(failure);
  expect((await connect("https://empty.example/", exposed, leadTo()))?.message).toBe(
    "empty.example has no address",
  );
});
