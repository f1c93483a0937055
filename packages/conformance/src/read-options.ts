import { accessSync, constants } from "node:fs";
import { describeFileError, UsageError } from "@packages/contract/src/command.ts";
import { suggestName } from "@packages/contract/src/command-line.ts";
import { fitHelp, narrowLists } from "@packages/contract/src/fit-help.ts";
import { readUrl, wholeNumber } from "@packages/contract/src/option-values.ts";
import { readContract } from "@packages/contract/src/read-contract.ts";
import { isDocument, readSpec } from "@packages/contract/src/source/read-spec.ts";
import { SpecError } from "@packages/contract/src/spec-error.ts";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { checks } from "./checks.ts";
import type { Contract } from "./contract.ts";
import { addExamples } from "./generate/examples.ts";
import type { ConformanceOptions, Skip } from "./options.ts";
import { type OutputFormat, outputFormats } from "./output/formats.ts";
import { probes } from "./probes/index.ts";
import { plainProfile } from "./profile.ts";
import type { Suite } from "./run.ts";

/** A contract that a command has built in, and the parts that belong to it alone. */
export interface BuiltIn {
  /** Name of the command. */
  command: string;
  /** Name of the contract, with which variables of the environment begin. */
  name: string;
  options: readonly Option[];
  /** @param values of its options */
  suite(values: Readonly<Record<string, unknown>>): Suite;
}

/** The options that commander reads: most are those of a run. */
interface Values
  extends Partial<Omit<ConformanceOptions, "only" | "skip">>,
    Partial<Record<OutputFormat, string>> {
  contract?: string;
  baseline?: string;
  ca?: string;
  only?: string[];
  skip?: string[];
  list?: true;
  format: OutputFormat;
  quiet?: true;
}

const exitCodes = `
Exit code: 0: no new findings. 1: findings. 2: no verdict (could not start,
interrupted, a part failed, nothing checked). 3: no findings until --budget
ended the run.
`;

function makeConformanceCommand({ command, name, options }: BuiltIn): Command {
  const made = new Command(command)
    .description("Tests the server at URL against a contract and reports every difference.")
    .argument("[URL]", "address of the server", readUrl)
    .option("--contract <FILE>", `OpenAPI document in YAML or JSON (default: that of ${name})`)
    .optionsGroup("Credentials:")
    .addOption(new Option("--api-key <KEY>", "key of the caller").env(`${name}_API_KEY`))
    .addOption(
      new Option("--api-secret <SECRET>", "secret or token of the caller").env(
        `${name}_API_SECRET`,
      ),
    )
    .option("--other-key <KEY>", "key of a second caller, to test that callers are isolated")
    .option("--other-secret <SECRET>", "secret of the second caller")
    .optionsGroup("Limits of a run:")
    .option("--budget <TIME>", "longest time for the run, like 90s or 5m (default: 20m)", readTime)
    .option("--no-pace", "do not wait for rate limits, for a mock")
    .option("--timeout <TIME>", "longest time for a response (default: 30s)", readTime)
    .option("--ca <FILE>", "PEM file of further certificate authorities to trust")
    .optionsGroup("Tests:")
    .option("--only <NAME[,NAME…]>", "run only these checks or operations (repeatable)", collect)
    .option(
      "--skip <WHAT=WHY>",
      "skip a check, with the reason; WHAT is CHECK, CHECK:OPERATION or CHECK:OPERATION:REQUEST, where * in REQUEST matches any characters (repeatable)",
      collect,
    )
    .option("--strict", "also count statements that the contract assumes")
    .option("--fail-fast", "stop at the first finding")
    .option("--seed <N>", "repeat the generated requests of a report", wholeNumber(0, 2 ** 31 - 1))
    .option(
      "--cases <N>",
      "generated bodies for each operation and kind (default: 25)",
      wholeNumber(0, 100_000),
    )
    .option("--list", "list the checks, and the values that are tried at each field")
    .optionsGroup("Notifications:")
    .option("--listen <PORT>", "port to receive notifications on", wholeNumber(0, 65_535))
    .option("--public-url <URL>", "https: URL by which the server reaches that port", readUrl)
    .option("--callback-secret <SECRET>", "secret that signs notifications to the URL of a call")
    .optionsGroup("Output:")
    .addOption(
      new Option("--format <FORMAT>", "format of the printed report")
        .choices(outputFormats)
        .default("text"),
    )
    .option("--json <FILE>", "also write a JSON report")
    .option("--junit <FILE>", "also write a JUnit report")
    .option("--html <FILE>", "also write an HTML report")
    .option("--badge <FILE>", "also write an SVG badge")
    .option("--baseline <FILE>", "JSON report of an earlier run: only new findings count")
    .option("--quiet", "print no progress")
    .configureHelp(narrowLists)
    .addHelpText("after", () => fitHelp(exitCodes))
    .exitOverride();
  for (const option of options) made.addOption(option.helpGroup(`Of ${name}, without --contract:`));
  return made;
}

/**
 * Reads the command line.
 *
 * @param print prints the help, if requested
 * @returns "help" or "list" if requested
 * @throws {UsageError} if an argument is wrong
 */
export async function readRunOptions(
  args: readonly string[],
  builtIn: BuiltIn,
  print: (text: string) => void = () => {},
) {
  const command = makeConformanceCommand(builtIn).configureOutput({
    writeOut: print,
    writeErr: () => {},
  });
  try {
    command.parse(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return "help";
    throw new UsageError(error.message);
  }
  const { list, quiet = false, format, contract, baseline, ca, ...others } = command.opts<Values>();
  const { text: _, json, junit, html, badge, ...values } = others;
  const { suite, notes } =
    contract === undefined
      ? { suite: builtIn.suite(command.opts()), notes: [] }
      : await chooseSuite(contract, builtIn, command);
  if (list) return { list: suite };
  const [url] = command.processedArgs as [string | undefined];
  if (url === undefined) throw new UsageError("The URL of the server is missing.");
  /** Reports that are written besides the printed one. */
  const files = Object.entries({ json, junit, html, badge }).filter(
    ([, file]) => file !== undefined,
  );
  const options: ConformanceOptions = readRun(url, values, suite, builtIn.name);
  return {
    suite,
    notes,
    format,
    quiet,
    files: files as [format: OutputFormat, file: string][],
    options,
    baseline,
    ca,
  };
}

/** The suite if only an OpenAPI document is given, and sentences about what it cannot test. */
async function chooseSuite(
  file: string,
  { name, options }: BuiltIn,
  command: Command,
): Promise<{ suite: Suite; notes: string[] }> {
  const foreign = options.find(
    (option) => command.getOptionValueSource(option.attributeName()) === "cli",
  );
  if (foreign) throw new UsageError(`${foreign.long} belongs to ${name}, not to --contract.`);
  if (!isDocument(file))
    throw new UsageError(`--contract ${file}: it takes a .yaml, .yml or .json file.`);
  withFlag("--contract", file, () => accessSync(file, constants.R_OK));
  const { document, leftOut } = await readSpec(file, { skipUnsupported: true }).catch(
    (error: unknown) => {
      throw error instanceof SpecError ? new UsageError(`--contract: ${error.message}`) : error;
    },
  );
  const contract: Contract = addExamples(readContract(document));
  if (contract.operations.length === 0)
    throw new UsageError(`--contract ${file}: it has no operations.`);
  return {
    suite: { contract, profile: plainProfile(), probes },
    notes: [...leftOut.map((line) => `Left out: ${line}`), describeScope(contract)],
  };
}

/** The tested parts of a contract, and the kinds of statements that it does not make. */
function describeScope({ title, operations, errors, lifecycles, notifications }: Contract): string {
  const parts = {
    "rate limits": operations.some(({ rateLimit }) => rateLimit),
    "idempotency keys": operations.some(({ idempotency }) => idempotency),
    "error codes": errors.length > 0,
    lifecycles: lifecycles.length > 0,
    notifications: notifications.length > 0,
  };
  const absent = Object.entries(parts).flatMap(([part, isThere]) => (isThere ? [] : [part]));
  const examples = operations.filter(({ body }) => body && body.examples.length === 0);
  const sentences = [
    `${title}: ${operations.length} operations, tested by their schemas, statuses and credentials.`,
    absent.length > 0 ? `It states no ${absent.join(", ")}: these are not tested.` : [],
    examples.length > 0
      ? `${examples.map(({ id }) => id).join(", ")}: no body can be made from the schema, so few requests are made.`
      : [],
  ];
  return sentences.flat().join(" ");
}

/** Reads or opens the file of a flag. @throws {UsageError} with the flag and the error of its value */
export function withFlag<Value>(
  flag: string,
  file: string,
  use: () => Value,
  action: "read" | "write" = "read",
): Value {
  try {
    return use();
  } catch (error) {
    const { syscall, message } = error as NodeJS.ErrnoException;
    throw new UsageError(
      syscall === undefined
        ? `${flag} ${file}: ${message}.`
        : `${flag}: ${describeFileError(error, file, action)}`,
    );
  }
}

function readRun(
  url: string,
  { only, skip = [], ...values }: Omit<Values, "format">,
  suite: Suite,
  name: string,
) {
  const { apiKey = "", apiSecret = "", otherKey, otherSecret, publicUrl, listen } = values;
  const isClosed = suite.contract.operations.some(({ scheme }) => scheme !== null);
  if (isClosed && (!apiKey || !apiSecret))
    throw new UsageError(
      `--api-key and --api-secret are needed (or ${name}_API_KEY and ${name}_API_SECRET).`,
    );
  if (!otherKey !== !otherSecret)
    throw new UsageError("--other-key and --other-secret go together.");
  if (otherKey !== undefined && otherKey === apiKey)
    throw new UsageError("--other-key is the key of the first caller: use a second one.");
  if (publicUrl !== undefined && listen === undefined)
    throw new UsageError("--public-url needs --listen, the port at which its requests arrive.");
  const skips = skip.map((one) => readSkip(one, suite));
  return {
    ...values,
    url,
    apiKey,
    apiSecret,
    skip: skips,
    ...(only && { only: readOnly(only, suite) }),
  };
}

function collect(value: string, earlier: string[] = []): string[] {
  return [...earlier, value];
}

const durationUnits: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
};

function readTime(value: string): number {
  const [, count, unit = ""] = /^([0-9]+)(ms|s|m|h)$/.exec(value) ?? [];
  if (count === undefined || Number(count) === 0)
    throw new InvalidArgumentError("It takes a time like 90s or 5m.");
  return Number(count) * (durationUnits[unit] ?? 1);
}

const listCheckNames = ({ profile }: Suite): string[] =>
  Object.keys({ ...checks, ...profile.checks });

const isCheck = (name: string, suite: Suite) => listCheckNames(suite).includes(name);

function readOnly(given: readonly string[], suite: Suite): NonNullable<ConformanceOptions["only"]> {
  const names = given.flatMap((list) => list.split(","));
  const wanted = names.filter((name) => isCheck(name, suite));
  const operations = names.filter((name) => !wanted.includes(name));
  const known = suite.contract.operations.map(({ id }) => id);
  const unknown = operations.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new UsageError(
      `--only: ${unknown} is neither a check (--list) nor an operation.${suggestName(unknown, [...listCheckNames(suite), ...known])}`,
    );
  return { checks: wanted, operations };
}

function readSkip(given: string, suite: Suite): Skip {
  const at = given.indexOf("=");
  const [check = "", operation, ...request] = given.slice(0, Math.max(at, 0)).split(":");
  const reason = given.slice(at + 1).trim();
  if (at < 0 || reason === "")
    throw new UsageError(`--skip ${given}: a reason is needed: CHECK=WHY.`);
  if (!isCheck(check, suite))
    throw new UsageError(
      `--skip: ${check} is not a check (see --list).${suggestName(check, listCheckNames(suite))}`,
    );
  const { operations, notifications } = suite.contract;
  const known = [
    ...operations.map(({ id }) => id),
    ...notifications.map(({ event }) => event),
    "*",
  ];
  if (operation !== undefined && !known.includes(operation))
    throw new UsageError(`--skip: unknown operation ${operation}.`);
  return {
    check,
    reason,
    ...(operation !== undefined && { operation }),
    ...(request.length > 0 && { request: request.join(":") }),
  };
}
