import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { pixSuite } from "../../packages/conformance/src/pix/suite.ts";
import { type Report, runSuite } from "../../packages/conformance/src/run.ts";
import { type Hooks, startFaulty } from "./faults/faulty-server.ts";

test("x", async () => {
  await using server = await startFaulty({ make: () => ({}) });
  const { port } = server.sandbox.app.server.address() as AddressInfo;
  const options = { ...server.sandbox.credentials, url: server.url, control: `http://127.0.0.1:${port}`, seed: 1, cases: 5,
    skip: ["notification-timeout","notification-repeat"].map((check) => ({ check, reason: "It takes real time." })) };
  const suite = pixSuite(options);
  const { watch } = suite.profile;
  const labels: string[] = [];
  const noted = { ...watch, audit: watch.audit.bind(watch), note: (exchange: any) => { labels.push(`${exchange.operation?.id ?? "*"} · ${exchange.label}`); watch.note(exchange); } };
  const report = await runSuite({ ...suite, profile: { ...suite.profile, watch: noted } }, options, console.log);
  console.log(report.verdict, report.duration, report.requests, labels.length, new Set(labels).size);
  await (await import("node:fs/promises")).writeFile("/tmp/conformance/labels" + process.pid + ".txt", [...new Set(labels)].sort().join("\n"));
});
