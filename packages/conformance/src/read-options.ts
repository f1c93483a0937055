import { parseArgs } from "node:util";
import { type CheckName, isCheckName } from "./checks.ts";
import type { Contract } from "./contract.ts";
import type { ConformanceOptions, Skip } from "./options.ts";
import { type Format, formats } from "./output/formats.ts";

/** The words on the command line are wrong. */
export class UsageError extends Error {}

/** What the command line asks for. */
export interface Invocation {
  options: ConformanceOptions;
  format: Format;
  /** Files that reports are written to, beside what is printed. */
  files: Partial<Record<Format, string>>;
  quiet: boolean;
  /** A report of an earlier run. */
  baseline?: string;
  /** Certificates of authorities to trust. */
  ca?: string;
}

export const usage = `Usage: pix-conformance URL --api-key KEY --api-secret SECRET [options]

Holds the server at URL against the contract, and says what it does otherwise.

Credentials
  --api-key KEY, --api-secret SECRET      of the company that calls (or PIX_API_KEY, PIX_API_SECRET)
  --other-key KEY, --other-secret SECRET  of a second company, which must see nothing of the first
  --control URL, --control-token TOKEN    control plane of a sandbox: moves clock, payers and banks; no money is real there

What may happen
  --transfers, --no-transfers             whether transfers are made, of 1 centavo each; only with --control if not said
  --pix-key KEY                           destination of transfers (a random key that nobody has)
  --budget TIME                           how long it may take: 90s, 5m (20m)
  --max-requests N                        how many requests it may send
  --no-pace                               pay no regard to limits, which a mock does not have
  --timeout TIME                          how long a response may take (30s)
  --ca FILE                               certificates of authorities to trust, in PEM, beside those of Node

What is tested
  --only NAME[,NAME…]                     checks that are made, or operations that are called
  --skip CHECK[:OPERATION[:REQUEST]]=WHY  leave a check out; * in REQUEST stands for anything (repeatable)
  --fail-fast                             end at the first finding
  --seed N                                make the same generated requests again
  --cases N                               generated bodies for each operation and kind (25)
  --list                                  list the checks

Notifications
  --listen PORT, --public-url URL         where the suite listens, and the https: address at which the server reaches it
  --postback-secret SECRET                secret that signs what is sent to a postbackUrl

Output
  --format ${formats.join("|")}          what is printed (text)
  --json FILE, --junit FILE, --html FILE  reports beside it; --badge FILE writes a badge in SVG
  --baseline FILE                         a report in JSON of an earlier run: only what is new since then counts
  --quiet                                 no progress

Exit code: 0 nothing found (or nothing before --budget or --max-requests was used up, or nothing new since --baseline),
1 findings, 2 it could not run, nothing was checked, it was interrupted, a part of it failed, or it took longer than the
20 minutes that it has without --budget.
`;

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;

const flags = {
  ...{ "api-key": text, "api-secret": text, "other-key": text, "other-secret": text },
  ...{ control: text, "control-token": text, "pix-key": text, transfers: flag, "no-transfers": flag },
  ...{ budget: text, "max-requests": text, timeout: text, only: { type: "string", multiple: true } as const },
  ...{
    skip: { type: "string", multiple: true } as const,
    seed: text,
    cases: text,
    "fail-fast": flag,
    "no-pace": flag,
    list: flag,
    help: { type: "boolean", short: "h" } as const,
  },
  ...{ listen: text, "public-url": text, "postback-secret": text },
  ...{ format: text, json: text, junit: text, html: text, badge: text, baseline: text, ca: text, quiet: flag },
} as const;

/**
 * Reads the command line.
 *
 * @returns "help" or "list" where that is asked for
 * @throws {UsageError} where a word is wrong
 */
export function readOptions(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  contract: Contract,
): Invocation | "help" | "list" {
  const { values, positionals } = parse(args);
  if (values.help) return "help";
  if (values.list) return "list";
  const [url, ...rest] = positionals;
  if (url === undefined) throw new UsageError("The URL of the server is missing.");
  if (rest.length > 0) throw new UsageError(`There is one URL; what is ${rest.join(" ")}?`);
  const { "api-key": apiKey = env.PIX_API_KEY, "api-secret": apiSecret = env.PIX_API_SECRET } = values;
  if (!apiKey || !apiSecret)
    throw new UsageError("--api-key and --api-secret are needed (or PIX_API_KEY and PIX_API_SECRET).");
  const other = readPair(values["other-key"], values["other-secret"]);
  if (other?.apiKey === apiKey)
    throw new UsageError("--other-key is the key of the first company: it takes a second one.");
  if (values.transfers && values["no-transfers"])
    throw new UsageError("--transfers and --no-transfers exclude each other.");
  const { format = "text", json, junit, html, badge, baseline, ca, control } = values;
  if (!isFormat(format)) throw new UsageError(`--format: ${format} is none of ${formats.join(", ")}.`);
  return {
    ...{ format, quiet: values.quiet ?? false, ...given({ baseline, ca }), files: given({ json, junit, html, badge }) },
    options: {
      ...{
        url: readUrl("URL", url),
        apiKey,
        apiSecret,
        pace: !values["no-pace"],
        failFast: values["fail-fast"] ?? false,
      },
      skip: (values.skip ?? []).map((one) => readSkip(one, contract)),
      ...given({
        other,
        control: control && { url: readUrl("--control", control), ...given({ token: values["control-token"] }) },
        transfers: values.transfers ?? (values["no-transfers"] ? false : undefined),
        pixKey: values["pix-key"],
        listen: readListen(values.listen, values["public-url"]),
        postbackSecret: values["postback-secret"],
        seed: readNumber("--seed", values.seed, 2 ** 31 - 1),
        cases: readNumber("--cases", values.cases, 100_000),
        maxRequests: readNumber("--max-requests", values["max-requests"], 1e9, 1),
        budget: readTime("--budget", values.budget),
        timeout: readTime("--timeout", values.timeout),
        only: values.only && readOnly(values.only, contract),
      }),
    },
  };
}

/** Those of some values that are given. */
function given<Values extends object>(
  values: Values,
): { [Name in keyof Values]?: Exclude<Values[Name], undefined | ""> } {
  const known = Object.entries(values).filter(([, value]) => value !== undefined && value !== "");
  return Object.fromEntries(known) as { [Name in keyof Values]?: Exclude<Values[Name], undefined | ""> };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: joinNegative(args), options: flags, allowPositionals: true });
  } catch (error) {
    // Only the first sentence is about the word; the rest explains how to pass values that begin with a dash.
    throw new UsageError(
      error instanceof Error ? error.message.replace(/(?:\. |\n).*$/s, ".").replace(/\.+$/, ".") : String(error),
    );
  }
}

/** `--cases -3` is a wrong number, not another flag. */
function joinNegative(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const before = joined.at(-1);
    if (/^-[0-9]/.test(arg) && before && /^--[a-z-]+$/.test(before)) joined[joined.length - 1] = `${before}=${arg}`;
    else joined.push(arg);
  }
  return joined;
}

function isFormat(name: string): name is Format {
  return (formats as readonly string[]).includes(name);
}

function readUrl(name: string, value: string): string {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol)) throw new UsageError(`${name}: ${value} is no http: or https: URL.`);
  return value.replace(/\/+$/, "");
}

function readPair(apiKey: string | undefined, apiSecret: string | undefined): ConformanceOptions["other"] {
  if ((apiKey === undefined) !== (apiSecret === undefined))
    throw new UsageError("--other-key and --other-secret go together.");
  return apiKey !== undefined && apiSecret !== undefined ? { apiKey, apiSecret } : undefined;
}

function readListen(port: string | undefined, publicUrl: string | undefined): ConformanceOptions["listen"] {
  if (publicUrl !== undefined && port === undefined)
    throw new UsageError("--public-url: --listen says on which port it arrives.");
  const url = publicUrl === undefined ? undefined : readUrl("--public-url", publicUrl);
  return port === undefined ? undefined : given({ port: readNumber("--listen", port, 65_535), publicUrl: url });
}

function readNumber(name: string, value: string | undefined, most: number, least = 0): number | undefined {
  if (value === undefined) return undefined;
  if (!/^[0-9]+$/.test(value) || Number(value) > most || Number(value) < least)
    throw new UsageError(`${name}: ${value} is no whole number from ${least} to ${most}.`);
  return Number(value);
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

function readTime(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const [, count, unit = ""] = /^([0-9]+)(ms|s|m|h)$/.exec(value) ?? [];
  if (count === undefined || Number(count) === 0)
    throw new UsageError(`${name}: ${value} is no time such as 90s or 5m.`);
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
