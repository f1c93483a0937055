import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { UsageError } from "../../contract/src/command.ts";
import { readUrl, wholeNumber } from "../../contract/src/option-values.ts";
import { type CheckName, isCheckName } from "./checks.ts";
import type { Contract } from "./contract.ts";
import type { ConformanceOptions, Skip } from "./options.ts";
import { type Format, formats } from "./output/formats.ts";

/** What the command line asks for. */
export interface Invocation {
  options: ConformanceOptions;
  format: Format;
  /** Reports that are written besides what is printed, and their files. */
  files: [format: Format, file: string][];
  quiet: boolean;
  /** A report of an earlier run. */
  baseline: string | undefined;
  /** Certificates of authorities to trust. */
  ca: string | undefined;
}

/** What commander reads: most options are those of a run. */
interface Values extends Partial<Omit<ConformanceOptions, "only" | "skip">>, Partial<Record<Format, string>> {
  baseline?: string;
  ca?: string;
  only?: string[];
  skip?: string[];
  list?: true;
  format: Format;
  quiet?: true;
}

const exitCodes = `
Exit code: 0 nothing found (or nothing before --budget or --max-requests was used up, or nothing new since --baseline),
1 findings, 2 it could not run, nothing was checked, it was interrupted, a part of it failed, or it took longer than the
20 minutes that it has without --budget.
`;

function makeCommand(): Command {
  return new Command("pix-conformance")
    .description("Tests the server at URL against the contract and reports every difference.")
    .argument("[URL]", "address of the server", readUrl)
    .optionsGroup("Credentials:")
    .addOption(new Option("--api-key <KEY>", "of the company that calls").env("PIX_API_KEY"))
    .addOption(new Option("--api-secret <SECRET>", "its secret").env("PIX_API_SECRET"))
    .option("--other-key <KEY>", "of a second company, which must see nothing of the first")
    .option("--other-secret <SECRET>", "its secret")
    .option("--control <URL>", "control plane of a sandbox: moves clock, payers and banks; no money is real", readUrl)
    .option("--control-token <TOKEN>", "its token")
    .optionsGroup("Limits of a run:")
    .option("--transfers", "make transfers, of 1 centavo each (default: only with --control)")
    .option("--no-transfers", "make none")
    .option("--pix-key <KEY>", "destination of transfers (default: a random key without owner)")
    .option("--budget <TIME>", "longest time for the run, like 90s or 5m (default: 20m)", readTime)
    .option("--max-requests <N>", "most requests to send", wholeNumber(1, 1e9))
    .option("--no-pace", "ignore rate limits, which a mock does not have")
    .option("--timeout <TIME>", "longest time for a response (default: 30s)", readTime)
    .option("--ca <FILE>", "certificates of authorities to trust, in PEM, in addition to those of Node")
    .optionsGroup("Tests:")
    .option("--only <NAME[,NAME…]>", "checks to make, or operations to call (repeatable)", collect)
    .option(
      "--skip <CHECK[:OPERATION[:REQUEST]]=WHY>",
      "leave a check out; * in REQUEST is any text (repeatable)",
      collect,
    )
    .option("--fail-fast", "end at the first finding")
    .option("--seed <N>", "make the same generated requests again", wholeNumber(0, 2 ** 31 - 1))
    .option("--cases <N>", "generated bodies for each operation and kind (default: 25)", wholeNumber(0, 100_000))
    .option("--list", "list the checks")
    .optionsGroup("Notifications:")
    .option("--listen <PORT>", "port to receive them on", wholeNumber(0, 65_535))
    .option("--public-url <URL>", "https: address at which the server reaches that port", readUrl)
    .option("--postback-secret <SECRET>", "secret that signs what is sent to a postbackUrl")
    .optionsGroup("Output:")
    .addOption(new Option("--format <FORMAT>", "what is printed").choices(formats).default("text"))
    .option("--json <FILE>", "write a report in JSON as well")
    .option("--junit <FILE>", "write a report for CI as well")
    .option("--html <FILE>", "write a page as well")
    .option("--badge <FILE>", "write a badge in SVG as well")
    .option("--baseline <FILE>", "report in JSON of an earlier run: only new findings count")
    .option("--quiet", "no progress")
    .addHelpText("after", exitCodes)
    .exitOverride();
}

/**
 * Reads the command line.
 *
 * @param print takes the help, where that is asked for
 * @returns "help" or "list" where that is asked for
 * @throws {UsageError} where a word is wrong
 */
export function readOptions(args: readonly string[], contract: Contract, print: (text: string) => void = () => {}) {
  const command = makeCommand().configureOutput({ writeOut: print, writeErr: () => {} });
  try {
    command.parse(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return "help";
    throw new UsageError(error.message.replace(/^error: /, ""));
  }
  const {
    list,
    quiet = false,
    format,
    baseline,
    ca,
    text: _,
    json,
    junit,
    html,
    badge,
    ...values
  } = command.opts<Values>();
  if (list) return "list";
  const [url] = command.processedArgs as [string | undefined];
  if (url === undefined) throw new UsageError("The URL of the server is missing.");
  const files = Object.entries({ json, junit, html, badge }).filter(([, file]) => file !== undefined);
  return { format, quiet, files: files as Invocation["files"], options: readRun(url, values, contract), baseline, ca };
}

function readRun(url: string, { only, skip = [], ...values }: Omit<Values, "format">, contract: Contract) {
  const { apiKey, apiSecret, otherKey, otherSecret, publicUrl, listen } = values;
  if (!apiKey || !apiSecret)
    throw new UsageError("--api-key and --api-secret are needed (or PIX_API_KEY and PIX_API_SECRET).");
  if ((otherKey === undefined) !== (otherSecret === undefined))
    throw new UsageError("--other-key and --other-secret go together.");
  if (otherKey === apiKey) throw new UsageError("--other-key is the key of the first company: it takes a second one.");
  if (publicUrl !== undefined && listen === undefined)
    throw new UsageError("--public-url needs --listen, the port at which its requests arrive.");
  const skips = skip.map((one) => readSkip(one, contract));
  return { ...values, url, apiKey, apiSecret, skip: skips, ...(only && { only: readOnly(only, contract) }) };
}

function collect(value: string, earlier: string[] = []): string[] {
  return [...earlier, value];
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

function readTime(value: string): number {
  const [, count, unit = ""] = /^([0-9]+)(ms|s|m|h)$/.exec(value) ?? [];
  if (count === undefined || Number(count) === 0) throw new InvalidArgumentError("It takes a time like 90s or 5m.");
  return Number(count) * (units[unit] ?? 1);
}

function readOnly(given: readonly string[], contract: Contract): NonNullable<ConformanceOptions["only"]> {
  const checks: CheckName[] = [];
  const operations: string[] = [];
  for (const name of given.flatMap((list) => list.split(","))) {
    if (isCheckName(name)) checks.push(name);
    else if (contract.operations.some(({ id }) => id === name)) operations.push(name);
    else throw new UsageError(`--only: ${name} is neither a check (--list) nor an operation.`);
  }
  return { checks, operations };
}

function readSkip(given: string, contract: Contract): Skip {
  const at = given.indexOf("=");
  const [check = "", operation, ...request] = given.slice(0, Math.max(at, 0)).split(":");
  const reason = given.slice(at + 1).trim();
  if (at < 0 || reason === "") throw new UsageError(`--skip ${given}: it takes a reason, CHECK=WHY.`);
  if (!isCheckName(check)) throw new UsageError(`--skip: ${check} is no check (--list).`);
  const known = [...contract.operations.map(({ id }) => id), ...contract.notifications.map(({ event }) => event), "*"];
  if (operation !== undefined && !known.includes(operation))
    throw new UsageError(`--skip: there is no operation ${operation}.`);
  return {
    ...{ check, reason },
    ...(operation !== undefined && { operation }),
    ...(request.length > 0 && { request: request.join(":") }),
  };
}
