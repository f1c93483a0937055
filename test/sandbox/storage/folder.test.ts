import {
  chmod,
  copyFile,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createSandbox, type RunningSandbox } from "../../../packages/sandbox/src/index.ts";
import { openSqlite } from "../../../packages/sandbox/src/storage/open-sqlite.ts";
import { StorageError, UnavailableError } from "../../../packages/sandbox/src/storage/storage.ts";
import { makeFolder } from "../../support/folder.ts";
import { charge, transfer } from "../../support/samples.ts";
import { live, look } from "../control/support/live.ts";
import { makeCaller } from "../support/caller.ts";
import { prepareProcess } from "../support/processes.ts";

let data: string;

beforeEach(async () => {
  data = await makeFolder();
});
afterEach(() => chmod(data, 0o700).catch(() => rename(`${data}-moved`, data)));

const file = (ending: string): string => join(data, `sandbox.${ending}`);

async function refusal(folder = data): Promise<string> {
  const opened = createSandbox({ data: folder });
  await expect(opened).rejects.toThrow(StorageError);
  return opened.then(
    () => "",
    (error: Error) => error.message,
  );
}

test.each([
  {
    what: "deleted",
    lose: async () => Promise.all((await readdir(data)).map((name) => rm(join(data, name)))),
  },
  { what: "deleted, the journal alone", lose: () => rm(file("db-wal")) },
  { what: "deleted, its index alone", lose: () => rm(file("db-shm")) },
  // Another sandbox could take the folder then.
  { what: "deleted, the lock alone", lose: () => rm(file("lock")) },
  { what: "moved with their folder", lose: () => rename(data, `${data}-moved`) },
  {
    what: "replaced by a copy",
    lose: () => copyFile(file("db"), file("new")).then(() => rename(file("new"), file("db"))),
  },
  { what: "cut short", lose: () => truncate(file("db"), 100) },
])(
  "files that are $what while it runs stop every call, lookups too, and the log has one line and a count",
  async ({ lose }) => {
    const lines: string[] = [];
    const log = pino({}, { write: (line) => void lines.push(line) });
    const storage = await openSqlite(data, log);
    const write = (key: string) =>
      storage.transaction((tx) =>
        tx.insertInto("rateLimits").values({ key, count: 1, resetsAt: 1 }).execute(),
      );
    const read = () => storage.db.selectFrom("rateLimits").select("key").execute();
    await write("before");
    await lose();
    const lost = /sandbox\.[\w-]+ was (deleted, moved or replaced|cut short) while the sandbox ran/;
    await expect(write("after")).rejects.toThrow(lost);
    await expect(write("later")).rejects.toThrow(UnavailableError);
    await expect(read()).rejects.toThrow(lost);
    await storage.close();
    expect(lines).toEqual([
      expect.stringMatching(lost),
      expect.stringMatching(/Calls that failed since .* was lost: 3\./),
    ]);
  },
);

test("lookups alone notice files that are deleted, and the control plane says what to do", async () => {
  await using sandbox = await createSandbox({ data, automatic: false });
  for (const name of await readdir(data)) await rm(join(data, name));
  const read = async () => (await sandbox.fetch("http://localhost/_sandbox/api/state")).text();
  await expect.poll(read).toMatch(/was deleted, moved or replaced .*: restart the sandbox\."/);
});

test("a full disk is the cause of every call that it fails, counted in one line, and what fits afterwards is kept", async () => {
  const lines: string[] = [];
  const storage = await openSqlite(data, pino({}, { write: (line) => void lines.push(line) }));
  const write = (key: string) =>
    storage.transaction((tx) =>
      tx.insertInto("rateLimits").values({ key, count: 1, resetsAt: 1 }).execute(),
    );
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(storage.db);
  await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count)}`.execute(storage.db);
  const large = "x".repeat(100_000);
  const ended = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) => write(`${index} ${large}`)),
  );
  for (const end of ended) {
    expect(end).toMatchObject({
      status: "rejected",
      reason: { name: "UnavailableError", message: expect.stringContaining("disk is full") },
    });
  }
  expect(lines).toEqual([expect.stringContaining("cannot be read or written")]);
  await sql`pragma max_page_count = 1000000`.execute(storage.db);
  await write("fits");
  expect(await storage.db.selectFrom("rateLimits").select("key").execute()).toEqual([
    { key: "fits" },
  ]);
  await storage.close();
});

test("keeps everything, token key and secrets included", async () => {
  let token: string | null = null;
  let seen: unknown;
  const lookAt = async (sandbox: RunningSandbox) => {
    const { control } = sandbox;
    const [webhook] = (await control.webhooks.list()).items;
    const secret = await control.webhooks.secret(webhook?.id ?? "");
    const { id } = await first(sandbox);
    const { state: _, clock: __, ...state } = (await look(control)) as Record<string, unknown>;
    return { ...state, secret, postback: await control.companies.postbackSecret(id) };
  };
  {
    await using sandbox = await createSandbox({ data, automatic: false });
    const watch: typeof fetch = async (input, init) => {
      token = new Request(input, init).headers.get("authorization");
      return sandbox.fetch(input, init);
    };
    const pix = makeCaller({ credentials: sandbox.credentials, fetch: watch });
    expect(await refusal(), "of a second one, in the same process").toMatch(
      /in use by another sandbox\. .*DATABASE_URL/,
    );
    await pix.webhooks.list();
    await live(sandbox, "https://shop.example.com/pix");
    seen = await lookAt(sandbox);
  }
  await using sandbox = await createSandbox({ data, automatic: false });
  expect(await lookAt(sandbox)).toEqual(seen);
  const answer = await sandbox.fetch("http://sandbox/api/v1/webhook", {
    headers: { authorization: token ?? "" },
  });
  expect(answer.status, "the token of before").toBe(200);
});

async function first({ control }: RunningSandbox): Promise<{ id: string }> {
  const [company] = (await control.companies.list()).items;
  if (!company) throw new Error("There is no company.");
  return company;
}

test("a process that is killed frees its folder at once", async () => {
  const owner = prepareProcess();
  const second = prepareProcess();
  try {
    await owner.start({ data });
    expect(await refusal()).toContain("in use");
    await expect(second.start({ data })).rejects.toThrow("is in use by another sandbox");
    await owner.kill();
    await (await createSandbox({ data })).close();
  } finally {
    await owner.kill();
    await second.kill();
  }
});

test("a damaged file is an error and left as it is", async () => {
  const file = join(data, "sandbox.db");
  await writeFile(file, "this is no database, but long enough to be taken for one".repeat(100));
  const before = await readFile(file);
  expect(await refusal()).toMatch(
    /sandbox\.db cannot be used: file is not a database\. The file is damaged/,
  );
  expect(await readFile(file)).toEqual(before);
  // Nothing is held by the attempt.
  await rm(file);
  await (await createSandbox({ data })).close();
  await truncate(file, 6_000);
  const cut = await readFile(file);
  expect(await refusal()).toMatch(/sandbox\.db cannot be used: .*malformed.*damaged/);
  expect(await readFile(file)).toEqual(cut);
});

test("makes the folders above it that are missing", async () => {
  const deep = join(data, "a", "b", "c");
  await (await createSandbox({ data: deep })).close();
  expect(await readdir(deep)).toContain("sandbox.db");
});

test("a path that is no folder, or cannot be made, is an error", async () => {
  const file = join(data, "file");
  await writeFile(file, "");
  expect(await refusal(file)).toContain(`The folder ${file} cannot be made`);
  expect(await refusal(join(file, "below"))).toContain("cannot be made");
  // Making a folder where that is impossible ends.
  if (process.platform === "linux")
    expect(await refusal("/proc/pix/sandbox")).toContain("cannot be made");
  await mkdir(join(data, "sandbox.db"));
  expect(await refusal()).toContain("sandbox.db cannot be");
});

test("a folder without write permission is an error", async () => {
  const isRoot = process.getuid?.() === 0;
  await chmod(data, 0o555);
  if (!isRoot) {
    expect(await refusal()).toContain(data);
    return;
  }
  // Root may write everywhere: another user tries.
  const other = prepareProcess({ uid: 65_534, gid: 65_534 });
  try {
    const error = await other.start({ data }).catch((failure: Error) => failure.message);
    expect(error).toMatch(
      /^StorageError: .*sandbox\.lock cannot be opened: unable to open database file/,
    );
  } finally {
    await other.kill();
  }
});

test("a key that is too short is refused", async () => {
  await expect(createSandbox({ key: "short" })).rejects.toThrow(
    "has to be at least 32 bytes in Base64; it has 3",
  );
});

test("no secret is in the files but the key that they are derived from, and only the owner reads them", async () => {
  const apiSecret = "a-secret-that-no-file-holds-by-chance";
  const secrets = [apiSecret];
  {
    await using sandbox = await createSandbox({ data, company: { apiSecret } });
    const { control } = sandbox;
    let token = "";
    const watch: typeof fetch = async (input, init) => {
      token = new Request(input, init).headers.get("authorization")?.split(" ")[1] ?? token;
      return sandbox.fetch(input, init);
    };
    const pix = makeCaller({ credentials: sandbox.credentials, fetch: watch });
    const { secret } = await pix.webhooks.create({ url: "https://shop.example.com/pix" });
    await pix.transactions.create(charge);
    await pix.transfers.create(transfer);
    const { postbackSecret } = await control.companies.postbackSecret((await first(sandbox)).id);
    await control.settle();
    secrets.push(secret, postbackSecret, token, btoa(`${sandbox.credentials.apiKey}:${apiSecret}`));
    // The log of requests is written a moment later.
    await control.requests.list();
    expect(await findIn(secrets), "while it runs").toEqual([]);
  }
  expect(new Set(secrets.map((secret) => secret.length > 20))).toEqual(new Set([true]));
  expect(await findIn(secrets), "when it is closed").toEqual([]);
});

async function findIn(secrets: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir(data)) {
    const content = await readFile(join(data, name));
    if (name.startsWith("sandbox.db"))
      expect((await stat(join(data, name))).mode & 0o777, name).toBe(0o600);
    for (const secret of secrets) if (content.includes(secret)) found.push(`${name}: ${secret}`);
  }
  return found;
}

test("a clock that was set back, meanwhile or between two runs, holds up nothing that is due", async () => {
  onTestFinished(() => void vi.useRealTimers());
  const settings = { transferSteps: { queued: 0, processing: 0 } };
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2027-03-01T12:00:00.000Z") });
  const first = await createSandbox({ data, settings });
  const before = await first.control.transfers.create({ pixKey: "maria@example.com", amount: 100 });
  const { now } = await first.control.clock.read();
  vi.setSystemTime(Date.parse("2027-03-01T10:00:00.000Z"));
  await first.settle();
  expect((await first.control.transfers.read(before.id)).status).toBe("completed");
  expect((await first.control.clock.read()).now >= now).toBe(true);
  await first.close();

  const second = await createSandbox({ data, settings });
  expect((await second.control.clock.read()).now >= now).toBe(true);
  const after = await second.control.transfers.create({ pixKey: "maria@example.com", amount: 100 });
  await second.settle();
  expect((await second.control.transfers.read(after.id)).status).toBe("completed");
  expect((await second.control.transfers.list()).items.map(({ id }) => id)).toEqual([
    after.id,
    before.id,
  ]);
  await second.close();
});
