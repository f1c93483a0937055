import { readFile } from "node:fs/promises";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import reportSchema from "../../packages/conformance/report.schema.json" with { type: "json" };
import type { Report } from "../../packages/conformance/src/index.ts";
import { pix } from "../../packages/conformance/src/pix/suite.ts";
import { runCommandLine } from "../../packages/conformance/src/run-command-line.ts";
import { makeFolder } from "../support/folder.ts";
import { listen } from "../support/listen.ts";
import { type Hooks, startFaulty, type World } from "./faults/faulty-server.ts";
import { shows } from "./faults/tools.ts";

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCommandLine(pix, args, {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
  });
  return { code, out: out.join(""), err: err.join("") };
}

const start = (hooks: Hooks = {}) => startFaulty({ make: () => hooks });

const tls = join(import.meta.dirname, "../fixtures/tls");
const credentials = ["--api-key", "sandbox-key", "--api-secret", "sandbox-secret"];
const fault = shows("adds fees", "sums", "createTransfer", ({ amount, fees }) => ({
  netAmount: amount + fees,
}));

test("findings are shown in every format, with a command that repeats the request, and the code is 1", async () => {
  await using server = await startFaulty(fault);
  const folder = await makeFolder();
  const files = ["--junit", join(folder, "report.xml"), "--html", join(folder, "report.html")];
  const only = ["--only", "sums,createTransfer", "--transfers", "--cases", "2", "--seed", "7"];
  const { code, out, err } = await run(
    server.url,
    ...credentials,
    ...only,
    "--format",
    "json",
    ...files,
  );
  expect(code, err).toBe(1);
  const report = JSON.parse(out) as Report;
  const findings = [{ check: "sums", causes: [{ operation: "createTransfer" }] }];
  expect(report).toMatchObject({ conforms: false, seed: 7, findings });
  expect(report.findings[0]?.causes[0]?.curl).toMatch(/^curl -i -X POST 'http:.*\$TOKEN/);
  expect(out).not.toContain("sandbox-secret");
  const junit = await readFile(join(folder, "report.xml"), "utf8");
  expect(junit).toMatch(
    /<testcase classname="createTransfer" name="sums"><failure message="The net amount/,
  );
  const html = await readFile(join(folder, "report.html"), "utf8");
  expect(html).toContain("breaks 1, for 1 cause");
  expect(html).not.toMatch(/src=|href="[^#]|url\(/);
  expect(
    new Ajv2020({ strict: false, formats: { "date-time": true } }).validate(reportSchema, report),
  ).toBe(true);
});

test("no report shows credentials, in whatever form they were sent", async () => {
  const letsAnybodyIn = ({ token }: World): Hooks => {
    let issued: Promise<string> | undefined;
    return {
      handle: async (request, forward) => {
        if (request.path === "/api/auth") return forward(request);
        issued ??= token();
        return forward({
          ...request,
          headers: { ...request.headers, authorization: `Bearer ${await issued}` },
        });
      },
    };
  };
  await using server = await startFaulty({ make: letsAnybodyIn });
  const only = ["--only", "authentication,listWebhooks", "--quiet", "--format", "json"];
  const { code, out } = await run(server.url, ...credentials, ...only);
  expect(code).toBe(1);
  expect(out).toMatch(/credentials: of another scheme/);
  expect(out).not.toContain(btoa("sandbox-key:sandbox-secret"));
});

test("nothing found is 0, and a skip says its reason and what it hid", async () => {
  await using server = await startFaulty(fault);
  const only = ["--only", "sums,createTransfer", "--transfers", "--cases", "1", "--quiet"];
  const skip = ["--skip", "sums:createTransfer=known since May"];
  const { code, out, err } = await run(server.url, ...credentials, ...only, ...skip);
  expect(out).toMatch(/Skipped sums:createTransfer \([1-9][0-9]* hidden\): known since May/);
  expect(out).toContain("Conforms in 1 of 1 checks.");
  expect([code, err]).toEqual([0, ""]);
});

test("without --transfers and a control plane no transfer is made", async () => {
  await using server = await start();
  const before = (await server.sandbox.control.companies.list()).items[0]?.balance;
  const only = [
    "--only",
    "createTransfer,good-data-accepted,sums,idempotency-replay",
    "--no-pace",
    "--quiet",
  ];
  const { out } = await run(server.url, ...credentials, ...only);
  // Lines are broken at the terminal's width.
  expect(out.replace(/\s+/g, " ")).toContain("It moves money: allow it with --transfers.");
  expect((await server.sandbox.control.companies.list()).items[0]?.balance).toBe(before);
});

test("no report says that it conforms where no check was made", async () => {
  await using server = await start();
  const nothing = ["--only", "sums,createTransfer", "--skip", "sums=known since May", "--quiet"];
  const { out, code } = await run(server.url, ...credentials, ...nothing);
  expect(out).toContain("No checks were made: the result is unknown.");
  expect(code).toBe(2);
  const { out: json } = await run(server.url, ...credentials, ...nothing, "--format", "json");
  expect(JSON.parse(json)).toMatchObject({ conforms: false, findings: [] });
});

test("a server that is no PIX server is an error that says so", async () => {
  await using server = await start({
    handle: async () => ({
      status: 200,
      headers: { "content-type": "text/html" },
      body: "<h1>Shop</h1>",
    }),
  });
  const { code, out, err } = await run(server.url, ...credentials);
  expect(err).toContain(
    "answered 200 with text/html, and no token: without a token nothing can be tested.",
  );
  expect([code, out]).toEqual([2, ""]);
});

test("the report of a server that dies during a run names the request before", async () => {
  let isDead = false;
  const gone = { status: 503, headers: {}, body: "" };
  await using server = await start({
    handle: async (request, forward) => {
      isDead ||= request.path.includes("%ZZ");
      return isDead ? gone : forward(request);
    },
  });
  const only = ["--only", "server-error,token", "--no-pace", "--quiet", "--format", "json"];
  const { code, out, err } = await run(server.url, ...credentials, ...only);
  expect([code, err]).toEqual([1, ""]);
  const { conforms, findings } = JSON.parse(out) as Report;
  expect(conforms).toBe(false);
  const requests = findings.flatMap(({ causes }) => causes.map(({ request }) => request));
  expect(requests).toContain("an id with a broken escape");
});

test("a port that is taken is an error that says so", async () => {
  await using server = await start();
  const port = new URL(server.url).port;
  const { code, out, err } = await run(server.url, ...credentials, "--listen", port);
  expect(err).toContain(`--listen: the suite cannot listen on port ${port}: listen EADDRINUSE`);
  expect([code, out]).toEqual([2, ""]);
});

test("a self-signed certificate is named, and taken with --ca", async () => {
  await using server = await start();
  const [key, cert] = await Promise.all(
    ["key", "certificate"].map((name) => readFile(join(tls, `${name}.pem`))),
  );
  const front = createServer({ key, cert }, async ({ method, url, headers }, outgoing) => {
    const { authorization = "" } = headers;
    const response = await fetch(server.url + url, {
      method: method ?? "",
      headers: { authorization },
    });
    outgoing
      .writeHead(response.status, Object.fromEntries(response.headers))
      .end(await response.text());
  });
  using listening = await listen(front);
  const url = `https://127.0.0.1:${listening.port}`;
  const only = ["--only", "content-type,issueToken", "--budget", "2s", "--quiet"];
  const refused = await run(url, ...credentials, ...only);
  expect(refused).toMatchObject({ code: 2, out: "" });
  expect(refused.err).toContain(
    "self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT); --ca FILE names the",
  );
  const { code, out, err } = await run(
    url,
    ...credentials,
    ...only,
    "--ca",
    join(tls, "certificate.pem"),
  );
  // It conforms until the budget ends the run.
  expect({ code, err }, out).toEqual({ code: 3, err: "" });
  const wrong = await run(url, ...credentials, ...only, "--ca", join(tls, "key.pem"));
  expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining("--ca ") });
});

test("a budget that is shorter than a full window says what it waited for", async () => {
  await using server = await start();
  const { out, code } = await run(
    server.url,
    ...credentials,
    "--only",
    "rate-limit,listWebhooks",
    "--budget",
    "20s",
  );
  expect(out).toMatch(
    /The budget has \d+ s left; the end of the (full )?window of listWebhooks takes \d+ s\./,
  );
  expect(code).toBe(3);
});

const usual = ["http://127.0.0.1:9", ...credentials];

test.for<[string, string[], string]>([
  ["no URL", [], "The URL of the server is missing."],
  ["no credentials", ["http://127.0.0.1:9"], "--api-key and --api-secret are needed"],
  [
    "a URL that is none",
    ["provider", ...credentials],
    "It takes a URL like http://127.0.0.1:4020.",
  ],
  ["an unknown flag", [...usual, "--fast"], "--fast"],
  ["an unknown check", [...usual, "--only", "sum"], "--only: sum is neither a check"],
  ["a skip without a reason", [...usual, "--skip", "sums"], "a reason is needed"],
  [
    "a skip of no check",
    [...usual, "--skip", "sum=why"],
    "--skip: sum is not a check (see --list).",
  ],
  [
    "fewer than no cases",
    [...usual, "--cases", "-3"],
    "--cases cannot be '-3'. It takes a whole number from 0",
  ],
  [
    "authorities that are not there",
    [...usual, "--ca", "/no/ca.pem"],
    "--ca: There is no file /no/ca.pem",
  ],
  [
    "another document than a contract",
    [...usual, "--contract", "package.json"],
    "package.json is not an OpenAPI document",
  ],
  [
    "no contract",
    [...usual, "--contract", "/no/openapi.yaml"],
    "--contract: There is no file /no/openapi.yaml",
  ],
  [
    "no earlier report",
    [...usual, "--baseline", "/no/report.json"],
    "--baseline: There is no file",
  ],
  ["a time that is none", [...usual, "--budget", "3"], "--budget cannot be '3'. It takes a time"],
  ["no time at all", [...usual, "--budget", "0s"], "--budget cannot be '0s'. It takes a time"],
  [
    "a folder that is not there",
    [...usual, "--html", "/no/folder/x.html"],
    "--html: /no/folder/x.html cannot be written",
  ],
  ["a folder for a file", [...usual, "--json", tmpdir()], "is a folder: name a file"],
  [
    "one company twice",
    [...usual, "--other-key", "sandbox-key", "--other-secret", "sandbox-secret"],
    "use a second one",
  ],
  ["half of a pair", [...usual, "--other-key", "x"], "go together"],
  ["no server at the address", usual, "No server answers at http://127.0.0.1:9"],
  [
    "no control plane",
    [...usual, "--control", "http://127.0.0.1:9"],
    "--control: no control plane",
  ],
])("%s is an error that says so, and the code is 2", async ([, args, message]) => {
  const { code, out, err } = await run(...args);
  expect(err).toContain(message);
  expect([code, out]).toEqual([2, ""]);
});
