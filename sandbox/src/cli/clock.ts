import { defineCommand, UsageError } from "./command.ts";
import { type Control, connect, connectionOptions } from "./connection.ts";
import { type Output, showFields } from "./output.ts";
import { readChoice } from "./read-arguments.ts";

const actions = ["show", "advance", "set", "freeze", "resume"] as const;

export const clock = defineCommand({
  name: "clock",
  summary: "Show the sandbox's clock, or move it: advance 1h, set TIME, freeze, resume",
  words: ["[action]", "[time]"],
  options: connectionOptions,
  notes: `Actions:
  show           what it shows
  advance TIME   go on by a time like 90s, 1h30m or 2d; what falls due on the way happens, deliveries included
  set TIME       the same, up to a time like 2030-01-31T12:00:00Z; never backwards
  freeze         let it stand still
  resume         let it run on from where it stands`,
  run: async ({ values, words: [word = "show", time], output }) => {
    const action = readChoice("clock", word, actions);
    const takesTime = action === "advance" || action === "set";
    if (takesTime && time === undefined)
      throw new UsageError(`clock ${action} takes a time, like ${examples[action]}.`);
    if (!takesTime && time !== undefined) throw new UsageError(`There is nothing for '${time}' here.`);
    const { control } = connect(values);
    const now = await (action === "show"
      ? control<Control["Clock"]>("/clock")
      : control<Control["Clock"]>(`/clock/${action}`, { method: "POST", ...bodyOf(action, time) }));
    output.result(now, () => describe(now, output));
    return 0;
  },
});

const examples = { advance: "1h", set: "2030-01-31T12:00:00Z" };

function bodyOf(action: (typeof actions)[number], time: string | undefined): { body?: unknown } {
  if (time === undefined) return {};
  if (action === "advance") return { body: { by: /^\d+$/.test(time) ? Number(time) : time } };
  const set = new Date(time);
  if (Number.isNaN(set.getTime())) throw new UsageError(`clock set takes a time like ${examples.set}, not '${time}'.`);
  return { body: { now: set.toISOString() } };
}

function describe({ now, offset, frozen }: Control["Clock"], output: Output): string {
  const state = frozen ? "frozen" : "running";
  return showFields(output, [
    ["clock", `${output.style("bold", now)} (${state})`],
    ["ahead", offset === 0 ? "not at all" : `${offset} ms`],
  ]);
}
