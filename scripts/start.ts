// `npm start`: generate from the spec, check the contract, serve it, and say what to try.
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { runCommand, UsageError } from "./command.ts";
import { SpecError } from "./contract/compile.ts";
import { curlFor } from "./docs/curl.ts";
import { buildAll, writeAll } from "./pipeline.ts";

const usage = `Usage: npm start -- [options]

  --port N    port of the mock (4010)
  --help      show this
`;

class LintError extends Error {
  override readonly name = "LintError";
}

await runCommand(
  usage,
  async () => {
    const { values } = parseArgs({
      options: { port: { type: "string", default: "4010" }, help: { type: "boolean", default: false } },
    });
    if (values.help) {
      console.log(usage);
      return 0;
    }
    const port = Number(values.port);
    if (!/^\d+$/.test(values.port) || port > 65_535)
      throw new UsageError(`--port has to be from 0 to 65535: ${values.port}`);

    const build = await buildAll("spec/main.tsp", ".");
    const lines = await writeAll(build);
    console.log(lines.length === 0 ? "Generated: everything agrees with the spec." : `Generated:\n${lines.join("\n")}`);

    const lint = spawnSync("npm", ["run", "--silent", "lint:contract"], { encoding: "utf8" });
    if (lint.status !== 0) throw new LintError(lint.stdout + lint.stderr);
    console.log("Checked: the contract has no lint findings.");

    // Imported after generation: it may just have been written.
    const { startMock } = await import("../generated/openapi/mock/start-mock.js");
    const mock = await startMock({ port, log: (line: string) => console.log(line) });
    const { contract } = build;
    console.log(`
Mock of ${contract.title} ${contract.version}: ${mock.url}
  any error on demand: -H 'Prefer: code=429', see docs/guides/mock.md
Document: generated/openapi/openapi.yaml
Reference: docs/reference/README.md

Try:

${contract.operations.map((operation) => `# ${operation.summary}\n${curlFor(operation, contract, mock.url)}`).join("\n\n")}

Ctrl-C stops everything.
`);
    await new Promise<void>((resolve) => {
      process.once("SIGINT", resolve);
      process.once("SIGTERM", resolve);
    });
    await mock.close();
    return 0;
  },
  (error) => {
    if (error instanceof SpecError) return `${error.message}\nNothing was written.`;
    if (error instanceof LintError) return `${error.message}\nThe contract breaks its lint rules: it is not served.`;
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") return error.message;
    return undefined;
  },
);
