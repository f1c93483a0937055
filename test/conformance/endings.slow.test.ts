import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runConformance } from "../../packages/conformance/src/index.ts";
import { printReport } from "../../packages/conformance/src/output/formats.ts";
import { fromSource, type RunningCommand, startCommand } from "../sandbox/support/command-line.ts";
import { type Fault, type FaultyServer, startFaulty } from "./faults/faulty-server.ts";
import { timeFaults } from "./faults/over-time.ts";

const conformance = join(import.meta.dirname, "../../packages/conformance/src");

const controlOf = ({ sandbox }: FaultyServer) =>
  `http://127.0.0.1:${(sandbox.app.server.address() as AddressInfo).port}`;

/** What a run may change on a server: registrations, settings and money. */
async function stateOf({ sandbox }: FaultyServer) {
  const { dailyLimit, transferSteps } = await sandbox.control.settings.read();
  const registrations = await sandbox.control.webhooks.list({});
  const [company] = (await sandbox.control.companies.list()).items.filter(
    ({ apiKey }) => apiKey === sandbox.credentials.apiKey,
  );
  return {
    dailyLimit,
    transferSteps,
    registrations: registrations.items.length,
    balance: company?.balance,
  };
}

/** Ends a run when so many requests of it have come. */
const endsAfter = (count: number, end: () => void): Pick<Fault, "make"> => ({
  make: () => {
    let seen = 0;
    return {
      handle: (request, forward) => {
        seen++;
        if (seen === count) end();
        return forward(request);
      },
    };
  },
});

test.for([
  ["SIGINT", 40],
  ["SIGTERM", 250],
  ["SIGHUP", 700],
] as const)(
  "%s after %i requests: the command cleans up, reports and ends with 2",
  async ([signal, count]) => {
    let command: RunningCommand | undefined;
    await using server = await startFaulty(endsAfter(count, () => command?.child.kill(signal)));
    const before = await stateOf(server);
    const { apiKey, apiSecret = "" } = server.sandbox.credentials;
    const words = [
      server.url,
      "--api-key",
      apiKey,
      "--api-secret",
      apiSecret,
      "--control",
      controlOf(server),
    ];
    command = startCommand([...words, "--seed", "1", "--format", "json"], {
      program: [process.execPath, ...fromSource.slice(0, 2), join(conformance, "cli.ts")],
    });
    const { code, stdout, stderr } = await command.ended;
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(`${signal}: cleaning up.`),
    });
    expect(JSON.parse(stdout)).toMatchObject({
      conforms: false,
      stopped: "The run was interrupted.",
      findings: [],
    });
    expect(await stateOf(server)).toEqual(before);
  },
);

test("what a run that was killed has left is removed by the next one, and nothing else", async () => {
  await using server = await startFaulty({ make: () => ({}) });
  const { credentials, control } = server.sandbox;
  const { companyId } = await control.credentials();
  // The sandbox takes addresses of its own machine without TLS, as its command `listen` registers them.
  const own = { url: "http://127.0.0.1:4321/pix", events: [] };
  const urls = [
    "https://conformance.example/7",
    "https://tunnel.example/conformance-suite/all",
    own.url,
  ];
  for (const url of urls) await control.webhooks.add({ companyId, url });
  await runConformance({
    ...credentials,
    url: server.url,
    only: { checks: ["list"], operations: ["listWebhooks"] },
  });
  expect((await control.webhooks.list({})).items.map(({ url }) => url)).toEqual([own.url]);
});

test.for(["before", "after"] as const)(
  "connections that are reset now and then %s the request was handled are mentioned, and no finding",
  async (when) => {
    let count = 0;
    await using server = await startFaulty({
      make: () => ({
        handle: async (request, forward) => {
          count += 1;
          const isLost = request.path.startsWith("/api/") && count % 171 === 30;
          if (isLost && when === "before") throw new Error("reset");
          const answer = await forward(request);
          if (isLost) throw new Error("reset");
          return answer;
        },
      }),
    });
    const { findings, unreliable } = await runConformance({
      ...server.sandbox.credentials,
      url: server.url,
      control: server.url,
      seed: 1,
      only: {
        checks: ["server-error", "idempotency-replay", "object-limit", "list"],
        operations: [],
      },
    });
    expect(findings).toEqual([]);
    expect(unreliable?.resets).toBeGreaterThan(3);
  },
);

/** A server behind a gateway that answers some requests of a path itself, before or after it passes them on. */
const behindGateway = (
  path: string,
  { every, when }: { every: number; when: "before" | "after" },
): Pick<Fault, "make"> => {
  let count = 0;
  return {
    make: () => ({
      handle: async (request, forward) => {
        if (!request.path.startsWith(path)) return forward(request);
        count += 1;
        const isLost = count % every === 0;
        if (!isLost || when === "after") {
          const response = await forward(request);
          if (!isLost) return response;
        }
        return { status: 502, headers: { "content-type": "text/html" }, body: "Bad Gateway" };
      },
    }),
  };
};

test.for(["before", "after"] as const)(
  "a control plane behind a gateway, whose 502 comes %s the request was handled: nothing is found, and no part fails",
  async (when) => {
    await using server = await startFaulty(behindGateway("/_sandbox/", { every: 9, when }));
    const { findings, stopped, untested } = await runConformance({
      ...server.sandbox.credentials,
      url: server.url,
      control: server.url,
      seed: 1,
      only: {
        checks: ["balance", "ledger", "lifecycle", "suspension", "times", "token-lifetime"],
        operations: [],
      },
    });
    expect({ findings, stopped, untested }).toEqual({
      findings: [],
      stopped: undefined,
      untested: [],
    });
  },
);

test.for(["before", "after"] as const)(
  "a gateway's 502, once in 60 responses and %s the request was handled, is the first line and the only cause",
  async (when) => {
    await using server = await startFaulty(behindGateway("/api/", { every: 60, when }));
    const report = await runConformance({
      ...server.sandbox.credentials,
      url: server.url,
      control: server.url,
      seed: 1,
      only: {
        checks: [
          "server-error",
          "rate-limit",
          "rate-limit-headers",
          "rate-limit-scope",
          "rate-limit-window",
          "retry-after",
        ],
        operations: [],
      },
    });
    expect(report.findings.map(({ check }) => check)).toEqual(["server-error"]);
    expect(report.unreliable?.gateway).toBeGreaterThan(3);
    expect(printReport(report, "text")).toMatch(
      /^The service was not always reached: \d+ of \d+ got a gateway's 502/,
    );
    const uncounted = report.untested.filter(({ reason }) => reason.includes("was counted"));
    expect(uncounted.map(({ check }) => check)).toContain("rate-limit");
  },
);

test("a server that is gone is noticed after a few requests", async () => {
  let count = 0;
  await using server = await startFaulty({
    make: () => ({
      handle: (request, forward) => {
        count++;
        if (count > 60) throw new Error("gone");
        return forward(request);
      },
    }),
  });
  const { stopped, requests } = await runConformance({
    ...server.sandbox.credentials,
    url: server.url,
    pace: false,
  });
  expect(stopped).toMatch(/^The server at .* no longer answers: /);
  expect(requests).toBeLessThan(150);
});

test("a server on which deletion does nothing gets its report", async () => {
  const fault = timeFaults.find(
    ({ name }) => name === "answers a deletion with 200 without deleting",
  );
  await using server = await startFaulty(fault ?? { make: () => ({}) });
  const { credentials } = server.sandbox;
  const only = {
    checks: [],
    operations: ["listWebhooks", "createWebhook", "deleteWebhook", "createCharge"],
  };
  const report = await runConformance({
    ...credentials,
    url: server.url,
    control: controlOf(server),
    only,
    seed: 1,
  });
  expect(report.stopped).toBeUndefined();
  expect(report.findings.map(({ check }) => check)).toContain("deletion");
});
