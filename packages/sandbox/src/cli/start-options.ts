import { isLoopbackHost } from "../notifications/destinations.ts";
import type { SandboxOptions } from "../options.ts";
import { defaultSettings, type Settings } from "../settings.ts";
import { type Options, UsageError, type Values } from "./command.ts";
import { readChoice, readFields, readUrl } from "./read-arguments.ts";

/** Flags of `start`. */
export const startOptions = {
  port: { type: "string", value: "N", help: "port to listen on, 0 for any that is free (PIX_SANDBOX_PORT, or 4020)" },
  host: { type: "string", value: "ADDRESS", help: "address to listen on (127.0.0.1: this machine alone)" },
  data: { type: "string", value: "DIR", help: "folder that keeps the state (none: it is in memory)" },
  memory: { type: "boolean", help: "keep the state in memory, whatever DATABASE_URL says" },
  "public-url": {
    type: "string",
    value: "URL",
    help: "where others reach it, for the codes of charges (where it listens)",
  },
  "control-token": {
    type: "string",
    value: "TOKEN",
    help: "ask for this token at the console and the control plane (PIX_SANDBOX_CONTROL_TOKEN)",
  },
  "database-url": {
    type: "string",
    value: "URL",
    help: "postgres://…: a database that any number of sandboxes share (DATABASE_URL)",
  },
  "company-name": { type: "string", value: "NAME", help: "name of the first company (Loja Sandbox)" },
  "api-key": { type: "string", value: "KEY", help: "its key (sandbox-key)" },
  "api-secret": { type: "string", value: "SECRET", help: "its secret (sandbox-secret, or made where others reach it)" },
  "write-env": { type: "string", value: "FILE", help: "file, like .env, that gets address and credentials (none)" },
  setting: {
    type: "string",
    multiple: true,
    value: "NAME=VALUE",
    help: "setting to start with, like dailyLimit=50000; may be given several times",
  },
  "signature-header": {
    type: "string",
    value: "NAME",
    help: "header with the signature of a notification (the contract's)",
  },
  exposed: { type: "boolean", help: "others reach it, though it listens for this machine alone, as behind a proxy" },
  "private-networks": { type: "boolean", help: "notifications may go to private networks too" },
  manual: { type: "boolean", help: "what falls due waits for POST /_sandbox/api/settle or a move of the clock" },
  "no-request-log": { type: "boolean", help: "keep no requests for the console" },
  strict: { type: "boolean", help: "notifications to https: URLs alone, as the contract has it" },
  log: { type: "string", value: "LEVEL", help: "debug, info (each request), warn, error or off (warn)" },
} as const satisfies Options;

/** What the flags and the environment ask for. @throws {UsageError} */
export function readStartOptions(values: Values<typeof startOptions>, host: string): SandboxOptions {
  const controlToken = values["control-token"] ?? (process.env.PIX_SANDBOX_CONTROL_TOKEN || undefined);
  if (controlToken !== undefined && !/^[!-~]{8,}$/.test(controlToken)) {
    throw new UsageError("--control-token takes at least 8 visible ASCII characters.");
  }
  const level = readChoice("--log", values.log ?? "warn", ["debug", "info", "warn", "error", "off"]);
  const publicUrl = values["public-url"];
  const key = process.env.PIX_SANDBOX_KEY || undefined;
  const isPublic = publicUrl !== undefined && !isLoopbackHost(new URL(readUrl("--public-url", publicUrl)).hostname);
  const exposed = values.exposed || isPublic || !isLoopbackHost(host);
  return {
    ...readPlace(values),
    destinations: { loopback: !exposed && !values.strict, privateNetworks: values["private-networks"] },
    exposed,
    logLevel: level === "off" ? false : level,
    automatic: !values.manual,
    requestLog: !values["no-request-log"],
    ...readFurther(values),
    ...(publicUrl !== undefined && { publicUrl }),
    ...(controlToken !== undefined && { controlToken }),
    ...(key !== undefined && { key }),
  };
}

/** What is handed on as it is: createSandbox() checks it. @throws {UsageError} */
function readFurther(values: Values<typeof startOptions>): SandboxOptions {
  const { "signature-header": signatureHeader, setting } = values;
  const company = { name: values["company-name"], apiKey: values["api-key"], apiSecret: values["api-secret"] };
  const named = Object.entries(company).filter(([, value]) => value !== undefined);
  return {
    ...(signatureHeader !== undefined && { signatureHeader }),
    ...(setting.length > 0 && { settings: readSettings(setting) }),
    ...(named.length > 0 && { company: Object.fromEntries(named) }),
  };
}

/** Settings, those in parts on top of what they are otherwise: `transferSteps.queued=null`. */
function readSettings(pairs: readonly string[]): Partial<Settings> {
  const given = readFields("--setting", pairs);
  const whole = Object.entries(given).map(([name, value]) => {
    const usual = Object.entries(defaultSettings).find(([known]) => known === name)?.[1] as unknown;
    const isPart = typeof usual === "object" && usual !== null && typeof value === "object" && value !== null;
    return [name, isPart ? { ...usual, ...value } : value];
  });
  return Object.fromEntries(whole);
}

/** Where the state is to be: what the flags say goes before the environment. @throws {UsageError} */
function readPlace({
  data,
  memory,
  "database-url": given,
}: Values<typeof startOptions>): Pick<SandboxOptions, "data" | "databaseUrl"> {
  if (data !== undefined && memory) throw new UsageError("--data and --memory exclude each other.");
  if (given !== undefined && (data !== undefined || memory)) {
    throw new UsageError("--database-url excludes --data and --memory.");
  }
  if (data === "") throw new UsageError("--data takes a folder.");
  if (data !== undefined) return { data };
  const databaseUrl = given ?? process.env.DATABASE_URL;
  if (memory || !databaseUrl) return {};
  if (!/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new UsageError(
      given === undefined
        ? "DATABASE_URL is none of PostgreSQL (postgres://…): unset it, or give --data DIR or --memory."
        : "--database-url takes a URL of PostgreSQL, like postgres://user@host/database.",
    );
  }
  return { databaseUrl };
}
