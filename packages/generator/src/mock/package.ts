import type { Contract } from "../../../contract/src/model.ts";
import type { Files } from "../output.ts";
import { banner, literal } from "../print-code.ts";
import type { Project } from "../project.ts";
import { mockSettings } from "./manifest.ts";
import { printReadme } from "./readme.ts";

/** Files of the mock's package: its runtime, bound to the contract that another package of the project holds. */
export function mockPackage(project: Project, contract: Contract): Files {
  return {
    ...mockSettings(project),
    "README.md": printReadme(project, contract),
    "src/own.ts": printOwn(project),
    "src/index.ts": printIndex(project),
    "src/cli.ts": cli,
  };
}

function printOwn({ name }: Project): string {
  return `${banner}import { createRequire } from "node:module";
import { type OwnFiles, ownFiles } from "../../../packages/mock/src/own-files.ts";

export const own: OwnFiles = ownFiles(createRequire(import.meta.url), ${literal(`@${name}/openapi`)});
`;
}

function printIndex({ name }: Project): string {
  return `${banner}import { type Mock, type MockOptions, startMockOf } from "../../../packages/mock/src/start-mock.ts";
import { own } from "./own.ts";

export type { Mock, MockOptions };

/**
 * Starts a mock: Prism, answering from the examples of the contract, for any origin.
 *
 * A request can ask for each answer by name, \`Prefer: code=429\` or \`Prefer: example=<name>\`, whatever else it holds.
 *
 * @throws where it cannot listen at the address: a sentence that says why, and \`code\` as Node has it, like \`EADDRINUSE\`
 * @example
 * import { startMock } from "@${name}/mock";
 *
 * const mock = await startMock({ port: 0 });
 * const response = await fetch(\`\${mock.url}/some/path\`, { headers: { Prefer: "code=429" } });
 * await mock.close();
 */
export function startMock(options: MockOptions = {}): Promise<Mock> {
  return startMockOf(own, options);
}
`;
}

const cli = `#!/usr/bin/env node
${banner}import { runMockCommand } from "../../../packages/mock/src/cli.ts";
import { own } from "./own.ts";

process.exitCode = await runMockCommand(own);
`;
