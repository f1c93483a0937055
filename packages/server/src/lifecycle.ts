/** A lifecycle as the contract has it. */
export interface LifecycleRule<Status extends string> {
  readonly subject: string;
  readonly initial: Status;
  readonly final: readonly Status[];
  readonly transitions: readonly {
    readonly from: Status | null;
    readonly to: Status;
    readonly notification?: string;
  }[];
}

/** A move that a lifecycle does not have. */
export class TransitionError extends Error {
  override readonly name = "TransitionError";

  constructor(subject: string, from: string | null, to: string) {
    super(
      `A ${subject} cannot go from ${from === null ? "nothing" : JSON.stringify(from)} to ${JSON.stringify(to)}.`,
    );
  }
}

/** The moves that an object may make from status to status. */
export type Lifecycle<
  Status extends string,
  Final extends Status,
  Event extends string,
> = ReturnType<typeof defineLifecycle<Status, Final, Event>>;

/** Makes a lifecycle from the contract. */
export function defineLifecycle<Status extends string, Final extends Status, Event extends string>(
  rule: LifecycleRule<Status> & { readonly final: readonly Final[] },
) {
  const find = (from: Status | null, to: Status) =>
    rule.transitions.find((transition) => transition.from === from && transition.to === to);
  return {
    subject: rule.subject,
    initial: rule.initial,
    isFinal: (status: Status): status is Final => rule.final.includes(status as Final),
    /** Whether an object may go from one status to another; from null for a new object. */
    canTransition: (from: Status | null, to: Status): boolean => find(from, to) !== undefined,
    /** @throws {TransitionError} if it may not */
    assertTransition: (from: Status | null, to: Status): void => {
      if (!find(from, to)) throw new TransitionError(rule.subject, from, to);
    },
    /** Event of the notification that a move sends, or undefined. */
    notificationOf: (from: Status | null, to: Status) =>
      find(from, to)?.notification as Event | undefined,
  };
}
