/** What a handler answers with; made by `reply.ok` and `reply.fail` alone. */
export type Result = Success | Failure;

export class Success {
  /** Makes the class differ from objects that only look like it. */
  protected readonly kind = "success";
  readonly data: unknown;
  readonly message: string | undefined;

  constructor(data: unknown, message: string | undefined) {
    this.data = data;
    this.message = message;
  }
}

export class Failure {
  /** Makes the class differ from objects that only look like it. */
  protected readonly kind = "failure";
  readonly code: string;
  readonly message: string | undefined;
  readonly details: unknown;

  constructor(code: string, message?: string, details?: unknown) {
    this.code = code;
    this.message = message;
    this.details = details;
  }
}

/** Makes results; the types of an operation narrow what it takes. */
export const replies = {
  ok: (data?: unknown, message?: string): Result => new Success(data, message),
  fail: (code: string, message?: string, details?: unknown): Result => new Failure(code, message, details),
};
