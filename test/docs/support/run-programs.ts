// Every program of guides and READMEs, run as it is printed, and what each is expected to do. The guide of a frontend is run by
// frontend.deep.test.ts, those of your own contract and of overlays by test/packages/.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { signatureHeader, signNotification } from "../../../generated/client/src/notifications.ts";
import { startMock } from "../../../generated/mock/src/index.ts";
import {
  createSandbox,
  type RunningSandbox,
} from "../../../packages/sandbox/src/create-sandbox.ts";
import type { FaultServer } from "../../client/support/server.ts";
import { installMatrix } from "../../packages/support/matrix.ts";
import { startService } from "../../packages/support/service.ts";
import { makeDatabase, noPostgres } from "../../support/databases.ts";
import { findPort } from "../../support/find-port.ts";
import { makeFolder } from "../../support/folder.ts";
import { checkSpans, post, sendTransfer, startProxy } from "./checks.ts";
import type { Home } from "./homes.ts";
import { checkPayouts } from "./payouts.ts";
import { type Program, type Running, readPrograms, start } from "./programs.ts";

const root = join(import.meta.dirname, "../../..");
const ports = { mock: await findPort(), sandbox: await findPort(), receiver: await findPort() };

/** Programs that need more than the project has: test/server/nestjs.deep.test.ts runs it on NestJS. */
const elsewhere = ["docs/guides/server-hosts.md nest.js"];
const isHere = ({ page, file }: Program): boolean => !elsewhere.includes(`${page} ${file}`);

/** The programs, with the addresses that they name replaced: those may be in use here. */
async function programsOf(page: string): Promise<Program[]> {
  const programs = await readPrograms(page);
  return programs.filter(isHere).map((program) => ({
    ...program,
    text: program.text
      .replaceAll(":4010", `:${ports.mock}`)
      .replaceAll(":4020", `:${ports.sandbox}`)
      .replaceAll("listen(3000,", `listen(${ports.receiver},`),
  }));
}

/** Starts the program. */
type Start = (environment?: NodeJS.ProcessEnv) => Running;

/** Runs the program to its end, which has to be a good one, and gives what it printed. */
async function outputOf(run: Start, environment?: NodeJS.ProcessEnv): Promise<string> {
  const running = run(environment);
  expect(await running.ended, running.output()).toBe(0);
  return running.output();
}

let service: FaultServer;
let sandbox: RunningSandbox;
let mock: Awaited<ReturnType<typeof startMock>>;
let folder: string;

/** What programs of the client find in their environment. */
const atService = (): NodeJS.ProcessEnv => ({
  PIX_BASE_URL: service.url,
  PIX_API_KEY: "key",
  PIX_API_SECRET: "secret",
  PIX_WEBHOOK_SECRET: "whsec_1",
});

/** The same of programs that want a service with a state. */
const atSandbox = (): NodeJS.ProcessEnv => {
  const { baseUrl, apiKey, apiSecret } = sandbox.credentials;
  return { PIX_BASE_URL: baseUrl, PIX_API_KEY: apiKey, PIX_API_SECRET: apiSecret };
};

/** Starts a receiver, and gives what delivers a notification to it: the status of its response. */
async function startReceiver(run: Start) {
  const port = await findPort();
  const receiver = run({ ...atService(), PORT: String(port) });
  const deliver = async (notification: object, secret = "whsec_1"): Promise<number> => {
    const body = JSON.stringify(notification);
    const headers = { [signatureHeader]: await signNotification(body, secret) };
    return post(receiver, port, body, headers);
  };
  return { receiver, deliver };
}

const transaction = { id: "txn_1", amount: 4990, status: "paid" };
const paid = { id: "wh_1", type: "transaction", event: "transaction_paid", transaction };

/** What each program is expected to do, by its page, and its file or the heading that it stands under. */
type Check = (run: Start, skip: (reason: string) => never) => Promise<void>;

/** A program that ends well and prints what matches; programs that print nothing are parts of others. */
function prints(expected: RegExp, environment: () => NodeJS.ProcessEnv = () => ({})): Check {
  return async (run) => expect(await outputOf(run, environment())).toMatch(expected);
}
const nothing = /^$/;

/** A server of the guide's first handlers, on whatever host. */
const answers: Check = async (run) => {
  const port = await findPort();
  const server = run({ PORT: String(port) });
  await server.until(new RegExp(`${port}`));
  const ask = async (path: string, init: RequestInit) => {
    const response = await fetch(`http://localhost:${port}${path}`, init);
    return [response.status, await response.json()];
  };
  const authorization = "Bearer a.b.c";
  const basic = { authorization: `Basic ${btoa("key:secret")}` };
  expect(await ask("/api/auth", { method: "POST", headers: basic })).toMatchObject([
    200,
    { token: "a.b.c" },
  ]);
  expect(await ask("/api/v1/webhook", { headers: { authorization } })).toMatchObject([
    200,
    { data: [] },
  ]);
  expect((await ask("/api/v1/transfers/x", { headers: { authorization } }))[0]).toBe(404);
};
const pages: Record<string, Record<string, Check>> = {
  "generated/client/README.md": {
    "first.ts": prints(/^txn_1\npaid\n$/, atService),
    "1.ts": prints(nothing, atService),
    "2.ts": async (run) => {
      const { receiver, deliver } = await startReceiver(run);
      expect([await deliver(paid), await deliver(paid, "whsec_2")]).toEqual([200, 401]);
      await receiver.until(/event: 'transaction_paid'/);
    },
    "3.ts": prints(nothing),
  },
  "docs/guides/client.md": {
    "0.ts": prints(
      /^Pay R\$\u00a049,90 with this code: 000201\n<img src="data:image\/png;base64,\w.*">\ntxn_1 is paid\.\n$/,
      atService,
    ),
  },
  "docs/guides/client-transfers.md": {
    "transfer.ts": prints(/^trf_\w+ queued\n$/, atSandbox),
    "payouts.ts": checkPayouts,
    "open-payouts.ts": async (run) => {
      const { id } = await sandbox.control.transfers.create({
        pixKey: "destino@example.com",
        amount: 1_000,
        description: "payout-7",
      });
      const printed = await outputOf(run, { ...atSandbox(), TRANSFER_ID: id });
      expect(printed).toMatch(new RegExp(`^payout-7 is ${id}: \\w+\n$`));
    },
  },
  "docs/guides/client-keys.md": {
    "key-table.ts": async (run) => {
      const printed = await outputOf(run, { ...atSandbox(), KEYS: join(folder, "keys.db") });
      expect(printed).toMatch(
        /^queued\ncreateTransfer: `idempotencyKey` must be another one: it was sent with another body/,
      );
    },
  },
  "docs/guides/client-tracing.md": {
    "tracing.ts": async (run) => {
      const before = service.seen.length;
      checkSpans(await outputOf(run, atService()), service.seen.slice(before));
    },
  },
  "docs/guides/client-notifications.md": {
    "0.ts": async (run) => {
      const { receiver, deliver } = await startReceiver(run);
      expect([await deliver(paid), await deliver(paid), await deliver(paid, "whsec_2")]).toEqual([
        200, 200, 401,
      ]);
      expect(await deliver({ id: "wh_2", type: "coupon", event: "coupon_used" })).toBe(200);
      await receiver.until(/coupon_used/);
      expect(receiver.output().match(/txn_1 is paid: 4990/g)).toHaveLength(1);
    },
    "1.ts": prints(/^200 \[ 'txn_1' \]\n$/),
    // Parts of other programs: test/docs/receivers.test.ts sends them notifications.
    "unsigned.ts": prints(nothing, atService),
    "route.ts": prints(nothing),
    "lambda.ts": prints(nothing),
  },
  "docs/guides/client-production.md": {
    "0.ts": async (run) => {
      expect(await outputOf(run, atService())).toContain(
        "issueToken 1 200 in time\nlistWebhooks 1 200 in time\n200 1 application/json\n30\n",
      );
    },
    "shared-token.ts": prints(/^1\n$/, atService),
    "proxy.ts": async (run) => {
      const proxy = await startProxy();
      try {
        expect(await outputOf(run, { ...atService(), HTTPS_PROXY: proxy.url })).toBe("1\n");
        expect(proxy.connected).toContain(new URL(service.url).host);
      } finally {
        proxy.close();
      }
    },
    // test/client/workers.slow.test.ts sends it requests.
    "worker.ts": prints(nothing),
  },
  "docs/guides/client-tests.md": {
    "lost-response.test.ts": prints(/pass 1\n.* fail 0\n/),
    "make-errors.ts": prints(/^createTransfer: 402 INSUFFICIENT_BALANCE\n$/),
  },
  "generated/server/README.md": {
    "0.ts": async (run) => {
      const server = run({ PORT: "0" });
      const [url] = await server.until(/^https?:\/\/\S+$/m);
      expect(await sendTransfer(url, "key", "secret", 1000)).toMatchObject({
        success: true,
        data: { status: "queued" },
      });
      expect(await sendTransfer(url, "key", "secret", 0)).toMatchObject({
        error: { code: "INVALID_AMOUNT" },
      });
      expect(server.output()).toContain("These operations have no handler");
    },
  },
  "docs/guides/provider.md": {
    "provider.ts": async (run, skip) => {
      if (noPostgres) skip(noPostgres);
      const server = run({ PORT: "0", DATABASE_URL: await makeDatabase() });
      const [url] = await server.until(/^https?:\/\/\S+$/m);
      const send = (amount: number) => sendTransfer(url, "key-loja", "secret:with:colons", amount);
      expect(await send(1_000_000)).toMatchObject({ error: { code: "INSUFFICIENT_BALANCE" } });
      expect(await send(1000)).toMatchObject({
        success: true,
        data: { amount: 1000, status: "queued" },
      });
    },
  },
  "docs/guides/server.md": {
    "first.ts": async (run) => {
      const server = run({ PORT: "0" });
      const [url] = await server.until(/^https?:\/\/\S+$/m);
      const headers = { authorization: "Bearer a.b.c" };
      expect(await (await fetch(`${url}/api/v1/webhook`, { headers })).json()).toMatchObject({
        data: [],
      });
    },
    "options.ts": prints(nothing),
    "node.ts": answers,
    // Part of another program, as those of notifications and SQLite: they are loaded here, and do their work in test/server.
    "around.ts": prints(/These operations have no handler/),
  },
  "docs/guides/server-hosts.md": {
    "fastify.ts": answers,
    "express.ts": answers,
    "hono.ts": answers,
  },
  "docs/guides/server-stores.md": {
    "postgres.ts": async (run, skip) => {
      if (noPostgres) skip(noPostgres);
      const { hostname, port, username, pathname } = new URL(await makeDatabase());
      const server = run({
        PORT: "0",
        PGHOST: hostname,
        PGPORT: port,
        PGUSER: username,
        PGDATABASE: pathname.slice(1),
      });
      const [url] = await server.until(/^https?:\/\/\S+$/m);
      const transfer = async () => {
        const response = await fetch(`${url}/api/v1/pix/out/pixkey`, {
          method: "POST",
          headers: {
            authorization: "Bearer a.b.c",
            "content-type": "application/json",
            "x-idempotency-key": "k",
          },
          body: JSON.stringify({ amount: 1_000, pixKey: "destino@example.com" }),
        });
        return [response.status, await response.text()];
      };
      const first = await transfer();
      expect([first[0], await transfer()]).toEqual([200, first]);
    },
  },
  "docs/guides/server-own-store.md": { "sqlite.ts": prints(nothing) },
  "docs/guides/server-notifications.md": { "move-transfer.ts": prints(nothing) },
  "docs/guides/sandbox.md": {
    "receiver.mjs": async (run) => {
      const receiver = run();
      const body = JSON.stringify({ event: "transaction_paid", transaction: { status: "paid" } });
      expect(await post(receiver, ports.receiver, body)).toBe(200);
      // The response may be here before what the program has printed.
      await receiver.until(/transaction_paid paid\n/);
    },
    "checkout.ts": prints(/^paid E\w{31}\n$/, atSandbox),
  },
  "docs/guides/sandbox-tests.md": {
    "charge.test.ts": prints(/pass 3\n.* fail 0\n/),
    "world.test.ts": prints(/pass 2\n.* fail 0\n/),
    "fake-date.test.ts": prints(/pass 1\n.* fail 0\n/),
  },
  "packages/sandbox/README.md": { "0.ts": prints(/^200\n$/) },
  "docs/guides/conformance.md": { "0.ts": prints(nothing) },
  "docs/guides/mock.md": { "0.mjs": prints(nothing) },
  "generated/mock/README.md": { "0.ts": prints(/^429\n$/) },
  "generated/openapi/README.md": {
    "0.ts": prints(nothing),
    "1.mjs": prints(/^false \[/),
  },
};

/** The oldest Node that a page, or one program of it, promises to run on, where it is not 20. */
const oldest: Record<string, number> = {
  "docs/guides/server.md": 22,
  "docs/guides/server-hosts.md": 22,
  "docs/guides/server-notifications.md": 22,
  "docs/guides/server-stores.md": 22,
  "docs/guides/server-own-store.md": 22,
  "docs/guides/provider.md": 22,
  // It imports the sandbox.
  "docs/guides/client-tests.md lost-response.test.ts": 22,
  "docs/guides/sandbox.md": 22,
  "docs/guides/sandbox-tests.md": 22,
  "docs/guides/conformance.md": 22,
  "packages/sandbox/README.md": 22,
  // It needs SQLite, which Node has from 22 on.
  "docs/guides/client-keys.md key-table.ts": 22,
  // It needs msw, which needs Node 22.
  "generated/client/README.md 3.ts": 22,
};

/** Programs that take long. What else they would show in a clone is shown by the tests of what they call. */
const long = ["docs/guides/client-transfers.md payouts.ts"];
/** The whole suite takes as long as all others together: `npm test -- deep` runs it. */
const deep = process.env.DOCS_PROGRAMS === "all" ? [] : ["docs/guides/conformance.md 0.ts"];

const programs = (await Promise.all(Object.keys(pages).map(programsOf))).flat();
const running = new Set<Running>();

/** Tests that run each program where it is promised to run. */
export function testPrograms(
  names: readonly string[],
  makeHomes: (folder: string, programs: readonly Program[]) => Promise<Home[]>,
): void {
  let homes: Home[] = [];
  beforeAll(async () => {
    folder = await makeFolder(afterAll);
    await installMatrix();
    homes = await makeHomes(folder, programs);
    service = await startService();
    mock = await startMock({ port: ports.mock });
    // More programs than the limit of tokens allows in a minute.
    sandbox = await createSandbox({ settings: { rateLimitMultiplier: 0 } });
    await sandbox.listen({ port: ports.sandbox });
  });
  // Here, because a test whose time is up does not come to its end.
  afterEach(async () => {
    for (const one of running) await one.stop();
    running.clear();
  });
  afterAll(async () => {
    await service?.close();
    await mock?.close();
    await sandbox?.close();
  });

  describe.for(names)("%s", (where) => {
    const version = Number(/\d+/.exec(where)?.[0] ?? 0);
    const here = programs.filter(({ page, file }) => {
      const name = `${page} ${file}`;
      if (deep.includes(name) || (where === "a clone" && long.includes(name))) return false;
      if (where === "a clone") return true;
      const promised = oldest[name] ?? oldest[page] ?? 20;
      // Node 22.18 is the first that runs TypeScript as it stands.
      return version === promised || (version === 22 && promised === 20);
    });
    test.for(here)("$page $file", async (program, { skip }) => {
      const home = homes.find(({ name }) => name === where);
      if (!home) throw new Error(`There is no ${where}.`);
      const check = pages[program.page]?.[program.file]?.((environment) => {
        const started = start(home.runner, home.pathOf(program), environment);
        running.add(started);
        return started;
      }, skip);
      await Promise.race([check, tooLate()]);
    });
  });
}

/** Fails shortly before the time of a test is up, with what its programs have printed until then. */
async function tooLate(): Promise<never> {
  await sleep(270_000, undefined, { ref: false });
  throw new Error(
    `It is not done after 270 s: ${[...running].map((one) => one.output()).join("\n")}`,
  );
}

/** Programs that the documentation has, and those that are run: none is forgotten. */
export async function listPrograms(): Promise<{ printed: string[]; checked: string[] }> {
  const { stdout } = await promisify(execFile)("git", ["ls-files", "*.md"], { cwd: root });
  // Translated pages have the programs of their originals: `translations.test.ts` compares them.
  const others =
    /^(test|docs\/(reference|decisions|pt-BR)|packages\/generator\/templates)\/|^generated\/client\/api\.md$|^docs\/guides\/(frontend|overlay|your-own-contract)\.md$/;
  const found = await Promise.all(
    stdout
      .trim()
      .split("\n")
      .filter((page) => !others.test(page))
      .map(readPrograms),
  );
  const name = ({ page, file }: { page: string; file: string }): string => `${page} ${file}`;
  const checked = Object.entries(pages).flatMap(([page, checks]) =>
    Object.keys(checks).map((file) => name({ page, file })),
  );
  return { printed: found.flat().filter(isHere).map(name).sort(), checked: checked.sort() };
}
