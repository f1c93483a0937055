export type Success = { kind: "success"; data: unknown; message: string | undefined };
export type Failure = {
  kind: "failure";
  code: string;
  message: string | undefined;
  details: unknown;
};
export type Answer = {
  kind: "answer";
  status: number;
  body: unknown;
  headers: Readonly<Record<string, unknown>>;
};

/** The response of a handler; made by `reply.ok`, `reply.fail` and `reply.send` alone. */
export class Result {
  /** Makes the class differ from objects that only look like it. */
  protected readonly isMade = true;
  readonly given: Success | Failure | Answer;

  constructor(given: Result["given"]) {
    this.given = given;
  }

  /** Whether it is a success, and no error. */
  get isSuccess(): boolean {
    const { given } = this;
    return given.kind === "answer" ? given.status < 400 : given.kind === "success";
  }
}

/** Makes results; the types of an operation narrow its arguments. */
export const replies = {
  ok: (data?: unknown, message?: string) => new Result({ kind: "success", data, message }),
  fail: (code: string, message?: string, details?: unknown) =>
    new Result({ kind: "failure", code, message, details }),
  send: (status: number, body?: unknown, headers: Answer["headers"] = {}) =>
    new Result({ kind: "answer", status, body, headers }),
};
