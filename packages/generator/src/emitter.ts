// The emitter of `tsp compile spec`: the document that `npm run generate` writes, by TypeSpec's own command.

import { emitDocument } from "@packages/contract/src/compile.ts";
import { buildDocument } from "@packages/contract/src/document/build-document.ts";
import { publishDocument } from "@packages/contract/src/document/publish-document.ts";
import { SpecError } from "@packages/contract/src/spec-error.ts";
import { type EmitContext, emitFile, NoTarget, resolvePath } from "@typespec/compiler";
import { printDocument } from "./print.ts";

/**
 * Writes openapi.yaml into the `output-dir`: an emitter that is named by its path can have no options of its own. Faults
 * that prevent the document are diagnostics of the program.
 */
export async function $onEmit({ program }: EmitContext): Promise<void> {
  try {
    const document = publishDocument(buildDocument(await emitDocument(program, "The spec")));
    const path = resolvePath(program.compilerOptions.outputDir ?? ".", "openapi.yaml");
    if (!program.compilerOptions.noEmit)
      await emitFile(program, { path, content: printDocument(document) });
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    program.reportDiagnostic({
      code: "no-document",
      severity: "error",
      message: error.message,
      target: NoTarget,
    });
  }
}
