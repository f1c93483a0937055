import { describe, expect, test } from "vitest";
import { documentOf, testReports } from "../../../test/support/behaviour/tester.ts";

const delivery = `
  guarantee: "at-least-once", ordered: false, success: "2xx", timeout: 10, redirects: false,
  schedule: #[0, 5, 300], jitter: 0.25, disabledAfter: 3600,
`;
const signature = `
  header: "Signature", algorithm: "HMAC-SHA256", signed: "{timestamp}.{body}",
  timestamp: "t", version: "v1", tolerance: 300,
`;
const basis = `basis: #{ kind: "assumed", reason: "The document is silent." }`;

/** A service with a statement about its notifications. */
function service(decorator: string): string {
  return `@service ${decorator} namespace Sample; op read(): void;`;
}

describe("@delivery", () => {
  test("becomes x-notification-delivery on the document", async () => {
    const document = await documentOf(service(`@delivery(#{ ${delivery} ${basis} })`));
    expect(document).toHaveProperty("x-notification-delivery", {
      guarantee: "at-least-once",
      ordered: false,
      success: "2xx",
      timeout: 10,
      redirects: false,
      schedule: [0, 5, 300],
      jitter: 0.25,
      disabledAfter: 3600,
      "x-basis": { kind: "assumed", reason: "The document is silent." },
    });
  });
});

describe("@signature", () => {
  test("becomes x-notification-signature on the document", async () => {
    const document = await documentOf(service(`@signature(#{ ${signature} ${basis} })`));
    expect(document).toHaveProperty("x-notification-signature", {
      header: "Signature",
      algorithm: "HMAC-SHA256",
      signed: "{timestamp}.{body}",
      timestamp: "t",
      version: "v1",
      tolerance: 300,
      "x-basis": { kind: "assumed", reason: "The document is silent." },
    });
  });
});

const message = "A basis needs a reason: one line that says why the contract states it all the same.";

testReports([
  {
    code: "basis-without-reason",
    when: "the reason of @delivery is empty",
    source: service(`@delivery(~~~#{ ${delivery} basis: #{ kind: "assumed", reason: "" } }~~~)`),
    message,
    instead: service(`@delivery(#{ ${delivery} ${basis} })`),
  },
  {
    code: "basis-without-reason",
    when: "the reason of @signature is empty",
    source: service(`@signature(~~~#{ ${signature} basis: #{ kind: "assumed", reason: "" } }~~~)`),
    message,
    instead: service(`@signature(#{ ${signature} ${basis} })`),
  },
]);
