// The sandbox that a command calls: `--url`, else PIX_BASE_URL, else the one that was started in this folder, else the default.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isObject } from "@packages/contract/src/check/run.ts";
import { UsageError } from "@packages/contract/src/command.ts";
import { CommandError } from "./command-error.ts";

/** Where a sandbox is that was started without options. */
export const defaultUrl = "http://127.0.0.1:4020";

/** A sandbox writes its address here, in the folder that it was started in, for the commands that run there. */
export const addressFile = ".pix-sandbox.json";

/** Where a command looks for its sandbox. */
export interface Address {
  /** Without a slash at the end. */
  url: string;
  /** Its name; absent for the default. */
  source?: string;
}

/**
 * Finds the sandbox that a command calls.
 *
 * @param given value of `--url`
 * @throws {UsageError} if PIX_BASE_URL is not a URL
 * @throws {CommandError} if the sandbox of this folder has ended without a word, or its file cannot be read
 */
export function findAddress(given: string | undefined): Address {
  if (given !== undefined) return { url: given, source: "--url" };
  const { PIX_BASE_URL: variable } = process.env;
  if (variable) {
    const url = readAddress(variable);
    if (url !== undefined) return { url, source: "PIX_BASE_URL" };
    throw new UsageError(
      `PIX_BASE_URL cannot be '${variable}'. It takes a URL like ${defaultUrl}.`,
    );
  }
  const started = readAddressFile();
  if (started === undefined) return { url: defaultUrl };
  if (isRunning(started.pid)) return { url: started.url, source: addressFile };
  // Whatever answers at the default address now is another sandbox.
  throw new CommandError(
    `The sandbox of this folder, ${started.url}, has ended and left ${addressFile} behind. Start it again, remove the file, or set PIX_BASE_URL.`,
    "UNREACHABLE",
  );
}

/** An http: or https: URL without credentials, query and fragment; undefined for any other string. */
export function readAddress(address: string): string | undefined {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const isPlain = `${url.username}${url.password}${url.search}${url.hash}` === "";
  return isPlain ? address.trim().replace(/\/+$/, "") : undefined;
}

/**
 * Writes the address of a sandbox that has just started into a file of this folder, which is removed when the process
 * ends. The file of another sandbox that runs in the same folder stays.
 *
 * @returns the address that commands in this folder use if none is given
 */
export function writeAddressFile(url: string): string {
  const isOther = ({ pid }: StartedAddress): boolean => pid !== process.pid && isRunning(pid);
  try {
    const other = readAddressFile();
    if (other !== undefined && isOther(other)) return other.url;
  } catch {
    // A file that cannot be read is replaced.
  }
  try {
    rmSync(addressFile, { force: true });
    writeFileSync(addressFile, `${JSON.stringify({ url, pid: process.pid })}\n`, { flag: "wx" });
  } catch {
    // As in a folder that is read-only.
    return defaultUrl;
  }
  removeAtExit();
  return url;
}

function removeAtExit(): void {
  const folder = process.cwd();
  process.once("exit", () => {
    const file = join(folder, addressFile);
    const json = existsSync(file) ? readFileSync(file, "utf8") : "";
    // Another sandbox may have replaced it.
    if (json.includes(`"pid":${process.pid}}`)) rmSync(file);
  });
}

interface StartedAddress {
  url: string;
  pid: number;
}

function readAddressFile(): StartedAddress | undefined {
  let started: unknown;
  try {
    started = JSON.parse(readFileSync(addressFile, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
  }
  const { url, pid }: Partial<Record<keyof StartedAddress, unknown>> = isObject(started)
    ? started
    : {};
  const address = typeof url === "string" ? readAddress(url) : undefined;
  const isProcess = Number.isInteger(pid) && Number(pid) > 0;
  if (address !== undefined && isProcess) return { url: address, pid: Number(pid) };
  throw new CommandError(
    `${addressFile} has no address of a sandbox: remove it, or set PIX_BASE_URL.`,
    "UNREACHABLE",
  );
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
