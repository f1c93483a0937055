import { describeUsageError, suggestName } from "./command-line.ts";
import { fitHelp } from "./fit-help.ts";

/** A flag that a command does not take, or a value that it cannot use. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * Runs a command of the project and sets the exit code: the one that it returns, or 2 with one line for words that it does
 * not take. `--help` prints the usage instead, whose first line begins with `Usage: ` and the words that start the command.
 *
 * @param explain the words for an error that people can mend
 * @param code exit code for such an error
 * @param say translates complaints about the flags
 */
export async function runCommand(
  usage: string,
  command: () => Promise<number>,
  explain: (error: unknown) => string | undefined = () => undefined,
  code = 1,
  say = (text: string): string => text,
): Promise<void> {
  if (process.argv.includes("--help")) return console.log(fitHelp(usage));
  try {
    process.exitCode = await command();
  } catch (error) {
    const explanation = explain(error);
    if (explanation !== undefined) {
      console.error(explanation);
      process.exitCode = code;
    } else if (error instanceof UsageError || isParseError(error)) {
      console.error(describeUsageError(completeMessage(error, usage), startOf(usage), say));
      process.exitCode = 2;
    } else {
      throw error;
    }
  }
}

/** The message of an error, with the nearest flag of the usage for one that is unknown. */
function completeMessage({ message }: Error, usage: string): string {
  const [, flag] = /^Unknown option '(-\S+)'/.exec(message) ?? [];
  const known = ["--help", ...(usage.match(/--[a-z][\w-]*/g) ?? [])];
  const suggestion = flag === undefined ? "" : suggestName(flag, known);
  return `${message}${suggestion.replace(" ", "\n")}`;
}

/** The words of a usage that start its command: those before the first option or argument. */
function startOf(usage: string): string {
  const [first = ""] = usage.split("\n");
  const words = first.split(" ").slice(1);
  const end = words.findIndex((word) => /^(?:[[<A-Z]|--\w)/.test(word));
  return words.slice(0, end === -1 ? words.length : end).join(" ");
}

function isParseError(error: unknown): error is Error {
  return (
    error instanceof TypeError &&
    String((error as NodeJS.ErrnoException).code).startsWith("ERR_PARSE_ARGS")
  );
}

/**
 * The command line of a command, for documents that people paste from: a script of its repository, or an installed package.
 *
 * @param source `import.meta.url` of the command
 */
export function nameCommand(source: string, script: string, packageName: string): string {
  return source.endsWith(".ts") ? `npm run -s ${script} --` : `npx ${packageName}`;
}

/** Why a command could not listen, by Node's code of the error; undefined for any other error. */
export function describeListenError(
  code: string | undefined,
  port: number,
  host: string,
): string | undefined {
  if (code === "EADDRINUSE")
    return `Port ${port} is in use: stop what listens there or choose another with --port.`;
  if (code === "EACCES")
    return `Port ${port} may not be used by this user: choose one from 1024 on with --port.`;
  if (code === "EADDRNOTAVAIL")
    return `This machine does not have the address ${host}: choose another with --host.`;
  const isUnknown = code === "ENOTFOUND" || code === "EAI_AGAIN";
  return isUnknown ? `Unknown host ${host}: choose another with --host.` : undefined;
}

/**
 * Why a file could not be read or written, and the remedy; the system's message for a rare error.
 *
 * @param action the verb of the attempt
 */
export function describeFileError(error: unknown, file: string, action: "read" | "write"): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  const isMissing = code === "ENOENT" || code === "ENOTDIR";
  if (isMissing && action === "read") return `There is no file ${file}: check its path.`;
  if (isMissing) return `${file} cannot be written: its folder does not exist.`;
  if (code === "EISDIR") return `${file} is a folder: name a file.`;
  if (["EACCES", "EPERM", "EROFS"].includes(code))
    return `${file} is not open to this user: change its permissions, or name another file.`;
  return action === "read"
    ? `${file} cannot be read: ${message}.`
    : `${file} cannot be written: ${message}.`;
}
