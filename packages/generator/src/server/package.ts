import { join } from "node:path";
import type { Contract } from "../../../contract/src/model.ts";
import type { Files } from "../output.ts";
import { printJson } from "../print.ts";
import { banner, literal } from "../print-code.ts";
import type { Project } from "../project.ts";
import { printAdapters } from "./adapter-files.ts";
import { printLifecycles, printNotifications } from "./behaviour-files.ts";
import { printRules } from "./contract-rules.ts";
import { printIndex } from "./index-file.ts";
import { assertKnownFormats } from "./known-formats.ts";
import { compilerConfig, printBuildConfig, printServerManifest } from "./manifest.ts";
import { serverNames } from "./names.ts";
import { printHandlers, printNamedTypes } from "./operation-types.ts";
import { printServerReadme } from "./readme.ts";
import { printRequestChecks, printResponseChecks } from "./request-checks.ts";
import { printResponseCleaners } from "./response-cleaners.ts";
import { readFormats } from "./spec-formats.ts";
import { readModules } from "./spec-modules.ts";

/** What the package takes from beside the contract. */
export interface Sources {
  /** Folder of the hand-written formats beside the spec; it may be absent. */
  formats: string;
  /** Folder of the hand-written modules beside the spec that the package ships; none if absent. */
  modules?: string;
  /** Folder that the package stands in. */
  folder: string;
}

/** Files of the package that holds the server stubs. */
export async function serverPackage(project: Project, contract: Contract, sources: Sources): Promise<Files> {
  const names = serverNames(project);
  const formats = await readFormats(sources.formats, join(sources.folder, "src"));
  assertKnownFormats(contract, formats.all);
  const modules = sources.modules === undefined ? [] : readModules(sources.modules, join(sources.folder, "src"));
  return {
    "package.json": printJson(printServerManifest(project, contract, modules)),
    "README.md": printServerReadme(project, contract, names, modules),
    "tsconfig.json": printJson(compilerConfig),
    "tsdown.config.ts": printBuildConfig(contract, modules),
    "src/index.ts": printIndex(contract, names),
    ...printAdapters(contract, names),
    ...Object.fromEntries(
      modules.map(({ name, path }) => [`src/${name}.ts`, `${banner}\nexport * from ${literal(path)};\n`]),
    ),
    "src/types.ts": printNamedTypes(contract),
    "src/handlers.ts": printHandlers(contract, names),
    "src/contract.ts": printRules(contract, formats.sensitive),
    ...(contract.lifecycles.length > 0 && { "src/lifecycles.ts": printLifecycles(contract) }),
    ...(contract.notifications.length > 0 && { "src/notifications.ts": printNotifications(contract) }),
    "src/all-formats.ts": printFormats(formats.own),
    "src/checks/requests.d.ts": declaration("requests", "RequestChecks", "Readonly<Record<string, RequestChecks>>"),
    "src/checks/response-cleaners.d.ts": declaration("cleaners", "ResponseCleaners", "ResponseCleaners"),
    "src/checks/responses.d.ts": `${declaration("responses", "Check, ErrorChecks, ResponseChecks", "ResponseChecks")}export declare const errors: ErrorChecks;\nexport declare const notifications: Readonly<Record<string, Check>>;\n`,
  };
}

/** The compiled checks of the package, which only machines read: they are made when it is built, and not committed. */
export async function compiledChecks(contract: Contract, sources: Sources): Promise<Files> {
  const formats = await readFormats(sources.formats, join(sources.folder, "src"));
  assertKnownFormats(contract, formats.all);
  const requests = printRequestChecks(contract, formats.all);
  const responses = printResponseChecks(contract, formats.all);
  return {
    "src/checks/requests.js": requests.bodies,
    "src/checks/response-cleaners.js": printResponseCleaners(contract),
    "src/checks/parameters.js": requests.parameters,
    "src/checks/response-headers.js": responses.headers,
    "src/checks/responses.js": responses.bodies,
  };
}

/** @param own module of the contract's own formats, where it has some */
function printFormats(own: string | undefined): string {
  const standard = 'import { standardFormats } from "../../../packages/server/src/request/formats.ts";';
  if (own === undefined) {
    return `${banner}${standard}\n\n/** Every format of the contract. */\nexport const formats = standardFormats;\n`;
  }
  return `${banner}${standard}
import { formats as own } from ${literal(own)};

/** Every format of the contract. */
export const formats = { ...standardFormats, ...own };
`;
}

function declaration(name: string, types: string, type: string): string {
  return `${banner}\nimport type { ${types} } from "../../../../packages/server/src/rules.ts";\n\nexport declare const ${name}: ${type};\n`;
}
