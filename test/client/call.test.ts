import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "../packages/support/run.ts";
import { accepted, failure, setUp, transfer, transfers } from "./support/client.ts";
import { gives, usual } from "./support/server.ts";

const root = join(import.meta.dirname, "../..");

test("a call gives the data, and more with withResponse", async () => {
  const { pix } = await setUp({
    [transfers]: gives(accepted, { "x-extra": "1", "x-request-id": "req-1" }),
  });
  expect(await pix.transfers.create(transfer)).toMatchObject(accepted);
  const { headers, ...rest } = await pix.transfers.create(transfer).withResponse();
  expect(rest).toMatchObject({ data: accepted, status: 200, message: "Done.", requestId: "req-1" });
  expect(headers.get("x-extra")).toBe("1");
});

test("a call is a promise in every way", async () => {
  const { pix } = await setUp({ [transfers]: gives(accepted) });
  const call = pix.transfers.create(transfer);
  expect(call).toBeInstanceOf(Promise);
  const seen: string[] = [];
  const [one, two] = await Promise.all([
    call.finally(() => seen.push("finally")),
    call.then(({ id }) => id),
  ]);
  expect([one.id, two, seen]).toEqual(["trf_1", "trf_1", ["finally"]]);
  const caught = await pix.transfers.get("trf_2").catch((error: Error) => error.name);
  expect(caught).toBe("PixApiError");
});

test("a call that is not awaited is one unhandled rejection, and only once where withResponse is awaited", async () => {
  const { pix } = await setUp({});
  const failed = await failure(pix.transfers.get("trf_2").withResponse());
  expect(failed.name).toBe("PixApiError");
});

test("identifiers are encoded, and cannot lead elsewhere", async () => {
  const id = "a/b?c#d";
  const { pix, server } = await setUp({
    "GET /api/v1/transfers/a%2Fb%3Fc%23d": gives({ ...usual.trf_, id }),
  });
  await pix.transfers.get(id);
  for (const dots of ["", ".", ".."]) {
    const error = await failure(pix.transfers.get(dots));
    expect(error).toMatchObject({
      name: "InvalidRequestError",
      field: "transferId",
      outcome: "not-sent",
    });
  }
  expect(server.seen).toHaveLength(2);
});

test("further headers are sent, and none that nobody asked for", async () => {
  const { pix, server } = await setUp(
    { [transfers]: gives(accepted) },
    { defaultHeaders: { "X-Tenant": "loja-1" } },
  );
  await pix.transfers.create(transfer, {
    headers: { Prefer: "code=402", Authorization: "Bearer mine" },
  });
  const own = {
    "user-agent": expect.stringMatching(/^pix-contract-client\/\d+\.\d+\.\d+$/),
    "x-tenant": "loja-1",
  };
  const [token, seen] = server.seen;
  expect(token?.headers).toMatchObject(own);
  expect(seen?.headers).toEqual({
    ...own,
    prefer: "code=402",
    authorization: "Bearer token-number-1",
    "content-type": "application/json",
    host: new URL(server.url).host,
    connection: "keep-alive",
    "accept-encoding": "identity",
    "content-length": String(JSON.stringify(transfer).length),
    "x-idempotency-key": expect.stringMatching(/^[\da-f-]{36}$/),
  });
});

test.each([
  ["by Node", {}],
  ["by fetch", { fetch: (url: string, init: RequestInit) => fetch(url, init) }],
])(
  "%s a body of 8 MiB is read, and one byte more or a body without an end is given up",
  async (_, options) => {
    const { pix } = await setUp(
      {
        "GET /api/v1/webhook": (response, nth) => {
          response.writeHead(200, { "content-type": "application/json" });
          if (nth < 3)
            return response.end(
              JSON.stringify({ success: true, data: [] }).padEnd(8 * 2 ** 20 + nth - 1),
            );
          const part = Buffer.alloc(2 ** 20, " ");
          const write = (): boolean => {
            while (response.write(part));
            return response.once("drain", write).destroyed;
          };
          return write();
        },
      },
      { retry: false, ...options },
    );
    expect(await pix.webhooks.list()).toEqual([]);
    for (const _kind of ["a byte more", "without an end"]) {
      const error = { name: "InvalidResponseError", status: 200, outcome: "unknown" };
      expect(await failure(pix.webhooks.list())).toMatchObject(error);
    }
  },
);

test("loading the client does not load Node's `fetch`, which takes tens of milliseconds", async () => {
  const program = `await import(process.argv[1]); console.log(process.moduleLoadList.join().includes("undici"))`;
  const main = join(root, "generated/client/src/index.ts");
  const options = [
    "--import",
    "./scripts/from-source.ts",
    "--input-type=module",
    "-e",
    program,
    main,
  ];
  expect(await run(process.execPath, options, root)).toBe("false\n");
});
