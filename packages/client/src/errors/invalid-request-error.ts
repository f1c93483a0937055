import { ClientError } from "./client-error.ts";

/** The caller's input breaks a rule of the contract. Nothing was sent. */
export class InvalidRequestError extends ClientError {
  static override readonly label: string = "InvalidRequestError";
  /** The field, as names and positions joined by dots: `customer.email`, `items.0.title`. */
  declare readonly field: string;
  /** The rule that it breaks: `required`, `type`, `minimum`, `maxLength`, … */
  declare readonly rule: string;

  constructor(operation: string, [field, rule, expected]: Mistake, idempotencyKey?: string) {
    const facts = { operation, outcome: "not-sent", idempotencyKey, field, rule } as const;
    super(`\`${field}\` must ${expected} (rule: ${rule})`, facts);
  }
}

/**
 * A rule that a field breaks, and what is expected of the field, after "must". The value itself is not named: it may be
 * personal.
 */
export type Mistake = [field: string, rule: string, expected: string];
