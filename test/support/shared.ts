import { inject } from "vitest";
import type {} from "./share.ts";

/** Asks the process that runs the tests. @throws with its reason */
export async function ask(path: string): Promise<string> {
  const response = await fetch(`${inject("shared")}/${path}`);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

/** Path of a package's tarball as it would be published, built from a clone in which nothing was; once for all files of tests. */
export async function packed(name: string): Promise<string> {
  return ask(`package/${encodeURIComponent(name)}`);
}

/** Installs what the package.json of a folder names, where it is missing; once for all files of tests. */
export async function installFolder(folder: string): Promise<void> {
  await ask(`install/${encodeURIComponent(folder)}`);
}
