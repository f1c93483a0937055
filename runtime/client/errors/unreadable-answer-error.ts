import { ClientError } from "./client-error.ts";

/** The service answered with a success that cannot be read: not JSON, or not what the contract says. */
export class UnreadableAnswerError extends ClientError {
  static override readonly label: string = "UnreadableAnswerError";
  /** HTTP status of the answer. */
  declare readonly status: number;
}
