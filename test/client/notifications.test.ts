import { expect, test } from "vitest";
import {
  createNotificationHandler,
  type HandlerOptions,
  NotificationError,
  parseNotification,
  rememberInMemory,
  signatureHeader,
  signNotification,
  verifyNotification,
} from "../../generated/client/src/notifications.ts";
import { contract } from "../support/contract.ts";
import { verifySignature } from "../support/verify-signature.ts";
import { reasonOf } from "./support/reason.ts";

const secret = "whsec_9fT2kLmV7xQ4bNzR8sYc1WdHpJ6aEu30";
const paid = {
  id: "wh_1",
  type: "transaction",
  event: "transaction_paid",
  transaction: {
    id: "txn_1",
    amount: 4990,
    status: "paid",
    pix: { endToEndId: "E1", payerInfo: { name: "João ção €" } },
  },
};
const rawBody = JSON.stringify(paid);

test("a notification is read from text and bytes, with its unknown event and fields kept", () => {
  expect(parseNotification(rawBody)).toEqual(paid);
  expect(parseNotification(Buffer.from(rawBody))).toEqual(paid);
  const unknown = { id: "wh_2", type: "refund", event: "refund_created", refund: { id: "r_1" } };
  expect(parseNotification(JSON.stringify(unknown))).toEqual(unknown);
  for (const { event, body } of contract.notifications)
    for (const { value } of body.examples)
      expect(parseNotification(JSON.stringify(value))).toMatchObject({ event });
});

test.each([
  "",
  "{",
  "null",
  "[]",
  "1",
  '"x"',
  "{}",
  '{"id":1,"type":"a","event":"b"}',
  '{"id":"","type":"a","event":"b"}',
  // Bytes that are no UTF-8.
  Buffer.from('{"id":"\xff","type":"a","event":"b"}', "latin1"),
])("%j is no notification", (body) =>
  expect(() => parseNotification(body)).toThrow(NotificationError),
);

test("the signature is the contract's: an independent check agrees", async () => {
  const now = 1_795_186_931;
  const header = await signNotification(rawBody, secret, now);
  expect(header).toMatch(/^t=1795186931,v1=[0-9a-f]{64}$/);
  expect(verifySignature({ header, body: rawBody, secret, now })).toBe(true);
  expect(await verifyNotification(rawBody, header, secret, { now })).toEqual(paid);
  expect(await verifyNotification(Buffer.from(rawBody), header, [secret], { now })).toEqual(paid);
});

test("clocks may differ in both directions, as far as the tolerance goes", async () => {
  const header = await signNotification(rawBody, secret, 1_000_000.9);
  const at = (now: number, tolerance?: number) =>
    verifyNotification(rawBody, header, secret, { now, tolerance });
  await expect(at(1_000_300)).resolves.toEqual(paid);
  await expect(at(999_700)).resolves.toEqual(paid);
  expect(await reasonOf(at(1_000_301))).toBe("too-old");
  expect(await reasonOf(at(999_699))).toBe("too-new");
  expect(await reasonOf(at(1_000_011, 10))).toBe("too-old");
  await expect(at(1_009_999, 10_000)).resolves.toEqual(paid);
});

test("each fault of a signature has its own error", async () => {
  const good = await signNotification(rawBody, secret);
  const [, hex = ""] = good.split("v1=");
  const check = (header: string | null) => reasonOf(verifyNotification(rawBody, header, secret));
  for (const none of [null, ""]) expect(await check(none)).toBe("unsigned");
  const time = Number(/\d+/.exec(good));
  for (const header of [
    "x",
    `t=${time}`,
    `v1=${hex}`,
    `t=${time},v1=`,
    `t=${time},v1=${hex}00`,
    `t=now,v1=${hex}`,
    `t=-1,v1=${hex}`,
    `t=${time}${`,v1=${hex}`.repeat(9)}`,
  ])
    expect(await check(header)).toBe("malformed-signature");
  expect(
    await verifyNotification(rawBody, good + `,v1=${hex}`.repeat(7), secret),
    "eight are read",
  ).toEqual(paid);
  expect(await check(good.replace(/t=\d+/, `t=${time - 1}`))).toBe("wrong-signature");
  expect(await reasonOf(verifyNotification(`${rawBody} `, good, secret))).toBe("wrong-signature");
  expect(
    await verifyNotification(
      rawBody,
      good.toUpperCase().replace("T=", "t=").replace("V1=", "v1="),
      secret,
    ),
  ).toEqual(paid);
});

/** A request as a sender makes it. */
async function post(body = rawBody, headers?: Record<string, string>): Promise<Request> {
  const signed = headers ?? { [signatureHeader]: await signNotification(body, secret) };
  return new Request("https://shop.example/notifications", {
    method: "POST",
    headers: signed,
    body,
  });
}

function makeHandler(options: Partial<HandlerOptions> = {}) {
  return createNotificationHandler({ secrets: [secret], on: {}, ...options });
}

test("a handler that throws, at once or later, gives a 500, and the next try reaches it", async () => {
  const errors: unknown[] = [];
  let tries = 0;
  const handler = makeHandler({
    onError: (error) => errors.push(error),
    on: {
      transaction_paid: async () => {
        tries++;
        if (tries < 3) throw new Error(`try ${tries}`);
      },
    },
  });
  const answers = [
    await handler(await post()),
    await handler(await post()),
    await handler(await post()),
  ];
  expect(answers.map(({ status }) => status)).toEqual([500, 500, 200]);
  expect(await answers[0]?.text()).toBe("");
  expect(errors).toHaveLength(2);
});

test("a repeat that comes while the first is handled shares its end", async () => {
  let calls = 0;
  let fail = (_error: Error): void => {};
  const handler = makeHandler({
    on: {
      transaction_paid: () => {
        calls++;
        return calls === 1 ? new Promise((_, reject) => (fail = reject)) : undefined;
      },
    },
  });
  const both = [handler(await post()), handler(await post())];
  await expect.poll(() => calls).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  fail(new Error("no"));
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([500, 500]);
  expect((await handler(await post())).status).toBe(200);
  expect(calls).toBe(2);
});

test("events without a handler are accepted, or handled together; what every object has is no event", async () => {
  const events: string[] = [];
  const handler = makeHandler({ onOther: ({ event }) => events.push(event) });
  for (const event of [
    "transfer_updated",
    "refund_created",
    "constructor",
    "__proto__",
    "toString",
  ]) {
    const body = JSON.stringify({ id: event, type: "x", event, transfer: { id: "trf_1" } });
    expect((await handler(await post(body))).status).toBe(200);
  }
  expect(events).toEqual([
    "transfer_updated",
    "refund_created",
    "constructor",
    "__proto__",
    "toString",
  ]);
  expect((await makeHandler()(await post())).status).toBe(200);
});

test("what is not a signed notification is refused", async () => {
  const errors: NotificationError[] = [];
  const onError = (error: unknown) => errors.push(error as NotificationError);
  const handler = makeHandler({ maxBytes: 1000, onError });
  expect((await handler(await post(rawBody, {}))).status).toBe(401);
  expect((await handler(await post(rawBody, { [signatureHeader]: "x" }))).status).toBe(401);
  expect((await handler(await post("{}"))).status).toBe(400);
  expect((await handler(await post("x".repeat(1001)))).status).toBe(413);
  expect(errors.map(({ reason }) => reason)).toEqual([
    "unsigned",
    "malformed-signature",
    "unreadable",
    "too-large",
  ]);
  const get = await handler(new Request("https://shop.example/"));
  expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"]);
});

test("secrets have to be given, unless signatures are not wanted; the header may have another name", async () => {
  for (const secrets of ["", [], [""], true] as const)
    expect(() => makeHandler({ secrets: secrets as string })).toThrow(TypeError);
  // As it was read from a file.
  for (const secrets of [`${secret}\n`, [secret, `${secret}\r\n`]])
    expect(() => makeHandler({ secrets })).toThrow(/secrets` must be .* or with a line break/);
  expect((await makeHandler({ secrets: false })(await post(rawBody, {}))).status).toBe(200);
  const named = makeHandler({ header: "X-Signature" });
  expect(
    (await named(await post(rawBody, { "x-signature": await signNotification(rawBody, secret) })))
      .status,
  ).toBe(200);
});

test("the memory of what was seen is bounded, and can be another", async () => {
  const seen = rememberInMemory(2);
  for (const id of ["a", "b", "c"]) seen.add(id);
  expect(["a", "b", "c"].map((id) => seen.has(id))).toEqual([false, true, true]);
  const stored = new Set<string>();
  const shared = {
    has: async (id: string) => stored.has(id),
    add: async (id: string) => stored.add(id),
  };
  const calls: string[] = [];
  for (const name of ["one", "two"])
    await makeHandler({ seen: shared, on: { transaction_paid: () => calls.push(name) } })(
      await post(),
    );
  expect(calls).toEqual(["one"]);
});

test.each([
  [[1_000], 200],
  [[400, 400, 200], 200],
  [[1_001], 413],
  [[400, 400, 201], 413],
])("of at most 1,000 bytes, a body in chunks of %j is answered %i", async (chunks, status) => {
  const sent = '{"id":"wh_1","type":"order","event":"order_made"}';
  const parts = chunks.map((size, index) => (index === 0 ? sent : "").padEnd(size));
  const body = ReadableStream.from(parts).pipeThrough(new TextEncoderStream());
  const handler = makeHandler({ secrets: false, maxBytes: 1_000 });
  const request = new Request("https://shop.example/", {
    method: "POST",
    body,
    duplex: "half",
  } as RequestInit);
  expect((await handler(request)).status).toBe(status);
});

test("an `onError` that throws or rejects harms nothing", async () => {
  const failing = [
    (): never => {
      throw new Error("The log is full.");
    },
    () => Promise.reject(new Error("The log is full.")),
  ];
  for (const onError of failing)
    expect((await makeHandler({ onError })(await post("{}", {}))).status).toBe(401);
  // Vitest fails at a rejection that nothing handles, as Node does.
  await new Promise((resolve) => setImmediate(resolve));
});

test("a function gives the secrets of each request: a new one is taken, and a path may be unsigned", async () => {
  let current: string | string[] = secret;
  const asked: string[] = [];
  const errors: unknown[] = [];
  const handler = makeHandler({
    onError: (error) => errors.push(error),
    secrets: async ({ url }) => {
      const { pathname } = new URL(url);
      asked.push(pathname);
      return pathname === "/unsigned/9f3c" ? false : current;
    },
  });
  const send = async (path: string, signedBy?: string): Promise<number> => {
    const headers: Record<string, string> = signedBy
      ? { [signatureHeader]: await signNotification(rawBody, signedBy) }
      : {};
    const init = { method: "POST", headers, body: rawBody };
    return (await handler(new Request(`https://shop.example${path}`, init))).status;
  };
  expect(await send("/signed", secret)).toBe(200);
  expect(await send("/signed", "whsec_next")).toBe(401);
  current = [secret, "whsec_next"];
  expect(await send("/signed", "whsec_next")).toBe(200);
  expect(await send("/signed")).toBe(401);
  expect(await send("/unsigned/9f3c")).toBe(200);
  expect(await send("/unsigned/9f3d")).toBe(401);
  expect(asked).toHaveLength(6);
  // A vault that has none must not let everybody in.
  for (const none of ["", [], undefined, null]) {
    current = none as string;
    expect(await send("/signed", secret)).toBe(500);
  }
  expect(String(errors.at(-1))).toContain("`secrets` must be");
});
