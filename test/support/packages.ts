import { ask } from "./shared.ts";

/** Path of a package's tarball as it would be published, built from a clone in which nothing was; once for all files of tests. */
export async function packed(name: string): Promise<string> {
  return ask(`package/${encodeURIComponent(name)}`);
}
