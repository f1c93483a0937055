import { basename } from "node:path";
import { allowClosedOutput } from "@packages/contract/src/closed-output.ts";
import {
  describeUsageError,
  takeLanguage,
  translateHelp,
} from "@packages/contract/src/command-line.ts";
import { endWithNpm } from "@packages/contract/src/end-with-npm.ts";
import { fitHelp } from "@packages/contract/src/fit-help.ts";
import type { Contract } from "@packages/contract/src/model.ts";
import { wholeNumber } from "@packages/contract/src/option-values.ts";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { maxDelay } from "./choose-example.ts";
import type { OwnContract } from "./start-mock.ts";
import { translateForMock } from "./translate.ts";

interface MockFlags {
  port: number;
  host: string;
  delay: number;
  quiet?: true;
}

/**
 * The command of a mock, until a signal stops it.
 *
 * @returns the exit code: 0, 1 if it could not start, 2 if the command line is wrong
 */
export async function runMockCommand(own: OwnContract): Promise<number> {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(0));
  endWithNpm();
  allowClosedOutput();
  const { language, words } = takeLanguage(process.argv.slice(2));
  const say = (text: string): string => translateForMock(text, language);
  const program = basename(process.argv[1] ?? "mock");
  const name = program.endsWith(".ts") ? "npm run mock --" : program;
  const printError = (text: string, write: (text: string) => void): void => {
    write(`${describeUsageError(text, name, say)}\n`);
  };
  const command = new Command(name)
    .description("Starts the mock of the contract.")
    .option("--port <N>", "port to listen on, 0 for a free one", wholeNumber(0, 65_535), 4010)
    .option("--host <ADDRESS>", "address to listen on", readHost, "127.0.0.1")
    .option("--delay <MS>", "milliseconds before each response", wholeNumber(0, maxDelay), 0)
    .option("--quiet", "print only the URL")
    .addOption(new Option("--lang <LANG>", "language of the output").choices(["pt", "en"]))
    .configureHelp(translateHelp(say))
    .configureOutput({ outputError: printError })
    .addHelpText("after", () => fitHelp(say(preferences)))
    .exitOverride()
    .action((options: MockFlags) => startFromFlags(own, options, say));
  try {
    await command.parseAsync(words, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    console.error(say(error instanceof Error ? error.message : String(error)));
    return 1;
  }
}

const preferences = `
The Prefer header of a request selects its response:
  Prefer: code=STATUS    the first example of a status
  Prefer: example=NAME   an example by its name
  Prefer: dynamic=true   values invented from the schemas
  Prefer: seed=7         with dynamic=true: the same values each time
  Prefer: delay=1000     milliseconds before the response, up to ${maxDelay}
Without headers, use the query parameters __code, __example, __dynamic,
__seed and __delay.
For an unknown status, example or preference the mock responds 400 and lists
the known ones.

Exit code: 0 after Ctrl-C, 1 if it could not start, 2 for wrong options.`;

function readHost(value: string): string {
  if (value !== "") return value;
  throw new InvalidArgumentError("It takes an address, like 127.0.0.1 or 0.0.0.0.");
}

async function startFromFlags(
  own: OwnContract,
  { port, host, delay, quiet }: MockFlags,
  say: (text: string) => string,
): Promise<void> {
  // Loaded here, and not above: Prism takes a second, and --help does not need it.
  const { startMockFrom } = await import("./start-mock.ts");
  const mock = await startMockFrom(own, {
    port,
    host,
    delay,
    ...(!quiet && { log: (line) => console.log(say(line)) }),
  });
  if (quiet) return console.log(mock.url);
  const { title, version } = own.contract as Contract;
  console.log(`${say(`${title} ${version}, mocked by Prism: ${mock.url}`)}

${say("Open it in a browser to choose a response and copy its request, or send a header, such as Prefer: code=429.")}
${say("Any credentials are accepted. Ctrl-C stops the mock.")}
`);
}
