import { basename } from "node:path";
import { parseArgs } from "node:util";

export const usage = `Usage: ${basename(process.argv[1] ?? "mock")} [options]

Starts the mock of the contract.

  --port N         port to listen on, 0 for a free one (4010)
  --host ADDRESS   address to listen on (127.0.0.1: this machine only)
  --quiet          print only the URL
  --help           show this

The Prefer header of a request selects its response:
  Prefer: code=STATUS                 the first example of a status
  Prefer: example=NAME                an example by its name
  Prefer: code=STATUS, example=NAME   both
  Prefer: dynamic=true                values invented from the schemas
Without headers, use the query parameters __code, __example and __dynamic.
For an unknown status or example the mock responds 400 and lists the known ones.
`;

/** What the command line asks for. */
export interface Options {
  port: number;
  host: string;
  quiet: boolean;
  help: boolean;
}

/**
 * Reads the command line.
 *
 * @throws TypeError that names the option that is wrong
 */
export function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "4010" },
      host: { type: "string", default: "127.0.0.1" },
      quiet: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_535) {
    throw new TypeError(`--port takes a number from 0 to 65535, not '${values.port}'.`);
  }
  if (values.host === "") throw new TypeError("--host takes an address, like 127.0.0.1 or 0.0.0.0.");
  return { ...values, port };
}
