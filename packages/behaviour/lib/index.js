// The implementation: its sources in their repository, and their build where the package is installed, because Node reads
// no TypeScript in node_modules.
import { existsSync } from "node:fs";

const sources = new URL("../src/index.ts", import.meta.url);
const built = new URL("../dist/index.js", import.meta.url);

export const { $decorators, $lib, $linter, $onValidate } = await import(
  (existsSync(sources) ? sources : built).href
);
