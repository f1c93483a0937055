import { inject } from "vitest";
import type {} from "./share-packages.ts";

/** Path of a package's tarball as it would be published, built from a clone in which nothing was; once for all files of tests. */
export async function packed(name: string): Promise<string> {
  const response = await fetch(inject("packages") + encodeURIComponent(name));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
