import { resolve } from "node:path";
import { InvalidInputError } from "../control/invalid-input-error.ts";
import { createSandbox, type RunningSandbox } from "../create-sandbox.ts";
import type { SandboxOptions } from "../options.ts";
import { StorageError } from "../storage/storage.ts";
import { checkAddress, explainAddress } from "./check-address.ts";
import { CommandError, type CommonOptions, UsageError } from "./command.ts";
import { environmentOf, introduce, type Started } from "./introduce.ts";
import { makeOutput, type Output } from "./output.ts";
import { untilSignal } from "./until-signal.ts";
import { writeEnvironment } from "./write-environment.ts";

/** Milliseconds in which requests and deliveries under way may end. */
const timeLimit = 10_000;

/** Where `start` listens and what it writes. */
export interface ListenOptions extends CommonOptions {
  port: number;
  host: string;
  writeEnv?: string;
}

/** Runs a sandbox until a signal ends it. */
export async function runSandbox(given: SandboxOptions, options: ListenOptions): Promise<void> {
  const { host, port, writeEnv } = options;
  const output = makeOutput(options);
  await checkAddress(host, port);
  const sandbox = await open(given);
  const stopped = untilSignal();
  try {
    const url = await listen(sandbox, host, port);
    const started = await collectFacts(sandbox, url, given);
    const { credentials, state, control } = started;
    if (writeEnv !== undefined) await writeEnvironment(writeEnv, environmentOf(credentials));
    output.result({ url, ...credentials, console: control !== "off" ? `${url}/_sandbox` : null, state }, () =>
      introduce(started, output),
    );
    await stopped;
  } finally {
    await close(sandbox, output);
  }
}

async function open(given: SandboxOptions): Promise<RunningSandbox> {
  try {
    return await createSandbox(given);
  } catch (error) {
    // Options that the library does not take.
    if (error instanceof InvalidInputError) throw new UsageError(error.message);
    throw error instanceof StorageError ? new CommandError(error.message, "STORAGE", { cause: error }) : error;
  }
}

async function listen(sandbox: RunningSandbox, host: string, port: number): Promise<string> {
  try {
    return await sandbox.listen({ host, port });
  } catch (error) {
    throw explainAddress(error, host, port);
  }
}

async function collectFacts(sandbox: RunningSandbox, url: string, given: SandboxOptions): Promise<Started> {
  const { data, databaseUrl, exposed, controlToken, publicUrl, destinations } = given;
  const { baseUrl, apiKey, apiSecret } = await sandbox.control.credentials();
  const remarks: string[] = [];
  if (exposed) remarks.push("Others may reach it: notifications go to public https: URLs alone.");
  if (exposed && publicUrl === undefined) {
    remarks.push(
      `The codes of charges lead to ${baseUrl}. If others are to follow them, say with --public-url where it is.`,
    );
  }
  if (!exposed && !destinations?.loopback) remarks.push("Notifications go to https: URLs alone.");
  return {
    url,
    state:
      data !== undefined
        ? `in the folder ${resolve(data)}`
        : databaseUrl !== undefined
          ? "in the database of DATABASE_URL, which other sandboxes may share"
          : "in memory: it ends with this process, --data DIR keeps it",
    credentials: { baseUrl, apiKey, apiSecret },
    control: controlToken !== undefined ? "token" : exposed ? "off" : "open",
    remarks,
  };
}

async function close(sandbox: RunningSandbox, output: Output): Promise<void> {
  const timer = setTimeout(() => {
    output.remark("Requests under way did not end in time; they are given up.");
    process.exit(1);
  }, timeLimit).unref();
  await sandbox.close();
  clearTimeout(timer);
}
