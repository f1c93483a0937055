// The suite as a whole, on a right server and on one with many faults: the requests, the checks and the findings of a run.
import type { AddressInfo } from "node:net";
import { test } from "vitest";
import type { Exchange } from "../../packages/conformance/src/exchange.ts";
import { flatten } from "../../packages/conformance/src/findings.ts";
import type { PixOptions } from "../../packages/conformance/src/pix/profile.ts";
import { pixSuite } from "../../packages/conformance/src/pix/suite.ts";
import type { Report } from "../../packages/conformance/src/report.ts";
import { runSuite } from "../../packages/conformance/src/run.ts";
import { createSandbox, type RunningSandbox } from "../../packages/sandbox/src/index.ts";
import { faults } from "./faults/faults.ts";
import { type Fault, type Hooks, startFaulty } from "./faults/faulty-server.ts";

/** It ends what hangs. */
const timeout = 300_000;

interface Run {
  report: Report;
  exchanges: Exchange[];
}

/** @param leftOut names of probes, such as that which waits for receivers by the real time */
async function run(
  sandbox: RunningSandbox,
  leftOut: readonly string[],
  changes: Partial<PixOptions> = {},
): Promise<Run> {
  const { port } = sandbox.app.server.address() as AddressInfo;
  const control = `http://127.0.0.1:${port}`;
  const options = { ...sandbox.credentials, url: control, control, seed: 1, cases: 5, ...changes };
  const suite = pixSuite(options);
  const exchanges: Exchange[] = [];
  const { watch: ledger } = suite.profile;
  const watch: typeof ledger = {
    checks: ledger.checks,
    audit: (audited) => ledger.audit(audited),
    note: (exchange) => {
      exchanges.push(exchange);
      ledger.note(exchange);
    },
  };
  const probes = suite.probes.filter(({ name }) => !leftOut.includes(name));
  const report = await runSuite(
    { ...suite, probes, profile: { ...suite.profile, watch } },
    options,
  );
  return { report, exchanges };
}

/** The kinds of requests, and how many of each were sent: `createCharge description 12`. */
function countKinds(exchanges: readonly Exchange[]): string {
  // How often these are sent depends on how fast the machine is.
  const steady = exchanges.filter(({ label }) => label !== "the first object of the run");
  const kinds = steady.map(({ operation, label }) => {
    const [, field] = /^([A-Za-z_$][\w.$-]*): /.exec(label) ?? [];
    return `${operation?.id ?? "*"} · ${field ?? label.replaceAll(/[\w-]*\d[\w.-]*/g, "#")}`;
  });
  const counts = Object.entries(Object.groupBy(kinds, (kind) => kind));
  return `${counts
    .map(([kind, all]) => `${kind} · ${all?.length}`)
    .sort()
    .join("\n")}\n`;
}

test.concurrent("a right server: nothing is found, and every kind of request was sent", {
  timeout,
}, async ({ expect }) => {
  await using sandbox = await createSandbox();
  await sandbox.listen({ port: 0 });
  const { report, exchanges } = await run(sandbox, ["receiver-timeout"]);
  expect(report.findings).toEqual([]);
  expect(report.untested.map(({ check }) => check)).toEqual(["notification-timeout"]);
  expect(report).toMatchObject({ conforms: true, requests: exchanges.length });
  await expect(countKinds(exchanges)).toMatchFileSnapshot("requests.txt");
});

/** Faults that hide none of the others, each found on the operations that it is about. */
const together = [
  "sends X-RateLimit-Remaining as a word",
  "returns amounts as strings",
  "returns webhook secrets in the list",
  "shows the customer's document in a lookup",
  "shows a stack trace in an error",
  "announces another limit",
  "asks for Basic where a Bearer token is needed",
  "truncates long descriptions",
  "accepts any e-mail address",
  "accepts a centavo more than the maximum",
  "accepts an amount of 0",
  "accepts http: URLs",
  "accepts a list of 101 items",
  "rejects phone numbers as keys",
  "generates a missing idempotency key",
  "omits Allow in a 405",
  "returns unknown fields",
  "fails on long ids",
  "makes every webhook active",
  "lists every webhook twice",
  "returns the amount as the net amount",
  "writes a wrong CRC into BR Codes",
  "returns a picture without a QR code",
  "returns an expiresAt before createdAt",
  "does not update the updatedAt of a transfer",
  "omits the payer",
  "refunds more than was paid",
  "omits the reason of a canceled transfer",
  "ignores hyphens of keys",
  "issues tokens with an exp claim a day ahead",
  "accepts an API key without its secret",
  "returns error timestamps 7 s too early",
  "answers a deletion with 202",
  "shows another fee in a lookup than in the creation",
  "swaps AMOUNT_TOO_LOW and AMOUNT_TOO_HIGH",
  "names another field than the invalid one",
  "answers unknown paths with 200",
  "gives every payment the endToEndId of the first",
  "accepts any number of webhooks",
  "ignores another description under the same key",
  "omits Retry-After while the key is in use",
  "remembers validation errors",
  "shares keys between charges and transfers",
  "issues tokens to suspended accounts",
  "sends more than the daily limit",
  "counts refused and canceled transfers into the daily sum",
  "writes a field twice",
  "uses the first of two values with one name",
  "reads at most 100 kB of a body",
  "returns an error code with another status",
];

/** A server with several faults. */
const join = (all: readonly Fault[]): Pick<Fault, "make"> => ({
  make: (world) =>
    all
      .map(({ make }) => make(world))
      .reduce<Hooks>(
        (inner, { handle, deliver, write }) => ({
          handle: (request, forward) => {
            const pass = (other: typeof request) =>
              inner.handle?.(other, forward) ?? forward(other);
            return handle ? handle(request, pass) : pass(request);
          },
          deliver: (delivery, send) => {
            const pass = (other: Parameters<typeof send>[0]) =>
              inner.deliver?.({ ...delivery, ...other }, send) ?? send(other);
            return deliver ? deliver(delivery, pass) : pass(delivery);
          },
          ...(write && { write }),
        }),
        {},
      ),
});

test.concurrent("a server with many faults: each is found on its operation, and nothing else", {
  timeout,
}, async ({ expect }) => {
  const all = Object.values(faults).flat();
  const found = together.flatMap((name) => all.filter((one) => one.name === name));
  expect(found.map(({ name }) => name)).toEqual(together);
  await using server = await startFaulty(join(found));
  const { report } = await run(server.sandbox, ["notifications", "receiver-timeout"], {
    url: server.url,
  });
  const findings = flatten(report.findings);
  const lines = findings.map(({ check, area, basis = "documented", gist, causes }) => {
    const places = causes.map(({ operation, place }) => `${operation} ${place}`.trim()).sort();
    return `${area} · ${check} · ${basis} · ${gist}\n${places.map((one) => `    ${one}`).join("\n")}`;
  });
  await expect(`${lines.sort().join("\n")}\n`).toMatchFileSnapshot("findings.txt");
  for (const { name, caughtBy, operations = [] } of found) {
    const causes = findings
      .filter(({ check }) => caughtBy.some((one) => one === check))
      .flatMap((one) => one.causes);
    const isFound = causes.some(
      ({ operation }) => operations.length === 0 || operations.includes(operation),
    );
    expect(isFound, name).toBe(true);
  }
});

test.concurrent("--only leaves out requests of other checks, and waits for no window", {
  timeout,
}, async ({ expect }) => {
  await using sandbox = await createSandbox();
  await sandbox.listen({ port: 0 });
  const only = { checks: ["sums", "lookup"], operations: [] };
  const { report, exchanges } = await run(sandbox, [], {
    only,
    control: undefined,
    transfers: true,
  } as never);
  expect(report).toMatchObject({ findings: [], conforms: true });
  const labels = exchanges.map(({ label }) => label);
  expect(
    labels.filter((label) =>
      /^8 requests at once|^credentials|another caller|^an id of/.test(label),
    ),
  ).toEqual([]);
  // A full window of transfers has fifty: the next one would wait for its end.
  const countOf = (id: string) => exchanges.filter(({ operation }) => operation?.id === id).length;
  expect(countOf("createTransfer")).toBeLessThan(50);
  expect(countOf("deleteWebhook")).toBeLessThanOrEqual(10);
});
