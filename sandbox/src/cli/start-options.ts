import type { SandboxOptions } from "../create-sandbox.ts";
import { isLoopbackHost } from "../notifications/destinations.ts";
import { type Options, UsageError, type Values } from "./command.ts";
import { readChoice, readUrl } from "./read-arguments.ts";

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
  const exposed = isPublic || !isLoopbackHost(host);
  return {
    ...readPlace(values),
    reach: { loopback: !exposed && !values.strict, privateNetworks: false },
    exposed,
    logLevel: level === "off" ? false : level,
    ...(publicUrl !== undefined && { publicUrl }),
    ...(controlToken !== undefined && { controlToken }),
    ...(key !== undefined && { key }),
  };
}

/** Where the state is to be: what the flags say goes before the environment. @throws {UsageError} */
function readPlace({ data, memory }: Values<typeof startOptions>): Pick<SandboxOptions, "data" | "databaseUrl"> {
  if (data !== undefined && memory) throw new UsageError("--data and --memory exclude each other.");
  if (data === "") throw new UsageError("--data takes a folder.");
  if (data !== undefined) return { data };
  const databaseUrl = process.env.DATABASE_URL;
  if (memory || !databaseUrl) return {};
  if (!/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new UsageError(
      "DATABASE_URL is none of PostgreSQL (postgres://…): unset it, or give --data DIR or --memory.",
    );
  }
  return { databaseUrl };
}
