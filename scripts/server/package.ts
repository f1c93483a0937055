import type { Contract } from "../contract/model.ts";
import type { Document } from "../contract/openapi.ts";
import { printTypes } from "../openapi/types.ts";
import type { Files } from "../output.ts";
import { printJson } from "../print.ts";
import { banner } from "../print-code.ts";
import type { Project } from "../project.ts";
import { runtimeFiles } from "../runtime-files.ts";
import { printLifecycles, printNotifications } from "./behaviour-files.ts";
import { printRules } from "./contract-rules.ts";
import { printIndex } from "./index-file.ts";
import { assertKnownFormats } from "./known-formats.ts";
import { buildConfig, compilerConfig, printServerManifest } from "./manifest.ts";
import { serverNames } from "./names.ts";
import { printHandlers, printNamedTypes } from "./operation-types.ts";
import { printServerReadme } from "./readme.ts";
import { printRequestChecks, printResponseChecks } from "./request-checks.ts";
import { readFormats } from "./spec-formats.ts";

/** What the package takes from beside the contract. */
interface Sources {
  /** Folder of the hand-written formats beside the spec; it may be absent. */
  formats: string;
}

/** Files of the package that holds the server stubs. */
export async function serverPackage(
  project: Project,
  document: Document,
  contract: Contract,
  sources: Sources,
): Promise<Files> {
  const names = serverNames(project);
  const formats = await readFormats(sources.formats);
  assertKnownFormats(document, formats.all);
  const requests = printRequestChecks(document, contract, formats.all);
  const responses = printResponseChecks(document, contract, formats.all);
  return {
    "package.json": printJson(printServerManifest(project, contract)),
    "README.md": printServerReadme(project, document, contract, names),
    "tsconfig.json": printJson(compilerConfig),
    "tsdown.config.ts": buildConfig,
    "src/index.ts": printIndex(contract, names),
    "src/openapi.ts": await printTypes(document),
    "src/types.ts": printNamedTypes(contract),
    "src/handlers.ts": printHandlers(document, contract, names),
    "src/contract.ts": printRules(document, contract, formats.sensitive),
    ...(contract.lifecycles.length > 0 && { "src/lifecycles.ts": printLifecycles(contract) }),
    ...(contract.notifications.length > 0 && { "src/notifications.ts": printNotifications(contract) }),
    "src/all-formats.ts": allFormats,
    "src/checks/requests.js": requests.bodies,
    "src/checks/requests.d.ts": declaration("requests", "RequestChecks", "Readonly<Record<string, RequestChecks>>"),
    "src/checks/parameters.js": requests.parameters,
    "src/checks/response-headers.js": responses.headers,
    "src/checks/responses.js": responses.bodies,
    "src/checks/responses.d.ts": `${declaration("responses", "Check, ResponseChecks", "ResponseChecks")}export declare const notifications: Readonly<Record<string, Check>>;\n`,
    ...prefixed("src/formats", formats.files),
    ...(await runtimeFiles("server")),
  };
}

const allFormats = `${banner}
import { formats as own } from "./formats/index.ts";
import { standardFormats } from "./runtime/formats.ts";

/** Every format of the contract. */
export const formats = { ...standardFormats, ...own };
`;

function declaration(name: string, types: string, type: string): string {
  return `${banner}\nimport type { ${types} } from "../runtime/rules.ts";\n\nexport declare const ${name}: ${type};\n`;
}

function prefixed(folder: string, files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [`${folder}/${name}`, content]));
}
