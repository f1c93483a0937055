import type { Contract } from "../../contract/src/model.ts";
import type { OwnFiles } from "./own-files.ts";
import { readOptions, usage } from "./read-options.ts";

/**
 * The command of a mock, until it is stopped by a signal.
 *
 * @returns the exit code: 0, 1 where it could not start, 2 where the command line is wrong
 */
export async function runMockCommand(own: OwnFiles): Promise<number> {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(0));
  // A reader that goes away, like `head`, does not stop the mock.
  process.stdout.on("error", () => {});
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
  try {
    await start(own, options);
    return 0;
  } catch (error) {
    console.error(messageOf(error));
    return 1;
  }
}

async function start(own: OwnFiles, { port, host, quiet }: ReturnType<typeof readOptions>): Promise<void> {
  // Loaded here, and not above: Prism takes a second, and --help does not need it.
  const { startMockOf } = await import("./start-mock.ts");
  const mock = await startMockOf(own, { port, host, ...(!quiet && { log: console.log }) });
  console.log(quiet ? mock.url : introduce(own.readContract(), mock.url));
}

/** What the mock prints when it has started. */
function introduce({ title, version }: Contract, url: string): string {
  return `${title} ${version}, mocked by Prism: ${url}

Open it in a browser to choose a response and copy its request, or send a header, such as Prefer: code=429.
Any credentials are accepted. Ctrl+C stops the mock.
`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
