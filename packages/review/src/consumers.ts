// Programs that were written for earlier releases, compiled against the packages generated now.
import { existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { UsageError } from "@packages/contract/src/command.ts";
import type TypeScript from "typescript";

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
 * @throws {UsageError} if there is no TypeScript that compiles programs
 */
export async function compileConsumers(root: string, folder: string): Promise<ConsumerFailure[]> {
  const consumers = join(root, folder);
  if (!existsSync(consumers)) return [];
  const ts = await loadCompiler(folder);
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

/** TypeScript is a peer that may be absent, and from version 7 it has no such API. */
async function loadCompiler(folder: string): Promise<typeof TypeScript> {
  const found = await import("typescript").then(
    (module) => module.default as Partial<typeof TypeScript>,
    () => undefined,
  );
  if (found?.createProgram) return found as typeof TypeScript;
  const reason = found ? `TypeScript ${found.version} has no API for that` : "it is not installed";
  throw new UsageError(`The programs in ${folder} are compiled by TypeScript 5.4 to 6: ${reason}.`);
}
