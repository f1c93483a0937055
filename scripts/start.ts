// `npm start`: generate from the spec, check the contract, serve it and its documentation, start what else there is to
// start, and say what to try.
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { runCommand, UsageError } from "./command.ts";
import { SpecError } from "./contract/compile.ts";
import { curlFor } from "./docs/curl.ts";
import { buildAll, writeAll } from "./pipeline.ts";
import { serveDocs } from "./site/serve-docs.ts";
import { StartError, startWorkspaces } from "./start-workspaces.ts";
import { untilSignal } from "./until-signal.ts";

const usage = `Usage: npm start -- [options]

  --port N        port of the mock (4010)
  --docs-port N   port of the documentation (4030)
  --help          show this
`;

class LintError extends Error {
  override readonly name = "LintError";
}

await runCommand(
  usage,
  async () => {
    const { values } = parseArgs({
      options: {
        port: { type: "string", default: "4010" },
        "docs-port": { type: "string", default: "4030" },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) {
      console.log(usage);
      return 0;
    }
    const port = readPort("--port", values.port);
    const docsPort = readPort("--docs-port", values["docs-port"]);

    const build = await buildAll("spec/main.tsp", ".");
    const lines = await writeAll(build);
    console.log(lines.length === 0 ? "Generated: everything agrees with the spec." : `Generated:\n${lines.join("\n")}`);

    const lint = spawnSync("npm", ["run", "--silent", "lint:contract"], { encoding: "utf8" });
    if (lint.status !== 0) throw new LintError(lint.stdout + lint.stderr);
    console.log("Checked: the contract has no lint findings.");

    // Imported after generation: it may just have been written.
    const { startMock } = await import("../generated/mock/src/index.ts");
    await using started = new AsyncDisposableStack();
    const mock = await startMock({ port, log: (line: string) => console.log(line) });
    started.defer(() => mock.close());
    const docs = await serveDocs(".", { port: docsPort, flag: "--docs-port" });
    started.defer(() => docs.close());
    const { contract } = build;
    console.log(`
Mock of ${contract.title} ${contract.version}: ${mock.url}
  any error on demand: -H 'Prefer: code=429', see ${docs.url}/docs/guides/mock.md
Documentation: ${docs.url}
Document: generated/openapi/openapi.yaml

Try the mock:

${contract.operations.map((operation) => `# ${operation.summary}\n${curlFor(operation, contract, mock.url)}`).join("\n\n")}

Ctrl-C stops everything.
`);
    const stopped = untilSignal();
    const workspaces = await startWorkspaces(".");
    started.defer(() => workspaces.stop());
    await Promise.race([stopped, workspaces.failed]);
    return 0;
  },
  (error) => {
    if (error instanceof SpecError) return `${error.message}\nNothing was written.`;
    if (error instanceof LintError) return `${error.message}\nThe contract breaks its lint rules: it is not served.`;
    if (error instanceof StartError) return error.message;
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") return error.message;
    return undefined;
  },
);

function readPort(flag: string, value: string): number {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535) throw new UsageError(`${flag} has to be from 0 to 65535: ${value}`);
  return port;
}
