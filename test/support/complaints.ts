import { basename } from "node:path";
import ts from "typescript";

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  lib: ["lib.es2024.d.ts"],
  module: ts.ModuleKind.NodeNext,
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  skipLibCheck: false,
  allowImportingTsExtensions: true,
  noEmit: true,
};

/** What a strict compiler says of files, by their names without `.ts`; those that it says nothing of are not there. */
export function complaintsOf(files: readonly string[]): Map<string, string> {
  const complaints = new Map<string, string>();
  for (const { file, messageText } of ts.getPreEmitDiagnostics(ts.createProgram(files, options))) {
    const name = basename(file?.fileName ?? "", ".ts");
    complaints.set(
      name,
      `${complaints.get(name) ?? ""}${ts.flattenDiagnosticMessageText(messageText, "\n")}\n`,
    );
  }
  return complaints;
}
