import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openOutbox } from "../../../../test/server/support/outbox.ts";
import { listen } from "../../../../test/support/listen.ts";
import { makeSender, type SenderOptions } from "./send.ts";

/** A sender that closes with its test. */
function open(options: Partial<SenderOptions>) {
  const sender = makeSender({
    timeout: 30,
    userAgent: "test",
    secrets: () => "secret",
    signature: { header: "signature", signed: "{body}", timestamp: "t", version: "v1" },
    clock: { now: () => 1 },
    destinations: () => ({ loopback: true, privateNetworks: false }),
    ...options,
  });
  onTestFinished(() => sender.close());
  return sender;
}

const notification = await (await openOutbox()).addNotification({
  id: "1",
  url: "http://127.0.0.1:9/",
});

test("an attempt whose secret does not come ends in its time, and one that is given up at once", async () => {
  const secrets = () => new Promise<string>(() => {});
  const late = open({ secrets });
  expect(await late.send(notification)).toMatchObject({
    at: 1,
    status: null,
    response: null,
    headersJson: null,
    error: "It could not be signed: there was no secret within 0.03 seconds.",
  });
  const givenUp = open({ secrets, timeout: 600_000 });
  const attempt = givenUp.send(notification);
  givenUp.abort();
  expect(await attempt).toBeUndefined();
});

test("an attempt that cannot be signed says why", async () => {
  for (const [secrets, error] of [
    [() => "", "It could not be signed: A notification is signed with a secret."],
    [
      () => Promise.reject(new Error("The vault is shut.")),
      "It could not be signed: The vault is shut.",
    ],
    [() => Promise.reject("shut"), "It could not be signed: shut"],
  ] as const) {
    const sender = open({ secrets });
    expect(await sender.send(notification)).toMatchObject({ error, headersJson: null });
  }
});

test("what is sent is kept with the attempt: the headers, whose secret it was, and the response", async () => {
  using receiver = await listen((request, response) => {
    response
      .writeHead(request.headers["user-agent"] === undefined ? 301 : 302, { location: "/y" })
      .end("moved");
  });
  const owners: object[] = [];
  const secrets: SenderOptions["secrets"] = (owner) => {
    owners.push(owner);
    return "secret";
  };
  for (const userAgent of ["test", undefined]) {
    const sender = open({ secrets, userAgent, timeout: 20_000 });
    const attempt = await sender.send({ ...notification, url: receiver.url, receiverId: "rcv" });
    const status = userAgent === undefined ? 301 : 302;
    expect(attempt).toMatchObject({
      status,
      response: "moved",
      error: `The receiver answered ${status}, a redirect to /y: redirects are not followed.`,
    });
    expect(Object.keys(JSON.parse(attempt?.headersJson ?? "{}"))).toEqual([
      "content-type",
      ...(userAgent === undefined ? [] : ["user-agent"]),
      "signature",
    ]);
  }
  expect(owners).toEqual(Array(2).fill({ callerId: "cmp", receiverId: "rcv" }));
});

test("any 2xx is a success; the error of every other status names it, and the target of a redirect", async () => {
  let status = 200;
  let location = "";
  using receiver = await listen((_request, response) => {
    response.writeHead(status, location ? { location } : {}).end();
  });
  const sender = open({ timeout: 20_000 });
  const long = `/${"x".repeat(300)}`;
  for (const [given, to, error] of [
    [200, "", null],
    [299, "", null],
    [300, "", "The receiver answered 300, a redirect: redirects are not followed."],
    [
      399,
      long,
      `The receiver answered 399, a redirect to ${long.slice(0, 200)}: redirects are not followed.`,
    ],
    [400, "/y", "The receiver answered 400."],
    [599, "", "The receiver answered 599."],
  ] as const) {
    [status, location] = [given, to];
    expect(await sender.send({ ...notification, url: receiver.url })).toMatchObject({
      status: given,
      error,
      response: null,
    });
  }
});

test("a URL of the process itself is called without a connection, in the same time", async () => {
  const calls: [url: unknown, init: RequestInit | undefined][] = [];
  const fetchFor: SenderOptions["fetchFor"] = (url) => {
    if (!url.endsWith("/own")) return undefined;
    return async (to, init) => {
      calls.push([to, init]);
      if (calls.length > 1)
        await new Promise((_, reject) => init?.signal?.addEventListener("abort", reject));
      return new Response("kept", { status: 503 });
    };
  };
  const sender = open({ fetchFor, timeout: 20_000 });
  const url = "https://sandbox.example/own";
  const attempt = await sender.send({ ...notification, url });
  const error = "The receiver answered 503.";
  expect(attempt).toMatchObject({ status: 503, response: "kept", error });
  const [to, init] = calls[0] ?? [];
  expect({ to, ...init }).toMatchObject({
    to: url,
    method: "POST",
    body: notification.body,
    headers: JSON.parse(attempt?.headersJson ?? ""),
  });
  const late = open({ fetchFor, timeout: 30 });
  expect(await late.send({ ...notification, url })).toMatchObject({
    status: null,
    error: "There was no complete response within 0.03 seconds.",
  });
});

test("of a response the first 1,024 bytes are kept, as text that a database takes", async () => {
  let body: Buffer | string = "";
  // What is too long has no end.
  using receiver = await listen(
    (_, response) => void response[body.length > 1024 ? "write" : "end"](body),
  );
  const sender = open({ timeout: 20_000 });
  for (const [given, kept] of [
    ["x".repeat(1024), "x".repeat(1024)],
    [`${"x".repeat(1024)}y`, "x".repeat(1024)],
    // A character that is cut in two is left out, and what is no text is replaced.
    [`${"x".repeat(1023)}ç`, "x".repeat(1023)],
    [Buffer.from([0x61, 0, 0x62, 0xff]), "a\ufffdb\ufffd"],
    ["", null],
  ] as const) {
    body = given;
    expect((await sender.send({ ...notification, url: receiver.url }))?.response).toBe(kept);
  }
});

test("a receiver has its time for the whole response, and what is given up meanwhile is no attempt", async () => {
  let reach = (): void => {};
  using receiver = await listen((_request, response) => {
    response.writeHead(200).write("slow");
    reach();
  });
  const late = open({ timeout: 200 });
  const attempt = await late.send({ ...notification, url: receiver.url });
  expect(attempt).toMatchObject({
    status: null,
    response: null,
    error: "There was no complete response within 0.2 seconds.",
  });
  expect(attempt?.headersJson).toContain("signature");
  expect(attempt?.duration).toBeGreaterThanOrEqual(150);

  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const sender = open({ timeout: 600_000 });
  const givenUp = sender.send({ ...notification, url: receiver.url });
  await reached;
  sender.abort();
  expect(await givenUp).toBeUndefined();
  // What comes after that is sent like before: only what was under way was given up.
  using other = await listen((_request, response) => response.end());
  expect(await sender.send({ ...notification, url: other.url })).toMatchObject({ status: 200 });
});

test("a user and a password in a URL are sent as its Authorization, and stay out of the target", async () => {
  const seen: (string | undefined)[][] = [];
  using receiver = await listen((request, response) => {
    seen.push([request.headers.authorization, request.url]);
    response.end();
  });
  const sender = open({ timeout: 20_000 });
  const url = receiver.url.replace("://", "://pix:a%3Ab%20c@");
  expect(await sender.send({ ...notification, url: `${url}/hook` })).toMatchObject({ status: 200 });
  expect(await sender.send({ ...notification, url: receiver.url })).toMatchObject({ status: 200 });
  const basic = `Basic ${Buffer.from("pix:a:b c").toString("base64")}`;
  expect(seen).toEqual([
    [basic, "/hook"],
    [undefined, "/"],
  ]);
});

/** A key and its certificate for 127.0.0.1, for the next test alone. */
const certificateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgdOnAlDyiqUfeh9IH
RIzuxeIvdPa6g6Bo9HUmB11B6DGhRANCAAQSTa36DpXFId7TLH0V37RsPPi1wFkT
k3TrgdwQgdDoKJoWPldeq3e2bIeaaMNMijnakupxKx9w/P20v2lbh1JL
-----END PRIVATE KEY-----`;
const certificate = `-----BEGIN CERTIFICATE-----
MIIBkDCCATagAwIBAgIUJhNGSmHVW4JuONqHSV4nDnmyKgMwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyODEzMDA1OVoYDzIxMjYxMTA0
MTMwMDU5WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQSTa36DpXFId7TLH0V37RsPPi1wFkTk3TrgdwQgdDoKJoWPldeq3e2
bIeaaMNMijnakupxKx9w/P20v2lbh1JLo2QwYjAdBgNVHQ4EFgQUrLZvspNSkhuo
ddSQnkIDST4csnYwHwYDVR0jBBgwFoAUrLZvspNSkhuoddSQnkIDST4csnYwDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0gAMEUC
IQC7OvUvxPmzqVGBvh3orU9dd4lPHbce0N4/G8DLukDAUwIgE+qDvc6i8X6ljflA
OBndRBQVWL1qKd2xznAk940/4u0=
-----END CERTIFICATE-----`;

test("a certificate that is not trusted: the error says what to do on this server", async () => {
  const server = createServer({ key: certificateKey, cert: certificate }, (_, response) =>
    response.end(),
  ).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const attempt = await open({ timeout: 20_000 }).send({ ...notification, url });
  expect(attempt?.error).toBe(
    "The receiver's certificate is not trusted: name the PEM file of its authority in NODE_EXTRA_CA_CERTS when you start this server (DEPTH_ZERO_SELF_SIGNED_CERT).",
  );
});
