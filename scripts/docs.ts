// `npm run docs`: builds the documentation and serves it.
import { parseArgs } from "node:util";
import { runCommand } from "@packages/contract/src/command.ts";
import { Interrupted, interruptedCode, runGroup } from "./run-group.ts";
import { choosePort } from "./start/choose-port.ts";
import { StartError } from "./start/start-error.ts";

const usualPort = 4030;

const usage = `Usage: npm run docs -- [--port N]

Builds the documentation and serves it. \`npm run docs -- --help\` lists the other tasks.

  --port N   port to listen on (${usualPort}; if that is in use, another is chosen and printed)

Exit code: 0 after Ctrl-C, 1 if the port is in use or the build fails, 2 for wrong options.
`;

async function serve(): Promise<number> {
  const { values } = parseArgs({ options: { port: { type: "string" } } });
  // Before the build, which takes a minute.
  const { port, remark } = await choosePort("--port", usualPort, values.port);
  if (remark) console.log(remark);
  const programs = [
    ["build", "docs"],
    ["preview", "docs", "--port", String(port)],
  ];
  for (const args of programs) {
    const code = await runGroup("vitepress", args, { stdio: "inherit" }).catch((error) => {
      if (error instanceof Interrupted) return interruptedCode;
      throw error;
    });
    if (code !== 0) return code === interruptedCode ? 0 : 1;
  }
  return 0;
}

await runCommand(usage, serve, (error) =>
  error instanceof StartError ? error.message : undefined,
);
