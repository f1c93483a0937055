/** What a handler answers with; made by `reply.ok`, `reply.fail` and `reply.send` alone. */
export type Result = Success | Failure | Answer;

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

export class Answer {
  /** Makes the class differ from objects that only look like it. */
  protected readonly kind = "answer";
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, unknown>>;

  constructor(status: number, body: unknown, headers: Readonly<Record<string, unknown>>) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** Makes results; the types of an operation narrow what it takes. */
export const replies = {
  ok: (data?: unknown, message?: string): Result => new Success(data, message),
  fail: (code: string, message?: string, details?: unknown): Result => new Failure(code, message, details),
  send: (status: number, body?: unknown, headers: Readonly<Record<string, unknown>> = {}): Result =>
    new Answer(status, body, headers),
};
