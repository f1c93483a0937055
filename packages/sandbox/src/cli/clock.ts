import { formats } from "@pix-contract/server";
import { Argument } from "commander";
import type { ControlSchemas } from "../control-client.ts";
import { forSandbox, makeCommand, type SandboxOptions, UsageError } from "./command.ts";
import { type Connection, connect } from "./connection.ts";
import { makeOutput, type Output, showFields } from "./output.ts";

const actions = ["show", "advance", "set", "freeze", "resume"] as const;

export const clock = forSandbox(
  makeCommand(
    "clock",
    "Show the sandbox's clock, or move it",
    ["clock", "clock advance 12h", "clock set 2030-01-31T12:00:00Z", "clock freeze"],
    `Actions:
  show           print the time
  advance TIME   move forward by a length of time like 90s, 1h30m or 2d; everything that falls due on the way happens
  set TIME       move forward to a time like 2030-01-31T12:00:00Z
  freeze         stop the clock
  resume         let it run on`,
  ),
)
  .addArgument(new Argument("[action]").choices(actions).default("show"))
  .argument("[time]", "for advance and set")
  .action(async (action: Action, time: string | undefined, options: SandboxOptions) => {
    const takesTime = action === "advance" || action === "set";
    if (takesTime && time === undefined)
      throw new UsageError(`clock ${action} takes a time, like ${examples[action]}.`);
    if (!takesTime && time !== undefined) throw new UsageError(`clock ${action} takes no time.`);
    const now = await move(connect(options), action, time ?? "");
    const output = makeOutput(options);
    output.result(now, () => showClock(now, output));
  });

type Action = (typeof actions)[number];
type Shown = ControlSchemas["Clock"] & Partial<ControlSchemas["MovedClock"]>;

async function move({ control, take }: Connection, action: Action, time: string): Promise<Shown> {
  switch (action) {
    case "show":
      return take(control.GET("/clock"));
    case "advance":
      return take(control.POST("/clock/advance", { body: { by: readLength(time) } }));
    case "set":
      return take(control.POST("/clock/set", { body: { now: readMoment(time) } }));
    case "freeze":
      return take(control.POST("/clock/freeze"));
    case "resume":
      return take(control.POST("/clock/resume"));
  }
}

const examples = { advance: "1h", set: "2030-01-31T12:00:00Z" };

/** A length of time with its unit. @throws {UsageError} for a bare number, whose unit is not clear */
function readLength(text: string): string {
  if (/^\d+$/.test(text))
    throw new UsageError(`clock advance takes a time with a unit, like ${text}s, ${text}m or ${text}h, not '${text}'.`);
  return text;
}

/** A moment as ISO 8601, or a day, which begins in UTC. @throws {UsageError} where the calendar does not have it */
function readMoment(text: string): string {
  if (formats.date(text)) return `${text}T00:00:00.000Z`;
  if (!formats["date-time"](text)) throw new UsageError(`clock set takes a time like ${examples.set}, not '${text}'.`);
  return new Date(text).toISOString();
}

function showClock({ now, offset, frozen, due }: Shown, output: Output): string {
  const state = frozen ? "frozen" : "running";
  const fields: [string, string][] = [
    ["clock", `${output.style("bold", now)} (${state})`],
    [offset < 0 ? "behind" : "ahead", showLength(Math.abs(offset))],
  ];
  if (due) fields.push(["fell due", showDue(due)]);
  return showFields(output, fields);
}

const units = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1_000],
] as const;

/** A length of time in its two largest units: `2 d 3 h`, `1 h 30 min`. */
export function showLength(length: number): string {
  const seconds = Math.round(length / 1_000) * 1_000;
  const first = units.findIndex(([, size]) => seconds >= size);
  if (first < 0) return "not at all";
  let left = seconds;
  const parts = units.slice(first, first + 2).flatMap(([unit, size]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return count > 0 ? [`${count} ${unit}`] : [];
  });
  return parts.join(" ");
}

function showDue({ charges, transfers, attempts }: ControlSchemas["DueWork"]): string {
  const count = (number: number, name: string): string[] =>
    number === 0 ? [] : [`${number} ${name}${number === 1 ? "" : "s"}`];
  const parts = [...count(charges, "charge"), ...count(transfers, "transfer"), ...count(attempts, "delivery attempt")];
  return parts.length > 0 ? parts.join(", ") : "nothing";
}
