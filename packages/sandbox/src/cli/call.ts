// Commands that call one operation of the control plane: arguments and options come from its contract.
import { Argument, type Command, InvalidArgumentError, Option } from "commander";
import { ControlError, type ControlField, type OperationId } from "../control-client.ts";
import { operations } from "../describe-contract.ts";
import {
  CommandError,
  type CommandFields,
  describeInvalidFields,
  forSandbox,
  invocation,
  makeCommand,
  readField,
  setField,
  type TargetOptions,
  UsageError,
  wholeNumber,
} from "./command.ts";
import { connect, type SandboxConnection } from "./connection.ts";
import { say } from "./language.ts";
import { type CommandOutput, makeOutput, showLine, showObject } from "./output.ts";

/** A command. */
export interface OperationCommand {
  name: string;
  summary: string;
  examples: readonly string[];
  /** The operations that it calls; of several operations the first argument chooses one, the first if it is absent. */
  operation: OperationId | Readonly<Record<string, OperationId>>;
  /** Name and description of the first argument, which chooses one of several operations. */
  chooses?: readonly [name: string, description: string];
  /** Fields that are arguments, by their path; `id?` may be left out. The others are options. */
  takes?: readonly string[];
  /** Values of fields that are not given, by their path. */
  usual?: Readonly<Record<string, string | number>>;
  /** Options whose name is not that of their field, by the field's path. */
  flags?: Readonly<Record<string, string>>;
  /** Adds options that are not in the contract. */
  extend?(command: Command): Command;
  /** Checks or completes the input. @throws {CommandError} */
  prepare?(
    input: CommandFields,
    connection: SandboxConnection,
    options: CommandFields,
  ): Promise<void> | void;
  /** The result for people. */
  show?(result: never, output: CommandOutput, options: TargetOptions & CommandFields): string;
}

/** Makes the command. */
export function makeCall(call: OperationCommand): Command {
  const { name, summary, examples, operation, takes = [], usual = {}, flags = {} } = call;
  const command = forSandbox(makeCommand(name, summary, examples));
  const ids = typeof operation === "string" ? { [operation]: operation } : operation;
  const fields = mergeInputFields(Object.values(ids).map(inputFields));
  const isChoice = typeof operation !== "string";
  if (isChoice) {
    const choices = Object.keys(operation);
    const [choice, description] = call.chooses ?? ["operation", ""];
    command.addArgument(
      new Argument(`[${choice}]`, description).choices(choices).default(choices[0]),
    );
    if (Object.values(ids).some((id) => requiredField(id) !== undefined))
      command.argument("[value]", listChoices(operation));
  }
  const paths = takes.map((path) => path.replace("?", ""));
  for (const [index, path] of paths.entries()) {
    const field = fields[path];
    if (field)
      command.addArgument(
        argumentFor(path, field, takes[index] === path && !(path in usual), usual[path]),
      );
  }
  const values = isChoice ? Object.values(ids).map(requiredField) : [];
  const optional = Object.entries(fields).filter(
    ([path]) => ![...paths, ...values, "id"].includes(path),
  );
  const options = optional.flatMap(([path, field]): [string, Option][] => {
    const option = optionFor(flags[path] ?? path, field);
    return option ? [[path, option]] : [];
  });
  for (const [, option] of options) command.addOption(option);
  call.extend?.(command);
  return command.action(async (...all: unknown[]) => {
    const given = all.at(-2) as TargetOptions & CommandFields;
    const input: CommandFields = {};
    for (const [path, value] of Object.entries(usual)) setField(input, path, value);
    const [first, ...rest] = all.slice(0, -2);
    const id = isChoice ? ids[String(first)] : (operation as OperationId);
    const named: [string, unknown][] = isChoice
      ? valueFor(`${name} ${first}`, id as OperationId, rest[0])
      : paths.map((path, index) => [path, [first, ...rest][index]]);
    named.push(
      ...options.map(([path, option]): [string, unknown] => [path, given[option.attributeName()]]),
    );
    for (const [path, value] of named) if (value !== undefined) setField(input, path, value);
    const flags = options.map(([path, { long }]): [string, unknown] => [path, long]);
    const words = isChoice
      ? named.map(([path]) => [path, `The value of '${name} ${first}'`] as const)
      : [];
    const example = examples.find(
      (command) => !isChoice || command.startsWith(`${name} ${first} `),
    );
    await runCall(call, id as OperationId, input, given).catch((error: unknown) => {
      throw inWords(error, new Map<string, unknown>([...words, ...flags]), example);
    });
  });
}

/** The sandbox's message about a field that it refuses, with the name that the field has on the command line. */
function inWords(
  error: unknown,
  names: ReadonlyMap<string, unknown>,
  example: string | undefined,
): unknown {
  if (!(error instanceof CommandError && error.cause instanceof ControlError)) return error;
  const { code, fields } = error.cause;
  if (fields.length === 0) return error;
  // An event's cause names its URL as the charge does that is made for it.
  const nameOf = (path: string) =>
    names.get(path) ?? (path === "postbackUrl" ? names.get("url") : undefined) ?? path;
  const wrong = fields.map(({ path, message }) => ({ path: say(String(nameOf(path))), message }));
  const see =
    example === undefined ? {} : { example: say(`\nExample: ${invocation()} ${example}`) };
  return new CommandError(`${describeInvalidFields(wrong)} (${code})`, code, see);
}

async function runCall(
  call: OperationCommand,
  id: OperationId,
  input: CommandFields,
  options: TargetOptions & CommandFields,
): Promise<void> {
  const output = makeOutput(options);
  const connection = connect(options, output);
  await call.prepare?.(input, connection, options);
  const result: unknown = await connection.callWith(id, input);
  const { units } = operations[id];
  const { items } = result as { items?: object[] };
  if (items === undefined || call.show) {
    output.result(
      result,
      () => call.show?.(result as never, output, options) ?? showObject(result, units, output),
    );
    return;
  }
  if (items.length === 0) output.remark("There are none.");
  for (const item of items) output.result(item, () => showLine(item, units, output, "items."));
}

/** Everything that an operation takes: the identifier in its path, its query and its body. */
function inputFields(id: OperationId): Record<string, ControlField> {
  const { path, query, fields } = operations[id];
  const ofPath: ControlField = {
    kind: "text",
    required: true,
    nullable: false,
    about: "Identifier of the object.",
  };
  return { ...(path.includes("{id}") && { id: ofPath }), ...query, ...fields };
}

/** The fields of several operations; a value that one of them lists is allowed. */
function mergeInputFields(
  all: readonly Record<string, ControlField>[],
): Record<string, ControlField> {
  const merged: Record<string, ControlField> = {};
  for (const [path, field] of all.flatMap(Object.entries<ControlField>)) {
    const options = [...new Set([...(merged[path]?.options ?? []), ...(field.options ?? [])])];
    merged[path] = { ...field, ...(options.length > 0 && { options }) };
  }
  return merged;
}

/** The one field that an operation requires; undefined if it requires none. */
function requiredField(id: OperationId): string | undefined {
  return Object.entries(inputFields(id)).find(([, { required }]) => required)?.[0];
}

function listChoices(choices: Readonly<Record<string, OperationId>>): string {
  const needing = Object.entries(choices).filter(([, id]) => requiredField(id) !== undefined);
  return `for ${needing.map(([choice]) => choice).join(", ")}`;
}

/** @throws {UsageError} if the operation takes a value that is absent, or takes none */
function valueFor(words: string, id: OperationId, value: unknown): [string, unknown][] {
  const field = requiredField(id);
  if (field === undefined && value !== undefined) throw new UsageError(`${words} takes no value.`);
  if (field === undefined) return [];
  if (value === undefined)
    throw new UsageError(`${words} takes a value. ${firstLine(inputFields(id)[field]?.about)}`);
  return [[field, value]];
}

function argumentFor(
  path: string,
  field: ControlField,
  required: boolean,
  byDefault?: string | number,
): Argument {
  const argument = new Argument(required ? `<${path}>` : `[${path}]`, shortAbout(field));
  if (field.options) argument.choices(field.options);
  else argument.argParser(makeArgumentReader(field));
  return byDefault === undefined ? argument : argument.default(byDefault);
}

function optionFor(path: string, field: ControlField): Option | undefined {
  if (field.kind === "choices") return undefined;
  const flag = path.replace(/[._]/g, "-").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const placeholder =
    { text: "TEXT", time: "TIME", choice: "NAME", object: "FIELD=VALUE" }[field.kind as string] ??
    "N";
  const option = new Option(`--${flag} <${placeholder}>`, shortAbout(field));
  return field.options
    ? option.choices(field.options)
    : option.argParser(makeArgumentReader(field));
}

function makeArgumentReader({
  kind,
  minimum = 0,
  maximum = Number.MAX_SAFE_INTEGER,
}: ControlField) {
  return (value: string, before: unknown): unknown => {
    if (kind === "object") return readField(value, before as CommandFields | undefined);
    if (kind === "money" && !/^\d+$/.test(value)) {
      throw new InvalidArgumentError("It takes a whole number of centavos: 4990 is R$ 49,90.");
    }
    if (kind === "integer" || kind === "money") return wholeNumber(minimum, maximum)(value);
    if (kind === "number" && Number.isNaN(Number(value)))
      throw new InvalidArgumentError("It takes a number.");
    return kind === "number" ? Number(value) : value;
  };
}

function firstLine(about = ""): string {
  return about.split("\n")[0] ?? "";
}

function shortAbout({ about, kind }: ControlField): string {
  const text = firstLine(about).replace(/\.$/, "");
  return kind === "money" ? `${text}; 4990 is R$ 49,90` : text;
}
