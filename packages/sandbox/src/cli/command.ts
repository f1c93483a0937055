import type { Output } from "./output.ts";

/** A flag: a switch, or one that takes a value. */
export interface Option {
  type: "boolean" | "string";
  /** What stands for its value in the help: `N`, `URL`. */
  value?: string;
  /** Whether it may be given several times. */
  multiple?: boolean;
  /** What it does, and in brackets what holds without it. */
  help: string;
}

export type Options = Record<string, Option>;

/** What the flags of a command line say. */
export type Values<Given extends Options> = {
  [Name in keyof Given]: Given[Name]["type"] extends "boolean"
    ? boolean
    : Given[Name]["multiple"] extends true
      ? string[]
      : string | undefined;
};

/** What a command gets. */
export interface Input<Given extends Options> {
  values: Values<Given>;
  /** What stands on the command line beside the flags. */
  words: string[];
  output: Output;
}

/** One of the commands. */
export interface Command<Given extends Options = Options> {
  name: string;
  /** What it does, in a line. */
  summary: string;
  /** What follows the name: `<id>`, `[amount]`. */
  words: readonly string[];
  options: Given;
  /** Lines to try, as they stand behind the name of the program; shown in its help. */
  examples?: readonly string[];
  /** Further text of its help. */
  notes?: string;
  /** @returns the exit code */
  run(input: Input<Given>): Promise<number>;
}

/** Lets the flags be inferred. */
export function defineCommand<const Given extends Options>(command: Command<Given>): Command<Given> {
  return command;
}

/** The command line says something that the command does not understand: exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The command cannot be done, for a reason that a sentence can say: exit code 1. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  /** For programs, as the sandbox has it. */
  readonly code: string;

  constructor(message: string, code = "FAILED", options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
