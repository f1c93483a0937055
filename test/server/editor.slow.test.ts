// What an editor shows of handlers: types by their names, and mistakes in words that name what is wrong. And what
// docs/guides/server.md shows is compiled.
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { writeGuide } from "./support/guide.ts";

const root = join(import.meta.dirname, "../..");
const file = join(import.meta.dirname, "in-memory.ts");

const text = `import { createPixServer, type Handlers, type PixServerOptions } from "../../generated/server/src/index.ts";
declare const rest: Omit<Handlers<string>, "createCharge" | "getTransfer">;
declare const authenticators: PixServerOptions<string>["authenticators"];
const createCharge: Handlers<string>["createCharge"] = ({ body, reply }) => {
  void body.customer;
  return reply.fail("RATE_LIMIT_EXCEEDED");
};
createPixServer({ authenticators, handlers: { ...rest, createCharge } });
`;

const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile).config,
  ts.sys,
  root,
);
const service = ts.createLanguageService({
  getCompilationSettings: () => options,
  getScriptFileNames: () => [file],
  getScriptVersion: () => "1",
  getScriptSnapshot: (name) => {
    const content = name === file ? text : ts.sys.readFile(name);
    return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
  },
  getCurrentDirectory: () => root,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (name) => name === file || ts.sys.fileExists(name),
  readFile: ts.sys.readFile,
  readDirectory: ts.sys.readDirectory,
});

/** What is shown where the mouse rests on the last occurrence of a text. */
function hover(at: string): string {
  const info = service.getQuickInfoAtPosition(file, text.lastIndexOf(at) + at.length - 1);
  return ts.displayPartsToString(info?.displayParts);
}

/** What is wrong, in words. */
const messages = (): string[] =>
  service
    .getSemanticDiagnostics(file)
    .map(({ messageText, relatedInformation = [] }) =>
      [messageText, ...relatedInformation.map((related) => related.messageText)]
        .map((text) => ts.flattenDiagnosticMessageText(text, "\n"))
        .join("\n"),
    );

test("hovering shows named interfaces", () => {
  expect(hover("const createCharge")).toBe(
    "const createCharge: Handler<CreateChargeOperation, string, undefined>",
  );
  expect(hover("{ body")).toBe("(parameter) body: CreateChargeBody");
  expect(hover(".fail")).toMatch(/^\(method\) Reply<CreateChargeOperation>\.fail</);
});

test("a missing handler and missing details are named", () => {
  const [details, handler, ...others] = messages();
  expect(others).toEqual([]);
  expect(details).toMatch(/Expected 3 arguments, but got 1\.\n.*'messageAndDetails'/);
  expect(handler).toMatch(/^Property 'getTransfer' is missing in type/);
});

test("every file of the guide compiles under strict rules", async () => {
  const guide = await writeGuide("server");
  expect(guide.names).toContain("provider.ts");
  await guide.compile();
});
