import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { describeListenError } from "@packages/contract/src/command.ts";
import { InvalidInputError } from "../control/invalid-input-error.ts";
import { createSandbox, type RunningSandbox } from "../create-sandbox.ts";
import type { SandboxOptions } from "../options.ts";
import { StorageError } from "../storage/storage.ts";
import { version } from "../version.ts";
import { writeAddressFile } from "./address.ts";
import {
  CommandError,
  type CommandOptions,
  describeInvalidFields,
  invocation,
  UsageError,
} from "./command.ts";
import { readNamedFile, replaceFile } from "./files.ts";
import { say } from "./language.ts";
import { type CommandOutput, makeOutput, showFields } from "./output.ts";
import { untilSignal } from "./until-signal.ts";

/** Milliseconds in which requests and deliveries under way may end. */
const endTimeLimit = 10_000;

/** Where `start` listens, and its log. */
export interface ListenOptions extends CommandOptions {
  port: number;
  host: string;
  writeEnv?: string;
}

/** Runs a sandbox until a signal ends it. */
export async function runSandbox(given: SandboxOptions, options: ListenOptions): Promise<void> {
  const { host, port, writeEnv } = options;
  const output = makeOutput(options);
  const sandbox = await openSandbox(given);
  const stopped = untilSignal();
  try {
    const url = await openPort(sandbox, host, port);
    const isDefault = writeAddressFile(url) === url;
    const started = { ...(await collectFacts(sandbox, url, given)), isDefault };
    const { credentials, state, control } = started;
    if (writeEnv !== undefined) await writeEnvironment(writeEnv, printEnvironment(credentials));
    output.result(
      { url, ...credentials, console: control !== "off" ? `${url}/_sandbox` : null, state },
      () => introduce(started, output),
    );
    await stopped;
  } finally {
    await close(sandbox, output);
  }
}

async function openSandbox(given: SandboxOptions): Promise<RunningSandbox> {
  try {
    return await createSandbox(given);
  } catch (error) {
    // Options that the library does not take.
    if (error instanceof InvalidInputError)
      throw new UsageError(describeInvalidFields(error.fields));
    throw error instanceof StorageError
      ? new CommandError(error.message, "STORAGE", { cause: error })
      : error;
  }
}

async function openPort(sandbox: RunningSandbox, host: string, port: number): Promise<string> {
  try {
    return await sandbox.listen({ host, port });
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    const sentence = describeListenError(code, port, host);
    throw sentence === undefined ? error : new CommandError(sentence, code, { cause: error });
  }
}

type StartedFacts = Awaited<ReturnType<typeof collectFacts>> & {
  /** Whether commands in this folder find it. */
  isDefault: boolean;
};

/** Facts about a sandbox that has just started. */
async function collectFacts(sandbox: RunningSandbox, url: string, given: SandboxOptions) {
  const { exposed, publicUrl, destinations } = given;
  const { baseUrl, apiKey, apiSecret } = await sandbox.control.credentials();
  const remarks: string[] = [];
  if (exposed) remarks.push("Others may reach it: notifications go to public https: URLs alone.");
  if (exposed && publicUrl === undefined)
    remarks.push(`Codes of charges lead to ${baseUrl}: see --public-url.`);
  if (!exposed && !destinations?.loopback) remarks.push("Notifications go to https: URLs alone.");
  return {
    url,
    state: describeStorage(given),
    credentials: { baseUrl, apiKey, apiSecret },
    control: controlAccess(given),
    remarks,
  };
}

function describeStorage({ data, databaseUrl }: SandboxOptions): string {
  if (data !== undefined) return `in the folder ${resolve(data)}`;
  if (databaseUrl !== undefined) return "in the database of DATABASE_URL";
  return "in memory: it ends with this process, --data DIR keeps it";
}

/** Who may use the console and the control plane: every local caller, callers with the token, or none. */
function controlAccess({ controlToken, exposed }: SandboxOptions): "open" | "token" | "off" {
  if (controlToken !== undefined) return "token";
  return exposed ? "off" : "open";
}

async function close(sandbox: RunningSandbox, output: CommandOutput): Promise<void> {
  const timer = setTimeout(() => {
    output.remark("Requests under way did not end in time; they are given up.");
    process.exit(1);
  }, endTimeLimit).unref();
  await sandbox.close();
  clearTimeout(timer);
}

/** The lines at the start of the sandbox: its addresses, credentials and commands to try. */
function introduce(started: StartedFacts, output: CommandOutput): string {
  const { url, credentials, control, remarks } = started;
  const bold = (text: string): string => output.style("bold", text);
  return [
    bold(`PIX sandbox ${version}: ${url}`),
    showFields(output, [
      [say("state"), say(started.state)],
      [say("console"), say(describeConsole(url, control))],
    ]),
    ...remarks.map(say),
    bold(
      say(
        "Credentials for the environment of your program (--write-env .env writes them to a file):",
      ),
    ),
    `export ${printEnvironment(credentials).join(" ")}`,
    ...(control === "off" ? [] : [bold(say("Try in another terminal:")), tryOut(started)]),
    `${say("Ctrl-C stops the sandbox.")}\n`,
  ].join("\n\n");
}

/** The environment variables that the client reads. */
function printEnvironment({ baseUrl, apiKey, apiSecret }: StartedFacts["credentials"]): string[] {
  const secret = apiSecret ?? "the-secret-that-was-set";
  return [`PIX_BASE_URL=${baseUrl}`, `PIX_API_KEY=${apiKey}`, `PIX_API_SECRET=${secret}`];
}

function describeConsole(url: string, control: StartedFacts["control"]): string {
  if (control === "off") return "off: start with --control-token to use it";
  return `${url}/_sandbox${control === "token" ? " (it requires the control token)" : ""}`;
}

/** Commands that work when they are pasted into a shell. */
function tryOut({ url, isDefault }: StartedFacts): string {
  const place = isDefault ? "" : `PIX_BASE_URL=${url} `;
  const words = ["charge", "pay", "listen --forward-to http://127.0.0.1:3000/pix"];
  return words.map((line) => `  ${place}${invocation()} ${line}`).join("\n");
}

/**
 * Sets `NAME=value` lines in a file like `.env`. Other lines stay as they are.
 *
 * @throws {CommandError} if the file cannot be read or written
 */
async function writeEnvironment(file: string, variables: readonly string[]): Promise<void> {
  const names = variables.map((line) => line.slice(0, line.indexOf("=")));
  const content = existsSync(file) ? await readNamedFile(file) : "";
  const kept = content
    .split(/\r?\n/)
    .filter((line) => !names.some((name) => line.startsWith(`${name}=`)));
  while (kept.at(-1) === "") kept.pop();
  await replaceFile(file, `${[...kept, ...variables].join("\n")}\n`);
}
