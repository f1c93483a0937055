import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../../test/support/folder.ts";
import type { Finding } from "./findings.ts";
import type { Report } from "./report.ts";
import {
  compare,
  countCauses,
  describeUnreliable,
  listPlaces,
  selectCounted,
  untestedByReason,
} from "./report.ts";
import { chooseExitCode, readBaseline } from "./run-command-line.ts";

const place = (operation: string, field = "", repeats = 0) => ({
  operation,
  place: field,
  message: `${field} is wrong.`,
  request: field,
  curl: "",
  repeats,
});
const findingOf = (check: string, causes: Finding["causes"], basis?: "assumed"): Finding => ({
  check: check as Finding["check"],
  area: "form",
  ...(basis && { basis }),
  message: "Wrong.",
  gist: check,
  cites: "",
  sentence: "",
  causes,
  consequences: [],
});
const documented = findingOf("echo", [place("createCharge", "a"), place("createCharge", "b", 2)]);
const assumed = findingOf("lookup", [place("getTransfer")], "assumed");

const aborted = AbortSignal.abort();
const bare = { findings: [], conforms: false };
test.for<[string, Partial<Report>, Parameters<typeof chooseExitCode>[1], number]>([
  ["no finding", { conforms: true }, {}, 0],
  ["a finding", { findings: [documented] }, {}, 1],
  ["an assumption", { findings: [assumed], conforms: true }, {}, 0],
  ["an assumption, strict", { findings: [assumed] }, { strict: true }, 1],
  ["a finding that follows", { findings: [{ ...assumed, consequences: [documented] }] }, {}, 1],
  ["an end before its end", { stopped: "It is gone." }, {}, 2],
  ["an end by the budget", { stopped: "It is used up." }, { budget: 5 }, 3],
  ["an end by a signal", { stopped: "Interrupted." }, { budget: 5, signal: aborted }, 2],
  ["no check", {}, {}, 2],
  ["a finding, and the budget", { findings: [documented], stopped: "x" }, { budget: 5 }, 1],
  [
    "known findings",
    { findings: [documented], comparison: { added: [], gone: [], unchanged: 2 } },
    {},
    0,
  ],
  [
    "known findings that are gone",
    { comparison: { added: [], gone: [documented], unchanged: 0 } },
    {},
    0,
  ],
  [
    "a new finding",
    { findings: [documented], comparison: { added: [documented], gone: [], unchanged: 0 } },
    {},
    1,
  ],
  [
    "known findings, and an early end",
    { findings: [documented], stopped: "x", comparison: { added: [], gone: [], unchanged: 2 } },
    {},
    2,
  ],
])("the exit code of %s is that of the help", ([, report, options, code]) => {
  expect(chooseExitCode({ ...bare, ...report }, options)).toBe(code);
});

test("what counts is what the document says; if strict, all", () => {
  const findings = [documented, assumed];
  expect(selectCounted(findings, {})).toEqual([documented]);
  expect(selectCounted(findings, { strict: true })).toEqual(findings);
});

test("a comparison counts causes: new, gone and unchanged", () => {
  const now = { findings: [documented, assumed] } as Report;
  const earlier = {
    findings: [{ ...documented, causes: [place("createCharge", "a"), place("createCharge", "c")] }],
  };
  const { comparison } = compare(now, earlier);
  const placesOf = (findings: readonly Finding[] = []) =>
    findings.flatMap(({ causes }) => listPlaces(causes));
  expect(placesOf(comparison?.added)).toEqual(["createCharge (b)", "getTransfer"]);
  expect(placesOf(comparison?.gone)).toEqual(["createCharge (c)"]);
  expect(comparison?.unchanged).toBe(1);
  expect(countCauses(now.findings)).toBe(3);
});

test.for<[Report["unreliable"], string | undefined]>([
  [undefined, undefined],
  [{ resets: 2, gateway: 0 }, "2 of 9 requests had their connection reset."],
  [{ resets: 0, gateway: 3 }, "3 of 9 got a gateway's 502, 503 or 504."],
  [{ resets: 2, gateway: 3 }, "2 of 9 requests had their connection reset, and 3 of 9 got"],
])("requests that no service answered, %j, are mentioned", ([unreliable, text]) => {
  const said = describeUnreliable({ requests: 9, ...(unreliable && { unreliable }) } as Report);
  if (text === undefined) expect(said).toBeUndefined();
  else expect(said).toContain(text);
});

test("the untested parts stand by their reasons, each check once with its operations", () => {
  const untested = [
    { check: "token", operation: "*", reason: "One." },
    { check: "lookup", operation: "getA", reason: "Two." },
    { check: "lookup", operation: "getB", reason: "Two." },
    { check: "lookup", operation: "getA", reason: "Two." },
  ] as Report["untested"];
  expect([...untestedByReason({ untested })]).toEqual([
    ["One.", ["token"]],
    ["Two.", ["lookup of getA, getB"]],
  ]);
});

test("the causes of a report of version 0.1.0 are its requests, and a note says so", async () => {
  const file = join(await makeFolder(), "report.json");
  const readBack = (finding: object) => {
    const notes: string[] = [];
    writeFileSync(file, JSON.stringify({ findings: [{ consequences: [], ...finding }] }));
    const { findings } = readBaseline(file, { profile: { checks: {} } as never }, (line) =>
      notes.push(line),
    );
    return { notes, places: findings[0]?.causes.map((one) => `${one.operation} ${one.place}`) };
  };
  const earlier = {
    check: "bad-data-refused",
    operations: ["createCharge", "createTransfer"],
    request: "amount: missing",
    requests: ["amount: true"],
  };
  const { notes, places } = readBack(earlier);
  expect(places).toEqual([
    "createCharge amount",
    "createCharge amount",
    "createTransfer amount",
    "createTransfer amount",
  ]);
  expect(notes).toEqual([expect.stringContaining("report.json has no causes")]);
  expect(readBack({ ...earlier, check: "a check that is gone" }).places).toEqual([]);
  expect(readBack({ check: "echo", causes: [place("createCharge", "a")] })).toEqual({
    notes: [],
    places: ["createCharge a"],
  });
});
