// What the client costs: bytes, and time of a call.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import createClient from "openapi-fetch";
import type * as Client from "../../generated/client/src/index.ts";
import type { paths } from "../../generated/openapi/types.d.ts";
import { median, type Row } from "./support/row.ts";

const root = join(import.meta.dirname, "../..");

const dist = "generated/client/dist";
const optional = [
  "index",
  "waits",
  "pacing",
  "hooks",
  "logger",
  "raw",
  "helpers",
  "keys",
  "tokens",
];
const checks = [
  {
    name: "client, createPixClient alone",
    entries: ["index"],
    import: () => "{ createPixClient }",
    max: 11_520,
  },
  {
    name: "client, every export of every entry",
    entries: optional,
    import: everyExport,
    // With openapi-fetch, which `raw` alone has: docs/decisions/0009.
    max: 16_896,
  },
  {
    name: "client/notifications, every export",
    entries: ["notifications"],
    import: everyExport,
    max: 3712,
  },
  {
    name: "client/standard-schema, the body of a transfer",
    entries: ["standard-schema"],
    import: () => "{ createTransferBody }",
    max: 1024,
  },
  {
    name: "client/tanstack-query, every export",
    entries: ["tanstack-query"],
    import: everyExport,
    max: 512,
  },
];

/** Every export by its name, as a program imports it: `*` would measure the bundler's object of getters too. */
async function everyExport(path: string): Promise<string> {
  const exported: object = await import(path);
  return `{ ${Object.keys(exported).join(", ")} }`;
}

/** Rows of the bundle sizes, by size-limit: minified, gzipped, openapi-fetch included. */
export async function clientSize(): Promise<Row[]> {
  const settings = await Promise.all(
    checks.map(async ({ name, entries, import: names }) => {
      const path = entries.map((entry) => join(root, dist, `${entry}.mjs`));
      const imported = path.map(
        async (file): Promise<[string, string]> => [file, await names(file)],
      );
      const named = Object.fromEntries(await Promise.all(imported));
      return { name, path, import: named, ignore: ["node:fs"], gzip: true };
    }),
  );
  // size-limit reads its settings from the folder that it runs in, and its plugins from that folder's package.json.
  const folder = await mkdtemp(join(root, "node_modules/.size-"));
  try {
    await writeFile(join(folder, ".size-limit.json"), JSON.stringify(settings));
    const needs = { "size-limit": "*", "@size-limit/preset-small-lib": "*" };
    await writeFile(
      join(folder, "package.json"),
      JSON.stringify({ name: "size", devDependencies: needs }),
    );
    const program = join(root, "node_modules/.bin/size-limit");
    const { stdout } = await promisify(execFile)(program, ["--json"], { cwd: folder });
    const sizes = JSON.parse(stdout) as { name: string; size: number }[];
    return checks.map(({ name, max }) => ({
      name: `${name}, minified and gzipped`,
      value: sizes.find((size) => size.name === name)?.size ?? Number.NaN,
      unit: "bytes",
      bound: { atMost: max },
    }));
  } finally {
    await rm(folder, { recursive: true });
  }
}

// What is built is measured; without a build there are no types of it.
const built = new URL("../../generated/client/dist/index.mjs", import.meta.url).href;
const { createPixClient } = (await import(built)) as typeof Client;
const baseUrl = "https://pix.example";
const body = { pixKey: "destino@example.com", amount: 150_000, description: "Repasse semanal" };
const data = {
  id: "trf_1",
  status: "queued",
  amount: 150_000,
  netAmount: 149_900,
  fees: 100,
  pixKey: body.pixKey,
};
const record = {
  ...data,
  description: "",
  createdAt: "2026-11-20T15:00:00Z",
  updatedAt: "2026-11-20T15:00:00Z",
};
const answer = JSON.stringify({ success: true, message: "Done.", data: record });
const token = JSON.stringify({
  success: true,
  token: "a.b.c",
  tokenType: "Bearer",
  expiresIn: 1_800_000,
});
const headers = { "content-type": "application/json", "x-ratelimit-remaining": "49" };

const stub = (request: Request | string): Promise<Response> => {
  const url = typeof request === "string" ? request : request.url;
  return Promise.resolve(new Response(url.endsWith("/api/auth") ? token : answer, { headers }));
};
const pix = createPixClient({ baseUrl, apiKey: "key", apiSecret: "secret", fetch: stub });
const bare = createClient<paths>({ baseUrl, fetch: stub });
const authorization = { Authorization: "Bearer a.b.c" };

/** Rows of the client's speed. */
export async function clientSpeed(): Promise<Row[]> {
  const params = { path: { transferId: "trf_1" } };
  const create = await pairedSpeed(
    () => pix.transfers.create(body),
    () =>
      bare.POST("/api/v1/pix/out/pixkey", {
        params: { header: { "x-idempotency-key": crypto.randomUUID() } },
        headers: authorization,
        body,
      }),
  );
  const get = await pairedSpeed(
    () => pix.transfers.get("trf_1"),
    () => bare.GET("/api/v1/transfers/{transferId}", { params, headers: authorization }),
  );
  const bound = { atLeast: 0.9 };
  return [
    {
      name: "client transfers.create ÷ openapi-fetch, calls per second",
      value: create,
      unit: "ratio",
      bound,
    },
    {
      name: "client transfers.get ÷ openapi-fetch, calls per second",
      value: get,
      unit: "ratio",
      bound,
    },
  ];
}

/** A call to measure. */
type Work = () => PromiseLike<unknown>;

/**
 * The speed of one work divided by that of another: both are measured in turn, many times, so that whatever slows the
 * machine slows both; the median of the pairs' ratios is taken.
 */
async function pairedSpeed(
  work: Work,
  reference: Work,
  { rounds = 41, times = 400 } = {},
): Promise<number> {
  const time = async (one: Work): Promise<number> => {
    const start = performance.now();
    for (let round = 0; round < times; round++) await one();
    return performance.now() - start;
  };
  // What is compiled meanwhile belongs to no call.
  for (let round = 0; round < 20; round++) for (const one of [work, reference]) await time(one);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    // Who goes first changes, because the second finds warmer caches and more garbage.
    const [first, second] = round % 2 ? [work, reference] : [reference, work];
    const one = await time(first);
    const two = await time(second);
    ratios.push(round % 2 ? two / one : one / two);
  }
  return median(ratios);
}
