// Makes the document of a spec as far as the compiler reads it.
import { relative } from "node:path";
import { compileSpec, DiagnosticsError, unreadSchema } from "@packages/contract/src/compile.ts";
import { buildDocument } from "@packages/contract/src/document/build-document.ts";
import { publishDocument } from "@packages/contract/src/document/publish-document.ts";
import { SpecError } from "@packages/contract/src/spec-error.ts";
import { type Diagnostic, getSourceLocation, type Program } from "@typespec/compiler";
import type { Tree } from "../place.ts";
import { type Flaw, UnreadSpecError } from "./loaded.ts";

/**
 * @param file main file of the spec
 * @param root folder that the places of mistakes are relative to
 * @throws {UnreadSpecError} if the mistakes leave no document
 */
export async function compileToDocument(
  file: string,
  root: string,
): Promise<{ document: Tree; program: Program; flaws: Flaw[] }> {
  const flaws: Flaw[] = [];
  const add = (one: Diagnostic): void => void flaws.push(toFlaw(one, root));
  try {
    const { document: emitted, program } = await compileSpec(file, undefined, add);
    const document = publishDocument(buildDocument(emitted));
    // References to it then lead nowhere, so that the comparison leaves out what was not read.
    delete document.components?.schemas?.[unreadSchema];
    return { document: document as unknown as Tree, program, flaws };
  } catch (error) {
    if (error instanceof DiagnosticsError) error.diagnostics.forEach(add);
    else if (error instanceof SpecError) flaws.push({ severity: "error", text: error.message });
    // Whatever else fails after a mistake of the spec fails because of it.
    if (flaws.length === 0) throw error;
    throw new UnreadSpecError(flaws);
  }
}

function toFlaw({ severity, code, message, target }: Diagnostic, root: string): Flaw {
  const location = getSourceLocation(target);
  const text = `${code}: ${message}`;
  if (!location) return { severity, text };
  const { line } = location.file.getLineAndCharacterOfPosition(location.pos);
  const file = relative(root, location.file.path).replaceAll("\\", "/");
  return { severity, file, line: line + 1, text };
}
