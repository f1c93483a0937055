// Faultless parts that the sources of several tests are made of.

/** An error of the catalogue with all that it needs. */
export function errorModel(name: string, code: string, status: number): string {
  return `
    /** It happens. */
    @errorCode(${status}, #{ message: "Sorry." })
    model ${name} { error: { code: "${code}" } }
  `;
}

/** An answer of an operation. */
export function answer(status: number, body: string): string {
  return `{ @statusCode statusCode: ${status}; @body body: ${body} }`;
}

/** A notification with all that it needs but a transition that sends it. */
export const paidNotification = `
  @example(#{ event: "paid" }) model Paid { event: "paid" }
  @notifications @discriminated(#{ envelope: "none", discriminatorPropertyName: "event" })
  union Notification { /** A charge was paid. */ paid: Paid }
`;

/** A lifecycle that sends the notification `paid`. */
export const chargeStatus = `
  @lifecycle("charge")
  @transition(null, "paid", #{ trigger: "the payer pays", notification: "paid" })
  enum ChargeStatus { paid }
`;

/** A lifecycle that starts at `open` and can end at `paid`, with parts that vary. */
export function lifecycle(
  statuses: string,
  transitions = "",
  decorator = `@lifecycle("charge")`,
): string {
  return `
    ${decorator}
    @transition(null, "open", #{ trigger: "creation" })
    @transition("open", "paid", #{ trigger: "payment", notification: "paid" })
    ${transitions}
    enum Status { ${statuses} }
    ${paidNotification}
  `;
}
