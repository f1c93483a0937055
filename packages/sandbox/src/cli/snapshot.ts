import { isObject } from "@packages/contract/src/check/run.ts";
import type { ControlSchemas } from "../control-client.ts";
import {
  CommandError,
  confirmReplacement,
  forSandbox,
  makeCommand,
  type TargetOptions,
  withYes,
} from "./command.ts";
import { connect } from "./connection.ts";
import { readNamedFile, replaceFile } from "./files.ts";
import { say } from "./language.ts";
import { makeOutput } from "./output.ts";

export const snapshotCommand = forSandbox(
  makeCommand("snapshot", "Write everything that the sandbox holds to a file", [
    "snapshot world.json",
  ]),
)
  .argument("<file>", "file to write; whoever reads it has the secrets of the companies")
  .action(async (file: string, options: TargetOptions) => {
    const output = makeOutput(options);
    const taken = await connect(options, output).call("takeSnapshot");
    await replaceFile(file, `${JSON.stringify(taken)}\n`);
    const { state, ...facts } = taken;
    output.result({ file, ...facts }, () =>
      say(`The snapshot is in ${file}: ${Math.ceil(state.length / 1024)} KiB.`),
    );
  });

export const restoreCommand = withYes(
  forSandbox(
    makeCommand("restore", "Bring everything back to a snapshot", ["restore world.json --yes"]),
  ),
)
  .argument("<file>", "file that 'snapshot' wrote")
  .action(async (file: string, options: TargetOptions & { yes?: true }) => {
    const output = makeOutput(options);
    const sandbox = connect(options, output);
    const { url } = sandbox.address;
    const snapshot = await readSnapshotFile(file);
    await confirmReplacement(url, options.yes);
    const state = await sandbox.call("restoreSnapshot", snapshot);
    output.result(state, () => say(`The sandbox was restored from ${file}.`));
  });

/** @throws {CommandError} if the file cannot be read or is no snapshot; the sandbox judges its content */
export async function readSnapshotFile(file: string): Promise<ControlSchemas["Snapshot"]> {
  const snapshot = tryParse(await readNamedFile(file));
  if (isObject(snapshot) && "checksum" in snapshot && "state" in snapshot)
    return snapshot as ControlSchemas["Snapshot"];
  throw new CommandError(`${file} is not a snapshot: 'snapshot' writes one.`, "VALIDATION_ERROR");
}

function tryParse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
