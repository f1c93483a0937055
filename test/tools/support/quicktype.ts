import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { contract } from "../../support/contract.ts";
import { loadTool, published, readDocument } from "./tools.ts";

/** Languages, how quicktype calls them, and the names of the types that stand in their code. */
export const languages = {
  Go: { target: "go", names: (code: string) => namesIn(code, /^type (\w+) /gm) },
  Java: {
    target: "java",
    names: (code: string) => namesIn(code, /^public (?:class|enum) (\w+)/gm),
  },
  "C#": {
    target: "csharp",
    names: (code: string) =>
      namesIn(code, /^\s*public (?:partial class|partial struct|enum) (\w+)/gm),
  },
  Python: { target: "python", names: (code: string) => namesIn(code, /^class (\w+)/gm) },
} as const;

export type Language = keyof typeof languages;

function namesIn(code: string, pattern: RegExp): string[] {
  // C# has a type Enum of its own, with which quicktype tells its enums apart.
  return [...code.matchAll(pattern)].map(([, name]) => (name ?? "").replace(/Enum$/, ""));
}

interface Quicktype {
  JSONSchemaStore: new () => object;
  JSONSchemaInput: new (
    store: object,
  ) => { addSource(source: { name: string; uris?: string[]; schema?: string }): Promise<void> };
  InputData: new () => { addInput(input: object): void };
  quicktype(options: object): Promise<{ lines: string[] }>;
}

/** Types of every component of the document. */
export async function makeTypes(language: Language): Promise<string> {
  const { JSONSchemaStore, JSONSchemaInput, InputData, quicktype } =
    await loadTool<Quicktype>("quicktype-core");
  const document = await readDocument();
  class Store extends JSONSchemaStore {
    async fetch(): Promise<unknown> {
      return document;
    }
  }
  const input = new JSONSchemaInput(new Store());
  for (const name of Object.keys(contract.schemas)) {
    await input.addSource({ name, uris: [`openapi.json#/components/schemas/${name}`] });
  }
  const inputData = new InputData();
  inputData.addInput(input);
  const options = {
    inputData,
    lang: languages[language].target,
    rendererOptions: { "just-types": "true" },
  };
  return (await quicktype(options)).lines.join("\n");
}

/** A reader of any notification, made of the JSON Schema that leaves open what may grow. */
export async function makeReceiver(language: Language): Promise<string> {
  const { JSONSchemaStore, JSONSchemaInput, InputData, quicktype } =
    await loadTool<Quicktype>("quicktype-core");
  const input = new JSONSchemaInput(new JSONSchemaStore());
  const schema = await readFile(join(published, "schemas/Notification.json"), "utf8");
  await input.addSource({ name: "Notification", schema });
  const inputData = new InputData();
  inputData.addInput(input);
  // Mono compiles no C# that is newer, and has no System.Text.Json.
  const rendererOptions =
    language === "C#" ? { framework: "NewtonSoft", "csharp-version": "5" } : {};
  return (
    await quicktype({ inputData, lang: languages[language].target, rendererOptions })
  ).lines.join("\n");
}
