// `npm start`: serve the mock, the sandbox and the documentation, print where to begin, and check the contract in the background. If the
// spec has changed, generate first.
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { runCommand, UsageError } from "@packages/contract/src/command.ts";
import type { Contract } from "@packages/contract/src/model.ts";
import { showText } from "@packages/contract/src/show-text.ts";
import { SpecError } from "@packages/contract/src/spec-error.ts";
import { simplestError } from "../packages/generator/src/mock/simplest-error.ts";
import { writeAddressFile } from "../packages/sandbox/src/cli/address.ts";
import { checkBeside } from "./start/check-beside.ts";
import { type ChosenPort, choosePort } from "./start/choose-port.ts";
import { serveDocs } from "./start/docs.ts";
import { forgetGenerated, isGenerated, noteGenerated } from "./start/generated-from.ts";
import { panel, type Try } from "./start/panel.ts";
import { StartError } from "./start/start-error.ts";
import { readLanguage } from "./start/translate.ts";

const { say, words } = readLanguage(process.argv.slice(2));

const usualPorts = { mock: 4010, sandbox: 4020, docs: 4030 };
type Name = keyof typeof usualPorts;
const serverNames = Object.keys(usualPorts) as Name[];

const usage = `Usage: npm start -- [options]

  --mock-port N      port of the mock (${usualPorts.mock})
  --sandbox-port N   port of the sandbox (${usualPorts.sandbox})
  --docs-port N      port of the documentation (${usualPorts.docs})
  --lang LANG        language of the output: pt or en
  --help             show this

If a default port is in use, another is chosen and printed.
Exit code: 0 after Ctrl-C, 1 if a server could not start, 2 for wrong options.
`;

/** Generates, and writes the files that differ. */
async function generateFirst(): Promise<Contract> {
  const { buildAll, writeAll } = await import("../packages/generator/src/pipeline.ts");
  const build = await buildAll("spec/main.tsp", ".");
  const lines = await writeAll(build);
  if (lines.length > 0) console.log(`${say("Generated:")}\n${lines.join("\n")}`);
  return build.contract;
}

/** The contract of the generated files. If the spec has changed since, generates first. */
async function prepareContract(): Promise<Contract> {
  if (isGenerated()) return JSON.parse(await readFile("generated/openapi/contract.json", "utf8"));
  console.log(say("Generating from the spec …"));
  const contract = await generateFirst();
  noteGenerated();
  return contract;
}

/** Checks while everything is served, and prints the findings. */
async function reportCheck(signal: AbortSignal): Promise<void> {
  const { drift, lint } = await checkBeside(signal);
  if (signal.aborted) return;
  const log = logger("check");
  if (drift) {
    forgetGenerated();
    log(
      `${say("What is served differs from the spec. The next npm start generates first.")}\n${drift}`,
    );
  }
  if (lint) log(`${say("The contract breaks its lint rules.")}\n${lint}`);
  if (!drift && !lint) log(say("Generated code agrees with the spec, no lint findings."));
}

const makeUrl = (port: number): string => `http://127.0.0.1:${port}`;

function logger(name: string): (line: string) => void {
  return (line) => console.log(`${name.padEnd(8)} ${line}`);
}

/** Starts the sandbox in this process, and prints the requests that it answers. */
async function startSandboxAt(port: number) {
  // Imported after generation: the packages that it uses may just have been written.
  const { createSandbox } = await import("../packages/sandbox/src/create-sandbox.ts");
  const sandbox = await createSandbox({ logLevel: "warn" });
  const log = logger("sandbox");
  sandbox.app.server.on("request", ({ method, url }, response) => {
    if (!url?.startsWith("/_sandbox"))
      response.on("finish", () => log(showText(`${method} ${url} → ${response.statusCode}`)));
  });
  await sandbox.listen({ port });
  return sandbox;
}

/** Commands to try: a charge and its payment in the sandbox, an error of the mock. */
function listTries(contract: Contract, mock: string, sandbox: string): Try[] {
  const place = writeAddressFile(sandbox) === sandbox ? "" : `PIX_BASE_URL=${sandbox} `;
  const tries = [
    { about: "a charge of R$ 49,90", command: `${place}npm run -s sandbox -- charge 4990` },
    { about: "its payment", command: `${place}npm run -s sandbox -- pay` },
  ];
  const example = simplestError(contract);
  if (!example) return tries;
  const { operation, status, authorization } = example;
  const credentials = authorization ? `-H "Authorization: ${authorization}" ` : "";
  const command = `curl -i ${credentials}-H "Prefer: code=${status}" ${mock}${operation.path}`;
  return [...tries, { about: "any error of the mock", command }];
}

/** @param onReady called when all servers listen */
async function serveAll(
  ports: Record<Name, ChosenPort>,
  started: AsyncDisposableStack,
  onReady: () => void,
): Promise<void> {
  const begun = performance.now();
  const contract = await prepareContract();
  const sandbox = started.use(await startSandboxAt(ports.sandbox.port));
  const { baseUrl, apiKey, apiSecret } = sandbox.credentials;
  const consolePath = "/_sandbox";
  const links = {
    "Console of the sandbox": baseUrl + consolePath,
    Documentation: makeUrl(ports.docs.port),
  };
  const { startMock } = await import("../generated/mock/src/index.ts");
  const log = logger("mock");
  const mock = await startMock({ port: ports.mock.port, log: (line) => log(say(line)), links });
  started.defer(() => mock.close());
  const docs = await serveDocs({ url: makeUrl(ports.docs.port), usual: makeUrl(usualPorts.docs) }, [
    {
      name: "sandbox",
      url: baseUrl,
      usual: makeUrl(usualPorts.sandbox),
      console: consolePath,
      user: apiKey,
      password: apiSecret,
    },
    { name: "mock", url: mock.url, usual: makeUrl(usualPorts.mock) },
  ]);
  started.defer(() => docs.close());
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const about = `${contract.title} ${contract.version} is ready (${seconds} s). The contract check runs in the background.`;
  console.log(
    panel(
      about,
      [
        {
          name: "sandbox",
          url: baseUrl,
          apiKey,
          apiSecret,
          console: baseUrl + consolePath,
          ...ports.sandbox,
        },
        { name: "mock", url: mock.url, about: "any credentials", ...ports.mock },
        {
          name: "documentation",
          url: makeUrl(ports.docs.port),
          about: "guides, API reference",
          ...ports.docs,
        },
      ],
      listTries(contract, mock.url, baseUrl),
      say,
    ),
  );
  onReady();
  const stopped = new AbortController();
  started.defer(() => stopped.abort());
  const checked = reportCheck(stopped.signal);
  await docs.built;
  logger("docs")(say("The pages are built."));
  await checked;
  await new Promise(() => {});
}

await runCommand(
  say(usage),
  async () => {
    const options = serverNames.map((name) => [`${name}-port`, { type: "string" }] as const);
    const { values } = parseArgs({
      args: words,
      options: { ...Object.fromEntries(options), lang: { type: "string" } },
    });
    const { lang, ...given } = values as Record<string, string | undefined>;
    if (lang !== undefined) throw new UsageError(`--lang cannot be '${lang}'. It can be pt, en.`);
    const ports: Partial<Record<Name, ChosenPort>> = {};
    for (const name of serverNames)
      ports[name] = await choosePort(`--${name}-port`, usualPorts[name], given[`${name}-port`]);
    const interrupted = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
    let isReady = false;
    {
      await using started = new AsyncDisposableStack();
      await Promise.race([
        serveAll(ports as Record<Name, ChosenPort>, started, () => {
          isReady = true;
        }),
        interrupted,
      ]);
    }
    // A start that is interrupted would go on, with servers that nothing closes.
    return isReady ? 0 : process.exit(0);
  },
  (error) => {
    if (error instanceof SpecError) return `${error.message}\n${say("Nothing was written.")}`;
    if (error instanceof StartError) return say(error.message);
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE")
      return say(error.message);
    return undefined;
  },
  1,
  say,
);
