/** The command cannot be done, for a reason in a sentence: exit code 2 for a `VALIDATION_ERROR`, else 1. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  /** For programs, as the sandbox has it. */
  readonly code: string;
  /** A line for people, below the message. */
  readonly example: string | undefined;

  constructor(
    message: string,
    code = "FAILED",
    { example, ...options }: ErrorOptions & { example?: string } = {},
  ) {
    super(message, options);
    this.code = code;
    this.example = example;
  }
}
