// Imported before the commands that need the dependencies: a sentence instead of a stack trace.
import { existsSync } from "node:fs";
import module from "node:module";

if (!existsSync(new URL("../node_modules/typescript", import.meta.url))) {
  console.error("The dependencies are missing: run `npm ci` first.");
  process.exit(1);
}

// Node then keeps compiled modules, and the TypeScript that it has read, for the next command. Node 20 cannot.
module.enableCompileCache?.();
