import { t } from "@typespec/compiler/testing";
import { describe, expect, test } from "vitest";
import { chargeStatus, paidNotification } from "../../../test/support/behaviour/samples.ts";
import { documentOf, extensionsOf, tester, testReports } from "../../../test/support/behaviour/tester.ts";

/** A notification without an example. */
const bare = `@notification("paid", #{ subject: "charge", when: "a charge is paid" })`;
const example = `@opExample(#{ parameters: #{ body: "paid" } })`;

describe("@notification", () => {
  test("becomes x-notification on the operation", async () => {
    const document = await documentOf(`${paidNotification} ${chargeStatus}`);
    expect(document).toHaveProperty(["paths", "/paid", "post", "x-notification"], {
      event: "paid",
      subject: "charge",
      when: "a charge is paid",
    });
  });

  test.each([
    ["an operation", `${bare} op told<Body>(@body body: Body): void; ${example} @post op paid is told<string>;`],
    [
      "an interface",
      `interface Notified<Body> { ${bare} ${example} @post paid(@body body: Body): void } interface Paid extends Notified<string> {}`,
    ],
  ])("counts what %s makes of a template, not the template", async (_, source) => {
    await tester.compile(`${source} ${chargeStatus}`);
  });
});

describe("@notifies", () => {
  test("becomes x-notifies: where the URL is, and the events that are sent there", async () => {
    const { program, charge } = await tester.compile(t.code`
      @notifies("postbackUrl", Charges) @post op ${t.op("charge")}(postbackUrl: url): void;
      interface Charges { ${paidNotification.replace("op paid", "paid")} }
      ${chargeStatus}
    `);
    expect(extensionsOf(program, charge)).toEqual({
      "x-notifies": { url: "{$request.body#/postbackUrl}", events: ["paid"] },
    });
  });

  test("finds the URL in a model that the body extends, and passes over templates", async () => {
    await tester.compile(`
      model Postback { postbackUrl: url }
      model Charge extends Postback {}
      interface Charges {
        told<Body>(@body body: Body): void;
        ${bare} ${example} @route("/paid") @post paid is Charges.told<string>;
      }
      @notifies("postbackUrl", Charges) @post op charge(@body body: Charge): void;
      ${chargeStatus}
    `);
  });
});

testReports([
  {
    code: "event-never-sent",
    when: "no transition has it",
    source: `~~~${bare}~~~ ${example} @post op paid(@body body: string): void;`,
    message: "No transition sends the event 'paid'.",
    instead: `${paidNotification} ${chargeStatus}`,
  },
  {
    code: "duplicate-event",
    when: "two operations declare it",
    source: `
      ${paidNotification} ${chargeStatus}
      ~~~${bare}~~~ ${example} @post op again(@body body: string): void;
    `,
    message: "The event 'paid' is declared more than once.",
    instead: `${paidNotification} ${chargeStatus} @post op again(@body body: string): void;`,
  },
  {
    code: "duplicate-event",
    when: "an operation is made from a notification",
    source: `
      ${bare} ${example} @post op paid(@body body: string): void; ${chargeStatus}
      @route("/again") op ~~~again~~~ is paid;
    `,
    message: "The event 'paid' is declared more than once.",
    instead: `${paidNotification} ${chargeStatus}`,
  },
  {
    code: "notification-without-example",
    when: "only its answer has one",
    source: `
      ~~~${bare}~~~ @opExample(#{ returnType: "thanks" }) @post op paid(@body body: string): string;
      ${chargeStatus}
    `,
    message: "The notification 'paid' has no example of its payload: add an @opExample with parameters.",
    instead: `${bare} ${example} @post op paid(@body body: string): string; ${chargeStatus}`,
  },
  {
    code: "unknown-url-field",
    when: "the body does not have it",
    source: `@notifies(~~~"postbackUrl"~~~, None) @post op charge(callbackUrl: url): void; interface None {}`,
    message: "The request body of 'charge' has no field 'postbackUrl' to send notifications to.",
    instead: `@notifies("callbackUrl", None) @post op charge(callbackUrl: url): void; interface None {}`,
  },
  {
    code: "not-a-notification",
    when: "the interface holds an operation of another kind",
    source: `
      @notifies("postbackUrl", ~~~Charges~~~) @post op charge(postbackUrl: url): void;
      interface Charges { @route("/list") list(): void }
    `,
    message: "'list' of Charges is not a notification: it has no @notification.",
    instead: `
      @notifies("postbackUrl", Charges) @post op charge(postbackUrl: url): void;
      interface Charges { ${paidNotification.replace("op paid", "paid")} }
      ${chargeStatus}
    `,
  },
]);
