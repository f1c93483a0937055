// The emitter as TypeSpec's compiler loads it: its sources in their repository, and their build where the package is
// installed, because Node reads no TypeScript in node_modules.
import { existsSync } from "node:fs";

const sources = new URL("../src/emitter/emit.ts", import.meta.url);
const built = new URL("../dist/generator/src/emitter/emit.js", import.meta.url);

export const { $lib, $onEmit } = await import((existsSync(sources) ? sources : built).href);
