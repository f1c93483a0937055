import { join } from "node:path";
import type { Contract } from "@packages/contract/src/model.ts";
import type { Files } from "../output.ts";
import { banner, literal } from "../print-code.ts";
import type { Project } from "../project.ts";
import { printAdapters } from "./adapter-files.ts";
import { printLifecycles, printNotificationBuilders } from "./behaviour-files.ts";
import { contractChecks, printChecks } from "./checks.ts";
import { printContractTable } from "./contract-table.ts";
import { printServerIndex } from "./index-file.ts";
import { serverSettings } from "./manifest.ts";
import { serverNames } from "./names.ts";
import { printHandlers, printNamedTypes } from "./operation-types.ts";
import { printServerReadme } from "./readme.ts";
import { readFormats, readModules } from "./spec-modules.ts";

/** The sources of the package besides the contract. */
export interface Sources {
  /** Folder of the hand-written formats next to the spec; it may be absent. */
  formats: string;
  /** Folder of the hand-written modules next to the spec that the package ships; none if absent. */
  modules?: string;
  /** Folder that the package stands in. */
  folder: string;
}

/** Files of the package that holds the server stubs. */
export async function serverPackage(
  project: Project,
  contract: Contract,
  sources: Sources,
): Promise<Files> {
  const names = serverNames(project);
  const formats = await readFormats(sources.formats, join(sources.folder, "src"));
  // Schemas that cannot be checked are refused here, before anything is written.
  contractChecks(contract, formats.all);
  const modules =
    sources.modules === undefined ? [] : readModules(sources.modules, join(sources.folder, "src"));
  return {
    ...serverSettings(project, contract, modules),
    "README.md": printServerReadme(project, contract, names, modules),
    "src/index.ts": printServerIndex(contract, names),
    ...printAdapters(contract, names),
    ...Object.fromEntries(
      modules.map(({ name, path }) => [
        `src/${name}.ts`,
        `${banner}\nexport * from ${literal(path)};\n`,
      ]),
    ),
    "src/types.ts": printNamedTypes(contract),
    "src/handlers.ts": printHandlers(contract, names),
    "src/contract.ts": printContractTable(contract, formats.sensitive),
    ...(contract.lifecycles.length > 0 && { "src/lifecycles.ts": printLifecycles(contract) }),
    ...(contract.notifications.length > 0 && {
      "src/notifications.ts": printNotificationBuilders(contract),
    }),
    "src/all-formats.ts": printFormatsFile(formats.own),
    "src/checks/table.d.ts": declaration,
  };
}

/** The compiled checks of the package, which only machines read: they are made when it is built, and not committed. */
export async function compiledChecks(contract: Contract, sources: Sources): Promise<Files> {
  const formats = await readFormats(sources.formats, join(sources.folder, "src"));
  const checks = contractChecks(contract, formats.all);
  return { "src/checks/table.js": printChecks(checks, formats.all) };
}

/** @param own module of the contract's own formats, if it has some */
function printFormatsFile(own: string | undefined): string {
  const standard = 'import { standardFormats } from "@packages/contract/src/check/formats.ts";';
  if (own === undefined) {
    return `${banner}${standard}\n\n/** Every format of the contract. */\nexport const formats = standardFormats;\n`;
  }
  return `${banner}${standard}
import { formats as own } from ${literal(own)};

/** Every format of the contract. */
export const formats = { ...standardFormats, ...own };
`;
}

const declaration = `${banner}
import type { ContractChecks } from "@packages/server/src/contract-table.ts";

export declare const checks: ContractChecks;
`;
