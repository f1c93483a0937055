import {
  type Destinations,
  refusalReason,
} from "@packages/server/src/notifier/guarded-connector.ts";
import { describe, expect, test } from "vitest";
import { createSandbox } from "../../../packages/sandbox/src/create-sandbox.ts";
import {
  destinationsFor,
  isLoopbackHost,
  isLoopbackUrl,
} from "../../../packages/sandbox/src/notifications/destinations.ts";
import { authorize, charge } from "../control/support/call.ts";
import { startReceiver } from "../support/receiver.ts";
import { openService } from "../support/service.ts";
import { createChargeFor, dispatch, onlyOne } from "./support/outbox.ts";

const exposed: Destinations = { loopback: false, privateNetworks: false };
const local: Destinations = { loopback: true, privateNetworks: false };
const inside: Destinations = { loopback: false, privateNetworks: true };

describe("addresses", () => {
  const ranges = {
    public: "8.8.8.8 1.1.1.1 172.15.0.1 172.32.0.1 2606:4700::1111 2a00:1450::200e ::ffff:8.8.8.8",
    "loopback address": "127.0.0.1 127.8.9.10 ::1 0:0:0:0:0:0:0:1 ::ffff:127.0.0.1 ::ffff:7f00:1",
    "private network":
      "10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 100.64.0.1 fd12:3456::1 ::ffff:10.0.0.1",
  };
  const placed = Object.entries(ranges).flatMap(([kind, list]) =>
    list.split(" ").map((address) => [kind, address]),
  );
  test.each(placed)("%s: %s is reached where it may be", (kind = "", address = "") => {
    for (const destinations of [exposed, local, inside]) {
      const isOpen =
        { public: true, "loopback address": destinations.loopback }[kind] ??
        destinations.privateNetworks;
      const refused = refusalReason(address, "https:", destinations);
      if (isOpen) expect(refused).toBeUndefined();
      else expect(refused).toMatch(kind);
      const plain = refusalReason(address, "http:", destinations);
      if (isOpen && kind === "loopback address") expect(plain).toBeUndefined();
      else
        expect(plain).toMatch(
          kind === "loopback address" ? kind : "http: is allowed for those alone",
        );
    }
  });

  const unreachable = {
    unspecified: "0.0.0.0 0.1.2.3 ::",
    "link-local, with a zone or without": "169.254.169.254 fe80::1 fe80::1%eth0",
    "metadata of a cloud": "fd00:ec2::254 fd20:ce::254 100.100.100.200 168.63.129.16 192.0.0.192",
    "multicast or broadcast": "224.0.0.1 ff02::1 255.255.255.255",
    "reserved, for documents or for benchmarks": "240.0.0.1 192.0.2.1 2001:db8::1 198.18.0.1",
    "6to4 of any address": "2002:7f00:1:: 2002:808:808::",
    "NAT64 of this machine or of a private network": "64:ff9b::127.0.0.1 64:ff9b:1::a00:1",
    "IPv4 in IPv6 as RFC 6145 or RFC 4291 has it":
      "::ffff:0:127.0.0.1 ::127.0.0.1 ::8.8.8.8 ::808:808",
    Teredo: "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "site-local, discarded or not routed": "fec0::1 100::1 4000::1",
  };
  const pairs = Object.entries(unreachable).flatMap(([kind, list]) =>
    list.split(" ").map((address) => [kind, address] as const),
  );
  test.each(pairs)("an address that is %s is never reached: %s", (_, address) => {
    const all: Destinations = { loopback: true, privateNetworks: true };
    expect(refusalReason(address, "https:", all)).toMatch(
      /not the address of a receiver|metadata service/,
    );
    expect(refusalReason(address, "http:", all)).toBeDefined();
  });
});

test("a host is this machine alone, or not", () => {
  const own = [
    "127.0.0.1",
    "127.1.2.3",
    "localhost",
    "LOCALHOST",
    "receiver.localhost",
    "::1",
    "[::1]",
  ];
  const others = [
    "0.0.0.0",
    "::",
    "192.168.0.1",
    "localhost.example.com",
    "notlocalhost",
    "example.com",
  ];
  expect([...own, ...others].filter(isLoopbackHost)).toEqual(own);
});

test("where notifications may go follows from who can reach the sandbox, and can be said", () => {
  expect(destinationsFor(false)).toEqual({ loopback: true, privateNetworks: false });
  expect(destinationsFor(true)).toEqual({ loopback: false, privateNetworks: false });
  expect(destinationsFor(true, { loopback: true })).toEqual({
    loopback: true,
    privateNetworks: false,
  });
  expect(destinationsFor(false, { loopback: false, privateNetworks: true })).toEqual(inside);
});

test("a URL is an http: URL of this machine, or not", () => {
  const own = [
    "127.0.0.1:4000/hook?a=1",
    "localhost:4000",
    "app.localhost",
    "[::1]:80/",
    "2130706433/",
  ];
  const others = ["10.0.0.1/", "example.com/", "localhost@example.com/", "localhost.example.com/"];
  const broken = [
    "localhost\\@example.com/",
    "/localhost",
    "local host/",
    "localhost/\n",
    "localhost:99999/",
  ];
  const long = `localhost/${"a".repeat(2_031)}`;
  const tooLong = `localhost/${"a".repeat(2_032)}`;
  const all = [...own, long, ...others, ...broken, tooLong].map((rest) => `http://${rest}`);
  expect(all.filter(isLoopbackUrl)).toEqual([...own, long].map((rest) => `http://${rest}`));
  expect(isLoopbackUrl("HTTP://127.0.0.1:4000/hook")).toBe(true);
  const noUrls = ["http:localhost", "https://127.0.0.1/", "ftp://localhost/", "", 7, null];
  expect(noUrls.filter(isLoopbackUrl)).toEqual([]);
});

describe("connections", () => {
  /** What one attempt to a URL comes to. */
  const attempt = async (url: string, destinations: Destinations) => {
    await using service = await openService();
    service.sandbox.destinations = destinations;
    await using dispatcher = dispatch(service);
    await createChargeFor(service, url);
    await dispatcher.settle();
    return (await onlyOne(service)).history[0];
  };

  test("nothing is sent to this machine where that is not allowed, however the URL writes it", async () => {
    await using receiver = await startReceiver();
    await using receiver6 = await startReceiver(200, "::1");
    const { port } = new URL(receiver.url);
    const hosts = [
      "127.0.0.1",
      "2130706433",
      "0x7f.1",
      "0177.0.0.1",
      "[::ffff:127.0.0.1]",
      "localhost",
      "0.0.0.0",
    ];
    const urls = [...hosts.map((host) => `//${host}:${port}/`), receiver6.url.replace("http:", "")];
    for (const url of urls) {
      for (const protocol of ["http:", "https:"]) {
        const refused = await attempt(protocol + url, exposed);
        expect(refused, protocol + url).toMatchObject({ status: null, response: null });
        expect(refused?.error, protocol + url).toMatch(/^Notifications may not go there: .+\.$/);
      }
    }
    expect([...receiver.received, ...receiver6.received]).toEqual([]);
    expect(receiver.open.most).toBe(0);
  });
});

describe("URLs that the API takes", () => {
  const register = async (sandbox: Awaited<ReturnType<typeof createSandbox>>, url: string) => {
    const headers = { authorization: await authorize(sandbox), "content-type": "application/json" };
    const call = (path: string, body: object, more: object = {}) =>
      sandbox.fetch(`http://sandbox/api/v1/${path}`, {
        method: "POST",
        headers: { ...headers, ...more },
        body: JSON.stringify(body),
      });
    const answers = [
      await call("webhook", { url }),
      await call("pix/in/qrcode", { ...charge, postbackUrl: url }),
      await call(
        "pix/out/pixkey",
        { pixKey: "a@example.com", amount: 100, postbackUrl: url },
        { "x-idempotency-key": url },
      ),
    ];
    return Promise.all(
      answers.map(async (answer) => ({ status: answer.status, body: await answer.text() })),
    );
  };
  const fine = [200, 200, 200];
  const refused = [400, 400, 400];

  test("http: to this machine is accepted while the sandbox is local, and delivered", async () => {
    const lines: string[] = [];
    await using receiver = await startReceiver();
    await using sandbox = await createSandbox();
    sandbox.app.log.error = (...given: unknown[]) => void lines.push(JSON.stringify(given));
    const answers = await register(sandbox, receiver.url);
    expect(answers.map(({ status }) => status)).toEqual(fine);
    expect(answers[0]?.body).toContain(receiver.url);
    await sandbox.settle();
    await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(4);
    // Neither is the response with such a URL invalid.
    expect(lines).toEqual([]);

    const others = await register(sandbox, "http://receiver.example.com/");
    expect(others.map(({ status }) => status)).toEqual(refused);
    for (const { body } of others) expect(body).toMatch(/"path":"(url|postbackUrl)"/);
  });

  test.each([
    [
      "as the contract has them, where that is asked for",
      { destinations: { loopback: false } },
      undefined,
      refused,
    ],
    [
      "where others reach it through another host",
      { publicUrl: "https://sandbox.example.com" },
      undefined,
      refused,
    ],
    ["once the sandbox listens for others", {}, "0.0.0.0", refused],
    [
      "not where something else is asked for",
      { destinations: { loopback: true } },
      "0.0.0.0",
      fine,
    ],
  ])("strictly: %s", async (_, options, host, expected) => {
    await using sandbox = await createSandbox(options);
    if (host !== undefined) await sandbox.listen({ host, port: 0 });
    expect((await register(sandbox, "http://127.0.0.1:9/")).map(({ status }) => status)).toEqual(
      expected,
    );
    expect(
      (await register(sandbox, "https://receiver.example.com/")).map(({ status }) => status),
    ).toEqual(fine);
  });
});
