import { isObject } from "@packages/contract/src/check/run.ts";
import { Option } from "commander";
import { isLoopbackHost } from "../notifications/destinations.ts";
import type { SandboxOptions } from "../options.ts";
import { defaultSettings, type Settings } from "../settings.ts";
import {
  type CommandFields,
  makeCommand,
  readField,
  readUrl,
  UsageError,
  wholeNumber,
} from "./command.ts";
import { readSnapshotFile } from "./snapshot.ts";
import type { ListenOptions } from "./start.ts";

const logLevels = ["debug", "info", "warn", "error", "off"] as const;

type Text = "restore" | "data" | "publicUrl" | "controlToken" | "databaseUrl" | "signatureHeader";
type CompanyText = "companyName" | "apiKey" | "apiSecret";
type Flag = "memory" | "exposed" | "privateNetworks" | "strict";

/** Options of `start`. */
interface StartOptions
  extends ListenOptions,
    Partial<Record<Text | CompanyText, string> & Record<Flag, true>> {
  setting?: CommandFields;
  log: (typeof logLevels)[number];
}

export const start = makeCommand(
  "start",
  "Start the sandbox",
  [
    "start",
    "start --data .pix-sandbox --port 4021",
    "start --setting dailyLimit=50000 --setting transferSteps.queued=null",
    "start --signature-header X-Provider-Signature",
  ],
  `PIX_SANDBOX_KEY is the key of all secrets, 32 bytes in Base64 (default: random, kept with the state).
If others reach the sandbox, its console needs --control-token, notifications go to https: URLs, and credentials are random.`,
)
  .addOption(
    new Option("--port <N>", "port to listen on, 0 for any that is free")
      .env("PIX_SANDBOX_PORT")
      .default(4020)
      .argParser(wholeNumber(0, 65_535)),
  )
  .option("--host <ADDRESS>", "address to listen on", "127.0.0.1")
  .addOption(
    new Option("--data <DIR>", "folder that keeps the state (default: it is in memory)").conflicts(
      "memory",
    ),
  )
  .option("--memory", "keep the state in memory, whatever DATABASE_URL has")
  .option(
    "--public-url <URL>",
    "address in the codes of charges (default: where it listens)",
    readUrl,
  )
  .addOption(
    new Option(
      "--control-token <TOKEN>",
      "token that the console and the control plane require",
    ).env("PIX_SANDBOX_CONTROL_TOKEN"),
  )
  .addOption(
    new Option(
      "--database-url <URL>",
      "postgres://…: a database that sandboxes share (or DATABASE_URL)",
    ).conflicts(["data", "memory"]),
  )
  .option("--company-name <NAME>", "name of the first company (default: Loja Sandbox)")
  .option("--api-key <KEY>", "its key (default: sandbox-key)")
  .option("--api-secret <SECRET>", "its secret (default: sandbox-secret, or a random one)")
  .option("--write-env <FILE>", "file for address and credentials, like .env")
  .option(
    "--setting <NAME=VALUE>",
    "initial setting, like dailyLimit=50000; can be repeated",
    readField,
  )
  .option("--restore <FILE>", "file of 'snapshot' that a new state begins with")
  .option("--signature-header <NAME>", "header of signatures (default: the contract's)")
  .option("--exposed", "others reach it, as behind a proxy")
  .option("--private-networks", "notifications may go to private networks too")
  .option("--strict", "notifications go to https: URLs alone, as in the contract")
  .addOption(
    new Option("--log <LEVEL>", "what is logged; info logs each request")
      .choices(logLevels)
      .default("warn"),
  )
  .action(async (options: StartOptions) => {
    // Loaded here, so that the other commands start fast.
    const { runSandbox } = await import("./start.ts");
    const { restore } = options;
    const snapshot = restore === undefined ? undefined : await readSnapshotFile(restore);
    await runSandbox({ ...readStartOptions(options), snapshot }, options);
  });

/** The settings from the options and the environment. @throws {UsageError} */
function readStartOptions(options: StartOptions): SandboxOptions {
  const { publicUrl, host, strict, privateNetworks = false, log, setting } = options;
  if (host === "") throw new UsageError("--host takes an address, like 127.0.0.1 or 0.0.0.0.");
  const controlToken = options.controlToken || undefined;
  if (controlToken !== undefined && !/^[!-~]{8,}$/.test(controlToken)) {
    throw new UsageError("--control-token takes at least 8 visible ASCII characters.");
  }
  const isPublic = publicUrl !== undefined && !isLoopbackHost(new URL(publicUrl).hostname);
  const exposed = options.exposed || isPublic || !isLoopbackHost(host);
  return {
    ...readPlace(options),
    publicUrl,
    controlToken,
    exposed,
    signatureHeader: options.signatureHeader,
    key: process.env.PIX_SANDBOX_KEY || undefined,
    destinations: { loopback: !exposed && !strict, privateNetworks },
    logLevel: log === "off" ? false : log,
    settings: setting && completeSettings(setting),
    company: { name: options.companyName, apiKey: options.apiKey, apiSecret: options.apiSecret },
  };
}

/** Settings, with the default of each part that is not given: `transferSteps.queued=null`. */
function completeSettings(given: CommandFields): Partial<Settings> {
  const usual: CommandFields = { ...defaultSettings };
  const whole = Object.entries(given).map(([name, value]) => {
    const known = usual[name];
    return [name, isObject(known) && isObject(value) ? { ...known, ...value } : value];
  });
  return Object.fromEntries(whole);
}

/** Where the state is: options go before the environment. @throws {UsageError} */
function readPlace({
  data,
  memory,
  databaseUrl: given,
}: StartOptions): Pick<SandboxOptions, "data" | "databaseUrl"> {
  if (data === "") throw new UsageError("--data takes a folder.");
  if (data !== undefined) return { data };
  const databaseUrl = given ?? process.env.DATABASE_URL;
  if (memory || !databaseUrl) return {};
  if (!/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new UsageError(
      given === undefined
        ? "DATABASE_URL is not a PostgreSQL URL (postgres://…): unset it, or give --data DIR or --memory."
        : "--database-url takes a URL of PostgreSQL, like postgres://user@host/database.",
    );
  }
  return { databaseUrl };
}
