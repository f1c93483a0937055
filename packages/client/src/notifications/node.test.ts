// The adapter for Node without a framework, with requests as HTTP/1, HTTP/2 and Express give them.
import { expect, test } from "vitest";
import { type NodeRequest, toNodeHandler } from "./node.ts";

interface Sent extends Partial<NodeRequest> {
  parts?: Uint8Array[];
}

/** Hands a request over; gives what the handler read, what was answered, and how much of the body was taken. */
async function receive(
  { parts = [], ...facts }: Sent,
  read = (one: Request): unknown => one.text(),
) {
  const left = [...parts];
  let isReturned = false;
  const request = {
    headers: {},
    ...facts,
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        const value = left.shift();
        return { done: value === undefined, value };
      },
      return: async () => {
        isReturned = true;
        return { done: true, value: undefined };
      },
    }),
  } as NodeRequest;
  let seen: Request | undefined;
  let body: unknown;
  const handler = async (one: Request) => {
    seen = one;
    body = await read(one);
    return new Response(null, { status: 204, headers: { "x-a": "b" } });
  };
  const answer = { statusCode: 0, headers: {} as Record<string, string>, ended: 0 };
  const response = {
    get statusCode() {
      return answer.statusCode;
    },
    set statusCode(status) {
      answer.statusCode = status;
    },
    setHeader: (name: string, value: string) => Object.assign(answer.headers, { [name]: value }),
    end: () => (answer.ended += 1),
  };
  await toNodeHandler(handler as never)(request, response);
  expect(answer).toEqual({ statusCode: 204, headers: { "x-a": "b" }, ended: 1 });
  return { seen, body, left, isReturned: () => isReturned };
}

const bytes = (text: string) => new TextEncoder().encode(text);

test("headers of HTTP/2 that begin with a colon, and absent ones, are left out; lists are joined", async () => {
  const headers = {
    ":method": "POST",
    ":path": "/n",
    "x-one": "1",
    "x-many": ["a", "b"],
    "x-none": undefined,
  };
  const { seen, body } = await receive({
    method: "POST",
    url: "/n",
    headers,
    parts: [bytes("a"), bytes("b")],
  });
  expect([...(seen?.headers ?? [])]).toEqual([
    ["x-many", "a,b"],
    ["x-one", "1"],
  ]);
  expect(body).toBe("ab");
});

test.for<[Partial<NodeRequest>, url: string]>([
  [{ url: "/a?b=c" }, "http://localhost/a?b=c"],
  [{ url: "/b", originalUrl: "/mounted/b" }, "http://localhost/mounted/b"],
  [{}, "http://localhost/"],
])("the address of %j is %s", async ([facts, url]) => {
  expect((await receive({ method: "POST", ...facts })).seen?.url).toBe(url);
});

test.for(["GET", "HEAD"])("%s has no body", async (method) => {
  const { seen } = await receive({ method, parts: [bytes("a")] });
  expect([seen?.method, seen?.body]).toEqual([method, null]);
});

test.for<[Partial<NodeRequest>, body: string]>([
  [{ body: "text", rawBody: bytes("raw") }, "raw"],
  [{ body: "text" }, "text"],
  [{ body: bytes("bytes") }, "bytes"],
  [{ body: {}, readableDidRead: false }, "stream"],
  [{}, "stream"],
])("the bytes that are signed are those that were sent: %j", async ([facts, body]) => {
  expect((await receive({ method: "POST", parts: [bytes("stream")], ...facts })).body).toBe(body);
});

test("a body that is not read is dropped as it comes, but not for ever", async () => {
  const part = new Uint8Array(2 ** 20);
  const drop = (count: number) =>
    receive({ method: "POST", parts: Array(count).fill(part) }, (one) => one.body?.cancel());
  const small = await drop(16);
  await expect.poll(() => small.left.length).toBe(0);
  expect(small.isReturned()).toBe(false);
  const endless = await drop(40);
  await expect.poll(endless.isReturned).toBe(true);
  // A stream may hold a part ahead.
  expect(40 - endless.left.length).toBeLessThan(20);
});
