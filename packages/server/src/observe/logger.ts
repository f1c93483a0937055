import { makeRedactor, redactText } from "./redact.ts";

/** Writes a line; the fields stand next to the message. */
type LogLine = (fields: object, message: string) => void;

/** A log, as pino and Fastify have it. */
export interface Logger {
  debug: LogLine;
  info: LogLine;
  warn: LogLine;
  error: LogLine;
}

/** How a server's own log is set up. */
export interface LoggerSettings {
  /** The least that is written; `info` if absent. */
  level?: LogLevel;
  /** Where lines go; the standard output if absent. */
  stream?: { write(line: string): unknown };
}

/** Where the log of a host goes. */
export interface LogSettings {
  /** JSON lines, or false for none; level `info` if absent. Credentials and personal fields are redacted. */
  logger?: LoggerSettings | false;
  /** A logger to use instead, such as pino's; its owner redacts it, with `redactLog`. */
  loggerInstance?: Logger;
}

export type LogLevel = keyof typeof levelNumbers;

/** As pino counts them. */
const levelNumbers = { debug: 20, info: 30, warn: 40, error: 50 };

const writeNothing = (): void => {};

/** Takes every line, and writes none. */
export const silentLogger: Logger = {
  debug: writeNothing,
  info: writeNothing,
  warn: writeNothing,
  error: writeNothing,
};

/**
 * A log of JSON lines, as pino writes them, without credentials and personal fields, in errors too.
 *
 * @param sensitive names of fields that are not shown
 */
export function makeLogger(
  { level = "info", stream = standardOutput() }: LoggerSettings,
  sensitive: readonly string[],
) {
  const redact = makeRedactor(sensitive, []);
  const line = (name: LogLevel): LogLine =>
    levelNumbers[name] < levelNumbers[level]
      ? writeNothing
      : (fields, message) => {
          const entry = {
            level: levelNumbers[name],
            time: Date.now(),
            ...redact({ ...fields }),
            msg: redactText(message),
          };
          stream.write(`${JSON.stringify(entry)}\n`);
        };
  return { debug: line("debug"), info: line("info"), warn: line("warn"), error: line("error") };
}

let isGuarded = false;

/** The standard output. The server goes on when its reader is gone. */
function standardOutput(): NodeJS.WriteStream {
  if (!isGuarded) process.stdout.on("error", writeNothing);
  isGuarded = true;
  return process.stdout;
}

/**
 * A log whose lines carry a request's id, and that never throws: a log that is away, or a failure that cannot be printed, is
 * no reason to leave a request without its response. A class, because every request has one and few write to it.
 */
export class RequestLogger implements Logger {
  readonly #log: Logger;
  readonly #reqId: string;

  constructor(log: Logger, reqId: string) {
    this.#log = log;
    this.#reqId = reqId;
  }

  debug(fields: object, message: string): void {
    this.#write("debug", fields, message);
  }

  info(fields: object, message: string): void {
    this.#write("info", fields, message);
  }

  warn(fields: object, message: string): void {
    this.#write("warn", fields, message);
  }

  error(fields: object, message: string): void {
    this.#write("error", fields, message);
  }

  #write(level: LogLevel, fields: object, message: string): void {
    const reqId = this.#reqId;
    try {
      this.#log[level]({ reqId, ...fields }, message);
    } catch {
      try {
        this.#log[level]({ reqId }, message);
      } catch {}
    }
  }
}
