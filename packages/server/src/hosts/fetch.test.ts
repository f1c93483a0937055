import { expect, test } from "vitest";
import {
  anyChecks,
  emptyContract,
  plainOperation,
  type TestContext,
} from "../../../../test/server/support/core.ts";
import type { Bindings } from "../service.ts";
import { makeFetchHandler } from "./fetch.ts";

const limit = 10;
const contract = {
  ...emptyContract,
  bodyLimit: limit,
  operations: [
    { ...plainOperation, body: "application/json" },
    { ...plainOperation, id: "readThing", method: "GET", path: "/things/{id}" },
  ],
};
const bindings: Bindings = { contract, checks: anyChecks(contract), formats: {} };

interface Seen {
  bodies: unknown[];
  ips: string[];
}

/** Sends a request whose body is a stream of some parts, and gives the response and what became of the stream. */
async function send(
  path: string,
  parts: string[] | undefined,
  init: RequestInit = {},
  options: object = {},
) {
  const seen: Seen = { bodies: [], ips: [] };
  const handle = ({ body, request, reply }: TestContext) => {
    seen.bodies.push(body);
    seen.ips.push(request.ip);
    return reply.ok({});
  };
  const handler = makeFetchHandler(bindings, {
    authenticators: {},
    handlers: { makeThing: handle, readThing: handle } as never,
    logger: false as const,
    ...options,
  });
  let isCancelled = false;
  const left = [...(parts ?? [])];
  const body =
    parts &&
    new ReadableStream(
      {
        pull: (controller) => {
          const part = left.shift();
          if (part === undefined) controller.close();
          else controller.enqueue(new TextEncoder().encode(part));
        },
        cancel: () => {
          isCancelled = true;
        },
      },
      { highWaterMark: 0 },
    );
  const response = await handler(
    new Request(`http://host.example${path}`, {
      method: "POST",
      body: body ?? null,
      duplex: "half",
      ...init,
      headers: { "content-type": "application/json", ...init.headers },
    } as RequestInit),
  );
  await new Promise((done) => setImmediate(done));
  return { response, text: await response.text(), seen, isCancelled, left };
}

test("a body is as large as its limit and no larger, with a length or without", async () => {
  for (const [parts, status] of [
    [['"1234', '5678"'], 201],
    [['"1234', '56789"'], 413],
  ] as const) {
    for (const headers of [{}, { "content-length": String(parts.join("").length) }]) {
      const { response, seen } = await send("/things", [...parts], {
        headers: headers as Record<string, string>,
      });
      expect([response.status, seen.bodies]).toEqual([status, status === 201 ? ["12345678"] : []]);
    }
  }
});

test("what is too large is not read to its end", async () => {
  const { response, left, isCancelled } = await send("/things", Array(50).fill("0123456789"));
  expect([response.status, isCancelled]).toEqual([413, true]);
  expect(left.length).toBeGreaterThan(40);
});

test("a body that is not read is canceled, and one that was read is not", async () => {
  for (const [path, headers, status] of [
    ["/nothing", {}, 404],
    ["/things", { "content-type": "text/plain" }, 415],
    ["/things", { "content-length": "11" }, 413],
  ] as const) {
    const { response, isCancelled, left } = await send(path, ["1", "2"], { headers });
    expect([response.status, isCancelled, left.length], path).toEqual([status, true, 2]);
  }
  expect(await send("/things", ["1"])).toMatchObject({ isCancelled: false });
});

test("a body that breaks off is malformed, and none at all is none", async () => {
  for (const headers of [{}, { "content-length": "5" }] as Record<string, string>[]) {
    const broken = new ReadableStream({
      start: (controller) => controller.error(new Error("reset")),
    });
    const { response } = await send("/things", undefined, { body: broken, headers });
    expect(response.status).toBe(400);
  }
  expect((await send("/things", undefined)).seen.bodies).toEqual([undefined]);
});

test("the health route is there where it is asked for, behind the prefix", async () => {
  const options = { health: "/health", prefix: "/api", ready: () => false };
  const statusOf = async (path: string, method: string) =>
    (await send(path, undefined, { method }, options)).response.status;
  expect([await statusOf("/api/health?x", "GET"), await statusOf("/api/health", "HEAD")]).toEqual([
    503, 503,
  ]);
  for (const path of ["/health", "/api/healthy"])
    expect(await statusOf(path, "GET"), path).toBe(404);
  expect(await statusOf("/api/health", "POST")).toBe(404);
});

test("the client's address is what the host says, and empty otherwise", async () => {
  expect((await send("/things", ["1"])).seen.ips).toEqual([""]);
  expect((await send("/things", ["1"], {}, { clientAddress: () => "192.0.2.1" })).seen.ips).toEqual(
    ["192.0.2.1"],
  );
  const clientAddress = () => {
    throw new Error("There is no socket.");
  };
  const { response, text } = await send("/things", ["1"], {}, { clientAddress });
  expect([response.status, JSON.parse(text).error.code]).toEqual([500, "INTERNAL_ERROR"]);
});

test("a stream of a response ends with the client: its items are let go of", async () => {
  let isReleased = false;
  async function* count() {
    try {
      for (let item = 1; ; item++) yield { item };
    } finally {
      isReleased = true;
    }
  }
  const lines = {
    ...plainOperation,
    id: "countThings",
    method: "GET",
    path: "/count",
    success: undefined,
    responses: [
      { from: 200, to: 200, mediaType: "application/x-ndjson", stream: "lines" as const },
    ],
  };
  const streamed = { ...contract, operations: [lines as never] };
  const checks = anyChecks(streamed);
  const handler = makeFetchHandler(
    {
      ...bindings,
      contract: streamed,
      checks: { ...checks, results: { countThings: { 200: 0 } } },
    },
    {
      authenticators: {},
      handlers: { countThings: ({ reply }: TestContext) => reply.send(200, count()) } as never,
      logger: false as const,
    },
  );
  const response = await handler(new Request("http://host.example/count"));
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  expect([response.status, new TextDecoder().decode(value)]).toEqual([200, '{"item":1}\n']);
  expect(isReleased).toBe(false);
  await reader?.cancel();
  expect(isReleased).toBe(true);
});
