import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import {
  type Diagnostic,
  getSourceLocation,
  navigateProgram,
  type Program,
  type Type,
} from "@typespec/compiler";
import {
  createTester,
  expectDiagnostics,
  extractSquiggles,
  type MockFile,
  mockFile,
} from "@typespec/compiler/testing";
import { getExtensions } from "@typespec/openapi";
import { getOpenAPI3 } from "@typespec/openapi3";
import { describe, expect, test } from "vitest";
import { library } from "../../../packages/behaviour/src/library.ts";
import { policies } from "../../../packages/behaviour/src/policies.ts";

const folder = new URL("../../../packages/behaviour/", import.meta.url);

/** Compiles sources that use the library as the contract does: through its files, not as a package. */
export const tester = createTester(fileURLToPath(new URL("../../", folder)), {
  libraries: ["@typespec/http", "@typespec/openapi"],
})
  .files(await libraryFiles())
  .import("./behaviour/lib/main.tsp")
  .using("Http", "OpenAPI", "Behaviour");

async function libraryFiles(): Promise<Record<string, MockFile>> {
  const files: Record<string, MockFile> = {};
  for (const name of await readdir(folder, { recursive: true })) {
    if (name.startsWith("dist/")) continue;
    const url = new URL(name, folder);
    if (name.endsWith(".tsp")) files[`behaviour/${name}`] = await readFile(url, "utf8");
    if (name === "lib/index.js") files[`behaviour/${name}`] = mockFile.js(await import(url.href));
  }
  return files;
}

/** The `x-` fields that decorators have put on a type. */
export function extensionsOf(program: Program, type: Type): Record<string, unknown> {
  return Object.fromEntries(getExtensions(program, type));
}

/** The OpenAPI document that a faultless source becomes. */
export async function documentOf(source: string): Promise<unknown> {
  const { program } = await tester.compile(source);
  const [record] = await getOpenAPI3(program, { "openapi-versions": ["3.1.0"] });
  return record?.versioned === false ? record.document : undefined;
}

/** A mistake, what is said about it, and the same source without it. */
export interface Report {
  code: keyof typeof library.diagnostics | (typeof policies)[number]["name"];
  /** What is wrong with the source. */
  when: string;
  /** The source with the mistake; the place that a reader is pointed at stands between `~~~` and `~~~`. */
  source: string;
  message: string;
  instead: string;
}

/** Tests that each mistake gives its one diagnostic, at its place, and that the corrected source gives none. */
export function testReports(reports: Report[]): void {
  describe.each(reports)("$code: $when", ({ code, source, message, instead }) => {
    test("is reported where it is", () => expectReport(source, code, message));
    test("is accepted once corrected", async () => {
      expect(await findDiagnostics(instead, code)).toEqual([]);
    });
  });
}

/** The findings of a policy, or the compiler's diagnostics of a source. */
function findDiagnostics(source: string, code: Report["code"]): Promise<readonly Diagnostic[]> {
  const policy = policies.find(({ name }) => name === code);
  return policy ? lintFindings(source, policy) : tester.diagnose(source);
}

async function expectReport(marked: string, code: Report["code"], message: string): Promise<void> {
  const { source, pos, end } = extractSquiggles(marked);
  const isPolicy = policies.some(({ name }) => name === code);
  const severity = isPolicy ? "warning" : "error";
  const diagnostics = await findDiagnostics(source, code);
  expectDiagnostics(diagnostics, {
    code: `${library.name}/${code}`,
    message,
    severity,
    file: "main.tsp",
  });
  for (const { target } of diagnostics) {
    // As the command line does: a declaration is pointed at by its name.
    const location = getSourceLocation(target, { locateId: true });
    const { text } = location?.file ?? { text: "" };
    // The tester puts imports before the source.
    const start = text.length - source.length;
    expect(text.slice(location?.pos, location?.end)).toBe(source.slice(pos, end));
    expect(location?.pos).toBe(start + pos);
  }
}

/** What a rule of policy finds in a source that has a meaning without it. */
async function lintFindings(
  source: string,
  { name, severity, messages, create }: (typeof policies)[number],
) {
  const { program } = await tester.compile(source);
  const found: Diagnostic[] = [];
  const listener = create({
    program,
    options: {},
    reportDiagnostic: ({ format, target }) =>
      found.push({
        code: `${library.name}/${name}`,
        severity,
        message: messages.default(format as never),
        target,
      }),
  });
  navigateProgram(program, listener);
  return found;
}
