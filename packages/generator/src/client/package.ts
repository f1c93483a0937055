import type { Contract } from "../../../contract/src/model.ts";
import type { Files } from "../output.ts";
import { printJson } from "../print.ts";
import { banner } from "../print-code.ts";
import type { Project } from "../project.ts";
import { buildClientModel } from "./client-model.ts";
import { printBuildSettings, printCompilerSettings, printManifest } from "./manifest.ts";
import { printApi } from "./print-api.ts";
import { printClient } from "./print-client.ts";
import { printContract } from "./print-contract.ts";
import { printIndex } from "./print-index.ts";
import { printNotifications } from "./print-notifications.ts";
import { printSamples, samplesDeclaration } from "./print-samples.ts";
import { printTesting } from "./print-testing.ts";
import { printTypes } from "./print-types.ts";
import { printReadme } from "./readme.ts";

/** Files of the client's package. */
export function clientPackage(project: Project, contract: Contract): Files {
  const client = buildClientModel(project, contract);
  const notifications = printNotifications(client);
  const entries = ["index", "keys", "testing", ...(notifications === undefined ? [] : ["notifications"])];
  return {
    "package.json": printJson(printManifest(project, client, entries)),
    "tsconfig.json": printJson(printCompilerSettings()),
    "tsdown.config.ts": printBuildSettings(entries),
    "README.md": printReadme(client, notifications !== undefined),
    "api.md": printApi(client),
    "src/contract.ts": printContract(client),
    "src/types.ts": printTypes(client),
    "src/client.ts": printClient(client),
    "src/index.ts": printIndex(client),
    "src/keys.ts": `${banner}export { fileKeyStore } from "../../../packages/client/src/file-key-store.ts";\n`,
    "src/testing.ts": printTesting(client),
    "src/samples.d.ts": samplesDeclaration,
    ...(notifications !== undefined && { "src/notifications.ts": notifications }),
  };
}

/** The contract's examples for tests of callers, which only machines read: they are made when it is built, and not committed. */
export function derivedSamples(contract: Contract): Files {
  return { "src/samples.js": printSamples(contract) };
}
