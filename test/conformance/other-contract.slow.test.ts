// The command with another contract, against the server that is generated from it.
import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readContract } from "@packages/contract/src/read-contract.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PixCheckName, Report } from "../../packages/conformance/src/index.ts";
import { document } from "../generator/support/library.ts";
import { home } from "../generator/support/project.ts";
import { loadPackage, makePackage, type Package } from "../generator/support/server-package.ts";

const readers = ["ana", "bia"];
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
let folder: string;
let library: Package;
beforeAll(async () => {
  // Windows and waits of seconds instead of hours.
  const quick = structuredClone(document);
  // Signed as Standard Webhooks says; the built-in contract has the other form.
  const names = { header: "webhook-signature", id: "webhook-id", timestamp: "webhook-timestamp" };
  Object.assign(quick["x-notification-signature"] ?? {}, {
    ...names,
    signed: "{id}.{timestamp}.{body}",
  });
  Object.assign(quick["x-notification-delivery"] ?? {}, { schedule: [0, 1], timeout: 5 });
  for (const path of Object.values(quick.paths))
    for (const operation of Object.values(path))
      if (operation["x-rate-limit"])
        Object.assign(operation["x-rate-limit"], { limit: 40, window: 6 });
  const loaded = await loadPackage(await makePackage(readContract(quick)), quick);
  ({ folder, built: library } = loaded);
  await writeFile(join(folder, "openapi.json"), JSON.stringify(quick));
});
afterAll(() => rm(dirname(folder), { recursive: true, force: true }));

/** The library; what is lent has a due day, and its reader's URL hears of it. */
async function startLibrary(changes: Package = {}): Promise<Package> {
  const loans = new Map<string, Package>();
  const handlers = {
    listBooks: ({ reply }: Package) => reply.ok({ items: [{ number: "012", title: "A book" }] }),
    getBook: ({ params, reply }: Package) =>
      params.number === "012"
        ? reply.ok({ number: "012", title: "A book" })
        : reply.fail("BOOK_NOT_FOUND"),
    createLoan: ({ body, reply, callerId }: Package) => {
      const loan = { id: String(loans.size + 1), status: "lent", due: "2026-11-20" };
      loans.set(loan.id, { loan, callerId });
      if (body.noticeUrl) void send(body.noticeUrl, { event: "loan/made", loan });
      return reply.ok(loan);
    },
    getLoan: ({ params, reply, callerId }: Package) => {
      const found = loans.get(params.loanId);
      return found?.callerId === callerId ? reply.ok(found?.loan) : reply.fail("LOAN_NOT_FOUND");
    },
  };
  return library.createLendingServer({
    authenticators: {
      BearerAuth: (token: string) =>
        readers.includes(token) ? { caller: {}, callerId: token } : null,
    },
    handlers: { ...handlers, ...changes },
    logger: false,
  });
}

async function send(url: string, notice: object, by = secret, isRepeat = false): Promise<void> {
  const body = JSON.stringify(notice);
  const headers = {
    "content-type": "application/json",
    ...library.signNotification("notice-1", body, { secret: by }),
  };
  const init = {
    method: "POST",
    headers,
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(5_000),
  } as const;
  const isTaken = await fetch(url, init).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isTaken && !isRepeat) setTimeout(() => void send(url, notice, by, true), 1_000);
}

/** Runs the command against a server to its end. */
async function run(
  server: Package,
  ...options: string[]
): Promise<{ code: number | null; out: string; err: string }> {
  const url: string = await server.listen({ port: 0, host: "127.0.0.1" });
  const [apiSecret = "", other = ""] = readers;
  const args = [
    "--import",
    "./scripts/from-source.ts",
    "packages/conformance/src/cli.ts",
    url,
    "--contract",
    join(folder, "openapi.json"),
    "--callback-secret",
    secret,
    "--seed",
    "1",
    "--cases",
    "5",
    "--api-key",
    "reader 1",
    "--api-secret",
    apiSecret,
    "--other-key",
    "reader 2",
    "--other-secret",
    other,
    "--format",
    "json",
    "--quiet",
    ...options,
  ];
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      args,
      { cwd: home, maxBuffer: 2 ** 26 },
      (_error, out, err) => resolve({ code: child.exitCode, out, err }),
    );
  }).finally(() => server.close()) as ReturnType<typeof run>;
}

test("nothing is found on the generated server of another contract", async () => {
  const { code, out, err } = await run(await startLibrary());
  const { findings, grade, contract } = JSON.parse(out) as Report;
  expect({ findings, code, err }, out).toEqual({ findings: [], code: 0, err: "" });
  expect(contract.title).toBe("Lending library");
  expect(grade.passed).toBeGreaterThan(30);
  // No check of the built-in contract is among those that could not be made.
  expect(out).not.toMatch(/balance|br-code|transfer/);
});

test("an option of the built-in contract is refused with another one", async () => {
  const { code, err } = await run(await startLibrary(), "--transfers");
  expect([code, err]).toEqual([2, expect.stringContaining("--transfers belongs to PIX")]);
});

const loan = { id: "1", status: "lent", due: "2026-11-20" };

test.for<[string, PixCheckName, Package]>([
  [
    "shows loans of other readers",
    "isolation",
    { getLoan: ({ reply }: Package) => reply.ok(loan) },
  ],
  ["finds no loan", "lookup", { getLoan: ({ reply }: Package) => reply.fail("LOAN_NOT_FOUND") }],
  ["numbers every loan one", "unique-ids", { createLoan: ({ reply }: Package) => reply.ok(loan) }],
  [
    "lends late",
    "lifecycle",
    { createLoan: ({ reply }: Package) => reply.ok({ ...loan, status: "late" }) },
  ],
  [
    "sends no notice of a loan",
    "notification-expected",
    { createLoan: ({ reply }: Package) => reply.ok(loan) },
  ],
  [
    "signs with another secret",
    "notification-signature",
    {
      createLoan: ({ body, reply }: Package) => {
        if (body.noticeUrl)
          void send(body.noticeUrl, { event: "loan/made", loan }, `${secret}ABCD`);
        return reply.ok(loan);
      },
    },
  ],
  [
    "lends for a week at most",
    "good-data-accepted",
    {
      createLoan: ({ body, reply }: Package) =>
        body.weeks > 1 ? reply.fail("TOO_LONG") : reply.ok(loan),
    },
  ],
  [
    "fails at remarks",
    "server-error",
    {
      createLoan: ({ body, reply }: Package) => {
        if (body.remark) throw new Error("remark");
        return reply.ok(loan);
      },
    },
  ],
])("a library that %s is found by %s", async ([, check, wrong]) => {
  const { code, out } = await run(
    await startLibrary(wrong),
    "--only",
    check,
    "--fail-fast",
    "--strict",
  );
  expect(code).toBe(1);
  const { findings } = JSON.parse(out) as Report;
  expect(findings.map((finding) => finding.check)).toContain(check);
});
