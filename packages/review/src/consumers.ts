// Programs that were written for earlier releases, compiled against the packages generated now.
import { existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";

/** A program that no longer compiles, and the compiler's messages about it. */
export interface ConsumerFailure {
  /** `1.0/checkout.ts:12`. */
  place: string;
  message: string;
}

/**
 * Compiles every consumer with the strictest settings, against the sources that the project's own compiler settings
 * name for its packages.
 *
 * @param root folder of the project
 * @param folder where the consumers are, one folder for each release
 */
export function compileConsumers(root: string, folder: string): ConsumerFailure[] {
  const consumers = join(root, folder);
  if (!existsSync(consumers)) return [];
  const files = readdirSync(consumers, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(consumers, name));
  const config = ts.getParsedCommandLineOfConfigFile(join(root, "tsconfig.json"), undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: () => {},
  });
  const program = ts.createProgram(files, {
    ...config?.options,
    noEmit: true,
    types: ["node"],
    noUnusedLocals: false,
  });
  return files.flatMap((file) => {
    const source = program.getSourceFile(file);
    const found = [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ];
    return found.map(({ start = 0, messageText }) => {
      const line = (source?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
      const place = `${relative(consumers, file).replaceAll("\\", "/")}:${line}`;
      return { place, message: ts.flattenDiagnosticMessageText(messageText, " ") };
    });
  });
}
