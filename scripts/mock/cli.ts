#!/usr/bin/env node
import { readOptions, usage } from "./read-options.ts";

/** Prism's limit: older versions fail while they load it. */
const oldest = "24.18.0";

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(0));
// A reader that goes away, like `head`, does not stop the mock.
process.stdout.on("error", () => {});
process.exitCode = await main();

async function main(): Promise<number> {
  let options: ReturnType<typeof readOptions>;
  try {
    options = readOptions();
  } catch (error) {
    console.error(`${messageOf(error)}\n\n${usage}`);
    return 2;
  }
  if (options.help) {
    console.log(usage);
    return 0;
  }
  const { node } = process.versions;
  if (node.localeCompare(oldest, "en", { numeric: true }) < 0) {
    console.error(`The mock needs Node ${oldest} or later; this is Node ${node}.`);
    return 1;
  }
  try {
    await start(options);
    return 0;
  } catch (error) {
    console.error(messageOf(error));
    return 1;
  }
}

async function start({ port, host, quiet }: ReturnType<typeof readOptions>): Promise<void> {
  // Loaded here, and not above, so that an old Node gets as far as being told so.
  const { startMock } = await import("./start-mock.ts");
  const { readContract } = await import("./package-files.ts");
  const { introduce } = await import("./introduce.ts");
  const mock = await startMock({ port, host, ...(!quiet && { log: console.log }) });
  console.log(quiet ? mock.url : introduce(await readContract(), mock.url));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
