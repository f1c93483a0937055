// The client as somebody else gets it: packed, installed into an empty project, compiled and run there.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signatureHeader, signNotification } from "../../generated/client/src/notifications.ts";
import type { FaultServer } from "../client/support/server.ts";
import { openPage } from "./support/browser.ts";
import { type Consumer, createConsumer, resolutions } from "./support/consumer.ts";
import { compilers, installMatrix, missing, runtimes } from "./support/matrix.ts";
import { compilePrograms, type Program, start } from "./support/programs.ts";
import { run } from "./support/run.ts";
import { expected, startService } from "./support/service.ts";

const root = join(import.meta.dirname, "../..");
const bin = (name: string): string => join(root, "node_modules/.bin", name);
let consumer: Consumer;
let service: FaultServer;

beforeAll(async () => {
  [consumer, service] = await Promise.all([createConsumer(), startService(), installMatrix().catch(() => {})]);
}, 300_000);
afterAll(async () => {
  await service?.close();
  await consumer?.remove();
});

const packageFolder = (): string => join(consumer.folder, "node_modules/@pix-contract/client");

test("publint finds nothing", async () => {
  await run(bin("publint"), [consumer.tarball, "--strict"]);
});

test("the types resolve everywhere", async () => {
  await run(bin("attw"), [consumer.tarball, "--exclude-entrypoints", "testing"]);
  // The handlers are a module alone, as msw is.
  const rules = ["--ignore-rules", "cjs-resolves-to-esm"];
  await run(bin("attw"), [consumer.tarball, "--entrypoints", "testing", ...rules]);
});

test("the declarations hold no `any`", async () => {
  for (const file of ["index.d.mts", "index.d.cts", "notifications.d.mts", "notifications.d.cts", "testing.d.mts"]) {
    const text = await readFile(join(packageFolder(), "dist", file), "utf8");
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      if (node.kind === ts.SyntaxKind.AnyKeyword) found.push(node.parent.getText());
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
    expect(found, file).toEqual([]);
  }
});

test("the sources compile with nothing of Node", async () => {
  await run(bin("tsc"), ["-p", join(root, "generated/client")]);
});

describe.concurrent("compilers", () => {
  const cases = Object.keys(compilers).flatMap((compiler) =>
    Object.keys(resolutions).map((resolution) => [compiler, resolution] as const),
  );
  test.for(cases)(
    "%s compiles the consumers under %s",
    { timeout: 120_000 },
    async ([compiler, resolution], { skip }) => {
      const path = compilers[compiler] ?? "";
      const reason = missing(path);
      if (reason) skip(reason);
      await run(process.execPath, [path, "-p", `tsconfig.${resolution}.json`], consumer.folder);
    },
  );
});

const said = (): Record<string, string | undefined> =>
  Object.fromEntries(consumer.programs.map((name) => [name, expected[name.split("/").at(-1) ?? ""]]));

test.for(Object.keys(runtimes))("%s runs the consumers, as modules and as CommonJS", async (name, { skip }) => {
  const [program = "", ...args] = runtimes[name] ?? [];
  const file = args.find((arg) => arg.startsWith("/")) ?? program;
  const reason = missing(file);
  if (reason) skip(reason);
  const output = await run(program, [...args, join(consumer.folder, "out/run.mjs"), service.url], consumer.folder);
  expect(JSON.parse(output)).toEqual(said());
  const old = await run(program, [...args, join(consumer.folder, "out/run.cjs")], consumer.folder);
  expect(old.trim()).toBe("function,function");
});

test("Chromium runs the consumers", async ({ skip }) => {
  const page = await openPage(consumer.folder);
  if (typeof page === "string") return skip(page);
  try {
    expect(await page.run(consumer.programs)).toEqual(said());
  } finally {
    await page.close();
  }
});

/** What programs of a page find in their environment. */
const environment = (): Record<string, string> => ({
  BASE_URL: service.url,
  API_KEY: "key",
  API_SECRET: "secret",
  WEBHOOK_SECRET: "whsec_1",
  PORT: "0",
});

/** Runs a program to its end. */
async function output(program: Program): Promise<string> {
  const running = start(program, environment());
  expect(await running.ended, running.output()).toBe(0);
  return running.output();
}

test("the programs of the README compile, and all run as they stand but the receiver, which does not end", {
  timeout: 120_000,
}, async () => {
  const [first, money, receiver, forTests, ...others] = await compilePrograms(
    consumer.folder,
    "generated/client/README.md",
  );
  expect([receiver?.heading, forTests?.heading]).toEqual(["Receiving notifications", "In tests"]);
  expect(others).toEqual([]);
  if (!first || !money || !forTests) throw new Error("The README has no programs.");
  expect(await output(forTests)).toBe("");
  expect(await output(first)).toMatch(/id: 'txn_1'[\s\S]*paid\n$/);
  expect(await output(money)).toBe("");
});

describe("the programs of the guide", () => {
  let programs: Program[] = [];
  beforeAll(async () => {
    programs = await compilePrograms(consumer.folder, "docs/guides/client.md");
  }, 120_000);
  const find = (heading: string, nth = 0): Program => {
    const found = programs.filter((program) => program.heading === heading)[nth];
    if (!found) throw new Error(`The guide has no program under ${heading}.`);
    return found;
  };

  test("receive a payment", async () => {
    expect(await output(find("Receive a payment"))).toMatch(
      /^Pay R\$\u00a049,90 with this code: 000201\n<img src="data:image\/png;base64,\w.*">\ntxn_1 is paid\.\n$/,
    );
  });

  test("send money once", async () => {
    expect(await output(find("Send money once"))).toBe(
      "sent as trf_1\nnot sent: createTransfer: `amount` must be of type integer (rule: type)\n",
    );
  });

  test("receive notifications", async () => {
    const receiver = start(find("Receive notifications"), environment());
    try {
      const [, port] = await receiver.until(/port: (\d+)/);
      const deliver = async (notification: object, secret = "whsec_1"): Promise<number> => {
        const body = JSON.stringify(notification);
        const headers = { [signatureHeader]: await signNotification(body, secret) };
        return (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body })).status;
      };
      const transaction = { id: "txn_1", amount: 4990, status: "paid" };
      const paid = { id: "wh_1", type: "transaction", event: "transaction_paid", transaction };
      expect([await deliver(paid), await deliver(paid), await deliver(paid, "whsec_2")]).toEqual([200, 200, 401]);
      expect(await deliver({ id: "wh_2", type: "coupon", event: "coupon_used" })).toBe(200);
      await receiver.until(/coupon_used/);
      expect(receiver.output().match(/txn_1 is paid: 4990/g)).toHaveLength(1);
    } finally {
      receiver.child.kill();
    }
  });

  test("sign in a test", async () => {
    expect(await output(find("Receive notifications", 1))).toBe("200 [ 'txn_1' ]\n");
  });

  test("tokens, limits and what to log", async () => {
    const printed = await output(find("Tokens, limits and what to log"));
    expect(printed).toContain("issueToken 1 200 in time\nlistWebhooks 1 200 in time\n200 1 application/json\n30\n");
  });

  test("are all run", () => {
    expect(programs).toHaveLength(5);
  });
});
