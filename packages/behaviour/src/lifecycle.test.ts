import { expectDiagnostics, t } from "@typespec/compiler/testing";
import { describe, expect, test } from "vitest";
import { lifecycle, paidNotification } from "../../../test/support/behaviour/samples.ts";
import { extensionsOf, tester, testReports } from "../../../test/support/behaviour/tester.ts";

describe("@lifecycle", () => {
  test("becomes x-lifecycle: where it starts, where it ends and where a wait does", async () => {
    const { program, Status } = await tester.compile(t.code`
      @lifecycle("charge", #{ waitEndsAt: #["open"] })
      @transition(null, "created", #{ trigger: "creation" })
      @transition("created", "open", #{ trigger: "validation" })
      @transition("open", "paid", #{ trigger: "payment", notification: "paid" })
      enum ${t.enum("Status")} { paid, created, open }
      ${paidNotification}
    `);
    expect(extensionsOf(program, Status)["x-lifecycle"]).toMatchObject({
      subject: "charge",
      initial: "created",
      final: ["paid"],
      waitEndsAt: ["paid", "open"],
    });
  });

  test("goes by the value of a status, not by its name", async () => {
    const { program, Status } = await tester.compile(t.code`
      @lifecycle("charge")
      @transition(null, "1", #{ trigger: "creation" })
      @transition("1", "pago", #{ trigger: "payment", notification: "paid" })
      enum ${t.enum("Status")} { open: 1, paid: "pago" }
      ${paidNotification}
    `);
    expect(extensionsOf(program, Status)["x-lifecycle"]).toMatchObject({
      initial: "1",
      final: ["pago"],
    });
  });

  test("may go in circles and never end", async () => {
    const { program, Status } = await tester.compile(t.code`
      @lifecycle("switch")
      @transition(null, "on", #{ trigger: "creation" })
      @transition("on", "off", #{ trigger: "press" })
      @transition("off", "on", #{ trigger: "press" })
      enum ${t.enum("Status")} { on, off }
    `);
    expect(extensionsOf(program, Status)["x-lifecycle"]).toMatchObject({
      final: [],
      waitEndsAt: [],
    });
  });

  test("with a circle reports each status that only the circle reaches", async () => {
    const circle = `@transition("lost", "found", #{ trigger: "luck" }) @transition("found", "lost", #{ trigger: "loss" })`;
    expectDiagnostics(
      await tester.diagnose(lifecycle("open, paid, lost, found", circle)),
      ["lost", "found"].map((status) => ({
        code: "@pix-contract/behaviour/unreachable-status",
        message: `No chain of transitions reaches '${status}' of Status: add a transition to it or remove it.`,
      })),
    );
  });
});

test("@transition becomes an entry of the lifecycle, in the order of the source", async () => {
  const { program, Status } = await tester.compile(t.code`
      @lifecycle("charge")
      @transition(null, "open", #{ trigger: "creation" })
      @transition("open", "paid", #{
        trigger: "payment", notification: "paid", basis: #{ kind: "implied", reason: "a sample shows it" },
      })
      enum ${t.enum("Status")} { open, paid }
      ${paidNotification}
    `);
  const basis = { kind: "implied", reason: "a sample shows it" };
  expect(extensionsOf(program, Status)["x-lifecycle"]).toHaveProperty("transitions", [
    { from: null, to: "open", trigger: "creation" },
    { from: "open", to: "paid", trigger: "payment", notification: "paid", "x-basis": basis },
  ]);
});

const unknownStatus = "'opened' is not a status of Status, whose statuses are: open, paid.";

testReports([
  {
    code: "unknown-status",
    when: "a transition leaves it",
    source: lifecycle(
      "open, paid",
      `@transition(~~~"opened"~~~, "paid", #{ trigger: "luck", notification: "paid" })`,
    ),
    message: unknownStatus,
    instead: lifecycle(
      "open, paid",
      `@transition("open", "paid", #{ trigger: "luck", notification: "paid" })`,
    ),
  },
  {
    code: "unknown-status",
    when: "a transition reaches it",
    source: lifecycle("open, paid", `@transition("open", ~~~"opened"~~~, #{ trigger: "doubt" })`),
    message: unknownStatus,
    instead: lifecycle("open, paid", `@transition("open", "open", #{ trigger: "doubt" })`),
  },
  {
    code: "unknown-status",
    when: "a wait ends at it",
    source: lifecycle("open, paid", "", `@lifecycle("charge", ~~~#{ waitEndsAt: #["opened"] }~~~)`),
    message: unknownStatus,
    instead: lifecycle("open, paid", "", `@lifecycle("charge", #{ waitEndsAt: #["open"] })`),
  },
  {
    code: "unknown-status",
    when: "a transition names a member whose value differs",
    source: lifecycle(
      `open, paid, lost: "perdido"`,
      `@transition("open", ~~~"lost"~~~, #{ trigger: "doubt" })`,
    ),
    message: "'lost' is not a status of Status, whose statuses are: open, paid, perdido.",
    instead: lifecycle(
      `open, paid, lost: "perdido"`,
      `@transition("open", "perdido", #{ trigger: "doubt", notification: "paid" })`,
    ),
  },
]);
