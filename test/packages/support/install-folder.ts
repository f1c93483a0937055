import { ask } from "../../support/shared.ts";

/** Installs what the package.json of a folder names, where it is missing; once for all files of tests. */
export async function installFolder(folder: string): Promise<void> {
  await ask(`install/${encodeURIComponent(folder)}`);
}
