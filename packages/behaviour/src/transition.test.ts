import {
  chargeStatus,
  lifecycle,
  paidNotification,
} from "../../../test/support/behaviour/samples.ts";
import { testReports } from "../../../test/support/behaviour/tester.ts";

testReports([
  {
    code: "unreachable-status",
    when: "no transition names it",
    source: lifecycle(`open, paid, /** Out of reach. */ ~~~lost~~~: "perdido"`),
    message:
      "No chain of transitions reaches 'perdido' of Status: add a transition to it or remove it.",
    instead: lifecycle("open, paid"),
  },
  {
    code: "unreachable-status",
    when: "it is in a circle with itself alone",
    source: lifecycle(
      "open, paid, ~~~lost~~~",
      `@transition("lost", "lost", #{ trigger: "time" })`,
    ),
    message:
      "No chain of transitions reaches 'lost' of Status: add a transition to it or remove it.",
    instead: lifecycle(
      "open, paid, lost",
      `@transition("open", "lost", #{ trigger: "loss" }) @transition("lost", "lost", #{ trigger: "time" })`,
    ),
  },
  {
    code: "final-status-without-notification",
    when: "one of two transitions to it is silent",
    source: lifecycle("open, paid", `~~~@transition("open", "paid", #{ trigger: "luck" })~~~`),
    message: "'paid' of Status is final, but this transition to it sends no notification.",
    instead: lifecycle(
      "open, paid",
      `@transition("open", "paid", #{ trigger: "luck", notification: "paid" })`,
    ),
  },
  {
    code: "final-status-without-notification",
    when: "an object ends as it comes into being",
    source: `
      @lifecycle("charge")
      ~~~@transition(null, "paid", #{ trigger: "the payer pays" })~~~
      enum ChargeStatus { paid }
    `,
    message: "'paid' of ChargeStatus is final, but this transition to it sends no notification.",
    instead: `${chargeStatus} ${paidNotification}`,
  },
  {
    code: "lifecycle-without-start",
    when: "no transition comes from null",
    source: `
      ~~~@lifecycle("charge")~~~
      @transition("open", "paid", #{ trigger: "payment", notification: "paid" })
      enum Status { open, paid }
      ${paidNotification}
    `,
    message: "Status has no transition from null, so no object can be created.",
    instead: lifecycle("open, paid"),
  },
  {
    code: "lifecycle-without-start",
    when: "there is no transition at all",
    source: `~~~@lifecycle("charge")~~~ enum Status { open }`,
    message: "Status has no transition from null, so no object can be created.",
    instead: "enum Status { open }",
  },
  {
    code: "transition-without-lifecycle",
    when: "the enum is none",
    source: `
      ~~~@transition(null, "paid", #{ trigger: "payment", notification: "paid" })~~~
      enum Status { paid }
      ${paidNotification}
    `,
    message: "Status has transitions but no @lifecycle.",
    instead: `${chargeStatus} ${paidNotification}`,
  },
  {
    code: "unknown-event",
    when: "no notification declares what a transition sends",
    source: lifecycle(
      "open, paid",
      `~~~@transition("open", "paid", #{ trigger: "luck", notification: "payed" })~~~`,
    ),
    message: "No notification declares the event 'payed'.",
    instead: lifecycle(
      "open, paid",
      `@transition("open", "paid", #{ trigger: "luck", notification: "paid" })`,
    ),
  },
]);
