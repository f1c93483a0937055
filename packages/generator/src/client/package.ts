import type { Contract } from "../../../contract/src/model.ts";
import type { Files } from "../output.ts";
import { banner } from "../print-code.ts";
import type { Project } from "../project.ts";
import { buildClientModel } from "./client-model.ts";
import { clientSettings } from "./manifest.ts";
import { printApi } from "./print-api.ts";
import { printClient } from "./print-client.ts";
import { printContract, printPacing } from "./print-contract.ts";
import { printHelpers, printIndex } from "./print-index.ts";
import { printNotifications } from "./print-notifications.ts";
import { printSamples, samplesDeclaration } from "./print-samples.ts";
import { printTesting } from "./print-testing.ts";
import { printTypes } from "./print-types.ts";
import { printWaits } from "./print-waits.ts";
import { printReadme } from "./readme.ts";

/** Files of the client's package. */
export function clientPackage(project: Project, contract: Contract): Files {
  const client = buildClientModel(project, contract);
  const optional = {
    waits: printWaits(client),
    pacing: printPacing(client),
    notifications: printNotifications(client),
    helpers: printHelpers(client),
    logger: `${banner}export { type Logger, logTo } from "../../../packages/client/src/logger.ts";\n`,
    keys: `${banner}export { fileKeyStore } from "../../../packages/client/src/file-key-store.ts";\n`,
    testing: printTesting(client),
  };
  const printed = Object.entries(optional).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const entries = ["index", ...printed.map(([name]) => name)];
  return {
    ...clientSettings(project, client, entries),
    "README.md": printReadme(client, optional.notifications !== undefined),
    "api.md": printApi(client),
    "src/contract.ts": printContract(client),
    "src/types.ts": printTypes(client),
    "src/client.ts": printClient(client),
    "src/index.ts": printIndex(client),
    "src/samples.d.ts": samplesDeclaration,
    ...Object.fromEntries(printed.map(([name, code]) => [`src/${name}.ts`, code])),
  };
}

/** The contract's examples for tests of callers, which only machines read: they are made when it is built, and not committed. */
export function derivedSamples(contract: Contract): Files {
  return { "src/samples.js": printSamples(contract) };
}
