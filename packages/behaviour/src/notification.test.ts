import { t } from "@typespec/compiler/testing";
import { describe, expect, test } from "vitest";
import { chargeStatus, paidNotification } from "../../../test/support/behaviour/samples.ts";
import {
  documentOf,
  extensionsOf,
  tester,
  testReports,
} from "../../../test/support/behaviour/tester.ts";

const discriminated = `@discriminated(#{ envelope: "none", discriminatorPropertyName: "event" })`;
const model = `@example(#{ event: "paid" }) model Paid { event: "paid" }`;

describe("@notifications", () => {
  test("becomes x-notifications on the union", async () => {
    const document = await documentOf(`${paidNotification} ${chargeStatus}`);
    expect(document).toHaveProperty(["components", "schemas", "Notification", "x-notifications"], {
      paid: {
        subject: "charge",
        summary: "A charge was paid",
        description: "A charge was paid.",
        examples: { example1: { summary: "example1", value: { event: "paid" } } },
      },
    });
  });

  test("describes a notification by the enum member that its discriminator is, or by its variant", async () => {
    const document = await documentOf(`
      enum Event { /** Said of the event. */ @summary("Paid") @basis("observed", "seen in use") paid }
      @example(#{ event: Event.paid }, #{ title: "plain", description: "As it is." })
      model Paid { event: Event.paid }
      @example(#{ event: "lost" }) model Lost { event: "lost" }
      @notifications ${discriminated}
      union Notification { paid: Paid, /** Said of the variant. */ lost: Lost }
      @lifecycle("charge")
      @transition(null, "paid", #{ trigger: "payment", notification: "paid" })
      @transition("paid", "lost", #{ trigger: "doubt", notification: "lost" })
      enum Status { paid, lost }
    `);
    expect(document).toHaveProperty("components.schemas.Notification.x-notifications", {
      paid: {
        subject: "charge",
        summary: "Paid",
        description: "Said of the event.",
        "x-basis": { kind: "observed", reason: "seen in use" },
        examples: {
          plain: { summary: "plain", description: "As it is.", value: { event: "paid" } },
        },
      },
      lost: expect.objectContaining({ description: "Said of the variant." }),
    });
  });
});

describe("@notifies", () => {
  test.each([
    [`"postbackUrl", "charge"`, { url: "{$request.body#/postbackUrl}", events: ["paid"] }],
    [`"postbackUrl"`, { url: "{$request.body#/postbackUrl}" }],
  ])(
    "(%s) becomes x-notifies: where the URL is, and the events that are sent there",
    async (options, notifies) => {
      const { program, charge } = await tester.compile(t.code`
      @notifies(${options}) @post op ${t.op("charge")}(postbackUrl: url): void;
      ${paidNotification} ${chargeStatus}
    `);
      expect(extensionsOf(program, charge)).toEqual({ "x-notifies": notifies });
    },
  );

  test("finds the URL in a model that the body extends", async () => {
    await tester.compile(`
      model Postback { postbackUrl: url }
      model Charge extends Postback {}
      @notifies("postbackUrl", "charge") @post op charge(@body body: Charge): void;
      ${paidNotification} ${chargeStatus}
    `);
  });
});

/** A service of loans, and how a receiver identifies what happens to one. */
function identify(options: string): string {
  return `
    @service @identity(${options}) namespace Library; op read(): void;
    @example(#{ event: "lent", type: "loan", loan: #{ id: "1" } })
    model Lent { event: "lent"; type: "loan"; loan: { id: string } }
    @notifications ${discriminated} union Notification { lent: Lent }
    @lifecycle("loan") @transition(null, "lent", #{ trigger: "a loan", notification: "lent" })
    enum LoanStatus { lent }
  `;
}

describe("@identity", () => {
  test("becomes a field of the document, with a basis of its own", async () => {
    const document = await documentOf(
      identify(
        `#{ fields: #["event", "{type}.id"], basis: #{ kind: "assumed", reason: "Not said." } }`,
      ),
    );
    expect(document).toHaveProperty("x-notification-identity", {
      fields: ["event", "{type}.id"],
      "x-basis": { kind: "assumed", reason: "Not said." },
    });
  });
});

testReports([
  {
    code: "event-never-sent",
    when: "no transition has it",
    source: `${model} @notifications ${discriminated} union Notification { ~~~paid~~~: Paid }`,
    message: "No transition sends the event 'paid'.",
    instead: `${paidNotification} ${chargeStatus}`,
  },
  {
    code: "duplicate-event",
    when: "two unions have it",
    source: `
      ${paidNotification} ${chargeStatus}
      @notifications ${discriminated} union Again { ~~~paid~~~: Paid }
    `,
    message: "The event 'paid' is declared more than once.",
    instead: `${paidNotification} ${chargeStatus} ${discriminated} union Again { paid: Paid }`,
  },
  {
    code: "notifications-not-discriminated",
    when: "it has no discriminator",
    source: `${model} ~~~@notifications~~~ union Notification { paid: Paid } ${chargeStatus}`,
    message:
      "The notifications of 'Notification' cannot be distinguished: add @discriminated without an envelope.",
    instead: `${paidNotification} ${chargeStatus}`,
  },
  {
    code: "notification-without-example",
    when: "its model has none",
    source: `
      model Paid { event: "paid" }
      @notifications ${discriminated} union Notification { ~~~paid~~~: Paid }
      ${chargeStatus}
    `,
    message: "The notification 'paid' has no example: add an @example to its model.",
    instead: `${paidNotification} ${chargeStatus}`,
  },
  {
    code: "unknown-url-field",
    when: "the body does not have it",
    source: `@notifies(~~~"postbackUrl"~~~) @post op charge(callbackUrl: url): void;`,
    message: "The request body of 'charge' has no field 'postbackUrl' to send notifications to.",
    instead: `@notifies("callbackUrl") @post op charge(callbackUrl: url): void;`,
  },
  {
    code: "unknown-subject",
    when: "no lifecycle sends anything about it",
    source: `
      @notifies("postbackUrl", ~~~"refund"~~~) @post op charge(postbackUrl: url): void;
      ${paidNotification} ${chargeStatus}
    `,
    message: "No lifecycle of 'refund' sends a notification. Subjects whose lifecycles do: charge.",
    instead: `
      @notifies("postbackUrl", "charge") @post op charge(postbackUrl: url): void;
      ${paidNotification} ${chargeStatus}
    `,
  },
  ...["loan.number", "{type}.number", "{kind}.id", "{event}.id"].map((field) => ({
    code: "unknown-identity-field" as const,
    when: `no notification has ${field}`,
    source: identify(`~~~#{ fields: #["event", "${field}"] }~~~`),
    message: `No notification has the field '${field}' that identifies a change.`,
    instead: identify(`#{ fields: #["event", "loan.id"] }`),
  })),
]);
