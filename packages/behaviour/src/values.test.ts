import { t } from "@typespec/compiler/testing";
import { describe, expect, test } from "vitest";
import { documentOf, extensionsOf, tester } from "../../../test/support/behaviour/tester.ts";

describe("x-values", () => {
  test("says of each value what its comment and its @basis say", async () => {
    const document = await documentOf(`
      enum Status {
        /** Waiting. */
        open,

        @basis("observed", "seen in use")
        @doc("Over.")
        closed,

        lost,
      }
      op read(): Status;
    `);
    expect(document).toHaveProperty("components.schemas.Status.x-values", {
      open: { description: "Waiting." },
      closed: { description: "Over.", "x-basis": { kind: "observed", reason: "seen in use" } },
      lost: {},
    });
  });

  test("goes by the value of a member, not by its name", async () => {
    const { program, Status } = await tester.compile(t.code`
      enum ${t.enum("Status")} {
        /** Waiting. */
        open: "em-aberto",

        @basis("implied", "a sample shows it")
        closed: 2,
      }
    `);
    expect(extensionsOf(program, Status)).toEqual({
      "x-values": {
        "em-aberto": { description: "Waiting." },
        "2": { "x-basis": { kind: "implied", reason: "a sample shows it" } },
      },
    });
  });

  test("keeps the order of the enum, and is absent where nothing is said but names", async () => {
    const { program, Status, Plain } = await tester.compile(
      t.code`enum ${t.enum("Status")} { zulu, /** First. */ alpha } enum ${t.enum("Plain")} { open, closed }`,
    );
    expect(Object.keys(Object(extensionsOf(program, Status)["x-values"]))).toEqual([
      "zulu",
      "alpha",
    ]);
    expect(extensionsOf(program, Plain)).toEqual({});
  });
});
