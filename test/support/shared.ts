import { inject } from "vitest";
import type {} from "./share.ts";

/** Asks the process that runs the tests. @throws with its reason */
export async function ask(path: string): Promise<string> {
  const response = await fetch(`${inject("shared")}/${path}`);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
