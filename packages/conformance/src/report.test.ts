// What a report counts, and when a run conforms.
import { expect, test } from "vitest";
import type { CheckName } from "./checks.ts";
import type { Finding } from "./findings.ts";
import { compare, countCauses, describeUnreliable, summarizeRun } from "./report.ts";
import type { Session } from "./session.ts";

const cause = (operation: string, place = "") => ({
  operation,
  place,
  message: "m",
  request: "r",
  curl: "",
  repeats: 0,
});
const finding = (check: string, more: object = {}): Finding =>
  ({ check, causes: [cause("getA")], consequences: [], ...more }) as unknown as Finding;

/** A session in which some of the checks were wanted, made and failed. */
function sessionOf({
  wanted = ["a", "b", "c"],
  made = ["a", "b", "c"],
  found = [] as Finding[],
  untested = [] as object[],
  coverage = [["getA", ["a"]]] as [string, string[]][],
  unreliable = { resets: 0, gateway: 0 },
  strict = false,
}) {
  const names = ["a", "b", "c", "d"];
  return {
    findings: {
      names,
      wants: (name: CheckName) => wanted.includes(name),
      made,
      found,
      untested,
      skips: [{ skip: { check: "d" }, used: 2 }],
      coverage: new Map(coverage),
      lives: () => true,
      recordUntested: (check: string, operation: string, reason: string) =>
        void untested.push({ check, operation, reason }),
    },
    contract: { title: "T", version: "1" },
    options: { url: "http://x", strict },
    budget: { startedAt: Date.now(), requests: 7 },
    seed: 1,
    unreliable,
  } as unknown as Session;
}
const sum = (...[given, stopped]: [Parameters<typeof sessionOf>[0], string?]) =>
  summarizeRun(sessionOf(given), stopped);

test.for<[string, Parameters<typeof sessionOf>[0], number[]]>([
  ["all pass", {}, [3, 3, 0, 0, 1]],
  ["one was not made", { made: ["a", "b"] }, [3, 2, 0, 1, 1]],
  ["one fails", { found: [finding("a")] }, [3, 2, 1, 0, 1]],
  ["one fails twice", { found: [finding("a"), finding("a")] }, [3, 2, 1, 0, 1]],
  [
    "two fail, one was not made",
    { made: ["a", "b"], found: [finding("a"), finding("b")] },
    [3, 0, 2, 1, 1],
  ],
  ["one is wanted", { wanted: ["a"], made: ["a"] }, [1, 1, 0, 0, 3]],
  ["one that is not wanted was made", { wanted: ["a"], made: ["a", "b"] }, [1, 1, 0, 0, 3]],
  ["all are wanted", { wanted: ["a", "b", "c", "d"] }, [4, 3, 0, 1, 0]],
])("of the checks %s", ([, given, [checks, passed, failed, untested, leftOut]]) => {
  expect(sum(given).grade).toEqual({ checks, passed, failed, untested, leftOut });
});

test.for<[string, Parameters<typeof sessionOf>[0], stopped: string | undefined, boolean]>([
  ["nothing was found", {}, undefined, true],
  ["something was", { found: [finding("a")] }, undefined, false],
  ["what is assumed was", { found: [finding("a", { basis: "assumed" })] }, undefined, true],
  [
    "what is assumed was, in a strict run",
    { found: [finding("a", { basis: "assumed" })], strict: true },
    undefined,
    false,
  ],
  ["it was stopped", {}, "The budget is used up.", false],
  ["nothing was checked", { coverage: [] }, undefined, false],
])("a run conforms where %s", ([, given, stopped, conforms]) => {
  expect(sum(given, stopped).conforms).toBe(conforms);
});

test("a check that was wanted and not made is listed with its reason, once", () => {
  expect(sum({ made: ["a"] }).untested).toEqual([
    { check: "b", operation: "*", reason: "Nothing to check came up." },
    { check: "c", operation: "*", reason: "Nothing to check came up." },
  ]);
  const known = { check: "c", operation: "getA", reason: "Known." };
  expect(sum({ made: ["a", "b"], untested: [known] }, "It was stopped.").untested).toEqual([known]);
  expect(sum({ made: ["a", "b"] }, "It was stopped.").untested).toMatchObject([
    { reason: "It was stopped." },
  ]);
});

test.for<[string, Parameters<typeof sessionOf>[0], string | undefined, string]>([
  ["all", {}, undefined, "Conforms in 3 of 3 checks."],
  [
    "fails",
    { found: [finding("a")] },
    undefined,
    "Conforms in 2 of 3 checks and breaks 1, for 1 cause.",
  ],
  [
    "unmade",
    { made: ["a", "b"] },
    undefined,
    "Conforms in 2 of 3 checks. 1 could not be tested here, because: Nothing to check came up.",
  ],
  [
    "assumptions alone",
    { found: [finding("a", { basis: "assumed" })] },
    undefined,
    "Conforms in 2 of 3 checks and breaks 1, for 1 cause, assumed here.",
  ],
  [
    "both",
    { found: [finding("a"), finding("b", { basis: "implied" })] },
    undefined,
    "Conforms in 1 of 3 checks and breaks 2, for 2 causes: 1 documented, 1 assumed here.",
  ],
  ["early", {}, "It ended.", "Conforms in 3 of 3 checks. The run ended early."],
  ["none", { made: [] }, undefined, "No checks were made: the result is unknown."],
])("the verdict, %s", ([, given, stopped, verdict]) => {
  expect(sum(given, stopped).verdict).toBe(verdict);
});

test("an unreliable service is described by what was counted alone", () => {
  expect(describeUnreliable(sum({}))).toBeUndefined();
  const resets = sum({ unreliable: { resets: 2, gateway: 0 } });
  expect(describeUnreliable(resets)).toContain("2 of 7 requests had their connection reset. Other");
  const gateway = describeUnreliable(sum({ unreliable: { resets: 0, gateway: 1 } }));
  expect(gateway).toContain("1 of 7 got a gateway's 502, 503 or 504. Other");
});

test("against an earlier run, causes are new, gone or unchanged", () => {
  const earlier = sum({ found: [finding("a"), finding("b")] });
  const { comparison } = compare(sum({ found: [finding("a"), finding("c")] }), earlier);
  expect(countCauses(comparison?.added ?? [])).toBe(1);
  expect(countCauses(comparison?.gone ?? [])).toBe(1);
  expect(comparison?.unchanged).toBe(1);
});
